"""Who plays: the players that come with the kata, by the word for their kind, and fair dice.

They reckon with a game's own definition, and so play with any implementation of it.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import click

from dojo.errors import WrongUsageError
from refactored import Category, Game, View, games, roll_of

Dice = tuple[int, ...]  # sorted; a roll, or a keep: what is held of one, from none to five
Worth = dict[Dice, float]  # the points to expect, of a roll or of a keep

FACES = range(1, 7)
ROLLS: list[Dice] = list(combinations_with_replacement(FACES, 5))
KEEPS = [keep for size in (4, 3, 2, 1, 0) for keep in combinations_with_replacement(FACES, size)]
ONE_MORE = {keep: [tuple(sorted((*keep, face))) for face in FACES] for keep in KEEPS}  # the ways a die more may fall
HOLDS = [hold for size in range(6) for hold in combinations(range(5), size)]  # positions


class KataPlayer:
    """A player of a game; a seed decides where chance does."""

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        self.name, self.game, self.random = name, game, Random(f"{seed} {name}")

    def free(self, view: View) -> list[Category]:
        return [self.game.categories[name] for name in view.free()]


class RandomPlayer(KataPlayer):
    """Takes any legal category, at once."""

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - every stage is as good
        return self.random.choice(list(self.game.allowed(roll_of(dice), self.free(view)))).name


class GreedyPlayer(KataPlayer):
    """Keeps the face that shows most, and takes what pays most after the third roll, whatever that spoils."""

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the positions of the face that shows most; after the third roll, a category."""
        face = max(dice, key=lambda die: (dice.count(die), die))
        if stage < 2 and dice.count(face) < 5:
            return [position for position, die in enumerate(dice) if die == face]
        roll = roll_of(dice)
        return max(self.game.allowed(roll, self.free(view)), key=lambda category: category.points(roll)).name


@cache
def keeps_of(roll: Dice) -> list[Dice]:
    """Return every way to hold some of a roll."""
    return sorted({keep for size in range(6) for keep in combinations(roll, size)})


def worth_of_keeps(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth, when the other dice are thrown once more."""
    worth = dict(worth_of_rolls)
    for keep, rolls in ONE_MORE.items():
        # No `sum`: it rounds differently from Python 3.12 on, and a seed gives one game on all.
        total = 0.0
        for roll in rolls:
            total += worth[roll]
        worth[keep] = total / 6
    return worth


def worth_before_a_throw(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth with two throws to come: one, then the best hold of what falls, and another."""
    worth = worth_of_keeps(worth_of_rolls)
    return worth_of_keeps({roll: max(map(worth.__getitem__, keeps_of(roll))) for roll in ROLLS})


class CarefulPlayer(KataPlayer):
    """The strongest: takes the category with the highest gain, and holds the dice with the highest worth.

    A gain is what a roll pays above what the category brings on average, if three rolls aim for it alone. It reckons
    exactly over all throws of the two re-rolls, and does look at what an upper category means for the bonus. It does
    not plan beyond its turn, does not hope for a second yahtzee, and does not look at the others' totals.
    """

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        super().__init__(name, game, seed)
        self._gains: dict[Category, Worth] = {}
        self._free: list[Category] = []
        bonus = self.game.upper_bonus
        share = bonus.points / bonus.threshold if bonus else 0  # of the bonus, that each upper point brings
        for category in self.game.categories.values():
            weight = 1 + share * category.is_upper
            points = {roll: weight * category.points(roll_of(roll)) for roll in ROLLS}
            average = worth_before_a_throw(points)[()]
            self._gains[category] = {roll: pay - average for roll, pay in points.items()}

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the hold with the highest worth; a category when there is nothing better to hope for."""
        roll, free = tuple(sorted(dice)), self.free(view)
        if free != self._free:
            self._free = free
            gains = {each: self._gains[self._best(each)][each] for each in ROLLS}
            self._worth = worth_before_a_throw(gains), worth_of_keeps(gains)
        keep = roll if stage == 2 else max(keeps_of(roll), key=self._worth[stage].__getitem__)
        if keep == roll:
            return self._best(roll).name
        return list(next(hold for hold in HOLDS if tuple(sorted(dice[position] for position in hold)) == keep))

    def _best(self, roll: Dice) -> Category:
        return max(self.game.allowed(roll_of(roll), self._free), key=lambda category: self._gains[category][roll])


PERSON = "person"
KINDS = {"random": RandomPlayer, "greedy": GreedyPlayer, "careful": CarefulPlayer}


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


# What the commands share that have players.

SEED = click.option("--seed", type=int, default=lambda: Random().randrange(2**32), help="Throw the same dice again.")
GAME = click.argument("game", type=click.Choice(list(games())), default="yahtzee")
