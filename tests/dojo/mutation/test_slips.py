"""The slips: a story of one line, one small change each, and none that mutmut makes."""

import ast
import re
from pathlib import Path

from dojo.kata.workspace import LAST, LEVELS, TANGLE, tangle
from dojo.mutation.slips import Slip, slipped, slips_of

WORKSPACE = Path(__file__).resolve().parents[3]
SLIPS = slips_of(WORKSPACE, LAST)
FUNCTION = "def method(self):\n    {}{}\n"


def lines_of(slip: Slip, sign: str) -> list[str]:
    """Return the lines that a slip takes away, or adds."""
    return [line[1:].strip() for line in slip.change.split("\n") if line.startswith(sign) and line[1:3] != sign * 2]


def plain(code: str) -> str:
    """Return code as Python lays it out."""
    return ast.unparse(ast.parse(code))


def function_of(line: str) -> str:
    """Return a function of one line; each head of a block is that of an `if` if it goes on from a line before it."""
    head = re.sub(r"^(elif|except)\b", "if", line).replace("else:", "if True:")
    return FUNCTION.format(head, " pass" if head.endswith(":") else "")


def is_mutant(before: str, after: str) -> bool:
    """Tell whether mutmut makes a line of another."""
    from libcst import Module  # noqa: PLC0415 - it takes half a second to load
    from mutmut.mutation.file_mutation import create_mutations, deep_replace  # noqa: PLC0415 - likewise

    module, mutations, _, _ = create_mutations(TANGLE, function_of(before), None)
    copies = [deep_replace(module, each.original_node, each.mutated_node) for each in mutations]
    return plain(function_of(after)) in {plain(copy.code) for copy in copies if isinstance(copy, Module)}


def test_there_are_at_least_sixty_numbered_from_one_on_each_level() -> None:
    assert len(SLIPS) >= 60
    for level in LEVELS:
        numbers = [int(slip.name.partition("/")[2].partition("-")[0]) for slip in SLIPS if slip.level == level]
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbers


def test_a_story_is_one_sentence_without_code_and_no_two_are_one() -> None:
    stories = [slip.story for slip in SLIPS]
    assert [story for story in stories if not re.fullmatch(r"[A-Z0-9][^\n`_()]{10,110}\.", story)] == []
    assert len(set(stories)) == len(stories)


def test_a_slip_changes_the_tangle_and_nothing_else() -> None:
    heads = [re.findall(r"^diff --git .*$", slip.change, re.MULTILINE) for slip in SLIPS]
    assert heads == [[f"diff --git a/{TANGLE} b/{TANGLE}"]] * len(SLIPS)


def test_a_slip_belongs_to_the_lowest_level_that_it_touches() -> None:
    parts = {level.number: (level, tangle(WORKSPACE, level)) for level in LEVELS.values()}
    for slip in SLIPS:
        touched = [number for number, (level, part) in parts.items() if slipped(WORKSPACE, level, slip) != part]
        assert touched[0] == slip.level, slip.name


def test_a_slip_is_no_mutant_that_mutmut_makes() -> None:
    assert is_mutant("return d < 7", "return d <= 7")
    changes = {slip.name: (lines_of(slip, "-"), lines_of(slip, "+")) for slip in SLIPS}
    of_a_line = {name: (*old, *new) for name, (old, new) in changes.items() if len(old) == len(new) == 1}
    assert [name for name, (before, after) in of_a_line.items() if is_mutant(before, after)] == []


def test_a_slip_fits_where_the_lines_around_it_have_moved(tmp_path: Path) -> None:
    (tmp_path / TANGLE).parent.mkdir()
    (tmp_path / TANGLE).write_text(f"# one more line\n{tangle(WORKSPACE, LAST)}", encoding="utf-8")
    assert slipped(tmp_path, LAST, SLIPS[0]) == f"# one more line\n{slipped(WORKSPACE, LAST, SLIPS[0])}"
