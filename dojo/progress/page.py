"""The timeline as a page for a browser. It needs no script: a click on a step opens its changes."""

from collections.abc import Iterable, Mapping, Sequence

from dojo.diffs import FileChange, file_change
from dojo.pages import render
from dojo.practice.snapshots import Repository
from dojo.progress.chart import chart_of
from dojo.progress.steps import MeasuredStep
from dojo.progress.timeline import Timeline, TimelineRow

# The changes of each step, by its number.
Diffs = Mapping[int, list[FileChange]]


def page_of(lead: str, timeline: Timeline, diffs: Diffs, name: str = "") -> str:
    """Return the timeline as HTML, with the lead below its title. `name`: of the pair, if known."""
    headings = [measure.name for measure in timeline.measures]
    has_scores = any(step.percent for step in timeline.steps)
    if has_scores:
        headings.append("mutants killed")
    rows = [row for row in timeline.rows if row.steps]
    return render(
        "progress.html",
        title=name or "The timeline so far",
        lead=lead,
        chart=chart_of(timeline),
        headings=headings,
        table=[(row, _cells_of(row, timeline, has_scores=has_scores)) for row in rows],
        rows=_with_days(timeline.rows),
        diffs=diffs,
    )


def _cells_of(row: TimelineRow, timeline: Timeline, *, has_scores: bool) -> list[str]:
    """Return the time of a green step, and its measures."""
    if not row.is_green:
        return []
    step = row.steps[0]
    cells = [f"{row.start:%Y-%m-%d %H:%M}"]
    if step.measures:
        cells += [measure.show(step.measures) for measure in timeline.measures]
    if has_scores:
        cells.append(step.percent)
    return cells


def _with_days(rows: Sequence[TimelineRow]) -> list[TimelineRow]:
    """Return the rows with a break where a new day begins."""
    shown: list[TimelineRow] = []
    day = rows[0].start.date()
    for row in rows:
        if row.start.date() != day:
            day = row.start.date()
            shown.append(TimelineRow(row.start, str(day)))
        shown.append(row)
    return shown


def diffs_of(repository: Repository, steps: Iterable[MeasuredStep]) -> dict[int, list[FileChange]]:
    diffs: dict[int, list[FileChange]] = {}
    for step in steps:
        patches = repository.patches(step.base, step.tree, renames=True)
        diffs[step.number] = [file_change(patch) for patch in patches]
    return diffs
