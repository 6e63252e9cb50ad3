"""One player's card.

card: what a player has placed in the categories of a game so far. free: the categories that are not taken.
placement: dice on their way to a category, and what they bring there; to work it out changes nothing.
sums: what stands in the rows of a card that are no categories.
"""

from collections.abc import Sequence
from typing import NamedTuple

from refactored.dice import roll_of
from refactored.refusals import refusal
from refactored.rulesets import Game
from refactored.scoring import Category


class Sums(NamedTuple):
    """The sums of a card; the total counts both bonuses."""

    upper_score: int
    upper_bonus: int
    joker_bonus: int
    total: int


class Placement(NamedTuple):
    """Dice for a category, as the player called it; the points and bonuses it brings, and the sums of the card then."""

    called: str
    category: Category
    points: int
    bonus: int
    sums: Sums


class Scorecard:
    """A card; it changes when dice are placed, and never otherwise."""

    def __init__(self, game: Game) -> None:
        """Lay out an empty card."""
        self.game = game
        self.sums = Sums(upper_score=0, upper_bonus=0, joker_bonus=0, total=0)
        self._free = list(game.categories)
        self._taken: dict[str, int] = {}

    def free(self) -> list[str]:
        """Return the names of the categories that are not taken, in score-sheet order."""
        return list(self._free)

    def taken(self) -> dict[str, int]:
        """Return the points of the categories that are taken, by name."""
        return dict(self._taken)

    def placement(self, called: str, dice: Sequence[int]) -> Placement:
        """Return what it comes to when dice are placed in a category, called by any of its names.

        Raises ValueError for an unknown category or a taken one, bad dice, and a joker whose duty lies elsewhere.
        """
        category, roll = self.game.category(called), roll_of(dice)
        if category.name not in self._free:
            raise refusal("category already used", called, f"free are {', '.join(self._free) or 'none'}")
        allowed = self.game.allowed(roll, self._free)
        if category.name not in allowed:
            raise refusal("joker misplaced", called, f"five alike have to go to {', '.join(allowed)}")
        jokers = self.game.jokers_for(roll, self._free)
        points = category.rule.pay(roll) if jokers else category.points(roll)
        joker_bonus = jokers.bonus if jokers and self._taken[jokers.box.name] else 0
        return self._with_bonuses(called, category, points, joker_bonus)

    def place(self, placement: Placement) -> None:
        """Put dice down, for good."""
        self._free.remove(placement.category.name)
        self._taken[placement.category.name] = placement.points
        self.sums = placement.sums

    def _with_bonuses(self, called: str, category: Category, points: int, joker_bonus: int) -> Placement:
        upper_score = self.sums.upper_score + (points if category.is_upper else 0)
        upper_bonus = self.game.upper_bonus_for(upper_score)
        bonus = joker_bonus + upper_bonus - self.sums.upper_bonus
        total = self.sums.total + points + bonus
        sums = Sums(upper_score, upper_bonus, self.sums.joker_bonus + joker_bonus, total)
        return Placement(called, category, points, bonus, sums)
