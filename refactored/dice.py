"""Dice, rolls, and where they come from.

position: the place of a die (0-4), counted from the left.
source: a function that throws a number of dice and returns them, left to right.
"""

from collections.abc import Callable, Sequence
from typing import Self

from .refusals import refusal

Source = Callable[[int], list[int]]


class Roll(tuple[int, ...]):
    """Five dice in ascending order, because their order never matters to a score."""

    __slots__ = ()

    def __new__(cls, dice: object) -> Self:
        """Sort the dice. Raises ValueError unless they are five valid dice."""
        return super().__new__(cls, sorted(checked_dice(dice)))


class Hold(tuple[int, ...]):
    """The positions of dice to keep, in ascending order."""

    __slots__ = ()

    def __new__(cls, positions: list[object]) -> Self:
        """Sort the positions. Raises ValueError unless they are valid and all different."""
        found = {position for position in positions if type(position) is int and 0 <= position <= 4}
        if len(found) != len(positions):
            allowed = "a hold is a list of different positions from 0 to 4"
            raise refusal("not a hold", positions, allowed)
        return super().__new__(cls, sorted(found))

    def kept(self, dice: Sequence[int]) -> list[int]:
        return [dice[position] for position in self]


def checked_dice(dice: object) -> tuple[int, ...]:
    """Return the dice in their positions. Raises ValueError unless they are five valid dice."""
    if not isinstance(dice, (list, tuple)) or len(dice) != 5:
        raise refusal("not five dice", dice, "a roll is a list of five whole numbers from 1 to 6")
    for die in dice:
        # True is an int to isinstance.
        if type(die) is not int or not 1 <= die <= 6:
            raise refusal("not a die", die, "a die is a whole number from 1 to 6")
    return tuple(dice)


def throw_all(source: Source) -> tuple[int, ...]:
    """Throw five dice. Raises ValueError if the source returns anything else."""
    return checked_dice(dice_from(source, 5))


def throw_again(source: Source, dice: Sequence[int], hold: Hold) -> tuple[int, ...]:
    """Throw the dice that are not held; the others keep their positions. Raises as `throw_all`."""
    count = 5 - len(hold)
    thrown: list[int] = []
    if count:
        thrown.extend(dice_from(source, count))
    for position in hold:
        thrown.insert(position, dice[position])
    return checked_dice(thrown)


def dice_from(source: Source, count: int) -> Sequence[int]:
    dice = source(count)
    if not isinstance(dice, (list, tuple)) or len(dice) != count:
        allowed = f"a throw of {count} dice is a list of {count}"
        raise refusal("not the dice asked for", dice, allowed)
    return dice
