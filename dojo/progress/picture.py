"""Curves over minutes, or over steps, as a picture for a page: a panel for each, one above the other.

plot: what is drawn of a curve, in SVG, 1,000 units wide and 100 high, which is stretched as the page likes; letters and
bands stand around and behind it in HTML, so that they keep their size and their shape. place: how far from the left,
in percent. What colours and letters look like stands in page.css, for all pages that have a picture.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from dojo.practice import RED

STYLE = Path(__file__).with_name("page.css")
WIDTH, HEIGHT = 1000, 100
DOTS = 50  # more of them hide the line
TICKS = 5


class Curve(NamedTuple):
    """A measure: what it is called, and its values by minute, each of which stays until the next."""

    title: str
    points: list[tuple[float, float]]


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
    if marks:
        lines += _row("marks", marks.titles, last, marks.name)
    for curve in curves:
        lines += panel(curve, bands, last, [minute for minute, _ in marks.titles] if marks else [])
    lines += _row("minutes", [(minute, minute) for minute in ticks(max(last, 1))], last)
    return "\n".join([*lines, f'<p class="axis">{escape(axis)}{_key(bands)}</p>', "</div>"])


def panel(curve: Curve, bands: list[Band], last: float, begins: Sequence[float]) -> list[str]:
    """Return a curve with its title and its scale, before the bands and the lines where something begins."""
    highest = max([1, *(value for _, value in curve.points)])
    now = curve.points[-1][1]
    scale = [_letters("scale", "bottom", 100 * value / highest, value) for value in ticks(highest)]
    grid = "".join(f"M0 {down(value, highest):.1f}H{WIDTH}" for value in ticks(highest))
    marks = "".join(f"M{across(minute, last):.1f} 0V{HEIGHT}" for minute in begins)
    return [
        f'<p class="title">{escape(curve.title)}</p>',
        '<div class="plot">',
        *(_band(band, last) for band in bands),
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none">',
        f'<path class="grid" d="{grid}"/>',
        *([f'<path class="mark" d="{marks}"/>'] if marks else []),
        *drawn(curve, last, highest),
        "</svg>",
        *scale,
        _letters("now", "bottom", 100 * now / highest, f"{now:g}"),
        "</div>",
    ]


def drawn(curve: Curve, last: float, highest: float) -> list[str]:
    """Return a curve as steps, and a dot for each of its points, which is a line of no length."""
    places = [(across(minute, last), down(value, highest)) for minute, value in curve.points]
    (left, first), *others = places
    steps = "".join(f"H{x:.1f}V{y:.1f}" for x, y in others)
    dots = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in places if len(places) <= DOTS)
    line = f'<path class="curve" d="M{left:.1f} {first:.1f}{steps}H{across(last, last):.1f}"/>'
    return [line, *([f'<path class="dots" d="{dots}"/>'] if dots else [])]


def _band(band: Band, last: float) -> str:
    """Return a band with its status in letters, which are shown where they have room."""
    left, right = from_left(band.start, last), from_left(band.end, last)
    style = f"left: {left:.2f}%; width: {right - left:.2f}%"
    return f'<div class="band {band.status}" style="{style}"><span>{band.status}</span></div>'


def _key(bands: list[Band]) -> str:
    """Return what each kind of band means."""
    kinds = sorted({band.status for band in bands}, reverse=True)
    keys = "".join(f'<span class="key"><span class="band {kind}"></span> {kind}</span> ' for kind in kinds)
    return f' <span class="keys">{keys.rstrip()}</span>' if keys else ""


def _row(kind: str, titles: Sequence[tuple[float, object]], last: float, name: str = "") -> list[str]:
    """Return titles in a row, each at its minute; what they are called stands in the margin."""
    called = [f"<b>{escape(name)}</b>"] if name else []
    letters = [_letters("", "left", from_left(minute, last), title) for minute, title in titles]
    return [f'<div class="{kind}">', *called, *letters, "</div>"]


def _letters(kind: str, side: str, at: float, words: object) -> str:
    """Return a text at a place in percent, from the left or from the bottom."""
    named = f' class="{kind}"' if kind else ""
    return f'<span{named} style="{side}: {at:.2f}%">{escape(str(words))}</span>'


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
