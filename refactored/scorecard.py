"""One player's card.

card: what a player has placed in the categories of a game so far. free: the categories that are not taken.
claim: dice that the rules allow in a category. placement: what they bring there; to work it out changes nothing.
sums: what stands in the rows of a card that are no categories.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from .dice import Roll, roll_of
from .refusals import refusal
from .rulesets import Game, Jokers
from .scoring import Category


class Sums(NamedTuple):
    """The sums of a card; the total counts both bonuses."""

    upper_score: int
    upper_bonus: int
    joker_bonus: int
    total: int


class Claim(NamedTuple):
    """Dice and a category that may have them, as the player called it; by the rules for jokers, if the dice are one."""

    called: str
    category: Category
    roll: Roll
    jokers: Jokers | None


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
        self._free = dict(game.categories)
        self._taken: dict[Category, int] = {}

    def free(self) -> Mapping[str, Category]:
        """Return the categories that are not taken by name, in score-sheet order: a look at the card, and no copy."""
        return MappingProxyType(self._free)

    def taken(self) -> dict[Category, int]:
        """Return the points of the categories that are taken."""
        return dict(self._taken)

    def placement(self, called: str, dice: Sequence[int]) -> Placement:
        """Return what it comes to when dice are placed in a category; ValueError as for `claim`."""
        return self.worth(self.claim(called, dice))

    def claim(self, called: str, dice: Sequence[int]) -> Claim:
        """Return dice for a category, called by any of its names, when the rules allow it.

        Raises ValueError for an unknown category or a taken one, bad dice, and a joker whose duty lies elsewhere.
        """
        category, roll = self.game.category(called), roll_of(dice)
        if category in self._taken:
            raise refusal("category already used", called, f"free are {', '.join(self._free) or 'none'}")
        free = self._free.values()
        jokers = self.game.jokers_for(roll, free)
        if jokers and category not in jokers.duty(roll, free):
            raise refusal("joker misplaced", called, jokers.duty_in_words(roll, free))
        return Claim(called, category, roll, jokers)

    def worth(self, claim: Claim) -> Placement:
        """Return what a claim comes to."""
        called, category, roll, jokers = claim
        points = jokers.points(category, roll) if jokers else category.points(roll)
        joker_bonus = jokers.bonus if jokers and self._taken[jokers.box] else 0
        upper_score = self.sums.upper_score + (points if category.is_upper else 0)
        upper_bonus = self.game.upper_bonus_for(upper_score)
        bonus = joker_bonus + upper_bonus - self.sums.upper_bonus
        sums = Sums(upper_score, upper_bonus, self.sums.joker_bonus + joker_bonus, self.sums.total + points + bonus)
        return Placement(called, category, points, bonus, sums)

    def place(self, placement: Placement) -> None:
        """Put dice down, for good."""
        del self._free[placement.category.name]
        self._taken[placement.category] = placement.points
        self.sums = placement.sums
