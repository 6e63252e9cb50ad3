"""What a board shows of a pair.

light: a check, as little of it as a board needs; a room may have 100,000 of them. pair: who practises together, or
alone, in one practice; its lights are in the order of their story.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from dojo.practice import GREEN, Record, Story

MOST_LIGHTS = 1_000  # of a pair: the last ones
LAST_MOMENT = 250_000_000_000.0  # in the year 9892, so that no calendar ends


class Light(NamedTuple):
    """A check: its moment, in seconds since 1970 by the pair's clock, its commit, and whether TCR reverted it."""

    moment: float
    status: str
    commit: str
    reverted: bool


@dataclass(frozen=True)
class Pair:
    """A pair as its story has it by now; its name is unique on a board. `swaps`: moments in seconds since 1970.

    `score`: the last one, from 0 to 1. `source`, `ref` and `end`: where the story is, and its last commit.
    """

    name: str
    level: int
    blind: bool
    lights: list[Light] = field(default_factory=list)
    swaps: list[float] = field(default_factory=list)
    score: float | None = None
    source: str = ""
    ref: str = ""
    end: str = ""

    @property
    def status(self) -> str | None:
        """Return the status of the last check; None before the first."""
        return self.lights[-1].status if self.lights else None

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


def read_pair(records: Iterable[Record], before: Pair | None = None) -> tuple[Pair, str] | None:
    """Return a pair as it is after records, oldest first, and who says it is; None when they tell of no practice.

    `before`: the pair as it was, if the records go on from there.
    """
    story = Story()
    for record in records:
        with suppress(KeyError, ValueError):
            story.add(record)
    guard = story.checks[-1] if story.checks else story.choices or before
    if guard is None:
        return None
    pair = replace(before or Pair("", guard.level, guard.blind), level=guard.level, blind=guard.blind)
    lights = [Light(_moment(each.moment), each.status, each.snapshot or "", reverted=False) for each in story.checks]
    lights = [_after(light, story) for light in [*pair.lights, *lights][-MOST_LIGHTS:]]
    scores = list(story.scores.values())
    swaps = [*pair.swaps, *(_moment(each.moment) for each in story.swaps)][-MOST_LIGHTS:]
    return replace(pair, lights=lights, swaps=swaps, score=scores[-1] if scores else pair.score), story.name


def _moment(moment: datetime) -> float:
    return min(max(moment.timestamp(), 0.0), LAST_MOMENT)


def _after(light: Light, story: Story) -> Light:
    return light._replace(reverted=True) if light.commit in story.reverts else light
