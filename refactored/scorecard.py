"""One player's card.

card: a player's points in the categories of a game, so far. taken: the categories in use. free: the others.
"""

from refactored import bonuses
from refactored.dice import Roll, roll_of
from refactored.refusals import refusal
from refactored.rulesets import categories_of, category_named, game_named, rule_of, upper_section


class Scorecard:
    """A card; it changes when dice are placed, and never otherwise."""

    def __init__(self, game: str) -> None:
        """Lay out an empty card; ValueError for an unknown game."""
        self.game = game_named(game)
        self._categories = list(categories_of(game))
        self._taken: dict[str, int] = {}
        self._further_yahtzees = 0

    def place(self, category: object, dice: object) -> int:
        """Put five dice down in a free category, for good; return their points, bonuses not counted.

        Raises ValueError, and changes nothing, when the category is unknown or taken, when these are not five dice,
        or when they are a joker whose duty lies elsewhere.
        """
        name, _ = category_named(self.game, category)
        roll = roll_of(dice)
        if name in self._taken:
            raise refusal("category already used", category, f"free are {', '.join(self.free()) or 'none'}")
        if name not in self.allowed(roll):
            raise refusal("joker misplaced", category, f"five alike have to go to {', '.join(self.allowed(roll))}")
        points = self.worth(name, roll)
        if bonuses.is_joker(self.game, roll, self._taken) and self._taken["yahtzee"] == 50:
            self._further_yahtzees += 1
        self._taken[name] = points
        return points

    def worth(self, category: str, roll: Roll) -> int:
        """Return the points that a roll would bring in a category, bonuses not counted."""
        if bonuses.is_joker(self.game, roll, self._taken):
            return bonuses.joker_points(self.game, category, roll)
        return rule_of(self.game, category)(roll)

    def allowed(self, roll: Roll) -> list[str]:
        """Return the categories that a roll may be placed in: all that are free, unless a joker has its duty."""
        if bonuses.is_joker(self.game, roll, self._taken):
            return bonuses.duty(roll, self.free())
        return self.free()

    def free(self) -> list[str]:
        """Return the categories that are not taken, in score-sheet order."""
        return [category for category in self._categories if category not in self._taken]

    def taken(self) -> dict[str, int]:
        """Return the points of the categories that are taken."""
        return dict(self._taken)

    def upper_score(self) -> int:
        """Return the points of the upper section, its bonus not counted."""
        return sum(self._taken.get(category, 0) for category in upper_section())

    def upper_bonus(self) -> int:
        """Return the bonus that the upper section has earned so far."""
        return bonuses.upper_bonus(self.game, self.upper_score())

    def yahtzee_bonus(self) -> int:
        """Return the bonus for five alike after the first."""
        return bonuses.yahtzee_bonus(self._further_yahtzees)

    def total(self) -> int:
        """Return all points, bonuses counted."""
        return sum(self._taken.values()) + self.upper_bonus() + self.yahtzee_bonus()
