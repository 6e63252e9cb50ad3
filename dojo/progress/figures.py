"""The chart of a timeline as a table for its page: for those who do not see it, and those who want the numbers.

A row for each green step whose code is new, and for each streak between them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from dojo.progress.drawn_diff import shown
from dojo.progress.metrics import Measure
from dojo.progress.step_list import score_of
from dojo.progress.steps import Step
from dojo.progress.timeline import DATE_AND_TIME, TIME, Break, Timeline, numbers_of


class Column(NamedTuple):
    """What is told of each green step."""

    heading: str
    cell: Callable[[Step], str]


def table(timeline: Timeline, measures: Iterable[Measure]) -> str:
    """Return the table, with a column for each of these measures."""
    columns = list(columns_of(timeline, measures))
    headings = _cells('th scope="col"', ["step", *(column.heading for column in columns)])
    return "\n".join(
        [
            "<table>",
            "<caption>Each green step whose code is new, and the streaks between them</caption>",
            f"<thead><tr>{headings}</tr></thead>",
            "<tbody>",
            *rows_of(timeline, columns),
            "</tbody>",
            "</table>",
        ]
    )


def columns_of(timeline: Timeline, measures: Iterable[Measure]) -> Iterator[Column]:
    """Yield the columns: no score where none is known, and no day where all are of one."""
    days = {step.start.date() for step in timeline.steps}
    clock = DATE_AND_TIME if len(days) > 1 else TIME
    yield Column("time", lambda step: f"{step.start:{clock}}")
    for measure in measures:
        yield Column(measure.name, _shows(measure))
    if any(step.score is not None for step in timeline.steps):
        yield Column("mutants killed", score_of)


def _shows(measure: Measure) -> Callable[[Step], str]:
    return lambda step: measure.show(step.measures) if step.measures else ""


def rows_of(timeline: Timeline, columns: list[Column]) -> Iterator[str]:
    """Yield the rows as HTML; what came between two checks has none."""
    for row in timeline.rows:
        if isinstance(row, Break):
            continue
        number = f'<th scope="row">{numbers_of(row)}</th>'
        if isinstance(row, Step):
            yield f"<tr>{number}{_cells('td', [column.cell(row) for column in columns])}</tr>"
        else:
            yield f'<tr class="{row.status}">{number}<td colspan="{len(columns)}">{shown(str(row))}</td></tr>'


def _cells(kind: str, texts: Iterable[str]) -> str:
    return "".join(f"<{kind}>{shown(text)}</{kind[:2]}>" for text in texts)
