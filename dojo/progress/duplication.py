"""Duplicated lines: lines of code that stand elsewhere too, with the same ones around them.

line: what a line says, wherever it is indented; blank lines, comments and imports say nothing that can be duplicated.
run: RUN lines in a row, as few as people see as copied; shorter ones are alike by chance.
"""

from collections import Counter

RUN = 4
SAYS_NOTHING = ("#", "import ", "from ")


def duplicated_lines(files: list[list[str]]) -> int:
    """Return how many lines of some files are part of a run that stands there more than once, each copy counted."""
    code = [_code(lines) for lines in files]
    times: Counter[tuple[str, ...]] = Counter()
    for lines in code:
        times.update(_runs(lines))
    return sum(_duplicated(lines, times) for lines in code)


def _code(lines: list[str]) -> list[str]:
    """Return what the lines say that say something."""
    stripped = [line.strip() for line in lines]
    return [line for line in stripped if line and not line.startswith(SAYS_NOTHING)]


def _runs(lines: list[str]) -> list[tuple[str, ...]]:
    starts = range(len(lines) - RUN + 1)
    return [tuple(lines[start : start + RUN]) for start in starts]


def _duplicated(lines: list[str], times: Counter[tuple[str, ...]]) -> int:
    """Return how many lines of a file are in a run that stands somewhere else, too."""
    duplicated: set[int] = set()
    for start, run in enumerate(_runs(lines)):
        if times[run] > 1:
            duplicated.update(range(start, start + RUN))
    return len(duplicated)
