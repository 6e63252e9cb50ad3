"""The rows of a timeline as lines for a terminal: of a step, its number, when, its name, and what came of it."""

import textwrap
from collections.abc import Iterable, Iterator

from rich.text import Text

from dojo.progress import TIME, Measure, Measures, Row, Step, Streak, Timeline, numbers_of, worth_showing
from dojo.text import STATUS_MARKS, STATUS_STYLES, WIDTH

SHOWN_FIRST, SHOWN_LAST, SHOWN = 4, 12, 20  # rows


def table(timeline: Timeline, *, every: bool) -> list[Text]:
    """Return the timeline as lines; a long one without its middle, unless `every` row is wanted."""
    rows = timeline.rows
    hidden = _hidden(rows, every=every)
    lines: list[Text] = []
    day = timeline.steps[0].start.date()
    for place, (row, drawn) in enumerate(zip(rows, _drawn(rows), strict=True)):
        if place in hidden[:1]:
            lines.append(Text(f"... {len(hidden)} more rows (--all shows them)", "dim"))
        if place in hidden:
            continue
        if row.start.date() != day:
            day = row.start.date()
            lines.append(Text(f"{day}", "bold"))
        lines += drawn
    return lines


def tabled(timeline: Timeline) -> set[int]:
    """Return the numbers of the steps whose measures a table without its middle needs.

    They are the steps that it shows, and for each of them the one before, which says what changed.
    """
    hidden = _hidden(timeline.rows, every=False)
    needed: set[int] = set()
    before: Step | None = None
    for place, row in enumerate(timeline.rows):
        if not isinstance(row, Step) or row.code is None:
            continue
        if place not in hidden:
            needed.add(row.number)
            if before is not None:
                needed.add(before.number)
        before = row
    return needed


def _hidden(rows: list[Row], *, every: bool) -> range:
    """Return the places of the rows that are not shown: in the middle of many, unless `every` row is wanted."""
    if every or len(rows) <= SHOWN:
        return range(0)
    return range(SHOWN_FIRST, len(rows) - SHOWN_LAST)


def changes_of(measures: Iterable[Measure], before: Measures | None, after: Measures | None) -> list[str]:
    """Say in a few words each what became of measures; nothing of one that stayed the same."""
    if after is None:
        return []
    if before is None:
        return [f"{measure.name} {measure.show(after)}" for measure in measures]
    changes: list[str] = []
    for measure in measures:
        old, new = measure.show(before), measure.show(after)
        if old != new:
            changes.append(f"{measure.name} {old} → {new}")
    return changes


def score_of(step: Step) -> list[str]:
    """Say how many mutants were killed, if that is known."""
    if step.score is None:
        return []
    percent = 100 * step.score
    return [f"mutants killed {percent:.1f} %"]


def _drawn(rows: list[Row]) -> Iterator[list[Text]]:
    """Return each row as lines."""
    width = max(len(numbers_of(row)) for row in rows)
    room = WIDTH - width - len("  00:00  ")
    steps = [row for row in rows if isinstance(row, Step)]
    news = _news(steps, room)
    for row in rows:
        head = f"{numbers_of(row):>{width}}  {row.start:{TIME}}  "
        if isinstance(row, Step):
            title = Text(head + _cut(row.title, room))
            yield [title, *_below(next(news), room, "dim")]
        elif isinstance(row, Streak):
            style = STATUS_STYLES[row.status]
            words = f"{STATUS_MARKS[row.status]} {row}"
            if row.tried:
                words += f": {row.tried}"
            failed = textwrap.wrap(row.failed, room)
            yield [Text(head + _cut(words, room), style), *_below(failed, room, style)]
        else:
            indent = width + 2
            words = _cut(f"--- {row} ---", WIDTH - indent)
            yield [Text(" " * indent + words, "bold")]


def _news(steps: list[Step], room: int) -> Iterator[list[str]]:
    """Return what is known of each green step, in lines; but for the first, what changed, as far as a line goes."""
    known = [step.measures for step in steps if step.measures]
    order = worth_showing(known) if known else []
    before: Measures | None = None
    score: float | None = None
    for step in steps:
        words = changes_of(order, before, step.measures)
        if step.score != score:
            words = score_of(step) + words
        lines = _packed(words, room)
        if before is not None and len(lines) > 1:
            lines = [f"{lines[0]}, ..."]
        yield lines
        before = step.measures or before
        score = score if step.score is None else step.score


def _packed(words: list[str], room: int) -> list[str]:
    """Return words in lines, as many in each as there is room for."""
    lines: list[str] = []
    for word in words:
        if lines and len(f"{lines[-1]}, {word}, ...") <= room:
            lines[-1] += f", {word}"
        else:
            lines.append(word)
    return lines


def _below(lines: list[str], room: int, style: str) -> list[Text]:
    """Return what stands below the line that it is about."""
    indent = " " * (WIDTH - room)
    return [Text(indent + _cut(line, room), style) for line in lines if line]


def _cut(words: str, room: int) -> str:
    text = Text(words)
    text.truncate(room, overflow="ellipsis")
    return text.plain
