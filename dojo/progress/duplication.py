"""Duplicated lines: lines of code that stand elsewhere too, with the same ones around them.

line: what a line says, wherever it is indented; blank lines, comments and imports say nothing that can be duplicated.
run: LINES of them in a row, as few as people see as copied; shorter ones are alike by chance.
"""

from collections import Counter

Run = tuple[str, ...]

LINES = 4
SAYS_NOTHING = ("#", "import ", "from ")


def runs_of(text: str) -> list[Run]:
    """Return the runs in a text, from each line that says something."""
    stripped = [line.strip() for line in text.splitlines()]
    lines = [line for line in stripped if line and not line.startswith(SAYS_NOTHING)]
    starts = range(len(lines) - LINES + 1)
    return [tuple(lines[start : start + LINES]) for start in starts]


def duplicated_lines(files: list[list[Run]]) -> int:
    """Return how many lines of some files are part of a run that stands there more than once, each copy counted."""
    times: Counter[Run] = Counter()
    for runs in files:
        times.update(runs)
    return sum(_duplicated(runs, times) for runs in files)


def _duplicated(runs: list[Run], times: Counter[Run]) -> int:
    """Return how many lines of a file are in a run that stands somewhere else, too."""
    duplicated: set[int] = set()
    for start, run in enumerate(runs):
        if times[run] > 1:
            duplicated.update(range(start, start + LINES))
    return len(duplicated)
