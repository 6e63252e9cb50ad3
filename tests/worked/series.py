"""The steps of the worked way, and what can be said of one without running it.

state: the code after a step, the text of each .py file by its path.
size: the lines that a step changes, except blank lines and lines that only move or are indented.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dojo.kata.way import WorkedStep, worked_steps

State = dict[str, str]

WORKSPACE = Path(__file__).resolve().parents[2]
MUTANT = re.compile(r"`(.+)` as `(.+)`")
HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
SMELL = re.compile(
    r"^\| ([^|(]+?)(?: \(.*?\))? \| `", re.MULTILINE
)  # Primitive Obsession (type code) is Primitive Obsession


class Mutant(NamedTuple):
    """A line of the state before a step, and what it may be replaced with."""

    line: str
    replacement: str


@cache
def steps() -> list[WorkedStep]:
    """Return the steps; none where there is no way, of which a test tells."""
    return worked_steps(WORKSPACE) if any((WORKSPACE / "worked").glob("*.patch")) else []


def of_level(level: int) -> list[WorkedStep]:
    """Return the steps of a level."""
    return [step for step in steps() if step.level == level]


def is_last_of_level(step: WorkedStep) -> bool:
    """Tell whether a level is done after a step."""
    return step is of_level(step.level)[-1]


def places_of(line: str, state: State) -> list[str]:
    """Return the path of the file for each occurrence of a line, with any indentation."""
    return [
        path for path, text in state.items() for each in text.splitlines() if each.strip() == line
    ]


def mutant_in(step: WorkedStep) -> Mutant | None:
    """Return the mutant that a step removes, if it says one."""
    found = MUTANT.fullmatch(step.lesson.get("Mutant", ""))
    return Mutant(*found.groups()) if found else None


def mutated(state: State, mutant: Mutant) -> State:
    """Return a state with a mutant in it."""
    return {path: "".join(mutated_lines(text, mutant)) for path, text in state.items()}


def mutated_lines(text: str, mutant: Mutant) -> Iterator[str]:
    """Return the lines of a file with a mutant in it."""
    for line in text.splitlines(keepends=True):
        yield line.replace(mutant.line, mutant.replacement) if line.strip() == mutant.line else line


def size(step: WorkedStep) -> int:
    """Return how many lines a step changes."""
    counts = Counter(text.strip() for text in changed_lines(step.diff, "+") if text.strip())
    counts.subtract(text.strip() for text in changed_lines(step.diff, "-") if text.strip())
    return sum(abs(count) for count in counts.values())


def changed_lines(diff: str, sign: str) -> Iterator[str]:
    """Return the lines that a diff adds, or those that it removes."""
    old = new = 0
    for line in diff.splitlines():
        hunk = HUNK.match(line)
        if hunk and not old and not new:
            old, new = (int(count or 1) for count in hunk.groups())
        elif old or new:
            old -= line[:1] in ("-", " ", "")
            new -= line[:1] in ("+", " ", "")
            if line.startswith(sign):
                yield line[1:]


@cache
def smells() -> set[str]:
    """Return the smells of the key."""
    return set(SMELL.findall((WORKSPACE / "docs/smells.md").read_text(encoding="utf-8")))
