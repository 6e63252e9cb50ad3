"""Scoring: the rules that give points, one at a time."""

from functools import partial

import pytest

from refactored import scoring
from refactored.dice import Roll

Dice = tuple[int, ...]

TWO_PAIRS = scoring.Rule(scoring.two_pairs, scoring.sum_of_pairs)
FIVE_ALIKE_FOR_FIFTY = scoring.fixed(50, partial(scoring.alike, 5))


def test_an_upper_category_pays_the_dice_that_show_its_face():
    assert scoring.upper(4).points(Roll((1, 4, 4, 4, 6))) == 12


def test_an_upper_category_pays_nothing_without_its_face():
    assert scoring.upper(6).points(Roll((1, 2, 3, 4, 5))) == 0


def test_a_pair_pays_its_two_dice():
    assert scoring.of_a_kind(2).points(Roll((1, 2, 3, 5, 5))) == 10


def test_of_two_pairs_the_higher_one_is_the_pair():
    assert scoring.of_a_kind(2).points(Roll((3, 3, 4, 4, 6))) == 8


def test_two_pairs_pay_all_four_dice():
    assert TWO_PAIRS.points(Roll((1, 1, 2, 3, 3))) == 8


def test_a_full_house_holds_two_pairs():
    assert TWO_PAIRS.points(Roll((1, 1, 2, 2, 2))) == 6


@pytest.mark.parametrize("dice", [(2, 2, 2, 2, 3), (2, 2, 2, 2, 2)])
def test_four_or_five_alike_are_not_two_pairs(dice: Dice):
    assert TWO_PAIRS.points(Roll(dice)) == 0


def test_three_of_a_kind_may_pay_their_three_dice():
    assert scoring.of_a_kind(3).points(Roll((3, 3, 3, 3, 6))) == 9


def test_three_of_a_kind_may_pay_all_five_dice():
    assert scoring.total_of(partial(scoring.alike, 3)).points(Roll((3, 3, 3, 4, 6))) == 19


def test_four_of_a_kind_pay_four_dice_even_of_five_alike():
    assert scoring.of_a_kind(4).points(Roll((2, 2, 2, 2, 2))) == 8


def test_four_of_a_kind_may_pay_all_five_dice():
    assert scoring.total_of(partial(scoring.alike, 4)).points(Roll((2, 2, 2, 2, 5))) == 13


@pytest.mark.parametrize("dice", [(1, 1, 2, 2, 2), (1, 1, 1, 2, 2)])
def test_three_of_one_face_and_two_of_another_are_a_full_house(dice: Dice):
    assert scoring.full_house(Roll(dice))


@pytest.mark.parametrize(
    "dice", [(4, 4, 4, 4, 4), (4, 4, 4, 4, 5), (2, 2, 3, 3, 4), (2, 2, 2, 3, 4)]
)
def test_nothing_else_is_a_full_house(dice: Dice):
    assert not scoring.full_house(Roll(dice))


def test_a_chance_pays_all_five_dice_of_any_roll():
    assert scoring.chance().points(Roll((1, 2, 4, 5, 6))) == 18


def test_five_alike_pay_a_fixed_amount():
    assert FIVE_ALIKE_FOR_FIFTY.points(Roll((6, 6, 6, 6, 6))) == 50


def test_four_alike_do_not_pay_it():
    assert FIVE_ALIKE_FOR_FIFTY.points(Roll((1, 6, 6, 6, 6))) == 0


@pytest.mark.parametrize(
    "dice", [(1, 2, 3, 4, 6), (1, 2, 3, 4, 4), (2, 3, 4, 5, 5), (1, 3, 4, 5, 6), (1, 2, 3, 4, 5)]
)
def test_any_four_in_sequence_are_four_in_sequence(dice: Dice):
    assert scoring.in_sequence(4, Roll(dice))


@pytest.mark.parametrize("dice", [(1, 2, 3, 5, 6), (1, 2, 4, 5, 6), (2, 3, 4, 6, 6)])
def test_three_in_sequence_are_not(dice: Dice):
    assert not scoring.in_sequence(4, Roll(dice))


@pytest.mark.parametrize(
    ("lowest", "straight", "others"),
    [
        (1, (1, 2, 3, 4, 5), [(2, 3, 4, 5, 6), (1, 2, 3, 4, 6)]),
        (2, (2, 3, 4, 5, 6), [(1, 2, 3, 4, 5), (1, 3, 4, 5, 6)]),
    ],
)
def test_a_straight_from_one_or_two_is_exactly_those_five_faces(
    lowest: int, straight: Dice, others: list[Dice]
):
    assert scoring.straight_from(lowest, Roll(straight))
    assert not any(scoring.straight_from(lowest, Roll(other)) for other in others)


def test_dice_fit_an_upper_category_even_for_nothing():
    ones = scoring.upper(1)
    assert (ones.fits(Roll((2, 3, 4, 5, 6))), ones.points(Roll((2, 3, 4, 5, 6)))) == (True, 0)


def test_a_category_pays_what_its_rule_does():
    sixes = scoring.Category("sixes", scoring.upper(6), is_upper=True)
    assert [sixes.points(Roll(dice)) for dice in ((1, 2, 3, 4, 5), (6, 6, 1, 1, 1))] == [0, 12]


def test_dice_fit_any_other_rule_only_when_it_pays():
    pair = scoring.of_a_kind(2)
    assert (pair.fits(Roll((1, 1, 2, 3, 4))), pair.fits(Roll((1, 2, 3, 4, 6)))) == (
        True,
        False,
    )
