"""The players that come with the kata; they know the published interface only, and so play with any implementation.

kind: the word for a way of playing. legal: what the rules allow for the dice as they lie; a joker has its duty.
"""

from random import Random
from typing import Any, NamedTuple, Protocol


class View(Protocol):
    """What a player sees of the game."""

    def free(self) -> list[str]:
        """Return the player's free categories."""


class Rules(NamedTuple):
    """What is played: an implementation's class Yatzy, and the name of a game."""

    yatzy: Any
    game: str


def legal(yatzy: Any, game: str, dice: list[int], free: list[str]) -> list[str]:  # noqa: ANN401 - any implementation
    """Return the categories that dice may be placed in."""
    if game != "yahtzee" or len(set(dice)) > 1 or "yahtzee" in free:
        return free
    own = yatzy.categories(game)[dice[0] - 1]
    if own in free:
        return [own]
    return [category for category in free if not yatzy.is_upper(game, category)] or free


class RandomPlayer:
    """Takes any legal category, at once."""

    def __init__(self, name: str, yatzy: Any, game: str, random: Random) -> None:  # noqa: ANN401 - any implementation
        """Sit down to a game; `random` decides."""
        self.name = name
        self._yatzy, self._game, self._random = yatzy, game, random

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - every stage is as good
        """Return a category."""
        return self._random.choice(legal(self._yatzy, self._game, dice, view.free()))


class GreedyPlayer:
    """Keeps the face that shows most, and takes what pays most after the third roll, whatever that spoils."""

    def __init__(self, name: str, yatzy: Any, game: str) -> None:  # noqa: ANN401 - any implementation
        """Sit down to a game."""
        self.name = name
        self._yatzy, self._game = yatzy, game

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the positions of the face that shows most; after the third roll, a category."""
        face = max(dice, key=lambda die: (dice.count(die), die))
        if stage < 2 and dice.count(face) < 5:
            return [position for position, die in enumerate(dice) if die == face]
        choices = legal(self._yatzy, self._game, dice, view.free())
        return max(choices, key=lambda category: self._yatzy.score(self._game, category, dice))
