"""Test `dojo way`: which steps it selects, its colours, and its page."""

import re
from pathlib import Path

import pytest

from dojo.commands.way import way_page
from dojo.kata.way import WorkedStep
from dojo.next_step import after_worked_step
from dojo.progress.measures import Longest, Measures
from tests.dojo.printed import page_as_text, verify_document
from tests.dojo.small_kata import RULE
from tests.dojo.small_steps import diff_of
from tests.yatzy_kata import LEVELS

BETTER = {"yatzy.py": RULE.replace("first + second", "2 * first")}
TRAP = {"yatzy.py": BETTER["yatzy.py"].replace("!=", ">")}
MOVED = diff_of(BETTER, {"game/yatzy.py": BETTER["yatzy.py"]})
WHY = (
    "Whoever reads it asks why there is a second die. "
    "There is nothing to add up: both dice show the same."
)
LESSON = {"Smell": "Mysterious Name", "Where": "level 1, pair, Yatzy", "Why": WHY}
LOOK = {**LESSON, "Look": "Two alike."}
NOT = {**LESSON, "Not": "More is not less. pairs is red."}
MUTANT = {**LESSON, "Where": "level 2, pair", "Mutant": "`return 0` as `return -0`"}


def step(number: int, title: str, lesson: dict[str, str], diff: str) -> WorkedStep:
    level = int(lesson["Where"][len("level ")])
    return WorkedStep(Path(), number, title, lesson, diff, LEVELS[level].heading)


def measures(worst: int, total: int) -> Measures:
    longest = Longest(0, "")
    return Measures(worst, total, 0, {}, longest, longest, 0, 0)


WAY = [
    step(
        1,
        "Substitute Algorithm: a pair is twice its face",
        LOOK,
        diff_of({"yatzy.py": RULE}, BETTER),
    ),
    step(2, "Consolidate Conditional: no pair falls", NOT, diff_of(BETTER, TRAP)),
    step(3, 'Revert "Consolidate Conditional: no pair falls"', LOOK, diff_of(TRAP, BETTER)),
    step(4, "Move File: the game gets a folder", MUTANT, MOVED),
]
COMPLEXITIES = [(31, 61), (31, 61), (31, 59), (30, 61), (2, 14)]
MEASURED = [measures(worst, total) for worst, total in COMPLEXITIES]


@pytest.mark.parametrize(
    ("number", "shown", "started"),
    [(1, True, True), (2, True, False), (4, False, True)],
    ids=["green", "red", "last"],
)
def test_a_practice_starts_only_after_a_green_step(number: int, *, shown: bool, started: bool):
    advice = after_worked_step(WAY[number - 1], 4)
    assert (f"dojo way {number + 1}" in advice) is shown
    assert (f"dojo start --again --at {number}" in advice) is started


def test_a_page_of_steps():
    verify_document("page_of_a_small_way", page_as_text(way_page(WAY, MEASURED, 4)))


def test_the_page_of_a_level_keeps_the_numbers_of_the_steps():
    page = way_page(WAY[2:], MEASURED[2:], 4)
    assert ">step 4</a> of 4" in page
    assert re.findall(r"<tr><td>(\d)</td>", page) == ["2", "3", "4"]
    assert set(re.findall(r'href="#(\d)">(?:previous|next)', page)) == {"3", "4"}
