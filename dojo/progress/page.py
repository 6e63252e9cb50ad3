"""The timeline as a page for a browser: one file that needs nothing else, for a projector, a phone and paper.

The page has no script, and forbids all: whatever stands in a story, nothing of it can run. A click on a step opens what
changed in it; browsers do that by themselves.
pause: PAUSE_MINUTES or more between a check and the next, which count as that; nobody was at work.
"""

from collections.abc import Mapping
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from pathlib import Path
from string import Template

from dojo.progress.drawn_diff import shown
from dojo.progress.figures import table
from dojo.progress.metrics import Measure, worth_showing
from dojo.progress.picture import STYLE, Band, Curve, Marks, picture
from dojo.progress.step_list import listed
from dojo.progress.timeline import PAUSE_SECONDS, Step, Timeline, rounds_of, seconds_between

TEMPLATE = Path(__file__).with_name("page.html")
TITLE = "The timeline so far"
PAUSE_MINUTES = PAUSE_SECONDS / 60
CURVES = 2


def page_of(lead: str, timeline: Timeline, diffs: Mapping[int, str], title: str = TITLE) -> str:
    """Return the timeline as HTML, `lead` below its title, and what changed in each step, a diff by its number.

    A diff is empty where no file changed, and is not there where files are lost. No text is taken for HTML.
    """
    steps = timeline.steps
    minutes = minutes_at_work(steps)
    measures = worth_showing([step.measures for step in steps if step.measures])
    rounds = rounds_in(steps, minutes)
    axis = f"minutes; a pause counts as {PAUSE_MINUTES:g}" if rounds else "minutes"
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        style=STYLE.read_text(encoding="utf-8"),
        title=shown(title),
        lead=shown(lead),
        chart=picture(curves_of(steps, minutes, measures[:CURVES]), bands(steps, minutes), axis, rounds),
        table=table(timeline, measures),
        steps=listed(timeline, measures, diffs),
    )


def curves_of(steps: list[Step], minutes: list[float], measures: list[Measure]) -> list[Curve]:
    """Return what was measured over the minutes, where it is known."""
    known = [(minute, step.measures) for minute, step in zip(minutes, steps, strict=True) if step.measures]
    return [
        Curve(each.name, [(minute, round(each.value(found), each.digits)) for minute, found in known])
        for each in measures
    ]


def minutes_at_work(steps: list[Step]) -> list[float]:
    """Return for each check the minutes since the first, no pause counted longer than it may be."""
    return list(accumulate((min(gap, PAUSE_MINUTES) for gap in gaps(steps)), initial=0.0))


def gaps(steps: list[Step]) -> list[float]:
    """Return the minutes between each check and the next."""
    return [seconds_between(before.start, after.start) / 60 for before, after in pairwise(steps)]


def rounds_in(steps: list[Step], minutes: list[float]) -> Marks | None:
    """Return when each round began; nothing when there is one."""
    placed = zip(minutes, rounds_of(steps), strict=True)
    begun = [next(of_round) for _, of_round in groupby(placed, itemgetter(1))]
    return Marks("round", begun) if len(begun) > 1 else None


def bands(steps: list[Step], minutes: list[float]) -> list[Band]:
    """Return from when to when it was red, or amber: from a check to the next of another status, a revert, a pause."""
    found: list[Band] = []
    for step, start, after in zip(steps, minutes, [*minutes[1:], minutes[-1]], strict=True):
        if step.entry.green:
            continue
        band = Band(start, _end(step, start, after), step.entry.status)
        if found and (found[-1].end, found[-1].status) == (start, band.status):
            band = band._replace(start=found.pop().start)
        found.append(band)
    return found


def _end(step: Step, start: float, after: float) -> float:
    """Return until when a check said how things stood: until the next, or a revert; not in a pause."""
    if step.reverted is not None:
        return start + min(seconds_between(step.start, step.reverted) / 60, PAUSE_MINUTES)
    return after if after - start < PAUSE_MINUTES else start
