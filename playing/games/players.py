"""The players that come with the kata, and fair dice. They work with any implementation."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import click

from dojo.errors import WrongUsageError
from refactored import Category, Game, Move, Roll, View, games

Dice = tuple[int, ...]  # sorted: a roll, or the part of it that a player keeps
Worth = dict[Dice, float]  # expected points
ThrowDice = Callable[[int], list[int]]  # throws this number of dice

FACES = range(1, 7)
ROLLS = [Roll(dice) for dice in combinations_with_replacement(FACES, 5)]


def keeps_with_one_more() -> dict[Dice, list[Dice]]:
    """Return each keep, from four dice down to none, with the six ways to add a die."""
    with_one_more = {}
    for size in (4, 3, 2, 1, 0):
        for keep in combinations_with_replacement(FACES, size):
            with_one_more[keep] = [tuple(sorted((*keep, face))) for face in FACES]
    return with_one_more


WITH_ONE_MORE = keeps_with_one_more()


class KataPlayer(ABC):
    """A player of one game. The seed determines its random choices."""

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        self.name = name
        self.game = game
        self.random = Random(f"{seed} {name}")

    def free(self, view: View) -> list[Category]:
        return [self.game.categories[name] for name in view.free()]

    @abstractmethod
    def turn(self, dice: list[int], stage: int, view: View) -> Move:
        """Return the positions of the dice to keep, or the name of a category."""


class RandomPlayer(KataPlayer):
    """Takes any legal category after the first throw."""

    def turn(self, dice: list[int], stage: int, view: View) -> Move:  # noqa: ARG002
        allowed = self.game.allowed(Roll(dice), self.free(view))
        return self.random.choice(list(allowed)).name


class GreedyPlayer(KataPlayer):
    """Keeps the most frequent face, and after three throws takes the highest score."""

    def turn(self, dice: list[int], stage: int, view: View) -> Move:
        face = max(dice, key=lambda die: (dice.count(die), die))
        if stage < 2 and dice.count(face) < 5:
            return [position for position, die in enumerate(dice) if die == face]
        roll = Roll(dice)
        allowed = self.game.allowed(roll, self.free(view))
        best = max(allowed, key=lambda category: category.points(roll))
        return best.name


@cache
def keeps_of(roll: Dice) -> list[Dice]:
    """Return all keeps of a roll, from none of its dice to all five."""
    keeps: set[Dice] = set()
    for size in range(6):
        keeps.update(combinations(roll, size))
    return sorted(keeps)


def worth_of_keeps(worth_of_rolls: Worth) -> Worth:
    """Return the worth of each keep when the other dice are thrown once more."""
    worth = dict(worth_of_rolls)
    for keep, with_one_more in WITH_ONE_MORE.items():
        # No `sum`: it rounds differently from Python 3.12 on, and a seed gives one game on all.
        total = 0.0
        for dice in with_one_more:
            total += worth[dice]
        worth[keep] = total / 6
    return worth


def worth_with_two_throws(worth_of_rolls: Worth) -> Worth:
    """Return the worth of each keep when the other dice can be thrown twice more."""
    worth = worth_of_keeps(worth_of_rolls)
    best: Worth = {roll: max(map(worth.__getitem__, keeps_of(roll))) for roll in ROLLS}
    return worth_of_keeps(best)


def positions_of(keep: Dice, dice: list[int]) -> list[int]:
    """Return the positions of the dice to keep, the leftmost ones if several show the same face."""
    remaining = list(keep)
    positions = []
    for position, die in enumerate(dice):
        if die in remaining:
            remaining.remove(die)
            positions.append(position)
    return positions


class CarefulPlayer(KataPlayer):
    """The strongest player: keeps the dice for which it can expect the highest gain.

    The gain of a category is its points for a roll, less its average when all throws aim for it.
    The player computes exactly over all results of its next two throws, and counts the share of the
    upper bonus that an upper category brings. It does not plan beyond its turn, does not hope for a
    second yahtzee, and ignores the totals of the other players.
    """

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        super().__init__(name, game, seed)
        self._gains: dict[Category, Worth] = {}
        self._free: list[Category] = []
        upper_weight = 1.0
        if game.upper_bonus:
            upper_weight += game.upper_bonus.points / game.upper_bonus.threshold
        for category in game.categories.values():
            weight = upper_weight if category.is_upper else 1
            points: Worth = {roll: weight * category.points(roll) for roll in ROLLS}
            average = worth_with_two_throws(points)[()]
            self._gains[category] = {roll: pay - average for roll, pay in points.items()}

    def turn(self, dice: list[int], stage: int, view: View) -> Move:
        roll = Roll(dice)
        self._plan_for(self.free(view))
        keep: Dice = roll
        if stage < 2:
            keep = max(keeps_of(roll), key=self._worth_by_stage[stage].__getitem__)
        if keep == roll:
            return self._best_category(roll).name
        return positions_of(keep, dice)

    def _plan_for(self, free: list[Category]) -> None:
        """Compute the worth of all keeps, which stays the same until another category is free."""
        if free == self._free:
            return
        self._free = free
        gains: Worth = {roll: self._gains[self._best_category(roll)][roll] for roll in ROLLS}
        self._worth_by_stage: list[Worth] = [worth_with_two_throws(gains), worth_of_keeps(gains)]

    def _best_category(self, roll: Dice) -> Category:
        allowed = self.game.allowed(Roll(roll), self._free)
        return max(allowed, key=lambda category: self._gains[category][roll])


PERSON = "person"
PLAYER_CLASSES: dict[str, type[KataPlayer]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "careful": CarefulPlayer,
}


def parse_players(options: Iterable[str]) -> dict[str, str]:
    """Return the kind of each player by name. Raises WrongUsageError if two have one name."""
    kinds: dict[str, str] = {}
    for each in options:
        name, _, kind = each.partition("=")
        if not (name and kind):
            usage = "Use NAME=KIND; `--help` lists the kinds."
            raise WrongUsageError(f"{each!r} is not a player. {usage}")
        if name in kinds:
            raise WrongUsageError(f"Two players have the name {name}. Give each its own name.")
        kinds[name] = kind
    return kinds


def fair_dice(seed: int) -> ThrowDice:
    random = Random(seed)
    return lambda count: [random.randint(1, 6) for _ in range(count)]


def new_seed() -> int:
    return Random().randrange(2**32)


GAME_ARGUMENT = click.argument("game", type=click.Choice(list(games())), default="yahtzee")
SEED_OPTION = click.option(
    "--seed",
    type=int,
    default=new_seed,
    help="The same seed gives the same dice.",
)
