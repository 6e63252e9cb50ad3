"""What a mutant changes: the place is that of the code that differs, to the letter."""

import sys
from functools import cache
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.kata import IMPLEMENTATIONS
from dojo.mutation.cache import read_manifest
from dojo.mutation.results import KILLED, Function, Mutant, _copies, _lines, functions_of, is_decided, mutants_of
from dojo.mutation.verdict import inputs_of
from dojo.report.changes import Position, applied, change_of
from tests.dojo.small_kata import WORKSPACE


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
        ("    return f'{a + 1} or'", "    return f'{a - 1} or'", ("+", "-")),
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
    assert found.removed
    assert applied(found, "\n".join(source)) == "a()\nb()\nc()"


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_a_change_made_in_the_source_is_what_mutmut_made(implementation: str) -> None:
    home = WORKSPACE / "mutants"
    own = inputs_of(WORKSPACE).parts[implementation]
    is_of_this_source = read_manifest(home).inputs.parts.get(implementation) == own
    if not (is_of_this_source and is_decided(home / implementation)):
        pytest.skip("not checked: `dojo verify` has not made the mutants of this source")
    differing = [each.place for each in mutants_of(WORKSPACE, implementation) if not is_made(each, home)]
    assert differing == []


def is_made(found: Mutant, home: Path) -> bool:
    """Tell whether a mutant's change, made in the source, gives the text that mutmut tested."""
    source, copies, functions = known_of(home, found.path)
    made = applied(change_of(found, source.split("\n")), source).split("\n")
    function = functions[found.function]
    after = (
        len(source.split("\n")) - (function.start - 1) - len(function.lines)
    )  # lines, none of which a mutant changes
    tested = _lines(copies, found.name.rpartition(".")[2], found.function.rpartition(".")[2])
    return made[function.start - 1 : len(made) - after] == (tested if tested[-1] else tested[:-1])


@cache
def known_of(home: Path, path: str) -> tuple[str, dict[str, str], dict[str, Function]]:
    """Return a source, what mutmut made of each of its functions, and these."""
    source = WORKSPACE / path
    return source.read_text(encoding="utf-8-sig"), _copies(home / path), functions_of(source)
