"""The chart of a timeline: what was measured over the minutes, and when it was red or amber.

A page draws it as SVG, a terminal with block characters.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from dojo.practice.model import AMBER, RED
from dojo.progress.steps import PAUSE_SECONDS
from dojo.progress.timeline import SWAP_MARK, Timeline
from dojo.text import BLOCKS, STATUS_MARKS, STATUS_STYLES, WIDTH

AXIS = f"minutes, where a pause counts as {PAUSE_SECONDS // 60}; {SWAP_MARK} a swap"


class Curve(NamedTuple):
    """A measure: what it is called, and its values by minute or by step, each of which stays until the next."""

    title: str
    points: Sequence[tuple[float, float]]

    @property
    def top(self) -> float:
        return max(1, *(value for _, value in self.points))

    @property
    def ticks(self) -> list[int]:
        return ticks(self.top)


class Band(NamedTuple):
    """From which minute to which it was red, or amber."""

    start: float
    end: float
    status: str = RED


class Chart(NamedTuple):
    """Curves, each before the same bands, up to the minute where all end; and marks above them, at some minutes."""

    curves: list[Curve]
    bands: list[Band]
    end: float
    axis: str
    marks: dict[float, str]
    marks_name: str = ""

    @property
    def ticks(self) -> list[int]:
        return ticks(self.end)


def ticks(top: float) -> list[int]:
    """Return a few round numbers from 0 up to `top`, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    spaces = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    space = next(space for space in spaces if top / space <= 5)
    return list(range(0, int(top) + 1, space))


def chart_of(timeline: Timeline) -> Chart:
    """Return the chart of the first two measures, of a minute at least; it has no curve where nothing was measured."""
    known = [(step.minute, step.measures) for step in timeline.steps if step.measures]
    curves: list[Curve] = []
    for measure in timeline.measures[:2] if known else []:
        points = [(minute, round(measure.value(found), measure.digits)) for minute, found in known]
        curves.append(Curve(measure.name, points))
    end = timeline.steps[-1].minute
    minutes = [*(step.minute for step in timeline.steps), end]
    bands: list[Band] = []
    marks = {0.0: "1"}
    for row in timeline.rows:
        if row.kind in {RED, AMBER}:
            start, after = row.steps[0].minute, minutes[row.steps[-1].number]
            bands.append(Band(start, min(start + row.seconds / 60, after), row.kind))
        elif row.mark:
            minute = next((step.minute for step in timeline.steps if step.start >= row.start), end)
            marks[minute] = f"{marks.get(minute, '')} {row.mark}".strip()
    if len(marks) == 1:
        return Chart(curves, bands, max(1, end), "minutes", {})
    return Chart(curves, bands, max(1, end), AXIS, marks, "round")


MARGIN = 7  # of what stands to the left of a chart
COLUMNS, CHART_HEIGHT = WIDTH - MARGIN - 1, 5  # of a chart


def chart_lines(chart: Chart) -> Iterator[Text]:
    """Draw a chart: its curves on scales from 0, and below them when it was red or amber."""

    def column(minute: float) -> int:
        return round(minute * min(COLUMNS / chart.end, 4))

    if not chart.curves or len(chart.curves[0].points) == 1:
        return
    width = column(chart.end) + 1
    for curve in chart.curves:
        first, last = curve.points[0][1], curve.points[-1][1]
        yield from (Text(), Text(f"{curve.title}: {first:g} at first, {last:g} now", "bold"))
        eighths = [0] * width
        for minute, value in curve.points:
            eighths[column(minute) :] = [round(value / curve.top * CHART_HEIGHT * 8)] * (width - column(minute))
        labels = [f"{curve.top:g}", *[""] * (CHART_HEIGHT - 2), "0"]
        for row, label in zip(reversed(range(CHART_HEIGHT)), labels, strict=True):
            line = "".join(BLOCKS[min(max(number - row * 8, 0), 8)] for number in eighths)
            yield Text.assemble(f"{label:>{MARGIN - 1}} ", (line.rstrip(), "cyan"))
    marks = [" "] * width
    for start, end, status in chart.bands:
        begin, after = column(start), max(column(end), column(start) + 1)
        marks[begin:after] = STATUS_MARKS[status] * (after - begin)
    yield Text(" " * MARGIN + "".join(marks).rstrip(), f"bold {STATUS_STYLES[RED]}")
    yield Text(f"{' ' * MARGIN}0 to {chart.end:.0f} {chart.axis.partition(';')[0]}", "dim")
