"""What a player is, and what it gets to see.

player: anything with a name and a way to take its turn. stage: how many re-rolls of the turn are over (0, 1, 2).
move: what a player answers; a hold (the positions of the dice to keep) or a category to take.
view: a copy of what a player may know, made for one question; nothing done to it changes the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from .refusals import outcome, refusal
from .scorecard import Sums

Move = list[int] | str


@dataclass(eq=False)
class View:
    """A player's own card, and everybody's totals without their names."""

    _free: list[str]
    _sums: Sums
    _totals: list[int]

    def free(self) -> list[str]:
        """Return the player's free categories, in score-sheet order."""
        return list(self._free)

    def total(self) -> int:
        """Return the player's points, bonuses counted."""
        return self._sums.total

    def upper_score(self) -> int:
        """Return the points of the player's upper section."""
        return self._sums.upper_score

    def upper_bonus(self) -> int:
        """Return the player's upper bonus so far."""
        return self._sums.upper_bonus

    def yahtzee_bonus(self) -> int:
        """Return the player's yahtzee bonus so far."""
        return self._sums.joker_bonus

    def totals(self) -> list[int]:
        """Return the totals of all players, highest first, so that nobody can tell whose they are."""
        return list(self._totals)


class Player(Protocol):
    """What the game asks of a player."""

    @property
    def name(self) -> str:
        """Return the name, different from the others'."""

    def turn(self, dice: list[int], stage: int, view: View) -> Move:
        """Return the positions (0-4) of the dice to keep, or the category to take."""


def checked_names(names: object) -> list[str]:
    """Return the names of a game's players; ValueError when there are none, two alike, or something else."""
    if not isinstance(names, (list, tuple)) or not names:
        raise no_players(names)
    for name in names:
        if type(name) is not str:
            raise refusal("not a name", name, "a name is a text")
        if names.count(name) > 1:
            raise refusal("two players of one name", name, "every name is another")
    return list(names)


def no_players(given: object) -> ValueError:
    """Build the error for what is no list of players, or an empty one."""
    return refusal("no players", given, "a game has a list of one player or more")


def by_name(players: Sequence[Player]) -> dict[str, Player]:
    """Return players by their names, asked for once; ValueError as for `checked_names`, or when one has no name."""
    if not isinstance(players, (list, tuple)):
        raise no_players(players)
    names = checked_names([name_of(player) for player in players])
    return dict(zip(names, players))  # noqa: B905 - a name of each


def name_of(player: Player) -> str:
    """Return what a player gives as its name; ValueError when it raises anything but an interruption."""

    def refuse(_: BaseException) -> NoReturn:
        raise refusal("not a player", player, "a player has a name and a turn") from None

    return outcome(lambda: player.name, refuse)
