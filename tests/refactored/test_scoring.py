"""Scoring: the rules that give points, one at a time."""

import pytest

from refactored import scoring
from refactored.dice import Roll
from refactored.scoring import Rule, fits


def test_an_upper_category_pays_the_dice_that_show_its_face() -> None:
    assert scoring.fours((1, 4, 4, 4, 6)) == 12


def test_an_upper_category_pays_nothing_without_its_face() -> None:
    assert scoring.sixes((1, 2, 3, 4, 5)) == 0


def test_a_pair_pays_its_two_dice() -> None:
    assert scoring.pair((1, 2, 3, 5, 5)) == 10


def test_of_two_pairs_the_higher_one_is_the_pair() -> None:
    assert scoring.pair((3, 3, 4, 4, 6)) == 8


def test_two_pairs_pay_all_four_dice() -> None:
    assert scoring.two_pairs((1, 1, 2, 3, 3)) == 8


def test_a_full_house_holds_two_pairs() -> None:
    assert scoring.two_pairs((1, 1, 2, 2, 2)) == 6


@pytest.mark.parametrize("roll", [(2, 2, 2, 2, 3), (2, 2, 2, 2, 2)])
def test_four_or_five_alike_are_not_two_pairs(roll: Roll) -> None:
    assert scoring.two_pairs(roll) == 0


def test_yatzy_pays_three_of_a_kind_their_three_dice() -> None:
    assert scoring.three_of_a_kind((3, 3, 3, 3, 6)) == 9


def test_yahtzee_pays_three_of_a_kind_all_five_dice() -> None:
    assert scoring.total_of_three_alike((3, 3, 3, 4, 6)) == 19


def test_four_of_a_kind_pay_four_dice_even_of_five_alike() -> None:
    assert scoring.four_of_a_kind((2, 2, 2, 2, 2)) == 8


def test_yahtzee_pays_four_of_a_kind_all_five_dice() -> None:
    assert scoring.total_of_four_alike((2, 2, 2, 2, 5)) == 13


@pytest.mark.parametrize("roll", [(1, 1, 2, 2, 2), (1, 1, 1, 2, 2)])
def test_three_of_one_face_and_two_of_another_are_a_full_house(roll: Roll) -> None:
    assert scoring.is_full_house(roll)


@pytest.mark.parametrize("roll", [(4, 4, 4, 4, 4), (4, 4, 4, 4, 5), (2, 2, 3, 3, 4), (2, 2, 2, 3, 4)])
def test_nothing_else_is_a_full_house(roll: Roll) -> None:
    assert not scoring.is_full_house(roll)


def test_five_alike_pay_fifty() -> None:
    assert scoring.fifty_for_five_alike((6, 6, 6, 6, 6)) == 50


def test_four_alike_do_not_pay_fifty() -> None:
    assert scoring.fifty_for_five_alike((1, 6, 6, 6, 6)) == 0


@pytest.mark.parametrize("roll", [(1, 2, 3, 4, 6), (1, 2, 3, 4, 4), (2, 3, 4, 5, 5), (1, 3, 4, 5, 6), (1, 2, 3, 4, 5)])
def test_yahtzee_pays_a_small_straight_for_any_four_in_sequence(roll: Roll) -> None:
    assert scoring.thirty_for_four_in_sequence(roll) == 30


@pytest.mark.parametrize("roll", [(1, 2, 3, 5, 6), (1, 2, 4, 5, 6), (2, 3, 4, 6, 6)])
def test_three_in_sequence_are_no_small_straight(roll: Roll) -> None:
    assert scoring.thirty_for_four_in_sequence(roll) == 0


@pytest.mark.parametrize(
    ("rule", "points"), [(scoring.fifteen_for_low_straight, 15), (scoring.thirty_for_low_straight, 30)]
)
def test_the_low_straight_is_exactly_one_to_five(rule: Rule, points: int) -> None:
    assert (rule((1, 2, 3, 4, 5)), rule((2, 3, 4, 5, 6)), rule((1, 2, 3, 4, 6))) == (points, 0, 0)


@pytest.mark.parametrize(
    ("rule", "points"), [(scoring.twenty_for_high_straight, 20), (scoring.thirty_for_high_straight, 30)]
)
def test_the_high_straight_is_exactly_two_to_six(rule: Rule, points: int) -> None:
    assert (rule((2, 3, 4, 5, 6)), rule((1, 2, 3, 4, 5)), rule((1, 3, 4, 5, 6))) == (points, 0, 0)


def test_dice_fit_an_upper_category_even_for_nothing() -> None:
    assert fits(scoring.ones, (2, 3, 4, 5, 6))


def test_dice_fit_any_other_rule_only_when_it_pays() -> None:
    assert (fits(scoring.pair, (1, 1, 2, 3, 4)), fits(scoring.pair, (1, 2, 3, 4, 6))) == (True, False)
