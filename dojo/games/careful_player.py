"""The strongest player that comes with the kata.

par: what a category brings on average if three rolls aim for it alone. gain: what a roll pays in a category above
par. keep: dice held, sorted; there are 462, from none to five. worth: the gain to expect, of a roll or of a keep.

It takes the category with the highest gain, and holds the dice with the highest worth, reckoned exactly over all
throws of the two re-rolls. It does look at what an upper category means for the bonus. It does not plan beyond its
turn, does not hope for a second yahtzee, and does not look at the others' totals.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

from dojo.games.players import legal
from refactored import Category, Game, View, roll_of

Dice = tuple[int, ...]
Worth = dict[Dice, float]

ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(range(1, 7), 5))
SMALLER_KEEPS: tuple[Dice, ...] = tuple(
    keep for size in (4, 3, 2, 1, 0) for keep in combinations_with_replacement(range(1, 7), size)
)
ONE_MORE = {keep: [tuple(sorted((*keep, face))) for face in range(1, 7)] for keep in SMALLER_KEEPS}


@cache
def keeps_of(roll: Dice) -> list[Dice]:
    """Return every way to hold some of a roll."""
    return sorted({keep for size in range(6) for keep in choices(roll, size)})


def choices(roll: Dice, size: int) -> set[Dice]:
    """Return the different ways to hold so many dice."""
    return {
        keep for keep in combinations_with_replacement(sorted(set(roll)), size) if not Counter(keep) - Counter(roll)
    }


def worth_of_keeps(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth, when the other dice are thrown once more."""
    worth = dict(worth_of_rolls)
    for keep in SMALLER_KEEPS:
        one, two, three, four, five, six = ONE_MORE[keep]
        worth[keep] = (worth[one] + worth[two] + worth[three] + worth[four] + worth[five] + worth[six]) / 6
    return worth


def worth_before_a_throw(worth_of_rolls: Worth) -> Worth:
    """Return what each keep is worth with two throws to come: one, then the best hold of what falls, and another."""
    worth = worth_of_keeps(worth_of_rolls)
    return worth_of_keeps({roll: max(map(worth.__getitem__, keeps_of(roll))) for roll in ROLLS})


class CarefulPlayer:
    """Reckons what its two re-rolls can bring, and takes what pays most above par."""

    def __init__(self, name: str, game: Game) -> None:
        """Sit down to a game, and work out what each roll gains in each category."""
        self.name = name
        self._game = game
        self._gain = {category.name: self._gains(category) for category in game.categories.values()}
        self._free: list[str] = []
        self._worth: tuple[Worth, Worth] = ({}, {})

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the hold with the highest worth; a category when there is nothing better to hope for."""
        free, roll = view.free(), tuple(sorted(dice))
        if stage == 2:
            return self._best(roll, free)
        if free != self._free:
            gains = {roll: self._gain[self._best(roll, free)][roll] for roll in ROLLS}
            self._free, self._worth = free, (worth_before_a_throw(gains), worth_of_keeps(gains))
        worth = self._worth[stage]
        keep = max(keeps_of(roll), key=worth.__getitem__)
        return self._best(roll, free) if keep == roll else positions(dice, keep)

    def _best(self, roll: Dice, free: list[str]) -> str:
        choices = legal(self._game, list(roll), free)
        return max(choices, key=lambda category: self._gain[category][roll])

    def _gains(self, category: Category) -> Worth:
        bonus = self._game.upper_bonus if category.is_upper else None
        weight = 1 + bonus.points / bonus.threshold if bonus else 1.0  # each upper point brings its share of the bonus
        points = {roll: weight * category.points(roll_of(roll)) for roll in ROLLS}
        par = worth_before_a_throw(points)[()]
        return {roll: pay - par for roll, pay in points.items()}


def positions(dice: list[int], keep: Dice) -> list[int]:
    """Return where the dice of a keep lie."""
    left = Counter(keep)
    found = []
    for position, die in enumerate(dice):
        if left[die] > 0:
            left[die] -= 1
            found.append(position)
    return found
