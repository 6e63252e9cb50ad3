"""The streaks of a practice: for how long it was not green, and how that ended."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from dojo.practice.model import NO_CHANGES
from dojo.practice.steps import Step, is_pause, seconds_between

Ending = Literal["", "green", "approved", "undone"]


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
