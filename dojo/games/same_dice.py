"""Where a tournament's dice come from, and who finds the same.

source: a function that throws a number of dice. turn: each player's turns are counted from 0 through all games; who is
still in has taken as many as the others when a round begins. throw: the first of a turn, or one of the two after it.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from dojo.games.players import legal
from refactored.game import checked_move
from refactored.yatzy import Yatzy

Source = Callable[[int], list[int]]


class Dealer(Protocol):
    """Hands out dice in a tournament."""

    def throw(self, count: int) -> list[int]:
        """Throw so many dice."""

    def seated(self, player: Any) -> Any:  # noqa: ANN401 - players share no class
        """Return a player as it sits down to these dice."""


class AnyDice:
    """Every throw is another."""

    def __init__(self, source: Source) -> None:
        """Take the dice from a source."""
        self.throw = source

    def seated(self, player: Any) -> Any:  # noqa: ANN401 - players share no class
        """Return the player as it is."""
        return player


class SameDice:
    """Five dice lie ready for each throw of each turn, the same for all players; who throws fewer takes the first.

    So nobody's dice depend on what another does, and each player's are as fair as any. A throw is always that of a
    player with the fewest turns; so no more has to be known of it than how many these are.
    """

    def __init__(self, game: str, seed: int) -> None:
        """Begin with nobody at the table; a seed brings the same dice again."""
        self._game, self._seed = game, seed
        self._turns: dict[str, int] = {}
        self._throw = 0

    def throw(self, count: int) -> list[int]:
        """Throw so many dice, for whoever's turn it is."""
        random = Random(f"{self._seed} {min(self._turns.values())} {self._throw}")
        return [random.randint(1, 6) for _ in range(count)]

    def seated(self, player: Any) -> "Seated":  # noqa: ANN401 - players share no class
        """Return a player whose moves tell how far the turn is."""
        self._turns[player.name] = 0
        return Seated(player, self)

    def move(self, player: Any, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - any implementation's
        """Return a player's move; it is out until the move proves legal, for else it is disqualified."""
        fallen, turns, self._throw = list(dice), self._turns.pop(player.name), 0
        move = player.turn(dice, stage, view)
        if is_hold(move, stage):
            self._turns[player.name], self._throw = turns, stage + 1
        elif move in legal(Yatzy, self._game, fallen, view.free()):
            self._turns[player.name] = turns + 1
        return move


def is_hold(move: object, stage: int) -> bool:
    """Tell whether a move keeps dice, as it may."""
    try:
        return isinstance(checked_move(move, stage), list)
    except ValueError:
        return False


class Seated:
    """A player whose moves are followed."""

    def __init__(self, player: Any, dice: SameDice) -> None:  # noqa: ANN401 - players share no class
        """Sit a player down."""
        self.name: str = player.name
        self._player, self._dice = player, dice

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - any implementation's view
        """Return the player's move."""
        return self._dice.move(self._player, dice, stage, view)
