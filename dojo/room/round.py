"""The round of a session: the board pushes a ref to the room, and the pairs read its name."""

import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from dojo.practice.history import History, split_partners
from dojo.room.remote import ROUNDS

# In a phase with this name, pairs send slips, and run no check.
ATTACK = "attack"
# A pair in the room asks it more often than that, so it hears of a round within so many seconds.
HEARD_SECONDS = 60
# For so many seconds after the end, each check says that the round ended.
OVER_SECONDS = 5 * 60


class Round(NamedTuple):
    """When a round was announced, when it began, and when it ends, in seconds since 1970.

    `name`: of a phase, such as "Attack".
    """

    announced: int
    start: int
    end: int
    name: str = ""

    @property
    def ref(self) -> str:
        return f"{ROUNDS}{self.announced}-{self.start}-{self.end}-{self.name}".rstrip("-")

    @property
    def title(self) -> str:
        return self.name or "round"

    def announced_now(self) -> "Round":
        """Return the same round, announced after any other."""
        return self._replace(announced=max(int(time.time()), self.announced + 1))

    def has_late_pairs(self, now: float) -> bool:
        """Return whether a pair may be late. After a round, and in an attack, nobody checks."""
        return now < self.end and self.name.casefold() != ATTACK


class Phase(NamedTuple):
    """A part of a session."""

    name: str
    minutes: float

    def __str__(self) -> str:
        return f"{self.name} {self.minutes:g} min".strip()


def newest_round(refs: Iterable[str]) -> Round | None:
    """Return the round that was announced last. Refs that name no round are skipped."""
    rounds: list[Round] = []
    for ref in refs:
        with suppress(ValueError):
            announced, start, end, *names = ref.removeprefix(ROUNDS).split("-", 3)
            rounds.append(Round(int(announced), int(start), int(end), "".join(names)))
    return max(rounds, default=None)


def round_news(current: Round, history: History, joined: float, now: float) -> str:
    """Return that the round ended or, in its second half, how to swap, until the pair does.

    For a pair that joined, or started, during the round, the half is one of the rest.
    """
    if current.end <= now < current.end + OVER_SECONDS:
        end = datetime.fromtimestamp(current.end).astimezone()
        title = current.name or "The round"
        return f"{title} ended at {end:%H:%M}. Stop, even in the middle of a line."
    began = max(current.start, joined)
    if history.started_at is not None:
        began = max(began, history.started_at.timestamp())
    if not (began + current.end) / 2 <= now < current.end:
        return ""
    if history.swaps and history.swaps[-1].moment.timestamp() >= current.start:
        return ""
    _, others = split_partners(history.who)
    if not others:
        return 'Half of the time is over. Swap, the new driver first: dojo swap "DRIVER and OTHER"'
    return f"Half of the time is over. {others[0]} drives next: dojo swap"
