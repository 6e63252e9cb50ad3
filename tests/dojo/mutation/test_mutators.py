"""What a mutant changes, to the letter; which kind of change that is, and what a test does that notices one."""

import operator
import sys
from collections.abc import Callable

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.mutation.mutators import Change, change_of, kind_and_test
from dojo.mutation.results import KILLED, Mutant


def mutant(line: int, removed: list[str], written: list[str]) -> Mutant:
    stripped = tuple(each.strip() for each in removed), tuple(each.strip() for each in written)
    return Mutant("yatzy.py", "f", line, *stripped, KILLED, 0.1, written=tuple(written))


def changed(before: str, after: str) -> tuple[str, str]:
    """Return what stands in a line, and what a mutant has instead."""
    found = change_of(mutant(1, [before], [after]), [before])
    return found.old, found.new


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("    if a < b:", "    if a <= b:", ("<", "<=")),
        ("    return a + b", "    return a - b", ("+", "-")),
        ("    n += 1", "    n = 1", ("+=", "=")),
        ("    return 10", "    return 11", ("10", "11")),
        ("    return 'a b'", "    return 'XXa bXX'", ("'a b'", "'XXa bXX'")),
        ("    return f(a, b)", "    return f(b)", ("a, ", "")),
        ("    return f(a, b)", "    return f(a, )", ("b", "")),
        ("    return a in b", "    return a not in b", ("in", "not in")),
        ("    if not a:", "    if a:", ("not ", "")),
        ("    return a if b else c", "    return a if (b) or True else c", ("b", "(b) or True")),
        ("    x = 'it'  # isn't 1", "    x = None  # isn't 1", ("'it'", "None")),
    ],
)
def test_a_change_is_the_smallest_run_of_whole_tokens(before: str, after: str, expected: tuple[str, str]) -> None:
    assert changed(before, after) == expected


def test_a_change_knows_what_stands_before_it() -> None:
    source = ["def f(a):", "    return a < 1"]
    assert change_of(mutant(2, source[1:], ["    return a <= 1"]), source) == ("    return a ", "<", "<=")


def test_a_case_that_is_dropped_goes_with_its_lines() -> None:
    source = ["match a:", "    case 1:", "        b()", "    case 2:", "        c()"]
    assert change_of(mutant(2, source[1:3], []), source) == ("", "    case 1:\n        b()\n", "")


def test_a_line_that_comes_in_between_is_put_before_the_next() -> None:
    assert change_of(mutant(2, [], ["b()"]), ["a()", "c()"]) == ("", "c", "b()\nc")


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
    assert kind_and_test(Change(before, removed, replacement))[0] == name


def advice(before: str, removed: str, replacement: str) -> str:
    """Return what is said of a change."""
    return kind_and_test(Change(before, removed, replacement))[1]


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
