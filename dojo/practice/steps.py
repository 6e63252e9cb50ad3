"""The steps of a practice: its checks, with all that later events say about them.

Steps that failed one after the other are a streak.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from msgspec import Struct

from dojo.kata.description import NO_LEVEL
from dojo.practice.events import Checked
from dojo.practice.model import GREEN, NO_CHANGES, ChangedExpectations, guard_in_words

PAUSE_SECONDS = 600  # without a check: a new round begins
Ending = Literal["", "green", "approved", "undone"]


@dataclass
class Step:
    """A check, with all that later events say about it.

    `checked`: when the same files were checked last; a repeated check is no step of its own.
    `commit` and `tree` have the files, and `base` is the tree that its changes count from. `who`
    practised. `round` counts from 1, and a pause ends one. `minute` counts from the first check; a
    pause counts as PAUSE_SECONDS. `score`: the share of mutants killed, from 0 to 1, if known.
    """

    check: Checked
    commit: str
    tree: str
    moment: datetime
    checked: datetime
    number: int = 1
    round: int = 1
    minute: float = 0.0
    base: str = ""
    who: str = ""
    score: float | None = None
    reverted: datetime | None = None

    @property
    def status(self) -> str:
        return self.check.status

    @property
    def is_green(self) -> bool:
        return self.check.status == GREEN

    @property
    def is_failing(self) -> bool:
        """Whether the files of this check failed, and were not reverted."""
        return not self.is_green and self.reverted is None

    @property
    def is_surprise(self) -> bool:
        """Whether the status is not the predicted one."""
        return self.check.expected not in ("", self.status)

    @property
    def prediction(self) -> str:
        """Return "as expected" or, for a surprise, as in "expected green"."""
        if self.is_surprise:
            return f"expected {self.check.expected}"
        if self.check.expected:
            return "as expected"
        return ""

    @property
    def approved(self) -> ChangedExpectations:
        return self.check.approved

    @property
    def finding(self) -> str:
        return self.check.finding or self.check.remark

    @property
    def guard(self) -> tuple[int, bool]:
        """The identity of a guard, as in Choices."""
        return self.check.level, self.check.blind == "yes"

    @property
    def guard_in_words(self) -> str:
        return guard_in_words(self.guard) or NO_LEVEL.title


class Predictions(Struct, frozen=True):
    """How many checks were predicted, and how many of them came as expected."""

    right: int
    made: int

    def __str__(self) -> str:
        if not self.made:
            return ""
        return f"{self.right} of {self.made}"


def count_predictions(steps: Iterable[Step]) -> Predictions:
    predicted = [step for step in steps if step.check.expected]
    right = [step for step in predicted if not step.is_surprise]
    return Predictions(len(right), len(predicted))


def seconds_between(start: datetime, end: datetime) -> float:
    """Return the seconds between two moments, or 0 if a clock was set back between them."""
    return max(0.0, (end - start).total_seconds())


def is_pause(before: Step, after: Step) -> bool:
    """Return whether there was no check for so long that a new round began."""
    return (after.moment - before.checked).total_seconds() >= PAUSE_SECONDS


@dataclass
class Streak:
    """Checks that failed one after the other. A pause ends it, too, at its last check.

    `end`: when it ended, or its last check while it is open. `ending`: how the next check ended it,
    if that was green, even after a pause. "approved" means with more changed expectations than the
    green check before, "undone" with the same files and guard as that.
    """

    steps: list[Step]
    end: datetime
    is_open: bool = True
    ending: Ending = ""

    @property
    def last(self) -> Step:
        return self.steps[-1]

    @property
    def seconds(self) -> float:
        return seconds_between(self.steps[0].moment, self.end)

    def close(self, end: datetime) -> None:
        if self.is_open:
            self.is_open = False
            self.end = end


def streaks_of(steps: Iterable[Step]) -> list[Streak]:
    """Return the streaks in steps, which are oldest first."""
    streaks: list[Streak] = []
    before: Step | None = None
    last_green: Step | None = None
    for step in steps:
        if before is not None and not before.is_green and is_pause(before, step):
            streaks[-1].close(before.checked)
        if step.is_green:
            if before is not None and before.is_failing:
                streaks[-1].close(step.moment)
                streaks[-1].ending = _ending(streaks[-1], step, last_green)
            last_green = step
        else:
            if not streaks or not streaks[-1].is_open:
                streaks.append(Streak([], step.moment))
            streaks[-1].steps.append(step)
            streaks[-1].end = step.checked
            if step.reverted is not None:
                streaks[-1].close(step.reverted)
        before = step
    return streaks


def _ending(streak: Streak, green: Step, last_green: Step | None) -> Ending:
    """Return how a green step ended a streak. `last_green`: the one before the streak."""
    approved = last_green.approved if last_green else NO_CHANGES
    if green.approved > approved:
        return "approved"
    # The guard has to be the same: own tests may pass where the golden master failed.
    if last_green and green.tree == last_green.tree and green.guard == streak.last.guard:
        return "undone"
    return "green"
