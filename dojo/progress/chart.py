"""The timeline as charts for a terminal: columns of block characters on a scale from 0, in 80 characters.

chart: a measure over the checks, from the first to the last. column: the checks that stand at one character; a wide
check fills several, and many checks share one. mark: an x below a column in which a check was red, a ? where amber.
"""

from itertools import pairwise

from rich.text import Text

from dojo.progress.metrics import Measure, worth_showing
from dojo.progress.steps import Step
from dojo.text import BLOCKS, STATUS_MARKS, STATUS_STYLES, WIDTH, counted

MARGIN = 7  # of what stands to the left of a chart
WIDEST = 4  # characters for a check
HEIGHT = 5  # lines
CHARTS = 2


def charts(steps: list[Step]) -> list[Text]:
    """Return the measures that improve most over the checks, and below them where it was red."""
    known = [step.measures for step in steps if step.measures]
    if len(known) < 2:
        return []
    columns = columns_of(steps)
    lines: list[Text] = []
    for measure in worth_showing(known)[:CHARTS]:
        lines += chart(measure, columns)
    for status, mark in STATUS_MARKS.items():
        marks = [mark if _has(column, status) else " " for column in columns]
        if mark in marks:
            style = f"bold {STATUS_STYLES[status]}"
            lines.append(_line(status, marks, style))
    total = counted(len(steps), "check").rjust(len(columns))
    lines.append(Text(" " * MARGIN + total, "dim"))
    return lines


def _has(column: list[Step], status: str) -> bool:
    return any(step.entry.status == status for step in column)


def _line(label: str, characters: list[str], style: str) -> Text:
    """Return a line of a chart, with a label in the margin."""
    margin = label.rjust(MARGIN - 1)
    drawn = "".join(characters).rstrip()
    return Text.assemble(margin, " ", (drawn, style))


def charted(steps: list[Step]) -> set[int]:
    """Return the numbers of the steps whose measures a chart shows: the first, and the last of each column."""
    known = [step.number for step in steps if step.code is not None]
    numbers = set(known[:1])
    for column in columns_of(steps):
        in_column = [step.number for step in column if step.code is not None]
        numbers.update(in_column[-1:])
    return numbers


def columns_of(steps: list[Step], width: int = WIDTH - MARGIN - 1) -> list[list[Step]]:
    """Return the checks that stand in each column: one in several columns, or several in one."""
    times = min(WIDEST, width // len(steps))
    if times:
        return [[step] for step in steps for _ in range(times)]
    bounds = [len(steps) * number // width for number in range(width + 1)]
    return [steps[start:end] for start, end in pairwise(bounds)]


def chart(measure: Measure, columns: list[list[Step]]) -> list[Text]:
    """Draw a measure as columns on a scale from 0; nothing stands where nothing is known."""
    measured = [[step.measures for step in column if step.measures] for column in columns]
    known = [each for column in measured for each in column]
    top = max(known, key=measure.value)
    full = len(BLOCKS) - 1
    eighths = HEIGHT * full / max(measure.value(top), 1)
    heights: list[int] = []
    for column in measured:
        value = measure.value(column[-1]) if column else 0
        heights.append(round(value * eighths))
    first, now = measure.show(known[0]), measure.show(known[-1])
    lines = [Text(), Text(f"{measure.name}: {first} at first, {now} now", "bold")]
    labels = {HEIGHT - 1: measure.show(top), 0: "0"}
    for row in reversed(range(HEIGHT)):
        below = row * full
        filled = [min(max(height - below, 0), full) for height in heights]
        label = labels.get(row, "")
        lines.append(_line(label, [BLOCKS[number] for number in filled], "cyan"))
    return lines
