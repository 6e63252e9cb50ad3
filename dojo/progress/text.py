"""The timeline, and a single step, as text for a terminal."""

import textwrap

import click
from rich.ansi import AnsiDecoder
from rich.text import Text

from dojo.diffs import paint_diff
from dojo.practice.model import GREEN, status_in_words
from dojo.progress.measures import FINDINGS, FINDINGS_HINT, MEASURES, Measures, changes
from dojo.progress.steps import MeasuredStep, ReportedStep
from dojo.progress.timeline import Timeline, TimelineRow
from dojo.text import STATUS_MARKS, STATUS_STYLES, WIDTH, fill, shorten

MAX_ROWS = 20
FIRST_ROWS = 4
MAX_FINDING = 200  # characters; the rest can be a long diff
LAST_ROWS = 12
ROWS_HINT = "A green check has a row if its code is new, or if you committed it."


def timeline_lines(timeline: Timeline, lead: str, *, every: bool) -> list[Text]:
    """Return the timeline below its lead. Of many rows, the middle is skipped.

    `every`: show all rows. Lines are cut to 80 columns.
    """
    rows = timeline.rows
    skipped = range(0)
    if len(rows) > MAX_ROWS and not every:
        skipped = range(FIRST_ROWS, len(rows) - LAST_ROWS)
    width = max(len(row.numbers) for row in rows)
    first_green = [row for row in rows if row.kind == GREEN][:1]
    lines = [click.style(fill(lead), bold=True), ""]
    date = rows[0].start.date()
    for number, row in enumerate(rows):
        if number in skipped:
            if number == skipped[0]:
                words = f"... {len(skipped)} more rows (--all shows them)"
                lines.append(click.style(words, dim=True))
            continue
        if row.start.date() != date:
            date = row.start.date()
            lines.append(click.style(str(date), bold=True))
        lines += _row_lines(row, width, is_first=row in first_green)
    lines.append("")
    hints = [ROWS_HINT]
    shown = " ".join(" ".join(lines).split())
    if FINDINGS in shown:
        hints.append(FINDINGS_HINT)
    lines += [click.style(hint, dim=True) for hint in hints]
    texts = list(AnsiDecoder().decode("\n".join(lines)))
    for text in texts:
        text.truncate(WIDTH, overflow="ellipsis")
    return texts


def _row_lines(row: TimelineRow, width: int, *, is_first: bool) -> list[str]:
    """Return a row: its number and time, its title, and below it the measures or the finding."""
    head = f"{row.numbers:>{width}}  {row.start:%H:%M}  "
    if row.kind == GREEN:
        lines = [head + row.title]
        if row.changes:
            # A change is not broken between two lines.
            words = [change.words.replace(" ", "\u00a0") for change in row.changes]
            below = _below(", ".join(words), width, max_lines=3 if is_first else 1)
            lines.append(click.style(below.replace("\u00a0", " "), dim=True))
        return lines
    if not row.steps:
        return [" " * (width + 2) + click.style(f"--- {row.title} ---", bold=True)]
    colour = STATUS_STYLES[row.kind]
    lines = [click.style(f"{head}{STATUS_MARKS[row.kind]} {row.title}", fg=colour)]
    if row.failed:
        below = _below(shorten(row.failed[0], 100), width, max_lines=2)
        lines.append(click.style(below, fg=colour))
    return lines


def _below(text: str, width: int, max_lines: int) -> str:
    """Return the lines of a text below a title."""
    indent = " " * (width + 9)
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        max_lines=max_lines,
        placeholder=" ...",
        break_long_words=False,
    )


def step_lines(
    step: MeasuredStep, report: ReportedStep, last: int, measures_before: Measures | None
) -> list[str]:
    """Return one step: its result, its finding, its measures, and its diff."""
    guard = step.guard_in_words
    if step.partners:
        guard += f", {step.partners}"
    status = status_in_words(report.status, report.approved)
    painted = click.style(status, fg=STATUS_STYLES[report.status], bold=True)
    moment = f"{report.moment:%Y-%m-%d %H:%M}"
    seconds = f"{report.seconds:.1f} s"
    result = ", ".join(part for part in (painted, seconds, step.prediction) if part)
    lines = [f"Step {report.number} of {last}, {moment}, {guard}: {result}"]
    if report.name:
        lines.append(click.style(fill(report.name), bold=True))
    if report.message:
        more = ""
        if report.findings > 1:
            more = f" (and {report.findings - 1} more)"
        lines.append(fill(shorten(report.message, MAX_FINDING) + more))
    if report.reverted:
        lines.append(f"Reverted at {report.reverted:%H:%M}.")
    news = [change.words for change in changes(MEASURES, measures_before, step.measures)]
    if step.percent:
        news.insert(0, f"mutants killed {step.percent}")
    if news:
        lines.append(fill(", ".join(news)))
    return [*lines, "", paint_diff(report.diff) if report.diff else "No files changed.", ""]
