"""The part of a function that matters for a run through a place: what it may do, and no more."""

import ast
from textwrap import dedent

import pytest

from dojo.mutation.slices import slice_through


def sliced(code: str) -> str:
    """Return what matters of a block for a run through `here()`."""
    code = dedent(code).strip()
    place = next(number for number, line in enumerate(code.split("\n"), 1) if "here()" in line)
    return unparsed(slice_through(ast.parse(code).body, range(place, place + 1)))


def unparsed(body: list[ast.stmt]) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))


def test_a_branch_that_ends_before_the_place_is_a_bare_return() -> None:
    assert sliced("if a:\n    b()\n    return c\nhere()") == "if a:\n    return\nhere()"


def test_one_that_does_not_end_matters() -> None:
    assert sliced("if a:\n    b()\nhere()") == "if a:\n    b()\nhere()"


def test_one_ends_only_if_both_its_branches_end() -> None:
    both = "if a:\n    if b:\n        return 1\n    else:\n        {}\nhere()"
    assert sliced(both.format("raise c")) == "if a:\n    return\nhere()"
    assert sliced(both.format("c()")) == "if a:\n    if b:\n        return\n    else:\n        c()\nhere()"


def test_the_other_branch_of_the_one_with_the_place_does_not_matter() -> None:
    assert sliced("if a:\n    here()\nelse:\n    b()\nc()") == "if a:\n    here()\nelse:\n    return\nc()"
    assert sliced("if a:\n    b()\nelse:\n    here()\nc()") == "if a:\n    return\nelse:\n    here()\nc()"


def test_what_comes_behind_does_not_matter_when_the_branch_with_the_place_ends() -> None:
    assert sliced("if a:\n    here()\n    return 1\nb()") == "if a:\n    here()\n    return 1\nelse:\n    return"


@pytest.mark.parametrize(
    "code",
    [
        "if here():\n    return 1\nelse:\n    b()\nc()",
        "if a: here()\nelse: b()",  # it may be about the condition, which is in the same line
        "while a:\n    if b:\n        here()\n        return 1\n    else:\n        c()",
        "try:\n    if a:\n        return 1\n    here()\nexcept b:\n    c()",
        "with a:\n    if b:\n        return 1\n    here()",
    ],
)
def test_where_it_is_not_sure_all_matters(code: str) -> None:
    assert sliced(code) == ast.unparse(ast.parse(code))


def test_a_place_in_the_head_of_a_function_is_on_the_way_of_every_run() -> None:
    code = "\nif a:\n    b()\n    return 1\nc()"
    assert unparsed(slice_through(ast.parse(code).body, range(1, 2))) == code.strip()


@pytest.mark.parametrize(
    "line", ["x = 1", "yield 1", "global x", "import x", "def x(): pass", "class x: pass", "del x"]
)
def test_all_matters_when_a_branch_may_change_what_a_name_is_in_the_rest(line: str) -> None:
    code = f"if a:\n    {line}\n    return 1\nhere()\nb(x)"
    assert sliced(code) == ast.unparse(ast.parse(code))


def test_a_name_that_the_rest_gives_a_value_itself_is_its_own() -> None:
    code = "if a:\n    x = 1\n    return x\nx = 2\nhere()\nb(x)"
    assert sliced(code) == "if a:\n    return\nx = 2\nhere()\nb(x)"
