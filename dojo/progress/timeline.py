"""The timeline of a practice: one model for a terminal, a program and a page.

row: a green step whose code, or whose score, differs from the green one before it; a streak of others; or a break.
break: what stands between two checks: a swap of partners, a pause, in which nobody checked, or an approval: from there
on, green goes by other documents. After a pause begins another round. A streak ends at a swap or a pause, and says so:
how long it was red is time at work, of the same people.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

from dojo.kata.workspace import LEVELS
from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, RED, Differences
from dojo.practice.story import Story, Swap
from dojo.progress.metrics import Change, Measure, Measures, changes, worth_showing
from dojo.progress.steps import Step
from dojo.text import counted, duration

TIME, DATE_AND_TIME = "%H:%M", "%Y-%m-%d %H:%M"
SWAP, PAUSE, APPROVAL = "swap", "pause", "approval"
APPROVED = "then approved"  # the end of a streak
PAUSE_SECONDS = 600


@dataclass(frozen=True)
class Row:
    """A line of the timeline: from when it is, its kind and its title, and the checks that it is about, if any.

    `kind`: the status of its checks, or what kind of break it is. `day`: said where another day begins.
    """

    start: datetime
    kind: str
    title: str
    steps: list[Step] = field(default_factory=list)
    tried: str = ""
    changes: list[Change] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    day: str = ""

    @property
    def is_break(self) -> bool:
        """Tell whether it is about no check."""
        return not self.steps

    @property
    def is_green(self) -> bool:
        """Tell whether it is about a green step."""
        return self.kind == GREEN

    @property
    def numbers(self) -> str:
        """Return the number of its step, or of the first and the last."""
        return "-".join(dict.fromkeys(str(step.number) for step in (self.steps[:1] + self.steps[-1:])))

    @property
    def approved(self) -> str:
        """Return what a green step goes by beside the kata."""
        return str(self.steps[0].entry.approved) if self.is_green else ""

    @property
    def time(self) -> str:
        """Return the time of day."""
        return f"{self.start:{TIME}}"

    @property
    def words(self) -> str:
        """Return its title, and what was tried."""
        return f"{self.title}: {self.tried}" if self.tried else self.title


@dataclass(frozen=True)
class Timeline:
    """All steps, of which there is at least one; the rows that are made of them, and the measures to show, in order."""

    steps: list[Step]
    rows: list[Row]
    measures: list[Measure]
    swaps: Sequence[Swap] = ()

    def figures(self, row: Row) -> list[str]:
        """Return the measures of a green row, as far as they are known."""
        measures = row.steps[0].measures
        return [measure.show(measures) if measures else "" for measure in self.measures]

    @property
    def rounds(self) -> list[int]:
        """Return the round that each step is in, from 1."""
        return rounds_of(self.steps)


def timeline_of(steps: list[Step], swaps: Sequence[Swap] = ()) -> Timeline:
    """Return the timeline: as rows, the green steps that have something new to show, the streaks, and the breaks."""
    measures = worth_showing([step.measures for step in steps if step.measures])
    rows: list[Row] = []
    before: Step | None = None
    breaks = breaks_of(steps, swaps)
    place = 0
    for run, after in pairwise([*runs_of(steps, swaps), []]):
        rows += breaks[place]
        place += len(run)
        if not run[0].entry.green:
            rows.append(_streak(before, run, after, breaks[place]))
            continue
        for step in run:
            if step.entry.approved != _approved_in(before):
                words = str(step.entry.approved) or "as the kata has it again"
                rows.append(Row(step.start, APPROVAL, f"{words}, {step.start:{TIME}}"))
            if before is None or _is_news(before, step):
                rows.append(Row(step.start, GREEN, step.title, [step]))
            before = step
    rows += breaks[place]
    return Timeline(steps, _dated(_changed(rows, measures)), measures, swaps)


def _changed(rows: list[Row], measures: list[Measure]) -> list[Row]:
    """Return rows with what is new of their measures, and of their score."""
    before: Measures | None = None
    score: float | None = None
    found: list[Row] = []
    for row in rows:
        if not row.is_green:
            found.append(row)
            continue
        [step] = row.steps
        news = changes(measures, before, step.measures)
        if step.score not in (None, score):
            news.insert(0, Change("mutants killed", step.percent))
        found.append(replace(row, changes=news))
        before = step.measures or before
        score = score if step.score is None else step.score
    return found


def _dated(rows: list[Row]) -> list[Row]:
    """Return rows of which those say the day that begin another."""
    days = [row.start.date() for row in rows]
    is_new = [False, *(day != before for before, day in pairwise(days))]
    return [replace(row, day=f"{day}") if new else row for row, day, new in zip(rows, days, is_new, strict=True)]


def _is_news(before: Step, step: Step) -> bool:
    """Tell whether a green step has another code than the one before, or another score."""
    has_score = step.score is not None and step.score != before.score
    return has_score or not step.is_like(before)


def _approved_in(before: Step | None) -> Differences:
    """Return what was approved up to a green step, or before there was any."""
    return before.entry.approved if before else NOTHING_APPROVED


def runs_of(steps: list[Step], swaps: Sequence[Swap] = ()) -> list[list[Step]]:
    """Return the steps in runs: green ones in a row, and others in a row, up to one that was reverted, or a break."""
    runs: list[list[Step]] = []
    before: Step | None = None
    for step, breaks in zip(steps, breaks_of(steps, swaps), strict=False):
        if before is None or before.reverted or breaks or before.entry.green != step.entry.green:
            runs.append([])
        runs[-1].append(step)
        before = step
    return runs


def breaks_of(steps: list[Step], swaps: Iterable[Swap] = ()) -> list[list[Row]]:
    """Return the breaks right before each step, and those after the last."""
    found: list[list[Row]] = [[] for _ in range(len(steps) + 1)]
    for swap in swaps:
        words = f"{SWAP}: {swap.name}, {swap.moment:{TIME}}"
        place = min(swap.after, len(steps))
        found[place].append(Row(swap.moment, SWAP, words))
    rounds = rounds_of(steps)
    for place in range(1, len(steps)):
        start, number = steps[place].start, rounds[place]
        if number != rounds[place - 1]:
            lasted = duration(seconds_between(steps[place - 1].start, start))
            words = f"round {number}, after {lasted} without a check"
            found[place].append(Row(start, PAUSE, words))
    return found


def rounds_of(steps: list[Step]) -> list[int]:
    """Return the round that each step is in, from 1."""
    rounds = [1]
    for before, after in pairwise(steps):
        is_after_a_pause = seconds_between(before.start, after.start) >= PAUSE_SECONDS
        rounds.append(rounds[-1] + is_after_a_pause)
    return rounds


def _streak(before: Step | None, run: list[Step], after: list[Step], breaks: list[Row]) -> Row:
    """Return what is said of a run that is not green, between the last green step and what comes after it."""
    amber = [step for step in run if step.entry.status == AMBER]
    red = [step for step in run if step.entry.status == RED]
    end, ending = _end(before, run[-1], after, breaks)
    seconds = seconds_between(run[0].start, end)
    checks = [counted(len(found), f"{status} check") for status, found in ((RED, red), (AMBER, amber)) if found]
    parts = [" and ".join(checks), duration(seconds) if seconds else "", ending]
    names = [step.name for step in run if step.name] or [""]
    return Row(
        start=run[0].start,
        kind=RED if red else AMBER,
        title=", ".join(filter(None, parts)),
        steps=run,
        tried=names[-1 if ending == APPROVED else 0],
        failed=list(dict.fromkeys(step.entry.message for step in red + amber if step.entry.message)),
    )


def _end(before: Step | None, last: Step, after: list[Step], breaks: list[Row]) -> tuple[datetime, str]:
    """Return when a streak ended, and how, as far as that is to be said."""
    still = f"still {last.entry.status}"
    if last.reverted:
        return last.reverted, "reverted"
    if breaks:
        first = breaks[0]
        end = first.start if first.kind == SWAP else last.start
        return end, f"{still} at the {first.kind}"
    if after:
        if any(now > then for now, then in zip(after[0].entry.approved, _approved_in(before), strict=True)):
            return after[0].start, APPROVED
        undone = before is not None and after[0].has_the_files_of(before)
        return after[0].start, "reverted" if undone else ""
    return last.start, still


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
    what = [f"Level {guard.level}", LEVELS[guard.level].title, "blind" if guard.blind else "", story.name]
    return f"{', '.join(filter(None, what))}, since {first.moment:{DATE_AND_TIME}}: {checks}"
