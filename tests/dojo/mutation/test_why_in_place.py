"""Why survivors of a project in place survived: on its page, and in the tests that kill them."""

import json
from pathlib import Path

import pytest

from dojo.mutation.results import DIFFERENCE
from tests.dojo.practising import git, write_files
from tests.dojo.small_kata import SmallKata

CART = """\
import functools

def logged(function):
    @functools.wraps(function)
    def inner(*arguments):
        return function(*arguments)
    return inner

class Cart:
    def __init__(self, customer):
        self.customer = customer
        self.prices = []

    def add(self, *prices):
        self.prices += prices

    @property
    def total(self):
        return sum(self.prices) - 7

    @logged
    def fee(self, country):
        return 5 if country == "SE" else 9

async def pay(cart, card):
    if not card:
        raise ValueError(f"no card for {cart.customer}")
    return [cart.customer]
"""
TEST = """\
import asyncio
from shop.cart import Cart, pay

def test_cart():
    cart = Cart("Eva")
    cart.add(30, 40)
    cart.total
    cart.fee("SE")
    asyncio.run(pay(cart, "123"))
"""
CHANGES = {
    "a property": "return sum(self.prices) + 7",
    "a decorated function": 'return 5 if country != "SE" else 9',
    "a coroutine, varied": "raise ValueError(None)",
}


def numbers(shown: str) -> dict[str, int]:
    """Return the numbers of survivors, by the changed code."""
    found = json.loads(shown)["survivors"]
    return {each["added"][0]: each["number"] for each in found if each["added"]}


def project_in(folder: Path) -> Path:
    settings = '[tool.pytest.ini_options]\npythonpath = ["."]\n'
    files = {
        "pyproject.toml": settings,
        "shop/__init__.py": "",
        "shop/cart.py": CART,
        "tests/test_cart.py": TEST,
    }
    write_files(folder, files)
    git(folder, "init", "-q")
    return folder


def test_a_page_that_is_opened_says_why_survivors_survived(
    kata: SmallKata, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
):
    folder = project_in(tmp_path_factory.mktemp("projects") / "shop")
    kata.dojo("start", "--here", folder=folder)
    kata.dojo("mutants", folder=folder)
    opened: list[str] = []

    def open_page(url: str) -> bool:
        opened.append(Path(url.removeprefix("file://")).read_text(encoding="utf-8"))
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    shown = kata.dojo("mutants", "--open", folder=folder)
    assert "Reload the page" in shown.stdout
    page = folder / ".dojo" / "mutants.html"
    assert DIFFERENCE in page.read_text(encoding="utf-8")
    assert [DIFFERENCE in text for text in opened] == [False]


def test_the_written_tests_kill_their_mutants(
    kata: SmallKata, tmp_path_factory: pytest.TempPathFactory
):
    folder = project_in(tmp_path_factory.mktemp("projects") / "shop")
    kata.dojo("start", "--here", folder=folder)
    before = numbers(kata.dojo("mutants", "--json", folder=folder).stdout)
    for change in CHANGES.values():
        shown = kata.dojo("mutants", str(before[change]), "--write", folder=folder)
        assert "Written: tests/test_survivor" in shown.stdout
    assert kata.dojo("check", folder=folder).returncode == 1
    kata.dojo("approve", "practice", "--yes", folder=folder)
    assert kata.dojo("check", folder=folder).returncode == 0
    after = numbers(kata.dojo("mutants", "--json", "--no-cache", folder=folder).stdout)
    assert not after.keys() & set(CHANGES.values())
