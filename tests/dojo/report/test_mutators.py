"""Kinds of mutants, and what a test does that notices one."""

import operator
from collections.abc import Callable

import pytest

from dojo.report.changes import Change, Position
from dojo.report.mutators import mutator_of

HERE = Position(1, 1)


def change(before: str, removed: str, replacement: str) -> Change:
    return Change(HERE, HERE, before, removed, replacement)


@pytest.mark.parametrize(
    ("before", "removed", "replacement", "name"),
    [
        ("if a ", "<", "<=", "EqualityOperator"),
        ("if a ", "==", "!=", "EqualityOperator"),
        ("if a ", "and", "or", "LogicalOperator"),
        ("n ", "+=", "-=", "AssignmentOperator"),
        ("n = a ", "*", "/", "ArithmeticOperator"),
        ("n = ", "1", "2", "NumericLiteral"),
        ("n = ", '"a"', '"XXaXX"', "StringLiteral"),
        ("n = ", "True", "False", "BooleanLiteral"),
        ("if ", "not ", "", "Negation"),
        ("if a ", "in", "not in", "Negation"),
        ("n = a if ", "b", "(b) and False", "ConditionalExpression"),
        ("", "continue", "break", "ControlFlow"),
        ("", "    case 1:\n        a()\n", "", "MatchCase"),
        ("a.", "lower", "upper", "MethodExpression"),
        ("n = ", "f(a)", "None", "AssignmentToNone"),
        ("n[f(a)]: int = ", "f(a)", "None", "AssignmentToNone"),
        ("n = ", "None", '""', "AssignmentToNone"),
        ("n = f(", "a", "None", "ArgumentToNone"),
        ("n = f(key=", "a", "None", "ArgumentToNone"),
        ("if a ==", "f(a)", "None", "ArgumentToNone"),
        ("n = f(", "a, ", "", "ArgumentRemoval"),
        ("n = dict(", "a", "aXX", "KeywordArgument"),
        ("n = f(lambda a: ", "a", "None", "LambdaToNone"),
        ("", "a", "f(a)", "Other"),
    ],
)
def test_a_kind_shows_in_what_is_changed(before: str, removed: str, replacement: str, name: str) -> None:
    assert mutator_of(change(before, removed, replacement)).name == name


def advice(before: str, removed: str, replacement: str) -> str:
    """Return what is said of a change."""
    found = change(before, removed, replacement)
    return mutator_of(found).advice(found)


def test_a_comparison_asks_for_its_boundary() -> None:
    words = "tries the boundary, where both sides of `<` are equal: only there is `<=` something else"
    assert advice("if a ", "<", "<=") == words


@pytest.mark.parametrize(
    ("sign", "compare", "edge"),
    [(">", operator.gt, 4), ("<=", operator.le, 4), (">=", operator.ge, 3), ("<", operator.lt, 3)],
)
def test_a_number_behind_a_comparison_asks_for_the_one_value_for_which_it_matters(
    sign: str, compare: Callable[[int, int], bool], edge: int
) -> None:
    words = f"comes to this line with `{edge}` on the left of `{sign}`: only there do the two differ"
    assert advice(f"if a {sign} ", "3", "4") == words
    assert [number for number in range(10) if compare(number, 3) != compare(number, 4)] == [edge]


@pytest.mark.parametrize("sign", ["==", "!="])
def test_a_number_that_something_is_compared_with_asks_for_itself_or_the_other(sign: str) -> None:
    words = f"comes to this line with `3` or `4` on the left of `{sign}`: only there do the two differ"
    assert advice(f"if a {sign} ", "3", "4") == words


def test_what_is_named_is_short_and_without_the_commas_around_it() -> None:
    assert advice("f(", f"{'long' * 20}, ", "").endswith(f"that is left out, `{'long' * 9 + 'l'}...`")
    assert advice("f(", "a, ", "").endswith("that is left out, `a`")
