"""One player's card: the points in its categories, and its sums."""

from collections.abc import Sequence
from typing import NamedTuple

from .dice import Roll
from .games import Game
from .refusals import refusal
from .scoring import Category


class Sums(NamedTuple):
    """The sums of a card. The total includes both bonuses."""

    upper_score: int
    upper_bonus: int
    joker_bonus: int
    total: int


class Placement(NamedTuple):
    """The result of placing dice. `called` is the name that the player used for the category.

    `bonus` is added to the total beside the points. `sums` are the sums of the card afterwards.
    """

    called: str
    category: Category
    points: int
    bonus: int
    sums: Sums


class Scorecard:
    """A card. Only `place` changes it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sums = Sums(upper_score=0, upper_bonus=0, joker_bonus=0, total=0)
        self._free = dict(game.categories)
        self._taken: dict[Category, int] = {}

    def free(self) -> dict[str, Category]:
        """Return the free categories by name, in score-sheet order."""
        return dict(self._free)

    def taken(self) -> dict[Category, int]:
        """Return the points of each category that is taken."""
        return dict(self._taken)

    def payments(self, dice: Sequence[int]) -> dict[str, int]:
        """Return the points of dice in each free category to which they may go."""
        allowed = self.game.allowed(Roll(dice), self._free.values())
        return {category.name: self.placement(category.name, dice).points for category in allowed}

    def placement(self, called: str, dice: Sequence[int]) -> Placement:
        """Return the result of placing dice in a category, without placing them.

        It holds for the card as it is now. Compute another one after each `place`.
        Raises ValueError for an unknown or taken category, bad dice, and a misplaced joker.
        """
        category = self.game.category(called)
        roll = Roll(dice)
        if category in self._taken:
            names = ", ".join(self._free) or "none"
            raise refusal("category already used", called, f"free are {names}")
        free = self._free.values()
        jokers = self.game.jokers_for(roll, free)
        if jokers is None:
            return self._result(called, category, category.points(roll), joker_bonus=0)
        allowed = jokers.allowed(roll, free)
        if category not in allowed:
            names = ", ".join(category.name for category in allowed)
            raise refusal("joker misplaced", called, f"five alike have to go to {names}")
        joker_bonus = 0
        if self._taken[jokers.box]:
            joker_bonus = jokers.bonus
        # A joker fits every category.
        return self._result(called, category, category.rule.pay(roll), joker_bonus)

    def place(self, placement: Placement) -> None:
        del self._free[placement.category.name]
        self._taken[placement.category] = placement.points
        self.sums = placement.sums

    def _result(self, called: str, category: Category, points: int, joker_bonus: int) -> Placement:
        upper_score = self.sums.upper_score
        if category.is_upper:
            upper_score += points
        upper_bonus = self.game.upper_bonus_for(upper_score)
        bonus = joker_bonus + upper_bonus - self.sums.upper_bonus
        sums = Sums(
            upper_score,
            upper_bonus,
            self.sums.joker_bonus + joker_bonus,
            self.sums.total + points + bonus,
        )
        return Placement(called, category, points, bonus, sums)
