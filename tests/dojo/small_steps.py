"""A worked way through a tangle of two levels, small enough to be read at a glance."""

from collections.abc import Sequence
from difflib import unified_diff
from textwrap import dedent

from tests.dojo.small_kata import SmallKata

TANGLE = '''"""A game of pairs."""


class Yatzy:
    @staticmethod
    def pair(first, second):
        if first == 0:
            return 0
        total = first
        total += second
        if first == second:
            return total
        return 0

    @staticmethod
    def triple(first, second, third):
        best = 0
        for die in (first, second, third):
            if die > best:
                best = die
        return best if first == second == third else 0

    # ------------------------------------------------------------------ v5

    def total(self, cards):
        points = 0
        for name in cards:
            points = points + cards[name]
        return points
'''
NO_ZERO = TANGLE.replace("        if first == 0:\n            return 0\n", "")
TRAP = NO_ZERO.replace("if first == second:", "if first:")
SUMMED = NO_ZERO.replace(
    "        total = first\n        total += second\n", "        total = sum((first, second))\n"
)
PACKAGE = "from .yatzy import Yatzy\n"
LOOP = (
    "        points = 0\n"
    "        for name in cards:\n"
    "            points = points + cards[name]\n"
    "        return points\n"
)
CLEAN = SUMMED.replace(LOOP, "        return sum(cards.values())\n")

TRIPLE = CLEAN[CLEAN.index("    @staticmethod\n    def triple") : CLEAN.index("    # ---")]
RULES = dedent(TRIPLE).removeprefix("@staticmethod\n").rstrip() + "\n"
MOVED = CLEAN.replace(TRIPLE, "    triple = staticmethod(triple)\n\n").replace(
    "\n\n\n", "\n\nfrom .rules import triple\n\n\n"
)

LESSON = "Smell: {smell}\nWhere: level {where}\nWhy: It hurts.\n{last}\n"
LOOK, NOT = "Look: It is all there.", "Not: Any two dice are no pair. pairs is red."
Described = tuple[str, str, str, str, dict[str, str]]
STEPS: list[Described] = [  # title, smell, where, the last line, and the state after it
    ("Remove Dead Code: no die is 0", "Dead Code", "1, pair", LOOK, {"yatzy.py": NO_ZERO}),
    ("Consolidate Conditional: any two", "Arrow Code", "1, pair", NOT, {"yatzy.py": TRAP}),
    (
        'Revert "Consolidate Conditional: any two"',
        "Arrow Code",
        "1, pair",
        LOOK,
        {"yatzy.py": NO_ZERO},
    ),
    ("Substitute Algorithm: sum adds up", "Temporary Field", "1, pair", LOOK, {"yatzy.py": SUMMED}),
    (
        "Move File: a package",
        "Large Class",
        "1, Yatzy",
        LOOK,
        {"yatzy/__init__.py": PACKAGE, "yatzy/yatzy.py": SUMMED},
    ),
    (
        *("Substitute Algorithm: sum adds up cards, too", "Loops", "2, total", LOOK),
        {"yatzy/__init__.py": PACKAGE, "yatzy/yatzy.py": CLEAN},
    ),
    (
        *("Move Function: a rule leaves the class", "Large Class", "2, triple", LOOK),
        {"yatzy/__init__.py": PACKAGE, "yatzy/yatzy.py": MOVED, "yatzy/rules.py": RULES},
    ),
]
STATES = [{"yatzy.py": TANGLE}, *(after for *_, after in STEPS)]
TITLES = [title for title, *_ in STEPS]
PATCH = """From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: Ada Lovelace <ada@localhost>
Date: Sun, 22 Nov 2026 12:00:0{number} +0100
Subject: {title}

{lesson}
{diff}"""


def lay_out(kata: SmallKata, steps: Sequence[Described] = STEPS, tangle: str = TANGLE) -> None:
    """Put a tangle and its worked way into a kata."""
    kata.write("legacy/yatzy.py", tangle)
    before = {"yatzy.py": tangle}
    for number, (title, smell, where, last, after) in enumerate(steps, start=1):
        lesson = LESSON.format(smell=smell, where=where, last=last)
        diff = diff_of(before, after)
        kata.write(
            f"worked/{number:04}.patch",
            PATCH.format(number=number, title=title, lesson=lesson, diff=diff),
        )
        before = after


def lay_out_one(kata: SmallKata, where: str, before: str, after: str) -> None:
    """Put a tangle and a single step into a kata."""
    lay_out(
        kata,
        [("Remove Dead Code: one step", "Dead Code", where, LOOK, {"yatzy.py": after})],
        before,
    )


def diff_of(before: dict[str, str], after: dict[str, str]) -> str:
    """Return a diff as git writes it; a file that goes while another comes is moved."""
    gone = [path for path in before if path not in after]
    moved = {new: old for new in after for old in gone if before[old] == after[new]}
    return "".join(
        _section(moved.get(path, path), path, before, text) for path, text in after.items()
    )


def _section(old: str, new: str, before: dict[str, str], text: str) -> str:
    if before.get(old) == text:
        return (
            ""
            if old == new
            else f"diff --git a/{old} b/{new}\nsimilarity index 100%\n"
            f"rename from {old}\nrename to {new}\n"
        )
    source = "/dev/null" if old not in before else f"a/{old}"
    lines = unified_diff(
        before.get(old, "").splitlines(True), text.splitlines(True), source, f"b/{new}"
    )
    mode = "" if old in before else "new file mode 100644\n"
    return f"diff --git a/{old} b/{new}\n{mode}{''.join(lines)}"
