"""The timeline of a practice: one model for a terminal, a program and a page.

row: a green step whose code, or whose score, differs from the green one before it; a streak of others; or a break.
break: what stands between two checks: a swap of partners, a pause, in which nobody checked, or an approval: from there
on, green goes by other documents. A streak ends at a swap or a pause, and says so: how long it was red is time at work,
of the same people.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from dojo.kata.workspace import ALL_LEVELS
from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, RED, Differences
from dojo.practice.story import Story, Swap
from dojo.progress.measures import ABOUT_FINDINGS, FINDINGS, Change, Measure, changes, worth_showing
from dojo.progress.steps import Step
from dojo.text import counted, duration

TIME, DATE_AND_TIME = "%H:%M", "%Y-%m-%d %H:%M"
SWAP, PAUSE, APPROVAL = "swap", "pause", "approval"
MISSING = "Numbers that are missing are green checks of code that has its row already."
APPROVED = "then approved"  # the end of a streak


@dataclass(frozen=True)
class Row:
    """A line of the timeline: from when it is, its kind and its title, and the checks that it is about, if any.

    `kind`: the status of its checks, or what kind of break it is. `seconds`: how long a streak lasted.
    """

    start: datetime
    kind: str
    title: str
    steps: list[Step] = field(default_factory=list)
    tried: str = ""
    changes: list[Change] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def is_green(self) -> bool:
        """Tell whether it is about a green step."""
        return self.kind == GREEN

    @property
    def numbers(self) -> str:
        """Return the number of its step, or of the first and the last."""
        return "-".join(dict.fromkeys(str(step.number) for step in self.steps[:1] + self.steps[-1:]))

    @property
    def words(self) -> str:
        """Return its title, and what was tried."""
        return f"{self.title}: {self.tried}" if self.tried else self.title


class Timeline(NamedTuple):
    """All steps, of which there is at least one; the rows that are made of them, and the measures to show, in order."""

    steps: list[Step]
    rows: list[Row]
    measures: list[Measure]

    @property
    def notes(self) -> list[str]:
        """Say what is not seen in the rows: why numbers are missing, and what a measure is."""
        shown = {step.number for row in self.rows for step in row.steps}
        is_missing = any(step.number not in shown for step in self.steps)
        is_measured = any(change.name == FINDINGS for row in self.rows for change in row.changes)
        return [MISSING] * is_missing + [ABOUT_FINDINGS] * is_measured


def timeline_of(steps: list[Step], swaps: Iterable[Swap] = ()) -> Timeline:
    """Return the timeline: as rows, the green steps that have something new to show, the streaks, and the breaks."""
    measures = worth_showing([step.measures for step in steps if step.measures])
    rows: list[Row] = []
    green: Step | None = None  # the last one
    streak: list[Step] = []
    for step, breaks in zip([*steps, None], _breaks(steps, swaps), strict=True):
        if streak and (breaks or streak[-1].reverted or step is None or step.entry.green):
            rows.append(_streak(green, streak, step, breaks))
            streak = []
        rows += breaks
        if step and step.entry.green:
            rows += _green_rows(green, step, measures)
            green = step
        elif step:
            streak.append(step)
    return Timeline(steps, rows, measures)


def _breaks(steps: list[Step], swaps: Iterable[Swap]) -> list[list[Row]]:
    """Return the breaks right before each step, and those after the last."""
    found: list[list[Row]] = [[] for _ in range(len(steps) + 1)]
    for swap in swaps:
        found[swap.after].append(Row(swap.moment, SWAP, f"{SWAP}: {swap.name}, {swap.moment:{TIME}}"))
    for place, (before, step) in enumerate(pairwise(steps), start=1):
        if step.round != before.round:
            lasted = duration(seconds_between(before.start, step.start))
            found[place].append(Row(step.start, PAUSE, f"round {step.round}, after {lasted} without a check"))
    return found


def _green_rows(before: Step | None, step: Step, measures: list[Measure]) -> Iterator[Row]:
    """Yield what is to be said of a green step after the one before it: what it goes by, and what is new."""
    approved = step.entry.approved
    if approved != _approved_in(before):
        words = str(approved) or "as the kata has it again"
        yield Row(step.start, APPROVAL, f"{words}, {step.start:{TIME}}")
    measures_before, score_before = (before.measures, before.score) if before else (None, None)
    has_score = step.score not in (None, score_before)
    if has_score or before is None or step.code != before.code:
        killed = [Change("mutants killed", step.percent)] if has_score else []
        news = changes(measures, measures_before, step.measures)
        yield Row(step.start, GREEN, step.title, [step], changes=killed + news)


def _approved_in(before: Step | None) -> Differences:
    """Return what was approved up to a green step, or before there was any."""
    return before.entry.approved if before else NOTHING_APPROVED


def _streak(before: Step | None, streak: list[Step], after: Step | None, breaks: list[Row]) -> Row:
    """Return what is said of steps that are not green, between the last green one and what comes after them."""
    amber = [step for step in streak if step.entry.status == AMBER]
    red = [step for step in streak if step.entry.status == RED]
    end, ending = _end(before, streak[-1], after, breaks)
    seconds = seconds_between(streak[0].start, end)
    kind = RED if red else AMBER
    checks = counted(len(red or amber), f"{kind} check")
    if red and amber:
        checks += f" and {len(amber)} amber"
    parts = [checks, duration(seconds) if seconds else "", ending]
    names = [step.name for step in streak if step.name] or [""]
    return Row(
        start=streak[0].start,
        kind=kind,
        title=", ".join(filter(None, parts)),
        steps=streak,
        tried=names[-1 if ending == APPROVED else 0],
        failed=list(dict.fromkeys(step.entry.message for step in red + amber if step.entry.message)),
        seconds=seconds,
    )


def _end(before: Step | None, last: Step, after: Step | None, breaks: list[Row]) -> tuple[datetime, str]:
    """Return when a streak ended, and how, as far as that is to be said."""
    still = f"still {last.entry.status}"
    if last.reverted:
        return last.reverted, "reverted"
    if breaks:
        first = breaks[0]
        return first.start if first.kind == SWAP else last.start, f"{still} at the {first.kind}"
    if after is None:
        return last.start, still
    if any(now > then for now, then in zip(after.entry.approved, _approved_in(before), strict=True)):
        return after.start, APPROVED
    undone = before is not None and after.entry.tree == before.entry.tree
    return after.start, "taken back" if undone else ""


def seconds_between(start: datetime, end: datetime) -> float:
    """Return the seconds from one moment to another, none when the clock was put back."""
    return max(0.0, (end - start).total_seconds())


def summary(story: Story) -> str:
    """Say in a line what was practised, by whom, since when, and how often it was checked."""
    statuses = [entry.status for entry in story.checks]
    checks = f"{counted(len(statuses), 'check')}, {statuses.count(RED)} red"
    amber = statuses.count(AMBER)
    if amber:
        checks += f", {amber} amber"
    first, guard = story.checks[0], story.guard or story.checks[-1]
    about = ALL_LEVELS[guard.level].heading
    code = story.choices.code if story.choices else ""
    what = [code, about if code else about.capitalize(), "blind" if guard.blind and not code else "", story.name]
    return f"{', '.join(filter(None, what))}, since {first.moment:{DATE_AND_TIME}}: {checks}"
