"""Rules of proposed levels."""

from dojo.drafting.exploring import Findings, Story
from dojo.drafting.levels import propose_levels
from tests.dojo.drafting.modules import FINES

FILLER = "".join(f"    # line {number}\n" for number in range(40))
TWO = f"def one(days):\n{FILLER}    return days\n\n\ndef two(days):\n{FILLER}    return one(days)\n"
ONE_LINE = 42
TWO_LINE = 86


def stories(*lines: int) -> list[Story]:
    return [
        Story(name, [], [], lines=[line]) for name, line in zip(("one", "two"), lines, strict=True)
    ]


def test_a_level_ends_where_functions_reach_nothing_below():
    text, levels = propose_levels(TWO, stories(ONE_LINE, TWO_LINE))
    assert [(level.title, level.end) for level in levels] == [("one", "v2"), ("two", "")]
    assert "# ---- v2\n\ndef two(days)" in text


def test_a_function_that_reaches_below_has_no_level_of_its_own():
    _, levels = propose_levels(TWO, stories(TWO_LINE, TWO_LINE))
    assert [level.title for level in levels] == ["one, two"]


def test_no_level_ends_before_a_table_that_it_needs():
    text = TWO.replace("    return days\n", "    return days * RATE\n") + "\n\nRATE = 3\n"
    _, levels = propose_levels(text, stories(ONE_LINE, TWO_LINE))
    assert len(levels) == 1


def test_a_small_module_has_one_level(found: Findings):
    text, levels = propose_levels(FINES, found.first)
    assert (text, len(levels)) == (FINES, 1)
