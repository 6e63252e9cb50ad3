"""Who plays: the players that come with the kata, by the word for their kind, and fair dice.

They reckon with a game's own definition, and so play with any implementation of it.
par: what a category brings on average if three rolls aim for it alone. gain: what a roll pays in a category above par.
keep: dice held, sorted; there are 462, from none to five. worth: the gain to expect, of a roll or of a keep.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

from dojo.text import WrongUsageError
from refactored import Category, Game, View, roll_of

Dice = tuple[int, ...]
Worth = dict[Dice, float]

FACES = range(1, 7)
ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, 5))


@dataclass
class RandomPlayer:
    """Takes any legal category, at once."""

    name: str
    game: Game
    random: Random

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - every stage is as good
        """Return a category."""
        allowed = self.game.allowed(roll_of(dice), free_categories(self.game, view))
        return self.random.choice(list(allowed)).name


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
    keeps: set[Dice] = set()
    for size in range(6):
        keeps.update(combinations(roll, size))
    return sorted(keeps)


def best_keep(roll: Dice, worth: Worth) -> Dice:
    """Return what to hold of a roll, when each keep is worth so much."""
    return max(keeps_of(roll), key=worth.__getitem__)


@cache
def with_one_more() -> dict[Dice, list[Dice]]:
    """Return the six ways in which a die more may fall, for each keep that lacks one, the largest first."""
    found = {}
    for size in (4, 3, 2, 1, 0):
        for keep in combinations_with_replacement(FACES, size):
            found[keep] = [tuple(sorted((*keep, face))) for face in FACES]
    return found


def worth_of_keeps(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth, when the other dice are thrown once more."""
    worth = dict(worth_of_rolls)
    for keep, rolls in with_one_more().items():
        worth[keep] = sum(map(worth.__getitem__, rolls)) / 6
    return worth


def worth_before_a_throw(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth with two throws to come: one, then the best hold of what falls, and another."""
    worth = worth_of_keeps(worth_of_rolls)
    worth_of_best_keeps = {roll: worth[best_keep(roll, worth)] for roll in ROLLS}
    return worth_of_keeps(worth_of_best_keeps)


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
        roll = tuple(sorted(dice))
        free = free_categories(self._game, view)
        if free != self._free:
            self._look_ahead(free)
        keep = roll if stage == 2 else best_keep(roll, self._worth[stage])
        return self._best(roll).name if keep == roll else positions(dice, keep)

    def _look_ahead(self, free: list[Category]) -> None:
        """Work out what keeps are worth at both stages, as long as these categories are free."""
        self._free = free
        gains = {roll: self._gain[self._best(roll)][roll] for roll in ROLLS}
        self._worth = (worth_before_a_throw(gains), worth_of_keeps(gains))

    def _best(self, roll: Dice) -> Category:
        allowed = self._game.allowed(roll_of(roll), self._free)
        return max(allowed, key=lambda category: self._gain[category][roll])

    def _gains(self, category: Category) -> Worth:
        weight = 1.0
        bonus = self._game.upper_bonus
        if bonus and category.is_upper:
            weight += bonus.points / bonus.threshold  # each upper point brings its share of the bonus
        points = {roll: weight * category.points(roll_of(roll)) for roll in ROLLS}
        par = worth_before_a_throw(points)[()]
        return {roll: pay - par for roll, pay in points.items()}


def positions(dice: list[int], keep: Dice) -> list[int]:
    """Return where the dice of a keep lie."""
    missing = list(keep)
    found = []
    for position, die in enumerate(dice):
        if die in missing:
            missing.remove(die)
            found.append(position)
    return found


PERSON = "person"
KINDS: dict[str, Callable[[str, Game, int], Any]] = {  # each makes a player; a seed decides where chance does
    "random": lambda name, game, seed: RandomPlayer(name, game, Random(f"{seed} {name}")),
    "greedy": lambda name, game, _: GreedyPlayer(name, game),
    "careful": lambda name, game, _: CarefulPlayer(name, game),
}


def kinds_of(seats: Iterable[str]) -> dict[str, str]:
    """Return the kind of each player by its name; WrongUsageError for a seat without either, or a name taken twice."""
    kinds: dict[str, str] = {}
    for seat in seats:
        name, _, kind = seat.partition("=")
        if not (name and kind):
            raise WrongUsageError(f"{seat!r} is no player: write NAME=KIND; `--help` tells the kinds.")
        if name in kinds:
            raise WrongUsageError(f"Two players are called {name}: give each a name of its own.")
        kinds[name] = kind
    return kinds


def fair_dice(seed: int | str) -> Callable[[int], list[int]]:
    """Return a source of dice."""
    random = Random(seed)
    return lambda count: [random.randint(1, 6) for _ in range(count)]
