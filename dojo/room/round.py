"""The round of a session: the board pushes a ref to the room, and the pairs read its name."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from dojo.practice.history import History, split_partners
from dojo.room.remote import ROUNDS

# A pair asks the room more often than that, so it hears of a round within so many seconds.
HEARD_SECONDS = 60
# For so many seconds after the end, each check says that the round ended.
OVER_SECONDS = 5 * 60


class Round(NamedTuple):
    """When a round was announced, when it began, and when it ends, in seconds since 1970."""

    announced: int
    start: int
    end: int

    @property
    def ref(self) -> str:
        return f"{ROUNDS}{self.announced}-{self.start}-{self.end}"


def newest_round(refs: Iterable[str]) -> Round | None:
    """Return the round that was announced last. Refs that name no round are skipped."""
    rounds: list[Round] = []
    for ref in refs:
        with suppress(ValueError):
            announced, start, end = ref.removeprefix(ROUNDS).split("-")
            rounds.append(Round(int(announced), int(start), int(end)))
    return max(rounds, default=None)


def has_wrong_clock(new: Round, asked: float, now: float) -> bool:
    """Return whether a round that is new to a pair shows that its clock is wrong.

    `asked`: when the pair last had an answer from the room. A pair that has just joined may hear
    late of a round, but none hears before it is announced.
    """
    age = now - new.announced
    return age < -HEARD_SECONDS / 2 or (now - asked < HEARD_SECONDS and age > 2 * HEARD_SECONDS)


def round_news(current: Round, history: History, now: float) -> str:
    """Return that the round ended or, in its second half, how to swap, until the pair does."""
    if current.end <= now < current.end + OVER_SECONDS:
        end = datetime.fromtimestamp(current.end).astimezone()
        return f"The round ended at {end:%H:%M}. Stop, even in the middle of a line."
    half = (current.start + current.end) / 2
    if not half <= now < current.end:
        return ""
    if history.swaps and history.swaps[-1].moment.timestamp() >= current.start:
        return ""
    _, others = split_partners(history.who)
    if not others:
        return 'Half of the round is over. Swap, the new driver first: dojo swap "Ann and Ben"'
    return f"Half of the round is over. {others[0]} drives next: dojo swap"
