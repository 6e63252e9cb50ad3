"""The slips: each has a story of one line and one small change, and mutmut makes none of them."""

import ast
import re
from pathlib import Path

from dojo.kata.workspace import read_tangle
from dojo.slips.patches import Slip, apply_slip, read_slips
from tests.yatzy_kata import LAST_LEVEL, LEVELS, TANGLE

WORKSPACE = Path(__file__).resolve().parents[3]
SLIPS = read_slips(WORKSPACE, LAST_LEVEL)
FUNCTION = "def method(self):\n    {}{}\n"
STORY = re.compile(r"[A-Z0-9][^\n`_()]{10,110}\.")


def changed_lines(slip: Slip, sign: str) -> list[str]:
    """Return the lines that a slip removes (`-`) or adds (`+`)."""
    lines = [line for line in slip.change.split("\n") if line.startswith(sign)]
    return [line[1:].strip() for line in lines if not line.startswith(sign * 3)]


def normalized(code: str) -> str:
    """Return code in Python's own layout."""
    return ast.unparse(ast.parse(code))


def as_function(line: str) -> str:
    """Return a function with this line. An `elif` or an `except` becomes an `if`."""
    head = re.sub(r"^(elif|except)\b", "if", line).replace("else:", "if True:")
    return FUNCTION.format(head, " pass" if head.endswith(":") else "")


def is_mutant(before: str, after: str) -> bool:
    """Return whether mutmut changes one line into the other."""
    # These take half a second to load.
    from libcst import Module  # noqa: PLC0415
    from mutmut.mutation.file_mutation import create_mutations, deep_replace  # noqa: PLC0415

    module, mutations, _, _ = create_mutations(TANGLE, as_function(before), None)
    for mutation in mutations:
        copy = deep_replace(module, mutation.original_node, mutation.mutated_node)
        assert isinstance(copy, Module)
        if normalized(copy.code) == normalized(as_function(after)):
            return True
    return False


def test_the_slips_of_each_level_are_numbered_from_one():
    assert len(SLIPS) >= 60
    for level in LEVELS.values():
        names = [slip.name.partition("/")[2] for slip in SLIPS if slip.level == level.number]
        numbers = [int(name.partition("-")[0]) for name in names]
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbers


def test_a_story_is_one_sentence_of_its_own():
    stories = [slip.story for slip in SLIPS]
    assert [story for story in stories if not STORY.fullmatch(story)] == []
    assert len(set(stories)) == len(stories)


def test_a_slip_changes_only_the_tangle():
    for slip in SLIPS:
        heads = re.findall(r"^diff --git .*$", slip.change, re.MULTILINE)
        assert heads == [f"diff --git a/{TANGLE} b/{TANGLE}"]


def test_a_slip_belongs_to_the_lowest_level_that_it_changes():
    originals = {level: read_tangle(WORKSPACE, level) for level in LEVELS.values()}
    for slip in SLIPS:
        changed = []
        for level, original in originals.items():
            if apply_slip(WORKSPACE, level, slip) != original:
                changed.append(level.number)
        assert changed[0] == slip.level, slip.name


def test_mutmut_makes_no_slip():
    assert is_mutant("return d < 7", "return d <= 7")
    for slip in SLIPS:
        removed = changed_lines(slip, "-")
        added = changed_lines(slip, "+")
        if len(removed) == len(added) == 1:
            assert not is_mutant(removed[0], added[0]), slip.name
