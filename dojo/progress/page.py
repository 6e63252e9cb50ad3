"""The timeline as a page for a browser: one file that needs nothing else, readable from the back of a room.

pause: a gap between a check and the next that is longer than PAUSE_MINUTES, and counts as that; nobody was at work.
"""

from collections.abc import Iterable
from html import escape
from itertools import accumulate, pairwise
from pathlib import Path
from string import Template

from dojo.practice import RED
from dojo.progress.picture import Band, Curve, picture
from dojo.progress.timeline import DATE_AND_TIME, TIME, Step, Streak, Timeline, runs_of, seconds_between

TEMPLATE = Path(__file__).with_name("page.html")
PAUSE_MINUTES = 30


def page_of(lead: str, timeline: Timeline) -> str:
    """Return the timeline as HTML, with `lead` below its title; no text of it is taken for HTML."""
    steps, headings = timeline.steps, timeline.columns
    minutes = minutes_at_work(steps)
    paused = any(gap > PAUSE_MINUTES for gap in gaps(steps))
    axis = f"minutes; shaded while red{f'; a pause counts as {PAUSE_MINUTES} minutes at most' if paused else ''}"
    clock = DATE_AND_TIME if steps[-1].start.date() != steps[0].start.date() else TIME
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        lead=escape(lead),
        picture=picture(curves_of(steps, minutes), red_bands(steps, minutes), axis),
        headings=_cells("th", headings),
        rows="\n".join(
            f"<tr>{_cells('td', timeline.cells(row, clock))}</tr>"
            if isinstance(row, Step)
            else f'<tr class="{row.status if isinstance(row, Streak) else row.what}">'
            f'<td colspan="{len(headings)}">{escape(str(row))}</td></tr>'
            for row in timeline.rows
        ),
    )


def curves_of(steps: list[Step], minutes: list[float]) -> list[Curve]:
    """Return what was measured over the minutes, where it is known."""
    known = [(minute, step.measures) for minute, step in zip(minutes, steps, strict=True) if step.measures]
    return [
        Curve("worst complexity", [(minute, measures.worst_complexity) for minute, measures in known]),
        Curve("lines", [(minute, measures.lines) for minute, measures in known]),
    ]


def minutes_at_work(steps: list[Step]) -> list[float]:
    """Return for each check the minutes since the first, no pause counted longer than it may be."""
    return list(accumulate((min(gap, PAUSE_MINUTES) for gap in gaps(steps)), initial=0.0))


def gaps(steps: list[Step]) -> list[float]:
    """Return the minutes between each check and the next."""
    return [seconds_between(before.start, after.start) / 60 for before, after in pairwise(steps)]


def red_bands(steps: list[Step], minutes: list[float]) -> list[Band]:
    """Return from when to when it was red: from a red check to the next green one, or to a revert."""
    bands = []
    places = pairwise([*minutes, *minutes[-1:]])
    for run in runs_of(steps):
        placed = list(zip(run, places, strict=False))
        red = [minute for step, (minute, _) in placed if step.entry.status == RED]
        if red:
            last, (minute, end) = placed[-1]
            if last.reverted is not None:
                end = minute + min(seconds_between(last.start, last.reverted) / 60, PAUSE_MINUTES)
            bands.append(Band(red[0], end))
    return bands


def _cells(kind: str, texts: Iterable[str]) -> str:
    return "".join(f"<{kind}>{escape(text)}</{kind}>" for text in texts)
