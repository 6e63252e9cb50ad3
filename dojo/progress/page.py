"""The timeline as a page for a browser, and the chart that this page and others have.

The page has no script; a click on a step opens what changed in it. Its chart shows what was measured over the minutes,
when it was red or amber, and for whom. A pause counts as PAUSE_MINUTES: nobody was at work.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from dojo.kata.workspace import ALL_LEVELS
from dojo.pages import render
from dojo.practice.model import RED
from dojo.progress.differences import FileChange
from dojo.progress.steps import PAUSE_SECONDS, Step
from dojo.progress.timeline import DATE_AND_TIME, PAUSE, SWAP, TIME, Timeline, seconds_between

PAUSE_MINUTES = PAUSE_SECONDS / 60
CURVES = 2
SWAPPED = "⇄"
TICKS = 5

Point = tuple[float, float]


class Curve(NamedTuple):
    """A measure: what it is called, and its values by minute or by step, each of which stays until the next."""

    title: str
    points: Sequence[Point]

    @property
    def top(self) -> float:
        """Return the end of its scale."""
        return max(1, *(value for _, value in self.points))

    @property
    def ticks(self) -> list[int]:
        """Return what is marked on its scale."""
        return ticks(self.top)


class Band(NamedTuple):
    """From which minute to which it was red, or amber."""

    start: float
    end: float
    status: str = RED


class Chart(NamedTuple):
    """Curves, each before the same bands; above them what begins at some minutes, by what it is called; the axis."""

    curves: list[Curve]
    bands: list[Band]
    axis: str
    marks: dict[float, str]
    marks_name: str = ""

    @property
    def end(self) -> float:
        """Return the last minute of which anything is known."""
        minutes = [minute for curve in self.curves for minute, _ in curve.points]
        return max([0, *minutes, *(band.end for band in self.bands)])

    @property
    def last(self) -> float:
        """Return the last minute of its scale, which has one at least."""
        return max(1, self.end)

    @property
    def ticks(self) -> list[int]:
        """Return which minutes are marked."""
        return ticks(self.last)


def ticks(top: float) -> list[int]:
    """Return a few round numbers from 0 up to `top`, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    spaces = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    space = next(space for space in spaces if top / space <= TICKS)
    return list(range(0, int(top) + 1, space))


def page_of(lead: str, timeline: Timeline, diffs: Mapping[int, list[FileChange]], name: str = "") -> str:
    """Return the timeline as HTML, `lead` below its title, and what changed in each step, by its number.

    `name`: who practises, where that is known.
    """
    days = {step.start.date() for step in timeline.steps}
    return render(
        "progress.html",
        name=name or "The timeline so far",
        level=ALL_LEVELS[timeline.steps[-1].entry.level],
        # A single check may go by the golden master; of somebody's own code, there is none.
        is_blind=any(step.entry.blind and step.entry.level for step in timeline.steps),
        lead=lead,
        chart=chart_of(timeline),
        timeline=timeline,
        clock=DATE_AND_TIME if len(days) > 1 else TIME,
        has_scores=any(step.percent for step in timeline.steps),
        diffs=diffs,
    )


def chart_of(timeline: Timeline) -> Chart:
    """Return the chart of the first measures, which has no curve where nothing was measured."""
    steps = timeline.steps
    minutes = minutes_at_work(steps)
    known = [(minute, step.measures) for minute, step in zip(minutes, steps, strict=True) if step.measures]
    curves: list[Curve] = []
    for measure in timeline.measures[:CURVES]:
        points = [(minute, round(measure.value(found), measure.digits)) for minute, found in known]
        curves.append(Curve(measure.name, points))
    kinds = {row.kind for row in timeline.rows}
    pause = f"; a pause counts as {PAUSE_MINUTES:g}" if PAUSE in kinds else ""
    swap = f"; {SWAPPED} a swap" if SWAP in kinds else ""
    marks = marks_of(timeline, minutes)
    return Chart(curves if known else [], bands_of(steps, minutes), f"minutes{pause}{swap}", marks, "round")


def minutes_at_work(steps: list[Step]) -> list[float]:
    """Return for each check the minutes since the first, no pause counted longer than it may be."""
    minutes = [0.0]
    for before, after in pairwise(steps):
        gap = seconds_between(before.start, after.start) / 60
        minutes.append(round(minutes[-1] + min(gap, PAUSE_MINUTES), 2))
    return minutes


def marks_of(timeline: Timeline, minutes: list[float]) -> dict[float, str]:
    """Return where each round begins, by its number, and where partners swap: at the first check after that, if any.

    There are none where there is one round, and nobody swapped.
    """
    starts = [step.start for step in timeline.steps]
    marks = {0.0: "1"}
    for row in timeline.rows:
        if row.kind in {SWAP, PAUSE}:
            place = min(bisect_left(starts, row.start), len(starts) - 1)
            sign = SWAPPED if row.kind == SWAP else str(timeline.steps[place].round)
            before = marks.get(minutes[place])
            marks[minutes[place]] = f"{before} {sign}" if before else sign
    return marks if len(marks) > 1 else {}


def bands_of(steps: list[Step], minutes: list[float]) -> list[Band]:
    """Return from when to when it was red, or amber: from a check to the next of another status, a revert, a pause."""
    found: list[Band] = []
    afters = [*minutes[1:], minutes[-1]]
    for step, start, after in zip(steps, minutes, afters, strict=True):
        if step.entry.green:
            continue
        status = step.entry.status
        band = Band(start, _end(step, start, after), status)
        if found and found[-1].end == start and found[-1].status == status:
            band = band._replace(start=found.pop().start)
        found.append(band)
    return found


def _end(step: Step, start: float, after: float) -> float:
    """Return until when a check said how things stood: until the next, or a revert; not in a pause."""
    if step.reverted is not None:
        until_revert = seconds_between(step.start, step.reverted) / 60
        return start + min(until_revert, PAUSE_MINUTES)
    return after if after - start < PAUSE_MINUTES else start
