"""The way of a practice as a page for a browser: one file that needs nothing else, readable from the back of a room.

curve: a measure over the minutes, which stays as it is until the next point. band: from when to when it was red.
row: the cells of a green check; or one text, for what happened between them, in red unless it is Amber.
"""

from dataclasses import dataclass
from html import escape
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata import write_whole

MARK = "<!-- made by dojo progress -->"

# A picture of two panels, one above the other, in units of its own.
WIDTH, LEFT, RIGHT = 1200, 90, 110
PANEL, TOP, BETWEEN, BOTTOM = 230, 50, 80, 90
NARROWEST = 6  # band
DOTS = 50  # more of them hide the line
TICKS = 5

DOCUMENT = """<!doctype html>
{mark}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --paper: #fff; --ink: #111; --faint: #ccc; --line: #0b57d0; --red: #b3001b;
  --amber: #8a5a00; --band: #f9c9cf; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #111; --ink: #f2f2f2; --faint: #444; --line: #8ab4ff;
  --red: #ff8a95; --amber: #ffc46b; --band: #5c1a24; }} }}
body {{ margin: 1.5rem auto; padding: 0 1.5rem; max-width: 90rem; background: var(--paper); color: var(--ink);
  font: 1.35rem/1.35 system-ui, sans-serif; }}
h1 {{ font-size: 2.4rem; margin: 0; }}
p {{ margin: 0.3rem 0 1rem; }}
svg {{ display: block; width: 100%; height: auto; }}
svg text {{ fill: var(--ink); font: 24px system-ui, sans-serif; }}
svg .title {{ font-size: 28px; font-weight: bold; }}
svg .now {{ font-size: 34px; font-weight: bold; }}
svg line {{ stroke: var(--faint); stroke-width: 2; }}
svg rect {{ fill: var(--band); }}
svg path {{ fill: none; stroke: var(--line); stroke-width: 5; stroke-linejoin: round; }}
svg circle {{ fill: var(--line); }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ padding: 0.3rem 0.7rem; text-align: right; border-bottom: 1px solid var(--faint); }}
th {{ vertical-align: bottom; }}
td {{ white-space: nowrap; }}
.red td, .amber td {{ text-align: left; color: var(--red); padding-left: 5rem; }}
.amber td {{ color: var(--amber); }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{lead}</p>
{picture}
<div class="wide">
<table>
{table}
</table>
</div>
</body>
</html>
"""


class Amber(str):
    """What is said of checks none of which was red, and none green."""

    __slots__ = ()


@dataclass(frozen=True)
class Curve:
    """A measure: what it is called, and its values by minute."""

    title: str
    points: list[tuple[float, float]]


@dataclass(frozen=True)
class Band:
    """From which minute to which it was red."""

    start: float
    end: float


@dataclass(frozen=True)
class Page:
    """All that a page shows; `axis` says what the minutes are."""

    title: str
    lead: str
    curves: list[Curve]
    bands: list[Band]
    axis: str
    headings: list[str]
    rows: list[list[str] | str]


def write(path: Path, page: Page) -> None:
    """Write a page; WorkspaceError when the file cannot be written, or is there and is not such a page.

    A page that was there stays then.
    """
    try:
        if path.exists() and not (path.is_file() and MARK in path.read_text(encoding="utf-8", errors="replace")):
            message = f"{path} is there, and was not made by `dojo progress`; it stays as it is. Choose another name."
            raise WorkspaceError(message)
        write_whole(path.resolve(), rendered(page).encode())
    except OSError as error:
        message = f"{path} could not be written: {error.strerror or error}."
        raise WorkspaceError(message) from None


def rendered(page: Page) -> str:
    """Return a page as HTML; all its texts are shown as they are, and none is taken for HTML."""
    title, lead = escape(page.title), escape(page.lead)
    return DOCUMENT.format(mark=MARK, title=title, lead=lead, picture=picture(page), table=table(page))


def table(page: Page) -> str:
    """Return the rows of the table, below their headings."""
    lines = [f"<tr>{''.join(f'<th>{escape(heading)}</th>' for heading in page.headings)}</tr>"]
    for row in page.rows:
        if isinstance(row, str):
            colour = "amber" if isinstance(row, Amber) else "red"
            lines.append(f'<tr class="{colour}"><td colspan="{len(page.headings)}">{escape(row)}</td></tr>')
        else:
            lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>")
    return "\n".join(lines)


# The picture.


def picture(page: Page) -> str:
    """Return the curves as SVG, one above the other over the same minutes; nothing when no curve has a point."""
    if not any(curve.points for curve in page.curves):
        return ""
    last = max([minute for curve in page.curves for minute, _ in curve.points] + [band.end for band in page.bands])
    height = TOP + len(page.curves) * (PANEL + BETWEEN) - BETWEEN + BOTTOM
    tops = [TOP + number * (PANEL + BETWEEN) for number in range(len(page.curves))]
    panels = [
        line for curve, top in zip(page.curves, tops, strict=True) for line in panel(curve, page.bands, last, top)
    ]
    shown = escape(", ".join(curve.title for curve in page.curves))
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{shown} over the minutes">'
    return "\n".join([head, *panels, *minutes_axis(page.axis, last, tops[-1] + PANEL), "</svg>"])


def panel(curve: Curve, bands: list[Band], last: float, top: float) -> list[str]:
    """Return a curve with its scale, above the bands."""
    highest = max([value for _, value in curve.points] + [1])
    scale = ticks(highest)
    lines = [f'<text class="title" x="{LEFT}" y="{top - 16}">{escape(curve.title)}</text>']
    for band in bands:
        width = max(across(band.end, last) - across(band.start, last), NARROWEST)
        left = min(across(band.start, last), WIDTH - RIGHT - width)
        lines.append(f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{PANEL}"/>')
    for value in scale:
        height = top + down(value, highest)
        lines.append(f'<line x1="{LEFT}" y1="{height:.1f}" x2="{WIDTH - RIGHT}" y2="{height:.1f}"/>')
        lines.append(f'<text x="{LEFT - 14}" y="{height + 8:.1f}" text-anchor="end">{value}</text>')
    return lines + drawn(curve, last, highest, top)


def drawn(curve: Curve, last: float, highest: float, top: float) -> list[str]:
    """Return a curve as steps, a dot for each of its points, and its last value."""
    if not curve.points:
        return []
    places = [(across(minute, last), top + down(value, highest)) for minute, value in curve.points]
    x, y = places[0]
    path = f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in places[1:]) + f"H{across(last, last):.1f}"
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7"/>' for x, y in places if len(places) <= DOTS]
    now = f'<text class="now" x="{WIDTH - RIGHT + 14}" y="{places[-1][1] + 12:.1f}">{curve.points[-1][1]:g}</text>'
    return [f'<path d="{path}"/>', *dots, now]


def minutes_axis(title: str, last: float, bottom: float) -> list[str]:
    """Return the numbers below the lower panel, and what they count."""
    lines = []
    for value in ticks(max(last, 1)):
        x = across(value, last)
        lines.append(f'<text x="{x:.1f}" y="{bottom + 34}" text-anchor="middle">{value}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    return [*lines, f'<text x="{middle:.0f}" y="{bottom + 72}" text-anchor="middle">{escape(title)}</text>']


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
