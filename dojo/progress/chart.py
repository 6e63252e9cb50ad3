"""The chart of a timeline: measures over the minutes, and when it was red or amber.

A page draws it as SVG, a terminal with block characters.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from dojo.practice.model import AMBER, RED
from dojo.practice.steps import PAUSE_SECONDS
from dojo.progress.steps import MeasuredStep
from dojo.progress.timeline import SWAP_MARK, Timeline, TimelineRow
from dojo.text import STATUS_MARKS, STATUS_STYLES, WIDTH

MAX_DOTS = 50  # on a curve; more would hide it
PAUSE = f" (a pause counts as {PAUSE_SECONDS // 60})"
SWAP = f"; {SWAP_MARK} a swap"
MAX_TICKS = 5
BLOCKS = " ▁▂▃▄▅▆▇█"  # eighths of a line
LEFT_MARGIN = 7  # columns of a terminal
COLUMNS = WIDTH - LEFT_MARGIN - 1
LINES = 5  # a curve in a terminal has this height
MAX_COLUMNS_PER_MINUTE = 4


class Curve(NamedTuple):
    """A measure. Its points are a minute, or a step, and the value from there on."""

    title: str
    points: Sequence[tuple[float, float]]

    @property
    def top(self) -> float:
        return max(1, *(value for _, value in self.points))

    @property
    def ticks(self) -> list[int]:
        return ticks(self.top)

    @property
    def last(self) -> str:
        return f"{self.points[-1][1]:g}"

    @property
    def has_dots(self) -> bool:
        return len(self.points) <= MAX_DOTS


class Band(NamedTuple):
    """The minutes from `start` to `end` were red or amber."""

    start: float
    end: float
    status: str = RED


class Chart(NamedTuple):
    """Curves above the same axis, with the same bands behind them.

    `marks` stand above the curves, by minute; `marks_name` is what they are called.
    """

    curves: list[Curve]
    bands: list[Band]
    end: float
    axis: str
    marks: dict[float, str]
    marks_name: str = ""

    @property
    def ticks(self) -> list[int]:
        return ticks(self.end)

    @property
    def description(self) -> str:
        """Its description, for screen readers."""
        titles = ", ".join(curve.title for curve in self.curves)
        return f"{titles} over the {self.axis.partition(';')[0]}"

    @property
    def statuses(self) -> list[str]:
        return sorted({band.status for band in self.bands}, reverse=True)


def ticks(top: float) -> list[int]:
    """Return round numbers from 0 to `top`, spaced by 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            space = factor * power
            if top / space <= MAX_TICKS:
                return list(range(0, int(top) + 1, space))
        power *= 10


def chart_of(timeline: Timeline) -> Chart:
    """Return the chart of the first two measures. It has no curve if nothing was measured."""
    measured = [(step.minute, step.measures) for step in timeline.steps if step.measures]
    curves: list[Curve] = []
    if measured:
        for measure in timeline.measures[:2]:
            points = [(minute, measure.value(each)) for minute, each in measured]
            curves.append(Curve(measure.name, points))
    bands = [_band(row, timeline.steps) for row in timeline.rows if row.kind in (RED, AMBER)]
    end = max(1, timeline.steps[-1].minute)
    breaks = [row for row in timeline.rows if row.mark]
    if not breaks:
        return Chart(curves, bands, end, "minutes", {})
    marks = {0.0: "1"}
    for row in breaks:
        minute = _minute_of(row, timeline.steps)
        marks[minute] = f"{marks.get(minute, '')} {row.mark}".strip()
    axis = "minutes"
    if any(row.mark != SWAP_MARK for row in breaks):
        axis += PAUSE
    if any(row.mark == SWAP_MARK for row in breaks):
        axis += SWAP
    return Chart(curves, bands, end, axis, marks, "round")


def _band(row: TimelineRow, steps: list[MeasuredStep]) -> Band:
    """Return the minutes of a streak, up to the next step at most."""
    start = row.steps[0].minute
    end = start + row.seconds / 60
    last = min(row.steps[-1].number, len(steps) - 1)
    return Band(start, min(end, steps[last].minute), row.kind)


def _minute_of(row: TimelineRow, steps: list[MeasuredStep]) -> float:
    """Return the minute of the first step after a break, or of the last one."""
    for step in steps:
        if step.moment >= row.start:
            return step.minute
    return steps[-1].minute


def chart_lines(chart: Chart) -> list[Text]:
    """Draw the curves of a chart for a terminal, and below them when it was red or amber."""
    if not chart.curves or len(chart.curves[0].points) == 1:
        return []
    columns_per_minute = min(COLUMNS / chart.end, MAX_COLUMNS_PER_MINUTE)
    width = round(chart.end * columns_per_minute) + 1
    lines: list[Text] = []
    for curve in chart.curves:
        lines += _curve_lines(curve, columns_per_minute, width)
    marks = [" "] * width
    for band in chart.bands:
        start = round(band.start * columns_per_minute)
        end = max(round(band.end * columns_per_minute), start + 1)
        marks[start:end] = STATUS_MARKS[band.status] * (end - start)
    margin = " " * LEFT_MARGIN
    axis = chart.axis.partition(";")[0]
    lines.append(Text(margin + "".join(marks).rstrip(), f"bold {STATUS_STYLES[RED]}"))
    lines.append(Text(f"{margin}0 to {chart.end:.0f} {axis}", "dim"))
    return lines


def _curve_lines(curve: Curve, columns_per_minute: float, width: int) -> list[Text]:
    """Draw a curve on a scale from 0, below its title."""
    first = curve.points[0][1]
    last = curve.points[-1][1]
    lines = [Text(), Text(f"{curve.title}: {first:g} at first, {last:g} now", "bold")]
    eighths = [0] * width  # how high each column is, in eighths of a line
    for minute, value in curve.points:
        column = round(minute * columns_per_minute)
        height = round(value / curve.top * LINES * 8)
        eighths[column:] = [height] * (width - column)
    for line in reversed(range(LINES)):
        blocks = [BLOCKS[min(max(height - line * 8, 0), 8)] for height in eighths]
        label = ""
        if line == LINES - 1:
            label = f"{curve.top:g}"
        if line == 0:
            label = "0"
        drawn = "".join(blocks).rstrip()
        lines.append(Text.assemble(f"{label:>{LEFT_MARGIN - 1}} ", (drawn, "cyan")))
    return lines
