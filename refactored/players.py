"""Players: the methods that they need, and the view that they get.

player: an object with a name and a method for its turn.
view: a copy of everything that a player may know. Changing it does not change the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .refusals import refusal
from .scorecard import Sums

Move = list[int] | str


@dataclass(eq=False)
class View:
    """A player's own card, and the totals of all players, highest first, without their names."""

    _free: list[str]
    _sums: Sums
    _totals: list[int]

    def free(self) -> list[str]:
        return list(self._free)

    def total(self) -> int:
        return self._sums.total

    def upper_score(self) -> int:
        return self._sums.upper_score

    def upper_bonus(self) -> int:
        return self._sums.upper_bonus

    def yahtzee_bonus(self) -> int:
        return self._sums.joker_bonus

    def totals(self) -> list[int]:
        return list(self._totals)


class Player(Protocol):
    """A program or a person that plays."""

    @property
    def name(self) -> str:
        """The name, different from all others."""

    def turn(self, dice: list[int], stage: int, view: View) -> Move:
        """Return the positions (0-4) of the dice to keep, or the category to take.

        `stage` is how often dice were thrown again in this turn (0, 1 or 2).
        """


def checked_names(names: object) -> list[str]:
    """Return the names as a list. Raises ValueError unless they are one or more different texts."""
    if not isinstance(names, (list, tuple)) or not names:
        raise no_players(names)
    for name in names:
        if not isinstance(name, str):
            raise refusal("not a name", name, "a name is a text")
        if names.count(name) > 1:
            raise refusal("two players of one name", name, "every name is another")
    return list(names)


def no_players(given: object) -> ValueError:
    return refusal("no players", given, "a game has a list of one player or more")


def by_name(players: Sequence[Player]) -> dict[str, Player]:
    """Return players by name. Raises ValueError for bad names, or for a player without one."""
    if not isinstance(players, (list, tuple)):
        raise no_players(players)
    for player in players:
        if not hasattr(player, "name"):
            raise refusal("not a player", player, "a player has a name and a turn")
    names = checked_names([player.name for player in players])
    return dict(zip(names, players))  # noqa: B905 - there is one name for each player
