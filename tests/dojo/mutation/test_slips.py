"""The slips: a story of one line, one small change each, and none that mutmut makes."""

import ast
import re
import sys
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

import pytest

from dojo.kata.workspace import LAST, LEVELS, TANGLE, Level, tangle
from dojo.mutation.results import alike
from dojo.mutation.slips import Slip, slipped, slips_of

WORKSPACE = Path(__file__).resolve().parents[3]
SLIPS = slips_of(WORKSPACE, LAST)
ALL = tangle(WORKSPACE, LAST)
of_each_slip = pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)

Methods = dict[str, str]


@cache
def whole(slip: Slip) -> str:
    """Return the whole tangle, with a slip in it."""
    return slipped(WORKSPACE, LAST, slip)


def part(slip: Slip, level: Level, folder: Path) -> str:
    """Return the part of the tangle that a level is about, with a slip in it; it is cut in a folder."""
    (folder / TANGLE).parent.mkdir(exist_ok=True)
    (folder / TANGLE).write_text(whole(slip), encoding="utf-8")
    return tangle(folder, level)


@cache
def methods(text: str) -> Methods:
    """Return the methods of class Yatzy as they are written, and under no name all that is around them."""
    [yatzy] = [each for each in ast.parse(text).body if isinstance(each, ast.ClassDef)]
    functions = [each for each in yatzy.body if isinstance(each, ast.FunctionDef)]
    lines = text.splitlines()
    inside = {each.name: "\n".join(lines[first_line(each) - 1 : each.end_lineno]) for each in functions}
    return {**inside, "": "\n".join(ast.unparse(each) for each in yatzy.body if each not in functions)}


def first_line(function: ast.FunctionDef) -> int:
    return min(each.lineno for each in (function, *function.decorator_list))


@cache
def plain(method: str) -> str:
    """Return a method as Python lays it out."""
    return ast.unparse(ast.parse(dedent(method)))


def changed(slip: Slip) -> Methods:
    """Return the methods that a slip changes, as it has them."""
    before, after = methods(ALL), methods(whole(slip))
    written = {name: text for name, text in after.items() if before.get(name) != text}
    return {
        name: plain(text) for name, text in written.items() if name not in before or plain(text) != plain(before[name])
    }


def mutants(method: str, lines: set[int]) -> set[str]:
    """Return the mutants that mutmut makes in some lines of a method."""
    import libcst  # noqa: PLC0415 - Windows has no mutmut
    from mutmut.mutation.file_mutation import create_mutations, deep_replace  # noqa: PLC0415 - mutmut needs fork

    _, mutations, _, _ = create_mutations(TANGLE, "class Yatzy:\n" + indent(method, "    "), lines)
    copies = (
        deep_replace(mutation.contained_by_top_level_function, mutation.original_node, mutation.mutated_node)
        for mutation in mutations
        if mutation.contained_by_top_level_function is not None
    )
    return {ast.unparse(ast.parse(libcst.Module([copy]).code)) for copy in copies}


def is_mutant(before: str, after: str) -> bool:
    """Tell whether mutmut makes a method of another; a mutant is within a statement, so equal ones may be left out."""
    functions = [ast.parse(text).body[0] for text in (before, after)]
    bodies = without_equal_ones([function.body for function in functions])
    while inner := of_one_block(bodies):
        bodies = without_equal_ones(inner)
    for function, body in zip(functions, bodies, strict=True):
        function.body = body or [ast.Pass()]
    before, after = map(ast.unparse, functions)
    return after in mutants(before, lines_that_change(before, after))


def without_equal_ones(bodies: list[list[ast.stmt]]) -> list[list[ast.stmt]]:
    """Return two blocks without the statements that both begin with, and those that both end with."""
    dumps = [[ast.dump(each) for each in body] for body in bodies]
    start = alike(*dumps)
    end = alike(*(dump[start:][::-1] for dump in dumps))
    return [body[start : len(body) - end] for body in bodies]


