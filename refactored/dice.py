"""Dice and rolls.

die: a whole number from 1 to 6, the face that shows.
roll: five dice in ascending order, because order never matters to a score. All 7,776 orders give 252 rolls.
"""

from refactored.refusals import refusal

Roll = tuple[int, ...]


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
