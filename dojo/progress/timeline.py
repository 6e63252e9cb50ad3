"""The timeline of a practice: which of its steps are worth a row, and what stands between them.

row: each green step whose code, or whose score, differs from the green one before it; each streak; each break.
break: what stands between two checks: a swap of partners, a pause, in which nobody checked, or an approval: from there
on, green goes by other documents. After a pause begins another round. A streak ends at a swap or a pause, and says so:
how long it was red is time at work, of the same people.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from dojo.kata import NOTHING_APPROVED, Differences
from dojo.practice import AMBER, RED, Swap
from dojo.progress.steps import Step
from dojo.text import counted, duration, shortened

TIME, DATE_AND_TIME = "%H:%M", "%Y-%m-%d %H:%M"
SWAP, PAUSE, APPROVAL = "swap", "pause", "approval"
PAUSE_SECONDS = 600
WIDEST_FAILURE = 100  # characters


@dataclass(frozen=True)
class Streak:
    """Checks in a row, some of them amber, the others red: from when, how long until what ended them, and what did.

    `first`: the number of the first. `tried`: its name. `failed`: what the first red one found, or the first amber one
    where none is red.
    """

    checks: int
    start: datetime
    seconds: float
    ending: str
    amber: int = 0
    first: int = 0
    tried: str = ""
    failed: str = ""

    @property
    def status(self) -> str:
        """Return amber when no check was red, else red."""
        return AMBER if self.amber == self.checks else RED

    def __str__(self) -> str:
        """Say it in a line."""
        counts = [(self.checks - self.amber, "red check"), (self.amber, "amber check")]
        checks = " and ".join(counted(number, what) for number, what in counts if number)
        lasted = duration(self.seconds) if self.seconds else ""
        parts = [checks, lasted, self.ending]
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True)
class Break:
    """A swap, a pause or an approval: from when it goes on, which of them it is, and that in a few words."""

    start: datetime
    what: str
    words: str

    def __str__(self) -> str:
        """Say it in a line."""
        return self.words


Row = Step | Streak | Break


@dataclass(frozen=True)
class Timeline:
    """All steps, of which there is at least one; and the rows that are made of them."""

    steps: list[Step]
    rows: list[Row]


def timeline_of(steps: list[Step], swaps: Sequence[Swap] = ()) -> Timeline:
    """Return the timeline: as rows, the green steps that have something new to show, the streaks, and the breaks."""
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
                rows.append(Break(step.start, APPROVAL, f"{words}, {step.start:{TIME}}"))
            if before is None or _is_news(before, step):
                rows.append(step)
            before = step
    rows += breaks[place]
    return Timeline(steps, rows)


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


def numbers_of(row: Row) -> str:
    """Return the number of the step that a row is about, or of the first and the last; nothing for a break."""
    if isinstance(row, Break):
        return ""
    if isinstance(row, Step):
        return str(row.number)
    last = row.first + row.checks - 1
    return f"{row.first}-{last}" if last > row.first else str(row.first)


def breaks_of(steps: list[Step], swaps: Iterable[Swap] = ()) -> list[list[Break]]:
    """Return the breaks right before each step, and those after the last."""
    found: list[list[Break]] = [[] for _ in range(len(steps) + 1)]
    for swap in swaps:
        words = f"{SWAP}: {swap.name}, {swap.moment:{TIME}}"
        place = min(swap.after, len(steps))
        found[place].append(Break(swap.moment, SWAP, words))
    rounds = rounds_of(steps)
    for place in range(1, len(steps)):
        start, number = steps[place].start, rounds[place]
        if number != rounds[place - 1]:
            lasted = duration(seconds_between(steps[place - 1].start, start))
            words = f"round {number}, after {lasted} without a check"
            found[place].append(Break(start, PAUSE, words))
    return found


def rounds_of(steps: list[Step]) -> list[int]:
    """Return the round that each step is in, from 1."""
    rounds = [1]
    for before, after in pairwise(steps):
        is_after_a_pause = seconds_between(before.start, after.start) >= PAUSE_SECONDS
        rounds.append(rounds[-1] + is_after_a_pause)
    return rounds


def _streak(before: Step | None, run: list[Step], after: list[Step], breaks: list[Break]) -> Streak:
    """Return what is said of a run that is not green, between the last green step and what comes after it."""
    first, last = run[0], run[-1]
    amber = [step for step in run if step.entry.status == AMBER]
    red = [step for step in run if step.entry.status == RED]
    failed = red[0] if red else first
    end, ending = _end(before, last, after, breaks)
    return Streak(
        checks=len(run),
        start=first.start,
        seconds=seconds_between(first.start, end),
        ending=ending,
        amber=len(amber),
        first=first.number,
        tried=first.name,
        failed=shortened(failed.entry.message, WIDEST_FAILURE),
    )


def _end(before: Step | None, last: Step, after: list[Step], breaks: list[Break]) -> tuple[datetime, str]:
    """Return when a streak ended, and how, as far as that is to be said."""
    still = f"still {last.entry.status}"
    if last.reverted:
        return last.reverted, "reverted"
    if breaks:
        first = breaks[0]
        end = first.start if first.what == SWAP else last.start
        return end, f"{still} at the {first.what}"
    if after:
        if any(now > then for now, then in zip(after[0].entry.approved, _approved_in(before), strict=True)):
            return after[0].start, "then approved"
        undone = before is not None and after[0].has_the_files_of(before)
        return after[0].start, "reverted" if undone else ""
    return last.start, still


def seconds_between(start: datetime, end: datetime) -> float:
    """Return the seconds from one moment to another, none when the clock was put back."""
    return max(0.0, (end - start).total_seconds())
