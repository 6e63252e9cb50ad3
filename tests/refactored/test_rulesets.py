"""Rule sets: the games, their categories and their order."""

import pytest

from refactored.rulesets import categories_of, is_upper, rule_of, upper_section
from tests.review.approved import CATEGORIES


@pytest.mark.parametrize("game", CATEGORIES)
def test_a_game_lists_its_categories_in_score_sheet_order(game: str) -> None:
    assert tuple(categories_of(game)) == CATEGORIES[game]


@pytest.mark.parametrize("game", CATEGORIES)
def test_every_game_begins_with_the_upper_section(game: str) -> None:
    assert list(categories_of(game))[:6] == list(upper_section())


@pytest.mark.parametrize("game", CATEGORIES)
def test_the_first_six_categories_are_upper_and_no_others(game: str) -> None:
    assert [is_upper(game, category) for category in CATEGORIES[game]] == [True] * 6 + [False] * (
        len(CATEGORIES[game]) - 6
    )


def test_aces_are_yahtzees_other_name_for_ones() -> None:
    assert rule_of("yahtzee", "aces") is rule_of("yahtzee", "ones")


@pytest.mark.parametrize("game", ["yatzy", "yacht"])
def test_no_other_game_knows_aces(game: str) -> None:
    with pytest.raises(ValueError, match=f"unknown category of {game}: 'aces'; the categories are ones, "):
        rule_of(game, "aces")


@pytest.mark.parametrize("game", ["chess", "Yatzy", None, 1, ["yatzy"]])
def test_an_unknown_game_is_refused(game: object) -> None:
    with pytest.raises(ValueError, match=r"unknown game: .*; the games are yatzy, yahtzee, yacht"):
        categories_of(game)


@pytest.mark.parametrize("category", ["yahtzee", "Pair", None, 1, ["pair"]])
def test_an_unknown_category_is_refused(category: object) -> None:
    with pytest.raises(ValueError, match=r"unknown category of yatzy: .*; the categories are ones, "):
        rule_of("yatzy", category)
