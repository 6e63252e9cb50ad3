"""Curves over minutes, or over steps, as a picture for a page: a panel for each, one above the other.

plot: what is drawn of a curve, in SVG, 1,000 units wide and 100 high, which is stretched as the page likes; letters and
bands stand around and behind it in HTML, so that they keep their size and their shape. place: how far from the left,
in percent. What colours and letters look like stands in chart.css.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from dojo.practice import RED

WIDTH, HEIGHT = 1000, 100
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


def picture(curves: list[Curve], bands: list[Band], axis: str, marks: Marks | None = None) -> str:
    """Return the curves as HTML, over the same minutes, which `axis` names; nothing when no curve has a point."""
    minutes = [minute for curve in curves for minute, _ in curve.points]
    if not minutes:
        return ""
    last = max(minutes + [band.end for band in bands])
    shown = escape(", ".join(curve.title for curve in curves))
    over = escape(axis.partition(";")[0])
    lines = [f'<div class="chart" role="img" aria-label="{shown} over the {over}">']
    begins: list[float] = []
    if marks:
        lines += _row("marks", marks.titles, last, marks.name)
        begins = [minute for minute, _ in marks.titles]
    for curve in curves:
        lines += panel(curve, bands, last, begins)
    minutes_to_name = ticks(max(last, 1))
    lines += _row("minutes", [(minute, minute) for minute in minutes_to_name], last)
    lines.append(f'<p class="axis">{escape(axis)}{_key(bands)}</p>')
    lines.append("</div>")
    return "\n".join(lines)


def panel(curve: Curve, bands: list[Band], last: float, begins: Sequence[float]) -> list[str]:
    """Return a curve with its title and its scale, before the bands and the lines where something begins."""
    values = [value for _, value in curve.points]
    highest = max(1, *values)
    now = values[-1]
    lines = [f'<p class="title">{escape(curve.title)}</p>', '<div class="plot">']
    lines += [_band(band, last) for band in bands]
    lines += _plot(curve, last, highest, begins)
    for value in ticks(highest):
        height = 100 * value / highest
        lines.append(_letters("scale", "bottom", height, value))
    height = 100 * now / highest
    lines.append(_letters("now", "bottom", height, f"{now:g}"))
    lines.append("</div>")
    return lines


def _plot(curve: Curve, last: float, highest: float, begins: Sequence[float]) -> list[str]:
    lines = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none">']
    heights = [down(value, highest) for value in ticks(highest)]
    grid = "".join(f"M0 {height:.1f}H{WIDTH}" for height in heights)
    lines.append(f'<path class="grid" d="{grid}"/>')
    places = [across(minute, last) for minute in begins]
    marks = "".join(f"M{place:.1f} 0V{HEIGHT}" for place in places)
    if begins:
        lines.append(f'<path class="mark" d="{marks}"/>')
    lines += drawn(curve, last, highest)
    lines.append("</svg>")
    return lines


def drawn(curve: Curve, last: float, highest: float) -> list[str]:
    """Return a curve as steps, and a dot for each of its points, which is a line of no length."""
    places = [(across(minute, last), down(value, highest)) for minute, value in curve.points]
    (left, first), *others = places
    steps = "".join(f"H{x:.1f}V{y:.1f}" for x, y in others)
    end = across(last, last)
    line = f'<path class="curve" d="M{left:.1f} {first:.1f}{steps}H{end:.1f}"/>'
    if len(places) > DOTS:
        return [line]
    dots = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in places)
    return [line, f'<path class="dots" d="{dots}"/>']


def _band(band: Band, last: float) -> str:
    """Return a band with its status in letters, which are shown where they have room."""
    left = from_left(band.start, last)
    width = from_left(band.end, last) - left
    style = f"left: {left:.2f}%; width: {width:.2f}%"
    return f'<div class="band {band.status}" style="{style}"><span>{band.status}</span></div>'


def _key(bands: list[Band]) -> str:
    """Return what each kind of band means."""
    if not bands:
        return ""
    kinds = sorted({band.status for band in bands}, reverse=True)
    keys = " ".join(f'<span class="key"><span class="band {kind}"></span> {kind}</span>' for kind in kinds)
    return f' <span class="keys">{keys}</span>'


def _row(kind: str, titles: Sequence[tuple[float, object]], last: float, name: str = "") -> list[str]:
    """Return titles in a row, each at its minute; what they are called stands in the margin."""
    lines = [f'<div class="{kind}">']
    if name:
        lines.append(f"<b>{escape(name)}</b>")
    for minute, title in titles:
        left = from_left(minute, last)
        lines.append(_letters("", "left", left, title))
    lines.append("</div>")
    return lines


def _letters(kind: str, side: str, at: float, words: object) -> str:
    """Return a text at a place in percent, from the left or from the bottom."""
    named = f' class="{kind}"' if kind else ""
    text = escape(str(words))
    return f'<span{named} style="{side}: {at:.2f}%">{text}</span>'


def from_left(minute: float, last: float) -> float:
    """Return where a minute is, in percent from the left."""
    return 100 * minute / max(last, 1)


def across(minute: float, last: float) -> float:
    """Return where a minute is in a plot, from the left."""
    return WIDTH * from_left(minute, last) / 100


def down(value: float, highest: float) -> float:
    """Return where a value is in a plot, from the top."""
    return HEIGHT * (1 - value / highest)


def ticks(top: float) -> list[int]:
    """Return a few round numbers from 0 up to `top`, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    spaces = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    space = next(space for space in spaces if top / space <= TICKS)
    return list(range(0, int(top) + 1, space))
