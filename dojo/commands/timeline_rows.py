"""A timeline as lines for a terminal: its rows, and charts of what improves most, in 80 characters.

chart: a measure over the checks, from the first to the last. column: the checks that stand at one character; a wide
check fills several, and many checks share one. mark: an x below a column in which a check was red, a ? where amber.
"""

import textwrap
from itertools import pairwise

from rich.text import Text

from dojo.progress.metrics import Measure
from dojo.progress.steps import Step
from dojo.progress.timeline import Row, Timeline
from dojo.text import BLOCKS, STATUS_MARKS, STATUS_STYLES, WIDTH, counted, shortened

SHOWN_FIRST, SHOWN_LAST, SHOWN = 4, 12, 20  # rows
WIDEST_FAILURE = 100  # characters
MARGIN = 7  # of what stands to the left of a chart
WIDEST = 4  # characters for a check
HEIGHT = 5  # lines
CHARTS = 2


def table(timeline: Timeline, *, every: bool) -> list[Text]:
    """Return the rows as lines; of many, without those in the middle, unless `every` row is wanted."""
    rows = timeline.rows
    hidden = range(0) if every or len(rows) <= SHOWN else range(SHOWN_FIRST, len(rows) - SHOWN_LAST)
    width = max(len(row.numbers) for row in rows)
    first = next((row for row in rows if row.changes), None)
    lines: list[Text] = []
    day = ""
    for place, row in enumerate(rows):
        day = row.day or day
        if place in hidden[:1]:
            lines.append(Text(f"... {len(hidden)} more rows (--all shows them)", "dim"))
        if place in hidden:
            continue
        if day:
            lines.append(Text(day, "bold"))
            day = ""
        lines += _row(row, width, is_first=row is first)
    return lines


def _row(row: Row, width: int, *, is_first: bool) -> list[Text]:
    """Return a row as lines: its title, and below it what came of it."""
    head = f"{row.numbers:>{width}}  {row.time}  "
    room = WIDTH - len(head)
    if row.is_break:
        return [_line(" " * (width + 2), f"--- {row.title} ---", "bold")]
    if row.is_green:
        news = _packed([str(change) for change in row.changes], room)
        if not is_first and len(news) > 1:
            news = [f"{news[0]}, ..."]
        return [_line(head, row.words), *(_line(" " * len(head), line, "dim") for line in news)]
    style = STATUS_STYLES[row.kind]
    failed = textwrap.wrap(shortened("".join(row.failed[:1]), WIDEST_FAILURE), room)
    title = _line(head, f"{STATUS_MARKS[row.kind]} {row.words}", style)
    return [title, *(_line(" " * len(head), line, style) for line in failed)]


def _line(head: str, words: str, style: str = "") -> Text:
    text = Text(head + words, style)
    text.truncate(WIDTH, overflow="ellipsis")
    return text


def _packed(words: list[str], room: int) -> list[str]:
    """Return words in lines, as many in each as there is room for."""
    lines: list[str] = []
    for word in words:
        if lines and len(f"{lines[-1]}, {word}, ...") <= room:
            lines[-1] += f", {word}"
        else:
            lines.append(word)
    return lines


def charts(timeline: Timeline) -> list[Text]:
    """Return the measures that improve most over the checks, and below them where it was red."""
    if sum(step.measures is not None for step in timeline.steps) < 2:
        return []
    columns = columns_of(timeline.steps)
    lines: list[Text] = []
    for measure in timeline.measures[:CHARTS]:
        lines += chart(measure, columns)
    for status, mark in STATUS_MARKS.items():
        marks = [mark if _has(column, status) else " " for column in columns]
        if mark in marks:
            style = f"bold {STATUS_STYLES[status]}"
            lines.append(_chart_line(status, marks, style))
    total = counted(len(timeline.steps), "check").rjust(len(columns))
    lines.append(Text(" " * MARGIN + total, "dim"))
    return lines


def _has(column: list[Step], status: str) -> bool:
    return any(step.entry.status == status for step in column)


def _chart_line(label: str, characters: list[str], style: str) -> Text:
    """Return a line of a chart, with a label in the margin."""
    margin = label.rjust(MARGIN - 1)
    drawn = "".join(characters).rstrip()
    return Text.assemble(margin, " ", (drawn, style))


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
        lines.append(_chart_line(label, [BLOCKS[number] for number in filled], "cyan"))
    return lines
