"""The timeline as a page for a browser. It needs no script: a click on a step opens its changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from dojo.diffs import FileChange, file_change
from dojo.pages import render
from dojo.practice.model import GREEN
from dojo.practice.snapshots import Repository
from dojo.progress.chart import chart_of
from dojo.progress.measures import MeasureChange
from dojo.progress.steps import MeasuredStep
from dojo.progress.timeline import Timeline, TimelineRow

MAX_MESSAGES = 3
MAX_MESSAGE_CHARACTERS = 160

# The changes of each step, by its number.
Diffs = Mapping[int, list[FileChange]]


class TableRow(NamedTuple):
    """A row of the table: the measures of a green step, or the title of a streak."""

    numbers: str
    cells: list[str]
    streak: str = ""
    title: str = ""


class StepDetails(NamedTuple):
    step: MeasuredStep
    changes: list[FileChange]


@dataclass(frozen=True)
class ListItem:
    """An item of the list of steps: a green step, a streak, or a break, which has only a title."""

    title: str
    status: str = ""
    is_green: bool = False
    numbers: str = ""
    start: datetime | None = None
    who: str = ""
    news: list[MeasureChange] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    steps: list[StepDetails] = field(default_factory=list)


def page_of(lead: str, timeline: Timeline, diffs: Diffs, name: str = "") -> str:
    """Return the timeline as HTML, with the lead below its title. `name`: of the pair, if known."""
    rows = [row for row in timeline.rows if row.steps]
    headings = [measure.name for measure in timeline.measures]
    has_scores = any(step.percent for step in timeline.steps)
    if has_scores:
        headings.append("mutants killed")
    return render(
        "progress.html",
        title=name or "The timeline so far",
        lead=lead,
        chart=chart_of(timeline),
        headings=headings,
        table=[_table_row(row, timeline, has_scores=has_scores) for row in rows],
        items=_list_items(timeline, diffs),
    )


def _table_row(row: TimelineRow, timeline: Timeline, *, has_scores: bool) -> TableRow:
    if row.kind != GREEN:
        return TableRow(row.numbers, [], row.kind, row.title)
    step = row.steps[0]
    cells = [f"{row.start:%Y-%m-%d %H:%M}"]
    if step.measures:
        cells += [measure.show(step.measures) for measure in timeline.measures]
    if has_scores:
        cells.append(step.percent)
    return TableRow(row.numbers, cells)


def _list_items(timeline: Timeline, diffs: Diffs) -> list[ListItem]:
    items: list[ListItem] = []
    day = timeline.rows[0].start.date()
    for row in timeline.rows:
        if row.start.date() != day:
            day = row.start.date()
            items.append(ListItem(str(day)))
        if row.steps:
            items.append(_step_item(row, diffs))
        else:
            items.append(ListItem(row.title))
    return items


def _step_item(row: TimelineRow, diffs: Diffs) -> ListItem:
    who = ""
    news: list[MeasureChange] = []
    is_green = row.kind == GREEN
    if is_green:
        step = row.steps[0]
        who = step.partners
        news += row.changes
        approved = str(step.approved)
        if approved:
            news.append(MeasureChange(approved))
    messages = [_shortened(message) for message in row.failed[:MAX_MESSAGES]]
    if len(row.failed) > MAX_MESSAGES:
        messages.append(f"and {len(row.failed) - MAX_MESSAGES} more")
    return ListItem(
        title=row.title,
        status=row.kind,
        is_green=is_green,
        numbers=row.numbers,
        start=row.start,
        who=who,
        news=news,
        messages=messages,
        steps=[StepDetails(step, diffs[step.number]) for step in row.steps],
    )


def _shortened(message: str) -> str:
    if len(message) <= MAX_MESSAGE_CHARACTERS:
        return message
    return f"{message[:MAX_MESSAGE_CHARACTERS]}…"


def diffs_of(repository: Repository, steps: Iterable[MeasuredStep]) -> dict[int, list[FileChange]]:
    diffs: dict[int, list[FileChange]] = {}
    for step in steps:
        patches = repository.patches(step.base, step.tree, renames=True)
        diffs[step.number] = [file_change(patch) for patch in patches]
    return diffs
