"""The published interface: class Yatzy, a thin face over dice, scoring and rule sets.

Part 1 is the kata as it was first published, in its own spelling; part 2 scores all three games by name.
dice: five whole numbers from 1 to 6, in any order. Bad input raises ValueError and changes nothing.
"""

from collections.abc import Sequence

from refactored import rulesets
from refactored.dice import roll_of
from refactored.scoring import fits


class Yatzy:
    """Scores of Yatzy, Yahtzee and Yacht, in points."""

    def __init__(self, *dice: int) -> None:
        """Hold five dice for `fours`, `fives` and `sixes`; or none, for everything else."""
        if dice:
            roll_of(dice)
        self._dice = dice

    # Part 1: Yatzy as first published.

    @staticmethod
    def chance(*dice: int) -> int:
        """Score the sum of all dice."""
        return Yatzy.score("yatzy", "chance", dice)

    @staticmethod
    def yatzy(dice: Sequence[int]) -> int:
        """Score five dice alike, given as one list."""
        return Yatzy.score("yatzy", "yatzy", dice)

    @staticmethod
    def ones(*dice: int) -> int:
        """Score the ones."""
        return Yatzy.score("yatzy", "ones", dice)

    @staticmethod
    def twos(*dice: int) -> int:
        """Score the twos."""
        return Yatzy.score("yatzy", "twos", dice)

    @staticmethod
    def threes(*dice: int) -> int:
        """Score the threes."""
        return Yatzy.score("yatzy", "threes", dice)

    def fours(self) -> int:
        """Score the fours among the dice held."""
        return Yatzy.score("yatzy", "fours", self._dice)

    def fives(self) -> int:
        """Score the fives among the dice held."""
        return Yatzy.score("yatzy", "fives", self._dice)

    def sixes(self) -> int:
        """Score the sixes among the dice held."""
        return Yatzy.score("yatzy", "sixes", self._dice)

    def score_pair(self, *dice: int) -> int:
        """Score the highest pair among the dice given, whatever dice are held."""
        return Yatzy.score("yatzy", "pair", dice)

    @staticmethod
    def two_pair(*dice: int) -> int:
        """Score two pairs."""
        return Yatzy.score("yatzy", "two pairs", dice)

    @staticmethod
    def three_of_a_kind(*dice: int) -> int:
        """Score three dice alike."""
        return Yatzy.score("yatzy", "three of a kind", dice)

    @staticmethod
    def four_of_a_kind(*dice: int) -> int:
        """Score four dice alike."""
        return Yatzy.score("yatzy", "four of a kind", dice)

    @staticmethod
    def smallStraight(*dice: int) -> int:  # noqa: N802 - the published spelling
        """Score 1-2-3-4-5."""
        return Yatzy.score("yatzy", "small straight", dice)

    @staticmethod
    def largeStraight(*dice: int) -> int:  # noqa: N802 - the published spelling
        """Score 2-3-4-5-6."""
        return Yatzy.score("yatzy", "large straight", dice)

    @staticmethod
    def fullHouse(*dice: int) -> int:  # noqa: N802 - the published spelling
        """Score a full house."""
        return Yatzy.score("yatzy", "full house", dice)

    # Part 2: the three games by name.

    @staticmethod
    def score(game: str, category: str, dice: Sequence[int]) -> int:
        """Return the points, 0 or more, that five dice score in a category of a game."""
        return rulesets.rule_of(game, category)(roll_of(dice))

    @staticmethod
    def categories(game: str) -> list[str]:
        """Return the names of a game's categories, in score-sheet order."""
        return list(rulesets.categories_of(game))

    @staticmethod
    def is_upper(game: str, category: str) -> bool:
        """Tell whether a category is in the upper section."""
        return rulesets.is_upper(game, category)

    @staticmethod
    def matches(game: str, category: str, dice: Sequence[int]) -> bool:
        """Tell whether five dice fit a category, even for 0 points."""
        return fits(rulesets.rule_of(game, category), roll_of(dice))

    @staticmethod
    def matching(game: str, dice: Sequence[int]) -> list[str]:
        """Return the names of all categories of a game that five dice fit, in score-sheet order."""
        categories = rulesets.categories_of(game)
        roll = roll_of(dice)
        return [category for category, rule in categories.items() if fits(rule, roll)]
