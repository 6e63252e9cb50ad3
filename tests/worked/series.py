"""The steps of the worked way, and facts about them that need no run."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dojo.kata.way import WorkedStep, worked_steps
from tests.worked.examine import State

WORKSPACE = Path(__file__).resolve().parents[2]
MUTANT = re.compile(r"`(.+)` as `(.+)`")
HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
# Without its kind: Primitive Obsession, for Primitive Obsession (type code).
SMELL = re.compile(r"^\| ([^|(]+?)(?: \(.*?\))? \| `", re.MULTILINE)


class Mutant(NamedTuple):
    """A line of the state before a step, and its replacement."""

    line: str
    replacement: str


@cache
def steps() -> list[WorkedStep]:
    """Return the steps, or none if `worked/` is empty: a test says that."""
    if not any((WORKSPACE / "worked").glob("*.patch")):
        return []
    return worked_steps(WORKSPACE)


def steps_of(level: int) -> list[WorkedStep]:
    return [step for step in steps() if step.level == level]


def is_last_of_level(step: WorkedStep) -> bool:
    return step is steps_of(step.level)[-1]


def files_with(line: str, state: State) -> list[str]:
    """Return the path of the file for each occurrence of a line, with any indentation."""
    paths = []
    for path, text in state.items():
        paths += [path for each in text.splitlines() if each.strip() == line]
    return paths


def mutant_in(step: WorkedStep) -> Mutant | None:
    """Return the mutant that a step removes, or None."""
    found = MUTANT.fullmatch(step.lesson.get("Mutant", ""))
    if found is None:
        return None
    return Mutant(found[1], found[2])


def with_mutant(state: State, mutant: Mutant) -> State:
    """Return the state with the mutant in the place of its line."""
    mutated = {}
    for path, text in state.items():
        lines = text.splitlines(keepends=True)
        for number, line in enumerate(lines):
            if line.strip() == mutant.line:
                lines[number] = line.replace(mutant.line, mutant.replacement)
        mutated[path] = "".join(lines)
    return mutated


def size(step: WorkedStep) -> int:
    """Count the lines that a step changes, except blank lines and lines that move."""
    counts = Counter(line.strip() for line in changed_lines(step.diff, "+"))
    counts.subtract(line.strip() for line in changed_lines(step.diff, "-"))
    del counts[""]
    return sum(abs(count) for count in counts.values())


def changed_lines(diff: str, sign: str) -> Iterator[str]:
    """Return the lines that a diff adds, for the sign `+`, or removes, for `-`."""
    old = 0
    new = 0
    for line in diff.splitlines():
        hunk = HUNK.match(line)
        if old == new == 0:
            if hunk:
                old = int(hunk[1] or 1)
                new = int(hunk[2] or 1)
            continue
        if line[:1] in ("-", " ", ""):
            old -= 1
        if line[:1] in ("+", " ", ""):
            new -= 1
        if line.startswith(sign):
            yield line[1:]


@cache
def smells() -> set[str]:
    """Return the smells of the key, docs/smells.md."""
    return set(SMELL.findall((WORKSPACE / "docs/smells.md").read_text(encoding="utf-8")))
