"""Dice, rolls, and where they come from.

die: a whole number from 1 to 6, the face that shows.
roll: five dice in ascending order, because order never matters to a score. All 7,776 orders give 252 rolls.
hold: the positions (0-4) of the dice that are kept while the others are thrown again.
source: a function that throws a number of dice and returns them, left to right.
"""

from collections.abc import Callable

from refactored.refusals import refusal

Roll = tuple[int, ...]
Source = Callable[[int], list[int]]


def roll_of(dice: object) -> Roll:
    """Return `dice`, a list or tuple of five faces in any order, as a roll.

    Raises ValueError for anything but five whole numbers from 1 to 6.
    """
    if not isinstance(dice, (list, tuple)) or len(dice) != 5:
        raise refusal("not five dice", dice, "a roll is a list of five whole numbers from 1 to 6")
    for die in dice:
        if type(die) is not int or not 1 <= die <= 6:
            raise refusal("not a die", die, "a die is a whole number from 1 to 6")
    return tuple(sorted(dice))


def checked_hold(positions: list[object]) -> list[int]:
    """Return a hold; ValueError unless its positions are different whole numbers from 0 to 4."""
    hold = [position for position in positions if type(position) is int and 0 <= position <= 4]
    if len(hold) != len(positions) or len(set(hold)) != len(hold):
        raise refusal("not a hold", positions, "a hold is a list of different positions from 0 to 4")
    return hold


def throw(source: Source, kept: dict[int, int]) -> list[int]:
    """Return five dice: those kept stay in their positions, the others come from the source, left to right.

    Raises ValueError when the source gives anything but the dice it was asked for.
    """
    loose = 5 - len(kept)
    thrown = source(loose) if loose else []
    if not isinstance(thrown, (list, tuple)) or len(thrown) != loose:
        raise refusal("not the dice asked for", thrown, f"a throw of {loose} dice is a list of {loose}")
    falling = iter(thrown)
    dice = [kept[position] if position in kept else next(falling) for position in range(5)]
    roll_of(dice)
    return dice
