"""What a mutant changes: the place is that of the code that differs, to the letter."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.mutation.results import KILLED, Mutant
from dojo.report.changes import Position, change_of


def mutant(line: int, removed: list[str], written: list[str]) -> Mutant:
    stripped = tuple(each.strip() for each in removed), tuple(each.strip() for each in written)
    return Mutant("yatzy.py", "f", line, *stripped, KILLED, 0.1, written=tuple(written))


def changed(before: str, after: str) -> tuple[str, str]:
    """Return what stands in a line, and what a mutant has instead."""
    found = change_of(mutant(1, [before], [after]), [before])
    return found.removed, found.replacement


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


def test_a_place_is_counted_from_one_and_its_end_is_not_in_it() -> None:
    source = ["def f(a):", "    return a < 1"]
    found = change_of(mutant(2, source[1:], ["    return a <= 1"]), source)
    assert (found.start, found.end) == (Position(2, 14), Position(2, 15))


def test_a_case_that_is_dropped_goes_with_its_lines() -> None:
    source = ["match a:", "    case 1:", "        b()", "    case 2:", "        c()"]
    found = change_of(mutant(2, source[1:3], []), source)
    assert (found.start, found.end, found.replacement) == (Position(2, 1), Position(4, 1), "")


def test_a_line_that_comes_in_between_is_put_before_the_next() -> None:
    source = ["a()", "c()"]
    found = change_of(mutant(2, [], ["b()"]), source)
    assert (found.start, found.end) == (Position(2, 1), Position(2, 2))
    assert (found.removed, found.replacement) == ("c", "b()\nc")
