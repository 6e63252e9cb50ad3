"""Dice: five whole numbers from 1 to 6, whose order does not matter."""

import pytest

from refactored.dice import Hold, Roll, throw_again, throw_all


def test_a_roll_holds_its_dice_in_ascending_order():
    assert Roll([5, 3, 1, 3, 6]) == (1, 3, 3, 5, 6)


def test_a_roll_may_come_as_a_tuple():
    assert Roll((2, 1, 2, 1, 2)) == (1, 1, 2, 2, 2)


def test_no_roll_can_be_made_of_anything_else_than_five_dice():
    with pytest.raises(ValueError, match=r"not five dice: \(9,\)"):
        Roll((9,))
    with pytest.raises(ValueError, match="not a die: 9"):
        Roll((1, 2, 3, 4, 9))


@pytest.mark.parametrize(
    "dice", [[], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], None, "12345", 12345, {1, 2, 3, 4, 5}]
)
def test_anything_but_five_dice_is_refused(dice: object):
    with pytest.raises(
        ValueError, match=r"not five dice: .*; a roll is a list of five whole numbers from 1 to 6"
    ):
        Roll(dice)


@pytest.mark.parametrize("die", [0, 7, -1, 10**50, True, 2.0, "3", None, [4]])
def test_a_die_that_is_no_whole_number_from_1_to_6_is_refused(die: object):
    with pytest.raises(ValueError, match=r"not a die: .*; a die is a whole number from 1 to 6"):
        Roll([1, 2, 3, 4, die])


def test_a_roll_leaves_the_dice_it_was_made_from_as_they_were():
    dice = [5, 4, 3, 2, 1]
    Roll(dice)
    assert dice == [5, 4, 3, 2, 1]


@pytest.mark.parametrize("positions", [[5], [-1], [1, 1], [True], [1.0], ["1"], [None]])
def test_a_hold_names_different_positions_from_0_to_4(positions: list[object]):
    with pytest.raises(ValueError, match="not a hold: "):
        Hold(positions)


def test_a_hold_has_its_positions_in_ascending_order():
    assert Hold([3, 0, 4]) == (0, 3, 4)


def test_a_hold_says_which_dice_are_kept():
    assert Hold([3, 0, 4]).kept((6, 5, 4, 3, 2)) == [6, 3, 2]


def test_kept_dice_stay_in_their_places():
    assert throw_again(lambda count: [1, 2, 3][:count], (4, 6, 4, 4, 5), Hold([4, 1])) == (
        1,
        6,
        2,
        3,
        5,
    )


def test_when_all_dice_are_kept_none_is_thrown():
    assert throw_again(lambda _: pytest.fail("thrown"), (5, 4, 3, 2, 1), Hold([0, 1, 2, 3, 4])) == (
        5,
        4,
        3,
        2,
        1,
    )


def test_a_turn_begins_with_five_dice():
    source = [6, 5, 4, 3, 2, 1]
    assert throw_all(lambda count: source[:count]) == (6, 5, 4, 3, 2)


@pytest.mark.parametrize("dice", [[1, 2], [1, 2, 3, 4], None])
def test_a_source_gives_as_many_dice_as_it_is_asked_for(dice: list[int]):
    with pytest.raises(
        ValueError, match=r"not the dice asked for: .*; a throw of 3 dice is a list of 3"
    ):
        throw_again(lambda _: dice, (6, 6, 1, 2, 3), Hold([0, 1]))
