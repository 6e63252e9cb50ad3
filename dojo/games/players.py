"""The players that come with the kata.

They reckon with a game's own definition, and so play with any implementation of it.
kind: the word for a way of playing. legal: what the rules allow for the dice as they lie; a joker has its duty.
"""

from random import Random

from refactored import Game, View, roll_of


def legal(game: Game, dice: list[int], free: list[str]) -> list[str]:
    """Return the categories that dice may be placed in."""
    return game.allowed(roll_of(dice), free)


class RandomPlayer:
    """Takes any legal category, at once."""

    def __init__(self, name: str, game: Game, random: Random) -> None:
        """Sit down to a game; `random` decides."""
        self.name = name
        self._game, self._random = game, random

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - every stage is as good
        """Return a category."""
        return self._random.choice(legal(self._game, dice, view.free()))


class GreedyPlayer:
    """Keeps the face that shows most, and takes what pays most after the third roll, whatever that spoils."""

    def __init__(self, name: str, game: Game) -> None:
        """Sit down to a game."""
        self.name = name
        self._game = game

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the positions of the face that shows most; after the third roll, a category."""
        face = max(dice, key=lambda die: (dice.count(die), die))
        if stage < 2 and dice.count(face) < 5:
            return [position for position, die in enumerate(dice) if die == face]
        roll = roll_of(dice)
        return max(legal(self._game, dice, view.free()), key=lambda name: self._game.categories[name].points(roll))
