"""The timeline of a practice: one model, from which text, JSON and page are made.

A row is a green step whose code, or whose score, differs from the green one before it; a streak of others; or a break.
A break stands between two checks: a swap of partners, a pause, in which nobody checked, or an approval: from there on,
green goes by other documents. A streak ends at a swap or a pause: how long it was red is time at work, of the same
people.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from dojo.practice.history import History, Swap
from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, RED
from dojo.progress.measures import Change, Measure, changes, worth_showing
from dojo.progress.steps import Step
from dojo.text import duration, quantity

SWAP_MARK = "⇄"


@dataclass(frozen=True)
class Row:
    """A line of the timeline: from when it is, and its steps, if any.

    `kind`: the status of its steps; a break has none. `mark`: of a break, in a chart. `failed`: what the checks of a
    streak found, and `seconds`: how long it lasted.
    """

    start: datetime
    title: str
    kind: str = ""
    steps: list[Step] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    seconds: float = 0.0
    mark: str = ""

    @property
    def numbers(self) -> str:
        """The number of its step, or of the first and the last."""
        return "-".join(dict.fromkeys(str(step.number) for step in self.steps[:1] + self.steps[-1:]))


class Timeline(NamedTuple):
    """All steps, of which there is at least one; the rows that are made of them, and the measures to show, in order."""

    steps: list[Step]
    rows: list[Row]
    measures: list[Measure]


def timeline_of(steps: list[Step], swaps: Iterable[Swap] = ()) -> Timeline:
    """Return the timeline: as rows, the green steps that have something new to show, the streaks, and the breaks."""
    measures = worth_showing([step.measures for step in steps if step.measures])
    rows: list[Row] = []
    green: Step | None = None  # the last one
    streak: list[Step] = []
    for step, breaks in zip([*steps, None], _breaks(steps, swaps), strict=True):
        if streak and (breaks or streak[-1].reverted or step is None or step.check.green):
            rows.append(_streak(green, streak, breaks, None if breaks else step))
            streak = []
        rows += breaks
        if step and step.check.green:
            rows += _green_rows(green, step, measures)
            green = step
        elif step:
            streak.append(step)
    return Timeline(steps, rows, measures)


def _breaks(steps: list[Step], swaps: Iterable[Swap]) -> list[list[Row]]:
    """Return the swaps and pauses right before each step, and those after the last."""
    found: list[list[Row]] = [[] for _ in range(len(steps) + 1)]
    for moment, name, place in swaps:
        found[place].append(Row(moment, f"swap: {name}, {moment:%H:%M}", mark=SWAP_MARK))
    for place, (before, step) in enumerate(pairwise(steps), start=1):
        if step.round != before.round:
            pause = duration((step.start - before.start).total_seconds())
            title = f"round {step.round}, after {pause} without a check"
            found[place].append(Row(step.start, title, mark=str(step.round)))
    return found


def _green_rows(before: Step | None, step: Step, measures: list[Measure]) -> Iterator[Row]:
    """Yield what is to be said of a green step after the one before it: what it goes by, and what is new."""
    approved = step.check.approved
    if approved != (before.check.approved if before else NOTHING_APPROVED):
        words = str(approved) or "as the kata has it again"
        yield Row(step.start, f"{words}, {step.start:%H:%M}")
    has_score = step.score is not None and (before is None or step.score != before.score)
    if has_score or before is None or step.code != before.code:
        score = [Change(f"mutants killed {step.percent}")] if has_score else []
        news = score + changes(measures, before.measures if before else None, step.measures)
        yield Row(step.start, step.title, GREEN, [step], news)


def _streak(green: Step | None, streak: list[Step], breaks: list[Row], after: Step | None) -> Row:
    """Return what is said of steps that are not green, after the last green one, up to a break or the step `after`."""
    first, last = streak[0], streak[-1]
    swaps = [row.start for row in breaks if row.mark == SWAP_MARK]
    end = last.reverted or (after.start if after else [*swaps, last.start][0])
    seconds = (end - first.start).total_seconds()
    counts = Counter(step.check.status for step in streak)
    words = [quantity(counts[status], f"{status} check") for status in (RED, AMBER) if counts[status]]
    words += [duration(seconds)] if seconds else []
    tried = next((f": {step.name}" for step in streak if step.name), "")
    return Row(
        first.start,
        ", ".join(filter(None, [*words, _ending(green, last, after)])) + tried,
        RED if counts[RED] else AMBER,
        streak,
        failed=list(dict.fromkeys(step.check.message for step in streak if step.check.message)),
        seconds=seconds,
    )


def _ending(green: Step | None, last: Step, after: Step | None) -> str:
    """Say how a streak ended, as far as that is to be said."""
    if last.reverted:
        return "reverted"
    if after is None:
        return f"still {last.check.status}"
    if after.check.approved > (green.check.approved if green else NOTHING_APPROVED):
        return "then approved"
    is_guarded_alike = after.check.blind == last.check.blind  # one's own tests may miss what the golden master noticed
    return "taken back" if green and is_guarded_alike and after.check.tree == green.check.tree else ""


def summary(history: History) -> str:
    """Say in a line what was practised, by whom, since when, and how often it was checked."""
    statuses = [check.status for check in history.checks]
    what = ", ".join(filter(None, (history.choices.about, history.name)))
    amber = f", {statuses.count(AMBER)} amber" if AMBER in statuses else ""
    checks = f"{quantity(len(statuses), 'check')}, {statuses.count(RED)} red{amber}"
    return f"{what[0].upper()}{what[1:]}, since {history.checks[0].moment:%Y-%m-%d %H:%M}: {checks}"
