"""What a board knows of a pair: its checks in the order of their history, swaps, score."""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, Differences
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
    the room late, the last time. `heard`: when the room was last heard, or a bundle made; nobody knows what came since.
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
        return now if now - self.heard <= UNHEARD_SECONDS else self.heard

    @property
    def status(self) -> str | None:
        """Return the status of the last check; None before the first."""
        return self.lights[-1].status if self.lights else None

    @property
    def approved(self) -> Differences:
        """Return what is approved beside the kata's documents, as the last check has it that was not reverted."""
        kept = [light.approved for light in self.lights if not light.reverted]
        return kept[-1] if kept else NOTHING_APPROVED

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
    lights: list[Light] = []
    approved = NOTHING_APPROVED
    for each in story.checks:
        reverted = each.snapshot in story.reverts
        here = approved if each.status == AMBER else each.approved  # amber code is not compared with any document
        lights.append(Light(each.moment.timestamp(), each.status, each.snapshot or "", reverted, here))
        approved = approved if reverted else here
    swaps = [each.moment.timestamp() for each in story.swaps]
    score = list(story.scores.values())[-1] if story.scores else None
    return Pair(story.name, guard.level, guard.blind, lights, swaps, score, source, head, story.left, story.late)
