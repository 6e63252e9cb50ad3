"""Dice: five whole numbers from 1 to 6, whose order does not matter."""

import pytest

from refactored.dice import roll_of


def test_a_roll_holds_its_dice_in_ascending_order() -> None:
    assert roll_of([5, 3, 1, 3, 6]) == (1, 3, 3, 5, 6)


def test_a_roll_may_come_as_a_tuple() -> None:
    assert roll_of((2, 1, 2, 1, 2)) == (1, 1, 2, 2, 2)


@pytest.mark.parametrize("dice", [[], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], None, "12345", 12345, {1, 2, 3, 4, 5}])
def test_anything_but_five_dice_is_refused(dice: object) -> None:
    with pytest.raises(ValueError, match=r"not five dice: .*; a roll is a list of five whole numbers from 1 to 6"):
        roll_of(dice)


@pytest.mark.parametrize("die", [0, 7, -1, 10**50, True, 2.0, "3", None, [4]])
def test_a_die_that_is_no_whole_number_from_1_to_6_is_refused(die: object) -> None:
    with pytest.raises(ValueError, match=r"not a die: .*; a die is a whole number from 1 to 6"):
        roll_of([1, 2, 3, 4, die])


def test_a_roll_leaves_the_dice_it_was_made_from_as_they_were() -> None:
    dice = [5, 4, 3, 2, 1]
    roll_of(dice)
    assert dice == [5, 4, 3, 2, 1]
