"""One player's card.

card: what a player has placed in the categories of a game so far. free: the categories that are not taken.
placement: dice on their way to a category, and what they bring there; to work it out changes nothing.
sums: what stands in the rows of a card that are no categories.
"""

from collections.abc import Collection
from typing import NamedTuple

from refactored.dice import Roll
from refactored.refusals import refusal
from refactored.rulesets import Game, Jokers
from refactored.scoring import Category


class Sums(NamedTuple):
    """The sums of a card; the total counts both bonuses."""

    upper_score: int
    upper_bonus: int
    yahtzee_bonus: int
    total: int


class Placement(NamedTuple):
    """Dice for a category, as the player called it: the points that they score there, and the sums of the card then."""

    called: str
    category: Category
    points: int
    sums: Sums


class Scorecard:
    """A card; it changes when dice are placed, and never otherwise."""

    def __init__(self, game: Game) -> None:
        """Lay out an empty card."""
        self.game = game
        self.sums = Sums(upper_score=0, upper_bonus=0, yahtzee_bonus=0, total=0)
        self._free = dict(game.categories)
        self._taken: dict[str, int] = {}

    def free(self) -> list[str]:
        """Return the names of the categories that are not taken, in score-sheet order."""
        return list(self._free)

    def taken(self) -> dict[str, int]:
        """Return the points of the categories that are taken, by name."""
        return dict(self._taken)

    def placement(self, category: Category, roll: Roll, called: str) -> Placement:
        """Return what it comes to when a roll is placed in a category.

        Raises ValueError when the category is taken, or when the roll is a joker whose duty lies elsewhere.
        """
        if category.name not in self._free:
            raise refusal("category already used", called, f"free are {', '.join(self._free) or 'none'}")
        if category.name not in self.allowed(roll):
            raise refusal("joker misplaced", called, f"five alike have to go to {', '.join(self.allowed(roll))}")
        jokers = self._jokers(roll)
        points = category.rule.pay(roll) if jokers else category.points(roll)
        bonus = jokers.bonus if jokers and self._taken[jokers.box.name] else 0
        return Placement(called, category, points, self._sums_with(category, points, bonus))

    def place(self, placement: Placement) -> None:
        """Put dice down, for good."""
        del self._free[placement.category.name]
        self._taken[placement.category.name] = placement.points
        self.sums = placement.sums

    def allowed(self, roll: Roll) -> Collection[str]:
        """Return where a roll may be placed, by name: in all categories that are free, unless a joker has its duty."""
        jokers = self._jokers(roll)
        return self._free.keys() if jokers is None else [each.name for each in jokers.duty(roll, self._free.values())]

    def _jokers(self, roll: Roll) -> Jokers | None:
        """Return the game's rules for jokers, if a roll is one on this card."""
        jokers = self.game.jokers
        return jokers if jokers and jokers.box.name in self._taken and jokers.box.points(roll) else None

    def _sums_with(self, category: Category, points: int, bonus: int) -> Sums:
        """Return the sums of this card with so many points more in a category, and a joker's bonus."""
        upper_score = self.sums.upper_score + (points if category.is_upper else 0)
        upper_bonus = self.game.upper_bonus_for(upper_score)
        yahtzee_bonus = self.sums.yahtzee_bonus + bonus
        total = self.sums.total + points + bonus + upper_bonus - self.sums.upper_bonus
        return Sums(upper_score, upper_bonus, yahtzee_bonus, total)
