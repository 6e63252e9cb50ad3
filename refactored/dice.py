"""Dice, rolls, and where they come from.

die: a whole number from 1 to 6, the face that shows. dice: five of them as they lie, each in its position (0-4).
roll: five dice in ascending order, because order never matters to a score. All 7,776 orders give 252 rolls.
hold: the positions of the dice that are kept while the others are thrown again.
source: a function that throws a number of dice and returns them, left to right.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Self

from .refusals import refusal

Source = Callable[[int], list[int]]


class Roll(tuple[int, ...]):
    """Five dice in ascending order."""

    __slots__ = ()

    def __new__(cls, dice: object) -> Self:
        """Order dice; ValueError as for `checked_dice`."""
        return super().__new__(cls, sorted(checked_dice(dice)))


class Hold(tuple[int, ...]):
    """Positions of dice in ascending order."""

    __slots__ = ()

    def __new__(cls, positions: list[object]) -> Self:
        """Order positions; ValueError as for `checked_positions`."""
        return super().__new__(cls, checked_positions(positions))


def checked_dice(dice: object) -> tuple[int, ...]:
    """Return dice as they lie; ValueError for anything but a list or tuple of five whole numbers from 1 to 6."""
    if not isinstance(dice, (list, tuple)) or len(dice) != 5:
        raise refusal("not five dice", dice, "a roll is a list of five whole numbers from 1 to 6")
    for die in dice:
        if type(die) is not int or not 1 <= die <= 6:
            raise refusal("not a die", die, "a die is a whole number from 1 to 6")
    return tuple(dice)


def checked_positions(positions: list[object]) -> list[int]:
    """Return positions in ascending order; ValueError unless they are different whole numbers from 0 to 4."""
    found = {position for position in positions if type(position) is int and 0 <= position <= 4}
    if len(found) != len(positions):
        raise refusal("not a hold", positions, "a hold is a list of different positions from 0 to 4")
    return sorted(found)


def roll_of(dice: object) -> Roll:
    """Return the roll of dice in any order; ValueError as for `Roll`."""
    return known(checked_dice(dice))


known = cache(Roll)  # there are but 7,776 orders: to look one up is quicker than to sort it


def throw(source: Source) -> tuple[int, ...]:
    """Return five dice as they lie; ValueError when the source gives anything else."""
    return checked_dice(thrown(source, 5))


def throw_again(source: Source, dice: Sequence[int], hold: Hold) -> tuple[int, ...]:
    """Return five dice: those held stay where they lie, the others are thrown; ValueError as for `throw`."""
    loose = 5 - len(hold)
    lying = list(thrown(source, loose)) if loose else []
    for position in hold:
        lying.insert(position, dice[position])
    return checked_dice(lying)


def thrown(source: Source, count: int) -> Sequence[int]:
    """Return so many dice, left to right; ValueError when the source gives anything but so many."""
    dice = source(count)
    if not isinstance(dice, (list, tuple)) or len(dice) != count:
        raise refusal("not the dice asked for", dice, f"a throw of {count} dice is a list of {count}")
    return dice
