"""Why survivors of a project in place survived: on its page, and in the tests that kill them."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from dojo.mutation.results import DIFFERENCE
from tests.dojo.practising import git, write_files
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.usefixtures("one_order")

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
        return sum(self.prices) - len(self.prices)

    @logged
    def is_unknown(self, country):
        return not country

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
    assert cart.prices == [30, 40]
    cart.total
    cart.is_unknown("SE")
    asyncio.run(pay(cart, "123"))
"""
CHANGES = {
    "a property": "return sum(self.prices) + len(self.prices)",
    "a decorated function": "return country",
    "a coroutine, varied": "raise ValueError(None)",
}


class Opened(NamedTuple):
    """What `dojo mutants --open` printed, the page in the browser, and the page at the end."""

    printed: str
    page: str
    page_at_end: str


@pytest.fixture(scope="module")
def kata(tmp_path_factory: pytest.TempPathFactory) -> SmallKata:
    return SmallKata(tmp_path_factory.mktemp("kata"))


@pytest.fixture(scope="module")
def project(kata: SmallKata, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a project in place whose mutants were tested."""
    folder = tmp_path_factory.mktemp("projects") / "shop"
    files = {
        "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
        "shop/__init__.py": "",
        "shop/cart.py": CART,
        "tests/test_cart.py": TEST,
    }
    write_files(folder, files)
    git(folder, "init", "-q")
    kata.dojo("start", "--here", folder=folder)
    kata.dojo("mutants", folder=folder)
    return folder


@pytest.fixture(scope="module")
def opened(kata: SmallKata, project: Path) -> Opened:
    page = project / ".dojo" / "mutants.html"
    pages: list[str] = []

    def open_page(url: str) -> bool:
        pages.append(Path(url.removeprefix("file://")).read_text(encoding="utf-8"))
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("webbrowser.open", open_page)
        shown = kata.dojo("mutants", "--open", folder=project)
    [first] = pages
    return Opened(shown.stdout, first, page.read_text(encoding="utf-8"))


def numbers(shown: str) -> dict[str, int]:
    """Return the numbers of survivors, by the changed code."""
    found = json.loads(shown)["survivors"]
    return {each["added"][0]: each["number"] for each in found if each["added"]}


def test_a_page_that_is_opened_says_why_survivors_survived(opened: Opened):
    assert "Reload the page" in opened.printed
    assert DIFFERENCE not in opened.page
    assert DIFFERENCE in opened.page_at_end


@pytest.mark.usefixtures("opened")  # it knows why they survived
def test_the_written_tests_kill_their_mutants(kata: SmallKata, project: Path):
    before = numbers(kata.dojo("mutants", "--json", folder=project).stdout)
    for change in CHANGES.values():
        shown = kata.dojo("mutants", str(before[change]), "--write", folder=project)
        assert "Written: tests/test_survivor" in shown.stdout
    assert kata.dojo("check", folder=project).returncode == 1
    kata.dojo("approve", "practice", "--yes", folder=project)
    assert kata.dojo("check", folder=project).returncode == 0
    after = numbers(kata.dojo("mutants", "--json", folder=project).stdout)
    assert not after.keys() & set(CHANGES.values())
