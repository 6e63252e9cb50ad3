"""Curves over minutes, or over steps, as a chart: its places are in percent, from the left and from the bottom."""

from collections.abc import Sequence
from typing import NamedTuple

from dojo.practice.model import RED

DOTS = 50  # more of them hide the line
TICKS = 5


class Curve(NamedTuple):
    """A measure: what it is called, and its values by minute, each of which stays until the next."""

    title: str
    points: Sequence[tuple[float, float]]


class Band(NamedTuple):
    """From which minute to which it was red, or amber."""

    start: float
    end: float
    status: str = RED


class Marks(NamedTuple):
    """What begins at some minutes: what all of it is called, and the minute and the short title of each."""

    name: str
    titles: Sequence[tuple[float, object]]


class Label(NamedTuple):
    """A text, and its place."""

    at: float
    text: object


class Area(NamedTuple):
    """Where a band is, and how wide."""

    left: float
    width: float
    status: str


class Panel(NamedTuple):
    """A curve: where it goes, from point to point, which of them have a dot, and the labels of its scale."""

    title: str
    line: list[tuple[float, float]]
    dots: list[tuple[float, float]]
    scale: list[Label]
    now: Label


class Chart(NamedTuple):
    """A panel for each curve, before the same bands; above them the marks, below them the minutes."""

    panels: list[Panel]
    areas: list[Area]
    marks_name: str
    marks: list[Label]
    minutes: list[Label]
    axis: str

    @property
    def label(self) -> str:
        """Say what it shows, for those who do not see it."""
        titles = ", ".join(panel.title for panel in self.panels)
        return f"{titles} over the {self.axis.partition(';')[0]}"

    @property
    def statuses(self) -> list[str]:
        """Return which kinds of bands there are."""
        return sorted({area.status for area in self.areas}, reverse=True)


def chart_of(curves: list[Curve], bands: list[Band], axis: str, marks: Marks | None = None) -> Chart | None:
    """Return the chart of curves over the same minutes, which `axis` names; none when no curve has a point."""
    minutes = [minute for curve in curves for minute, _ in curve.points]
    if not minutes:
        return None
    last = max(minutes + [band.end for band in bands])
    areas: list[Area] = []
    for band in bands:
        left, right = percent(band.start, last), percent(band.end, last)
        areas.append(Area(left, round(right - left, 2), band.status))
    return Chart(
        [_panel(curve, last) for curve in curves],
        areas,
        marks.name if marks else "",
        [Label(percent(minute, last), title) for minute, title in marks.titles] if marks else [],
        [Label(percent(minute, last), minute) for minute in ticks(max(last, 1))],
        axis,
    )


def _panel(curve: Curve, last: float) -> Panel:
    highest = max(1, *(value for _, value in curve.points))
    dots = [(percent(minute, last), percent(value, highest)) for minute, value in curve.points]
    now = dots[-1][1]
    return Panel(
        curve.title,
        line=[*dots, (percent(last, last), now)],
        dots=dots if len(dots) <= DOTS else [],
        scale=[Label(percent(value, highest), value) for value in ticks(highest)],
        now=Label(now, f"{curve.points[-1][1]:g}"),
    )


def percent(value: float, whole: float) -> float:
    """Return where a value is between nothing and the whole, which is 1 at least."""
    return round(100 * value / max(whole, 1), 2)


def ticks(top: float) -> list[int]:
    """Return a few round numbers from 0 up to `top`, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    spaces = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    space = next(space for space in spaces if top / space <= TICKS)
    return list(range(0, int(top) + 1, space))
