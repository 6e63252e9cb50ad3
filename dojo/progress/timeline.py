"""The timeline of a practice, from which text, JSON and page are made; and that text."""

import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

import click
from rich.ansi import AnsiDecoder
from rich.text import Text

from dojo.diffs import paint_diff
from dojo.practice.history import History
from dojo.practice.model import AMBER, GREEN, NO_CHANGES, RED, Status, status_in_words
from dojo.practice.steps import Streak, count_predictions
from dojo.progress.measures import (
    FINDINGS,
    FINDINGS_HINT,
    MEASURES,
    Measure,
    MeasureChange,
    Measures,
    changes,
    worth_showing,
)
from dojo.progress.steps import MeasuredStep, ReportedStep
from dojo.text import STATUS_MARKS, STATUS_STYLES, WIDTH, duration, fill, quantity, shorten

SWAP_MARK = "⇄"
ENDINGS = {"approved": "then approved", "undone": "undone"}
TIME_WIDTH = len("  00:00  ")
MAX_ROWS = 20
# Of a streak, on the page; the length is in characters.
MAX_MESSAGES = 3
MAX_MESSAGE = 160
FIRST_ROWS = 4
MAX_FINDING = 200  # characters; the rest can be a long diff
LAST_ROWS = 12
ROWS_HINT = "A green check has a row if its code is new, or if you committed it."


@dataclass(frozen=True)
class TimelineRow:
    """A green step with something new to show, a streak of failing ones, or a break without steps.

    `kind`: the status, or an empty string for a break. `mark`: the sign of a break in a chart.
    `failed`: the findings of a streak, and `seconds`: how long it lasted.
    """

    start: datetime
    title: str
    kind: str = ""
    steps: list[MeasuredStep] = field(default_factory=list)
    changes: list[MeasureChange] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    seconds: float = 0.0
    mark: str = ""

    @property
    def numbers(self) -> str:
        """Return the number of the step, or the first and the last."""
        if not self.steps:
            return ""
        first = self.steps[0].number
        last = self.steps[-1].number
        return str(first) if first == last else f"{first}-{last}"

    @property
    def is_green(self) -> bool:
        return self.kind == GREEN

    @property
    def news(self) -> list[MeasureChange]:
        """Return the changes of a green step, with its changed expectations."""
        if not self.is_green or not str(self.steps[0].approved):
            return self.changes
        return [*self.changes, MeasureChange(str(self.steps[0].approved))]

    @property
    def messages(self) -> list[str]:
        """Return the first findings of a streak, and how many more there are."""
        shown = [shorten(message, MAX_MESSAGE) for message in self.failed[:MAX_MESSAGES]]
        if len(self.failed) > MAX_MESSAGES:
            shown.append(f"and {len(self.failed) - MAX_MESSAGES} more")
        return shown


class Timeline(NamedTuple):
    """At least one step, the rows that are made of them, and the measures to show, in order."""

    steps: list[MeasuredStep]
    rows: list[TimelineRow]
    measures: list[Measure]


def timeline_of(steps: list[MeasuredStep], history: History) -> Timeline:
    """Arrange all steps of a history, oldest first, in rows.

    A streak has its row at the place of its first step. A green step is compared with the green one
    before it, and has a row only if something is new.
    """
    measures = worth_showing([step.measures for step in steps if step.measures])
    streaks = {streak.steps[0].number: streak for streak in history.streaks}
    rows: list[TimelineRow] = []
    last_green: MeasuredStep | None = None
    before: MeasuredStep | None = None
    for step in steps:
        rows += _breaks_between(before, step, history)
        if step.is_green:
            rows += _green_rows(last_green, step, measures)
            last_green = step
        elif step.number in streaks:
            streak = streaks[step.number]
            numbers = [each.number for each in streak.steps]
            rows.append(_streak_row(streak, [steps[number - 1] for number in numbers]))
        before = step
    rows += _breaks_between(before, None, history)
    return Timeline(steps, rows, measures)


