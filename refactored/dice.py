"""Dice, rolls, and where they come from.

die: a whole number from 1 to 6, the face that shows. dice: five of them as they lie, each in its position (0-4).
roll: five dice in ascending order, because order never matters to a score. All 7,776 orders give 252 rolls.
hold: the positions of the dice that are kept while the others are thrown again.
source: a function that throws a number of dice and returns them, left to right.
"""

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement, product

from refactored.refusals import refusal

Source = Callable[[int], list[int]]


class Roll(tuple[int, ...]):
    """Five dice in ascending order; `roll_of` makes it."""

    __slots__ = ()


class Hold(tuple[int, ...]):
    """Different positions from 0 to 4, in ascending order; `hold_of` makes it."""

    __slots__ = ()


def roll_of(dice: object) -> Roll:
    """Return the roll of five dice, given as a list or tuple of faces in any order.

    Raises ValueError for anything but five whole numbers from 1 to 6.
    """
    if not isinstance(dice, (list, tuple)) or len(dice) != 5:
        raise refusal("not five dice", dice, "a roll is a list of five whole numbers from 1 to 6")
    for die in dice:
        if type(die) is not int or not 1 <= die <= 6:
            raise refusal("not a die", die, "a die is a whole number from 1 to 6")
    return ROLLS[tuple(dice)]


def rolls_by_order() -> dict[tuple[int, ...], Roll]:
    """Return the roll of each of the 7,776 orders in which five dice fall."""
    faces = (1, 2, 3, 4, 5, 6)
    rolls: dict[tuple[int, ...], Roll] = {dice: Roll(dice) for dice in combinations_with_replacement(faces, 5)}
    return {dice: rolls[tuple(sorted(dice))] for dice in product(faces, repeat=5)}


ROLLS = rolls_by_order()


def hold_of(positions: list[object]) -> Hold:
    """Return a hold; ValueError unless its positions are different whole numbers from 0 to 4."""
    hold = [position for position in positions if type(position) is int and 0 <= position <= 4]
    if len(hold) != len(positions) or len(set(hold)) != len(hold):
        raise refusal("not a hold", positions, "a hold is a list of different positions from 0 to 4")
    return Hold(sorted(hold))


def throw(source: Source, kept: Mapping[int, int]) -> tuple[int, ...]:
    """Return five dice: those kept stay in their positions, the others come from the source, left to right.

    `kept` has the dice by position, in ascending order. Raises ValueError when the source gives anything but so many.
    """
    loose = 5 - len(kept)
    thrown = source(loose) if loose else []
    if not isinstance(thrown, (list, tuple)) or len(thrown) != loose:
        raise refusal("not the dice asked for", thrown, f"a throw of {loose} dice is a list of {loose}")
    dice = list(thrown)
    for position, die in kept.items():
        dice.insert(position, die)
    return tuple(dice)
