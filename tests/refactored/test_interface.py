"""The facade: the published interface hands everything on, and decides nothing itself."""

import pytest

from refactored.yatzy import Yatzy


def test_an_object_scores_the_dice_it_holds():
    assert (
        Yatzy(4, 4, 5, 5, 6).fours(),
        Yatzy(4, 4, 5, 5, 6).fives(),
        Yatzy(4, 4, 5, 5, 6).sixes(),
    ) == (8, 10, 6)


def test_a_pair_is_scored_for_the_dice_given_not_for_those_held():
    assert Yatzy(6, 6, 6, 6, 6).score_pair(1, 1, 2, 3, 4) == 2


def test_an_object_does_not_hold_bad_dice():
    with pytest.raises(ValueError, match="not a die: 9"):
        Yatzy(1, 2, 3, 4, 9)


def test_an_object_made_without_dice_has_none_to_score():
    with pytest.raises(ValueError, match=r"not five dice: \(\)"):
        Yatzy().sixes()


def test_all_categories_that_match_come_in_score_sheet_order():
    upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    assert Yatzy.matching("yacht", [6, 2, 5, 3, 4]) == [*upper, "big straight", "choice"]