def of_one_block(bodies: list[list[ast.stmt]]) -> list[list[ast.stmt]]:
    """Return the blocks of two statements that are alike but for one block; nothing when they are not."""
    if [len(body) for body in bodies] != [1, 1] or type(bodies[0][0]) is not type(bodies[1][0]):
        return []
    fields = zip(*(ast.iter_fields(body[0]) for body in bodies), strict=True)
    differ = [(old, new) for (_, old), (_, new) in fields if dumped(old) != dumped(new)]
    blocks = [list(pair) for pair in differ if all(is_block(each) for each in pair)]
    return blocks[0] if len(differ) == len(blocks) == 1 else []


def is_block(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, ast.stmt) for each in value)


def dumped(value: object) -> str:
    """Return the same for equal fields of a statement."""
    parts = value if isinstance(value, list) else [value]
    return str([ast.dump(each) if isinstance(each, ast.AST) else each for each in parts])


def lines_that_change(before: str, after: str) -> set[int]:
    """Return the numbers of the lines that are taken away, and of those before them, below a line for the class."""
    steps = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False).get_opcodes()
    return {line + 1 for step, first, last, _, _ in steps if step != "equal" for line in range(first, last + 1)}


def test_there_are_at_least_sixty_and_some_on_each_level() -> None:
    assert len(SLIPS) >= 60
    assert {slip.level for slip in SLIPS} == set(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_they_are_numbered_from_one(level: int) -> None:
    numbers = [int(slip.path.name.partition("-")[0]) for slip in SLIPS if slip.level == level]
    assert numbers == list(range(1, len(numbers) + 1))


@of_each_slip
def test_a_story_is_one_sentence_without_code(slip: Slip) -> None:
    assert re.fullmatch(r"[A-Z0-9][^\n`_()]{10,110}\.", slip.story)


def test_no_two_have_one_story() -> None:
    assert len({slip.story for slip in SLIPS}) == len(SLIPS)


@of_each_slip
def test_a_slip_changes_the_tangle_and_nothing_else(slip: Slip) -> None:
    assert re.findall(r"^diff --git .*$", slip.change, re.MULTILINE) == [f"diff --git a/{TANGLE} b/{TANGLE}"]


@of_each_slip
def test_a_slip_belongs_to_the_lowest_level_that_it_touches(slip: Slip, tmp_path: Path) -> None:
    touched = [number for number, level in LEVELS.items() if part(slip, level, tmp_path) != tangle(WORKSPACE, level)]
    assert min(touched) == slip.level


@of_each_slip
def test_a_slip_is_more_than_another_layout(slip: Slip) -> None:
    assert changed(slip)


@pytest.mark.skipif(sys.platform == "win32", reason="mutmut needs fork")
@of_each_slip
def test_a_slip_is_no_mutant_that_mutmut_makes(slip: Slip) -> None:
    [(name, after), *more] = changed(slip).items()
    before = plain(methods(ALL).get(name, ""))
    assert more or not before or not is_mutant(before, after)


@pytest.mark.skipif(sys.platform == "win32", reason="mutmut needs fork")
@pytest.mark.parametrize(("name", "old", "new"), [("is_upper", "< 7", "<= 7"), ("score_pair", "range(4)", "range(5)")])
def test_a_mutant_would_be_recognised(name: str, old: str, new: str) -> None:
    before = plain(methods(ALL)[name])
    after = before.replace(old, new)
    assert after != before
    assert is_mutant(before, after)


def test_a_slip_fits_where_the_lines_around_it_have_moved(tmp_path: Path) -> None:
    (tmp_path / TANGLE).parent.mkdir()
    (tmp_path / TANGLE).write_text(f"# one more line\n{ALL}", encoding="utf-8")
    assert slipped(tmp_path, LAST, SLIPS[0]) == f"# one more line\n{whole(SLIPS[0])}"
