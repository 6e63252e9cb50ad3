"""A worked way through the small kata, short enough to be seen whole; and steps that are in no file."""

from difflib import unified_diff
from pathlib import Path

from dojo.kata.way import Step
from tests.dojo.small_kata import RULE, SmallKata

BETTER = RULE.replace("first + second", "2 * first")
TRAP = BETTER.replace("!=", ">")
WHY = "Whoever reads it asks why there is a second die. There is nothing to add up: both dice show the same."
LESSON = {"Smell": "Mysterious Name", "Where": "level 1, pair, Yatzy", "Why": WHY}
LOOK = {**LESSON, "Look": "Two alike."}
NOT = {**LESSON, "Not": "More is not less. pairs is red."}
MUTANT = {**LESSON, "Where": "level 2, pair", "Mutant": "`return 0` as `return -0`"}
MOVED = "diff --git a/yatzy.py b/game/yatzy.py\nsimilarity index 100%\nrename from yatzy.py\nrename to game/yatzy.py\n"
PATCH = """From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: The kata <kata@localhost>
Date: Sun, 22 Nov 2026 12:00:00 +0000
Subject: {title}

{lesson}
{diff}"""


def diff_of(before: str, after: str) -> str:
    """Return how yatzy.py changes, as git shows it."""
    lines = unified_diff(before.splitlines(True), after.splitlines(True), "a/yatzy.py", "b/yatzy.py")
    names = f"index {'0' * 40}..{'1' * 40} 100644\n"
    return "diff --git a/yatzy.py b/yatzy.py\n" + names + "".join(lines)


def step(number: int, title: str, lesson: dict[str, str], diff: str) -> Step:
    return Step(Path(f"{number:04}.patch"), number, title, lesson, diff)


WAY = [
    step(1, "Substitute Algorithm: a pair is twice its face", LOOK, diff_of(RULE, BETTER)),
    step(2, "Consolidate Conditional: no pair falls", NOT, diff_of(BETTER, TRAP)),
    step(3, 'Revert "Consolidate Conditional: no pair falls"', LOOK, diff_of(TRAP, BETTER)),
    step(4, "Move File: the game gets a folder", MUTANT, MOVED),
]


def lay_out(kata: SmallKata, steps: list[Step]) -> None:
    """Write steps into a kata, as git exchanges them."""
    for each in steps:
        lesson = "".join(f"{name}: {words}\n" for name, words in each.lesson.items())
        kata.write(f"worked/{each.path.name}", PATCH.format(title=each.title, lesson=lesson, diff=each.diff))
