"""The players that come with the kata.

They reckon with a game's own definition, and so play with any implementation of it.
par: what a category brings on average if three rolls aim for it alone. gain: what a roll pays in a category above par.
keep: dice held, sorted; there are 462, from none to five. worth: the gain to expect, of a roll or of a keep.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

from refactored import Category, Game, View, roll_of

Dice = tuple[int, ...]
Worth = dict[Dice, float]

ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(range(1, 7), 5))
ONE_MORE: dict[Dice, list[Dice]] = {
    keep: [tuple(sorted((*keep, face))) for face in range(1, 7)]
    for size in (4, 3, 2, 1, 0)
    for keep in combinations_with_replacement(range(1, 7), size)
}


@dataclass
class RandomPlayer:
    """Takes any legal category, at once."""

    name: str
    game: Game
    random: Random

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - every stage is as good
        """Return a category."""
        return self.random.choice(list(self.game.allowed(roll_of(dice), free_categories(self.game, view)))).name


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
        allowed = self.game.allowed(roll, free_categories(self.game, view))
        return max(allowed, key=lambda category: category.points(roll)).name


def free_categories(game: Game, view: View) -> list[Category]:
    """Return the free categories of a player's card."""
    return [game.categories[name] for name in view.free()]


@cache
def keeps_of(roll: Dice) -> list[Dice]:
    """Return every way to hold some of a roll."""
    return sorted({keep for size in range(6) for keep in combinations(roll, size)})


def worth_of_keeps(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth, when the other dice are thrown once more."""
    worth = dict(worth_of_rolls)
    for keep, (one, two, three, four, five, six) in ONE_MORE.items():
        worth[keep] = (worth[one] + worth[two] + worth[three] + worth[four] + worth[five] + worth[six]) / 6
    return worth


def worth_before_a_throw(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth with two throws to come: one, then the best hold of what falls, and another."""
    worth = worth_of_keeps(worth_of_rolls)
    return worth_of_keeps({roll: max(map(worth.__getitem__, keeps_of(roll))) for roll in ROLLS})


class CarefulPlayer:
    """The strongest: takes the category with the highest gain, and holds the dice with the highest worth.

    It reckons exactly over all throws of the two re-rolls, and does look at what an upper category means for the bonus.
    It does not plan beyond its turn, does not hope for a second yahtzee, and does not look at the others' totals.
    """

    def __init__(self, name: str, game: Game) -> None:
        """Sit down to a game, and work out what each roll gains in each category."""
        self.name = name
        self._game = game
        self._gain = {category: self._gains(category) for category in game.categories.values()}
        self._free: list[Category] = []
        self._worth: tuple[Worth, Worth] = ({}, {})

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the hold with the highest worth; a category when there is nothing better to hope for."""
        free, roll = free_categories(self._game, view), tuple(sorted(dice))
        if stage == 2:
            return self._best(roll, free).name
        if free != self._free:
            gains = {roll: self._gain[self._best(roll, free)][roll] for roll in ROLLS}
            self._free, self._worth = free, (worth_before_a_throw(gains), worth_of_keeps(gains))
        worth = self._worth[stage]
        keep = max(keeps_of(roll), key=worth.__getitem__)
        return self._best(roll, free).name if keep == roll else positions(dice, keep)

    def _best(self, roll: Dice, free: list[Category]) -> Category:
        return max(self._game.allowed(roll_of(roll), free), key=lambda category: self._gain[category][roll])

    def _gains(self, category: Category) -> Worth:
        bonus = self._game.upper_bonus if category.is_upper else None
        weight = 1 + bonus.points / bonus.threshold if bonus else 1.0  # each upper point brings its share of the bonus
        points = {roll: weight * category.points(roll_of(roll)) for roll in ROLLS}
        par = worth_before_a_throw(points)[()]
        return {roll: pay - par for roll, pay in points.items()}


def positions(dice: list[int], keep: Dice) -> list[int]:
    """Return where the dice of a keep lie."""
    places = combinations(range(5), len(keep))
    return next(list(each) for each in places if sorted(dice[at] for at in each) == list(keep))
