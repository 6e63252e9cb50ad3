"""`dojo mutants` tests the part of the code that a person names."""

import pytest

from dojo.errors import WrongUsageError
from dojo.mutation.selection import lines_since, select_changed, select_named
from dojo.practice.branch import Branch
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import write_files

CART = """\
RATES = {"tax": 7}


class Cart:
    LIMIT = 100

    def total(self):
        return 1

    def size(self):
        return 2


def total(prices):
    return sum(prices)
"""
CART_PATH = "practice/shop/cart.py"
CART_CLASS = f"{CART_PATH}::class Cart"
TOTAL_OF_CART = f"{CART_PATH}::Cart.total"
SIZE_OF_CART = f"{CART_PATH}::Cart.size"
TOTAL = f"{CART_PATH}::total"
LIMIT = f"{CART_PATH}::Cart: LIMIT"
RATES = f"{CART_PATH}::(module): RATES"
ALL_OF_CART = {CART_CLASS, LIMIT, TOTAL_OF_CART, SIZE_OF_CART}


@pytest.fixture
def shop(practice: Practice) -> Practice:
    """Return a practice with a package beside class Yatzy."""
    write_files(practice.folder, {"shop/__init__.py": "", "shop/cart.py": CART})
    return practice


@pytest.mark.parametrize(
    ("name", "selected"),
    [
        ("practice/shop/cart.py", ALL_OF_CART | {RATES, TOTAL}),
        ("./practice/shop/cart.py", ALL_OF_CART | {RATES, TOTAL}),
        ("cart.py", ALL_OF_CART | {RATES, TOTAL}),
        ("shop", ALL_OF_CART | {RATES, TOTAL}),
        ("Cart", ALL_OF_CART),
        ("shop.cart.Cart.size", {SIZE_OF_CART}),
        ("cart.total", {TOTAL}),
        ("total", {TOTAL_OF_CART, TOTAL}),
        ("cart.RATES", {RATES}),
        ("Cart.LIMIT", {LIMIT}),
    ],
)
def test_a_name_selects_functions(name: str, selected: set[str], shop: Practice):
    assert select_named(shop, [name]).regions == selected


@pytest.mark.parametrize("name", ["tot", "part.py", "shop.total", ""])
def test_an_unknown_name_is_refused(name: str, shop: Practice):
    with pytest.raises(WrongUsageError, match="has no function, class, table or file"):
        select_named(shop, [name])


def test_a_selection_has_the_regions_with_its_name_alone(shop: Practice):
    selection = select_named(shop, ["cart.total"])
    assert [selection.has(region) for region in (TOTAL, SIZE_OF_CART)] == [True, False]


def test_changed_functions_are_selected(shop: Practice):
    commit = Repository(shop.folder).snapshot("with a cart")
    write_files(shop.folder, {"shop/cart.py": CART.replace("return 2", "return 3")})
    assert select_changed(shop, commit).regions == {SIZE_OF_CART}


def test_moved_functions_are_not_selected(shop: Practice):
    commit = Repository(shop.folder).snapshot("with a cart")
    write_files(shop.folder, {"shop/cart.py": f"# A cart.\n\n\n{CART}"})
    assert select_changed(shop, commit).regions == set()


def test_new_functions_are_selected_since_the_start(shop: Practice):
    assert select_changed(shop, "start").regions == ALL_OF_CART | {RATES, TOTAL}


def test_changed_functions_are_selected_since_a_branch_of_the_person(shop: Practice):
    Branch(shop.folder).commit("Add a cart")
    write_files(shop.folder, {"shop/cart.py": CART.replace("return 2", "return 3")})
    assert select_changed(shop, "main").regions == {SIZE_OF_CART}


def test_lines_that_changed_or_were_added_are_known(shop: Practice):
    commit = Repository(shop.folder).snapshot("with a cart")
    new = CART.replace("return 2", "size = 3\n        return size")
    write_files(shop.folder, {"shop/cart.py": new, "shop/new.py": "A = 1\n"})
    assert lines_since(shop, commit) == {CART_PATH: {11, 12}, "practice/shop/new.py": {1}}


def test_where_lines_were_removed_no_line_changed(shop: Practice):
    commit = Repository(shop.folder).snapshot("with a cart")
    write_files(shop.folder, {"shop/cart.py": CART.replace("    LIMIT = 100\n", "")})
    assert lines_since(shop, commit) == {CART_PATH: set()}


def test_an_unknown_commit_is_refused(shop: Practice):
    with pytest.raises(WrongUsageError, match="no commit nonsense"):
        select_changed(shop, "nonsense")