def _breaks_between(
    before: MeasuredStep | None, after: MeasuredStep | None, history: History
) -> Iterator[TimelineRow]:
    """Yield the swaps between two steps, and the pause."""
    place = before.number if before else 0
    for swap in history.swaps:
        if swap.after == place:
            title = f"swap: {swap.name}, {swap.moment:%H:%M}"
            yield TimelineRow(swap.moment, title, mark=SWAP_MARK)
    if before and after and before.round != after.round:
        pause = duration((after.moment - before.checked).total_seconds())
        title = f"round {after.round}, after {pause} without a check"
        yield TimelineRow(after.moment, title, mark=str(after.round))


def _green_rows(
    before: MeasuredStep | None, step: MeasuredStep, measures: list[Measure]
) -> Iterator[TimelineRow]:
    """Yield a row if the changed expectations are new, and one if the code or the score is.

    A commit has a row, too: it may have new tests alone.
    """
    approved_before = before.approved if before else NO_CHANGES
    if step.approved != approved_before:
        approved = str(step.approved) or "the expected results are the kata's again"
        yield TimelineRow(step.moment, f"{approved}, {step.moment:%H:%M}")
    news: list[MeasureChange] = []
    if step.score is not None and (before is None or step.score != before.score):
        news.append(MeasureChange(f"mutants killed {step.percent}"))
    is_new_commit = before is not None and step.is_committed and step.tree != before.tree
    if news or is_new_commit or before is None or step.code != before.code:
        measures_before = before.measures if before else None
        news += changes(measures, measures_before, step.measures)
        if step.is_surprise:
            news.insert(0, MeasureChange(step.prediction))
        yield TimelineRow(step.moment, step.title, GREEN, [step], news)


def _streak_row(streak: Streak, steps: list[MeasuredStep]) -> TimelineRow:
    """Return the row of a streak: its checks, how long it lasted, how it ended, its name."""
    counts = Counter(step.status for step in steps)
    kinds: list[Status] = [status for status in (RED, AMBER) if counts[status]]
    parts = [quantity(counts[status], f"{status} check") for status in kinds]
    if streak.seconds:
        parts.append(duration(streak.seconds))
    if any(step.is_surprise for step in steps):
        parts.append("not as expected")
    ending = ending_in_words(streak)
    if ending:
        parts.append(ending)
    title = ", ".join(parts)
    names = [step.name for step in steps if step.name]
    if names:
        title += f": {names[0]}"
    findings = dict.fromkeys(step.finding for step in steps if step.finding)
    return TimelineRow(
        steps[0].moment, title, kinds[0], steps, failed=list(findings), seconds=streak.seconds
    )


def ending_in_words(streak: Streak) -> str:
    """Return how a streak ended, or that it did not.

    An empty text means that a later check was green, with other code.
    """
    if streak.last.reverted:
        return "reverted"
    if not streak.ending:
        return f"still {streak.last.status}"
    return ENDINGS.get(streak.ending, "")


def summary(history: History) -> str:
    """Return one line about a practice: its subject, name, start, and checks."""
    counts = Counter(step.status for step in history.steps)
    about = history.choices.about
    if history.name:
        about += f", {history.name}"
    checks = f"{quantity(len(history.steps), 'check')}, {counts[RED]} red"
    repeated = len(history.checks) - len(history.steps)
    if counts[AMBER]:
        checks += f", {counts[AMBER]} amber"
    if repeated:
        checks += f", {repeated} repeated"
    predictions = count_predictions(history.steps)
    if predictions.made:
        checks += f", {predictions} as expected"
    start = f"{history.steps[0].moment:%Y-%m-%d %H:%M}"
    return f"{about[0].upper()}{about[1:]}, since {start}: {checks}"


def timeline_lines(timeline: Timeline, lead: str, *, every: bool) -> list[Text]:
    """Return the timeline below its lead. Of many rows, the middle is skipped.

    `every`: show all rows. Lines are cut to 80 columns.
    """
    rows = timeline.rows
    skipped = range(0)
    if len(rows) > MAX_ROWS and not every:
        skipped = range(FIRST_ROWS, len(rows) - LAST_ROWS)
    width = max(len(row.numbers) for row in rows)
    first_green = [row for row in rows if row.is_green][:1]
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
    if row.is_green:
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


def _below(text: str, numbers_width: int, max_lines: int) -> str:
    """Return a text, wrapped, and indented to stand below the title of a row."""
    indent = " " * (numbers_width + TIME_WIDTH)
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
