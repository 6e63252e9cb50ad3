"""The timeline as a page for a browser: it has no script, and a click on a step opens what changed in it.

Its chart shows what was measured over the minutes, when it was red or amber, and for whom.
pause: PAUSE_MINUTES or more between a check and the next, which count as that; nobody was at work.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from itertools import pairwise

from dojo.kata.workspace import LEVELS
from dojo.pages import render
from dojo.progress.differences import FileChange
from dojo.progress.metrics import Measure
from dojo.progress.picture import Band, Chart, Curve, Marks, chart_of
from dojo.progress.steps import Step
from dojo.progress.timeline import DATE_AND_TIME, PAUSE, PAUSE_SECONDS, SWAP, TIME, Timeline, seconds_between

UNNAMED = "The timeline so far"
PAUSE_MINUTES = PAUSE_SECONDS / 60
CURVES = 2
SWAPPED = "⇄"


def page_of(lead: str, timeline: Timeline, diffs: Mapping[int, list[FileChange]], name: str = "") -> str:
    """Return the timeline as HTML, `lead` below its title, and what changed in each step, by its number.

    `name`: who practises, where that is known. No file is changed where none changed, and there is nothing where that
    cannot be had.
    """
    days = {step.start.date() for step in timeline.steps}
    return render(
        "progress.html",
        title=f"{name or UNNAMED}: {level_of(timeline)}",
        name=name or UNNAMED,
        lead=lead,
        chart=timeline_chart(timeline),
        timeline=timeline,
        clock=DATE_AND_TIME if len(days) > 1 else TIME,
        has_scores=any(step.percent for step in timeline.steps),
        diffs=diffs,
    )


def level_of(timeline: Timeline) -> str:
    """Return what was practised last."""
    level = timeline.steps[-1].entry.level
    is_blind = any(step.entry.blind for step in timeline.steps)  # a single check may go by the golden master
    return f"level {level}, {LEVELS[level].title}{', blind' if is_blind else ''}"


def timeline_chart(timeline: Timeline) -> Chart | None:
    """Return the chart of the first measures; none where nothing was measured."""
    steps = timeline.steps
    minutes = minutes_at_work(steps)
    marks = [*rounds_in(timeline, minutes), *swaps_in(timeline, minutes)]
    named = Marks("round", titled(marks)) if len(marks) > 1 else None
    curves = curves_of(steps, minutes, timeline.measures[:CURVES])
    return chart_of(curves, bands(steps, minutes), axis(timeline), named)


def titled(marks: Iterable[tuple[float, object]]) -> list[tuple[float, str]]:
    """Return one title for each minute, of all the marks that it has, so that none covers another."""
    titles: dict[float, list[str]] = {}
    for minute, title in marks:
        titles.setdefault(minute, []).append(f"{title}")
    return [(minute, " ".join(of_minute)) for minute, of_minute in titles.items()]


def curves_of(steps: list[Step], minutes: list[float], measures: list[Measure]) -> list[Curve]:
    """Return what was measured over the minutes, where it is known."""
    known = [(minute, step.measures) for minute, step in zip(minutes, steps, strict=True) if step.measures]
    curves: list[Curve] = []
    for measure in measures:
        points = [(minute, round(measure.value(found), measure.digits)) for minute, found in known]
        curves.append(Curve(measure.name, points))
    return curves


def minutes_at_work(steps: list[Step]) -> list[float]:
    """Return for each check the minutes since the first, no pause counted longer than it may be."""
    minutes = [0.0]
    for before, after in pairwise(steps):
        gap = seconds_between(before.start, after.start) / 60
        minutes.append(minutes[-1] + min(gap, PAUSE_MINUTES))
    return minutes


def axis(timeline: Timeline) -> str:
    """Return what the minutes are called, and what the marks on them mean."""
    kinds = {row.kind for row in timeline.rows}
    words = ["minutes"]
    if PAUSE in kinds:
        words.append(f"a pause counts as {PAUSE_MINUTES:g}")
    if SWAP in kinds:
        words.append(f"{SWAPPED} a swap")
    return "; ".join(words)


def rounds_in(timeline: Timeline, minutes: list[float]) -> list[tuple[float, int]]:
    """Return when each round began, and its number."""
    begins: dict[int, float] = {}
    for minute, number in zip(minutes, timeline.rounds, strict=True):
        begins.setdefault(number, minute)
    return [(minute, number) for number, minute in begins.items()]


def swaps_in(timeline: Timeline, minutes: list[float]) -> list[tuple[float, str]]:
    """Return when partners swapped, and the sign of it: with the first check after that, or at the end."""
    starts = [step.start for step in timeline.steps]
    found: list[tuple[float, str]] = []
    for row in timeline.rows:
        if row.kind == SWAP:
            after = bisect_left(starts, row.start)
            minute = minutes[after] if after < len(minutes) else minutes[-1]
            found.append((minute, SWAPPED))
    return found


def bands(steps: list[Step], minutes: list[float]) -> list[Band]:
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
