"""Curves over minutes, or over steps, as a picture, in SVG: a panel for each, one above the other.

Lengths are in units of the picture's own; what colours and letters look like stands in the page's template.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, LEFT, RIGHT = 1200, 90, 110
PANEL, TOP, BETWEEN, BOTTOM = 230, 50, 80, 105
ABOVE = 60  # all panels, for the titles of marks
NARROWEST = 6  # band
DOTS = 50  # more of them hide the line
TICKS = 5


class Curve(NamedTuple):
    """A measure: what it is called, and its values by minute, each of which stays until the next."""

    title: str
    points: list[tuple[float, float]]


class Band(NamedTuple):
    """From which minute to which it was red."""

    start: float
    end: float


class Mark(NamedTuple):
    """A minute at which something begins, and its title."""

    minute: float
    title: str


def picture(curves: list[Curve], bands: list[Band], axis: str, marks: Sequence[Mark] = ()) -> str:
    """Return the curves as SVG, over the same minutes, which `axis` names; nothing when no curve has a point."""
    minutes = [minute for curve in curves for minute, _ in curve.points]
    if not minutes:
        return ""
    last = max(minutes + [band.end for band in bands])
    top = TOP + (ABOVE if marks else 0)
    tops = [top + number * (PANEL + BETWEEN) for number in range(len(curves))]
    panels = [line for curve, top in zip(curves, tops, strict=True) for line in panel(curve, bands, last, top)]
    bottom = tops[-1] + PANEL
    shown = escape(", ".join(curve.title for curve in curves))
    over = escape(axis.partition(";")[0])
    head = f'<svg viewBox="0 0 {WIDTH} {bottom + BOTTOM}" role="img" aria-label="{shown} over the {over}">'
    begins = [line for mark in marks for line in marked(mark, across(mark.minute, last), bottom)]
    numbers = [label("minutes", across(minute, last), bottom + 46, minute) for minute in ticks(max(last, 1))]
    below = label("minutes", (LEFT + WIDTH - RIGHT) / 2, bottom + 90, axis)
    return "\n".join([head, *begins, *panels, *numbers, below, "</svg>"])


def marked(mark: Mark, x: float, bottom: float) -> list[str]:
    """Return a line across all panels, and its title above them."""
    line = f'<line class="mark" x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{bottom}"/>'
    return [line, label("mark", x + 10, TOP - 14, mark.title)]


def panel(curve: Curve, bands: list[Band], last: float, top: float) -> list[str]:
    """Return a curve with its scale, above the bands."""
    highest = max([1, *(value for _, value in curve.points)])
    lines = [label("title", LEFT, top - 16, curve.title)]
    for band in bands:
        width = max(across(band.end, last) - across(band.start, last), NARROWEST)
        left = min(across(band.start, last), WIDTH - RIGHT - width)
        lines.append(f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{PANEL}"/>')
    for value in ticks(highest):
        y = top + down(value, highest)
        lines.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        lines.append(label("scale", LEFT - 14, y + 8, value))
    return lines + drawn(curve, last, highest, top)


def drawn(curve: Curve, last: float, highest: float, top: float) -> list[str]:
    """Return a curve as steps, a dot for each of its points, and its last value."""
    places = [(across(minute, last), top + down(value, highest)) for minute, value in curve.points]
    (left, first), *others = places
    steps = "".join(f"H{x:.1f}V{y:.1f}" for x, y in others)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7"/>' for x, y in places if len(places) <= DOTS]
    now = label("now", WIDTH - RIGHT + 14, places[-1][1] + 12, f"{curve.points[-1][1]:g}")
    return [f'<path d="M{left:.1f} {first:.1f}{steps}H{across(last, last):.1f}"/>', *dots, now]


def label(kind: str, x: float, y: float, words: object) -> str:
    """Return a text at a place."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(str(words))}</text>'


def across(minute: float, last: float) -> float:
    """Return where a minute is, from the left."""
    return LEFT + (WIDTH - LEFT - RIGHT) * minute / max(last, 1)


def down(value: float, highest: float) -> float:
    """Return where a value is, from the top of its panel."""
    return PANEL * (1 - value / highest)


def ticks(top: float) -> list[int]:
    """Return a few round numbers from 0 up to `top`, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    spaces = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    space = next(space for space in spaces if top / space <= TICKS)
    return list(range(0, int(top) + 1, space))
