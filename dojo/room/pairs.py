"""What a board knows of a pair: its checks in the order of their history, swaps, score."""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from dojo.kata import NOTHING_APPROVED, Differences
from dojo.practice.model import GREEN
from dojo.practice.story import Late, Story

UNHEARD_SECONDS = 15  # without an answer of a room, which is asked every two


class Light(NamedTuple):
    """A check: its moment, in seconds since 1970 by the pair's clock, its commit, and whether TCR reverted it.

    `approved`: what it went by beside the kata's documents.
    """

    moment: float
    status: str
    commit: str
    reverted: bool
    approved: Differences = NOTHING_APPROVED


@dataclass(frozen=True)
class Pair:
    """A pair as its history has it by now; its name is unique on a board. `swaps`: moments in seconds since 1970.

    `score`: the last one, from 0 to 1. `source` and `head`: where the history is, and its last commit. `left`: what the
    line is called, if its pair has left it. `goes_on`: another line has all that this one tells. `late`: what came to
    the room late, the last time. `heard`: when the room was last heard; nobody knows what the pair has done since.
    """

    name: str
    level: int
    blind: bool
    lights: list[Light] = field(default_factory=list)
    swaps: list[float] = field(default_factory=list)
    score: float | None = None
    source: str = ""
    head: str = ""
    left: str = ""
    late: Late | None = None
    heard: float = field(default=inf, compare=False)
    goes_on: bool = False

    def known(self, now: float) -> float:
        """Return the last moment of which anything is known: now, unless the room is not heard."""
        return min(now, self.heard + UNHEARD_SECONDS)

    @property
    def status(self) -> str | None:
        """Return the status of the last check; None before the first."""
        return self.lights[-1].status if self.lights else None

    @property
    def approved(self) -> Differences:
        """Return what the last check went by beside the kata's documents."""
        return self.lights[-1].approved if self.lights else NOTHING_APPROVED

    @property
    def last(self) -> float | None:
        """Return the moment of the last check; None before the first."""
        return self.lights[-1].moment if self.lights else None

    @property
    def since(self) -> float | None:
        """Return the moment from which on no check was green, and none was reverted; None when the last one was."""
        start = None
        for light in reversed(self.lights):
            if light.status == GREEN or light.reverted:
                break
            start = light.moment
        return start


def read_pair(story: Story, source: str = "", head: str = "") -> Pair | None:
    """Return the pair of a history that is in a source, called as it says; None when it tells of no practice."""
    guard = story.guard
    if guard is None:
        return None
    lights = [
        Light(each.moment.timestamp(), each.status, each.snapshot or "", each.snapshot in story.reverts, each.approved)
        for each in story.checks
    ]
    swaps = [each.moment.timestamp() for each in story.swaps]
    score = list(story.scores.values())[-1] if story.scores else None
    return Pair(story.name, guard.level, guard.blind, lights, swaps, score, source, head, story.left, story.late)
