"""The players that come with the kata.

They reckon with a game's own definition, and so play with any implementation of it.
kind: the word for a way of playing. legal: what the rules allow for the dice as they lie; a joker has its duty.
"""

from dataclasses import dataclass
from random import Random

from refactored.dice import roll_of
from refactored.players import View
from refactored.rulesets import Game


def legal(game: Game, dice: list[int], free: list[str]) -> list[str]:
    """Return the categories that dice may be placed in."""
    jokers, roll = game.jokers, roll_of(dice)
    if jokers is None or jokers.box.name in free or not jokers.box.points(roll):
        return free
    return [category.name for category in jokers.duty(roll, [game.categories[name] for name in free])]


@dataclass
class RandomPlayer:
    """Takes any legal category, at once."""

    name: str
    game: Game
    random: Random

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - every stage is as good
        """Return a category."""
        return self.random.choice(legal(self.game, dice, view.free()))


@dataclass
class GreedyPlayer:
    """Keeps the face that shows most, and takes what pays most after the third roll, whatever that spoils."""

    name: str
    game: Game

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the positions of the face that shows most; after the third roll, a category."""
        face = max(dice, key=lambda die: (dice.count(die), die))
        if stage < 2 and dice.count(face) < 5:
            return [position for position, die in enumerate(dice) if die == face]
        roll = roll_of(dice)
        return max(legal(self.game, dice, view.free()), key=lambda name: self.game.categories[name].points(roll))
