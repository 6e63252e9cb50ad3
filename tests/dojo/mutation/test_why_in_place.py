"""A test that `dojo mutants --write` writes for a project in place kills its mutant."""

import json

import pytest

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


def test_the_written_tests_kill_their_mutants(
    kata: SmallKata, tmp_path_factory: pytest.TempPathFactory
):
    settings = '[tool.pytest.ini_options]\npythonpath = ["."]\n'
    files = {
        "pyproject.toml": settings,
        "shop/__init__.py": "",
        "shop/cart.py": CART,
        "tests/test_cart.py": TEST,
    }
    folder = write_files(tmp_path_factory.mktemp("projects") / "shop", files)
    git(folder, "init", "-q")
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
