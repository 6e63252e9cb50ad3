"""The way as a page: what was measured over the minutes, when it was red, and all rows.

minutes: how long somebody was at work since the first check. gap: the minutes between a check and the next.
pause: a gap that is longer than PAUSE, and counts as PAUSE; nobody was at work.
"""

from itertools import accumulate, dropwhile, pairwise

from dojo.practice import RED, Entry
from dojo.progress.page import Amber, Band, Curve, Page
from dojo.progress.timeline import (
    DATE_AND_TIME,
    HEADINGS_IN_FULL,
    TIME,
    Step,
    Streak,
    Way,
    cells,
    is_scored,
    measured,
    runs_of,
    seconds_between,
)

PAUSE = 30  # minutes without a check: nobody was at work


def page_of(lead: str, steps: list[Step], way: Way) -> Page:
    """Return the way as a page, with `lead` below its title."""
    entries = [step.entry for step in steps]
    start, minutes = entries[0].moment, minutes_at_work(entries)
    clock = DATE_AND_TIME if entries[-1].moment.date() != start.date() else TIME
    paused = any(gap > PAUSE for gap in gaps(entries))
    columns = slice(None if is_scored(way) else -1)
    return Page(
        title="The way so far",
        lead=lead,
        curves=[curve("worst complexity", "worst", steps, minutes), curve("lines", "lines", steps, minutes)],
        bands=red_bands(steps, minutes),
        axis=f"minutes; shaded while red{f'; a pause counts as {PAUSE} minutes at most' if paused else ''}",
        headings=list(HEADINGS_IN_FULL[columns]),
        rows=[said(each) if isinstance(each, Streak) else cells(each, start, clock)[columns] for each in way],
    )


def said(streak: Streak) -> str:
    """Return what is said of a streak, in its status."""
    return str(streak) if streak.red else Amber(streak)


def curve(title: str, name: str, steps: list[Step], minutes: list[float]) -> Curve:
    """Return a measure over the minutes, where it is known."""
    both = zip(minutes, steps, strict=True)
    return Curve(title, [(minute, value) for minute, step in both for value in measured([step], name)])


def minutes_at_work(entries: list[Entry]) -> list[float]:
    """Return for each check the minutes since the first, no pause counted longer than it may be."""
    return list(accumulate((min(gap, PAUSE) for gap in gaps(entries)), initial=0.0))


def gaps(entries: list[Entry]) -> list[float]:
    """Return the minutes between each check and the next."""
    return [seconds_between(before.moment, after.moment) / 60 for before, after in pairwise(entries)]


def red_bands(steps: list[Step], minutes: list[float]) -> list[Band]:
    """Return from when to when it was red: from a red check to the next green one, or to a revert."""
    bands = []
    later = [*minutes[1:], *minutes[-1:]]
    spans = iter([(each[1], _end(*each)) for each in zip(steps, minutes, later, strict=True)])
    for run in runs_of(steps):
        checks = list(dropwhile(_is_not_red, zip(run, spans, strict=False)))
        if checks:
            bands.append(Band(checks[0][1][0], checks[-1][1][1]))
    return bands


def _end(step: Step, minute: float, later: float) -> float:
    """Return until which minute the answer of a check stood: until the next, or until it was taken back."""
    if step.reverted is None:
        return later
    return minute + min(seconds_between(step.entry.moment, step.reverted) / 60, PAUSE)


def _is_not_red(check: tuple[Step, tuple[float, float]]) -> bool:
    return check[0].entry.status != RED
