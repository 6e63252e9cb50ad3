"""The games, their categories, their order and their amounts."""

import pytest

from refactored.dice import Roll
from refactored.games import game_named
from tests.review.approved import CATEGORIES


@pytest.mark.parametrize("game", CATEGORIES)
def test_a_game_lists_its_categories_in_score_sheet_order(game: str):
    assert tuple(game_named(game).categories) == CATEGORIES[game]


@pytest.mark.parametrize("game", CATEGORIES)
def test_a_category_goes_by_the_name_it_stands_under(game: str):
    assert [category.name for category in game_named(game).categories.values()] == list(
        CATEGORIES[game]
    )


@pytest.mark.parametrize("game", CATEGORIES)
def test_every_game_begins_with_the_upper_section(game: str):
    assert list(game_named(game).categories)[:6] == [
        "ones",
        "twos",
        "threes",
        "fours",
        "fives",
        "sixes",
    ]


@pytest.mark.parametrize("game", CATEGORIES)
def test_the_first_six_categories_are_upper_and_no_others(game: str):
    categories = game_named(game).categories.values()
    assert [category.is_upper for category in categories] == [True] * 6 + [False] * (
        len(categories) - 6
    )


@pytest.mark.parametrize(
    ("game", "category", "points"),
    [
        ("yatzy", "small straight", 15),
        ("yahtzee", "small straight", 30),
        ("yacht", "little straight", 30),
    ],
)
def test_the_low_straight_is_worth_more_in_some_games(game: str, category: str, points: int):
    straight = game_named(game).category(category)
    assert (
        straight.points(Roll((1, 2, 3, 4, 5))),
        straight.points(Roll((1, 2, 3, 5, 6))),
    ) == (points, 0)


@pytest.mark.parametrize(
    ("game", "category", "points"),
    [
        ("yatzy", "large straight", 20),
        ("yahtzee", "large straight", 40),
        ("yacht", "big straight", 30),
    ],
)
def test_so_is_the_high_one(game: str, category: str, points: int):
    straight = game_named(game).category(category)
    assert (
        straight.points(Roll((2, 3, 4, 5, 6))),
        straight.points(Roll((1, 3, 4, 5, 6))),
    ) == (points, 0)


@pytest.mark.parametrize(
    ("game", "category"), [("yatzy", "yatzy"), ("yahtzee", "yahtzee"), ("yacht", "yacht")]
)
def test_five_alike_pay_fifty_in_every_game(game: str, category: str):
    box = game_named(game).category(category)
    assert (box.points(Roll((6, 6, 6, 6, 6))), box.points(Roll((1, 6, 6, 6, 6)))) == (50, 0)


def test_aces_are_yahtzees_other_name_for_ones():
    assert game_named("yahtzee").category("aces") is game_named("yahtzee").category("ones")


@pytest.mark.parametrize("game", ["yatzy", "yacht"])
def test_no_other_game_knows_aces(game: str):
    with pytest.raises(
        ValueError, match=f"unknown category of {game}: 'aces'; the categories are ones, "
    ):
        game_named(game).category("aces")


@pytest.mark.parametrize("game", ["chess", "Yatzy", None, 1, ["yatzy"]])
def test_an_unknown_game_is_refused(game: object):
    with pytest.raises(ValueError, match=r"unknown game: .*; the games are yatzy, yahtzee, yacht"):
        game_named(game)


@pytest.mark.parametrize("category", ["yahtzee", "Pair", None, 1, ["pair"]])
def test_an_unknown_category_is_refused(category: object):
    with pytest.raises(
        ValueError, match=r"unknown category of yatzy: .*; the categories are ones, "
    ):
        game_named("yatzy").category(category)


def test_five_alike_are_a_joker_once_their_own_category_is_taken():
    game = game_named("yahtzee")
    chance = [game.category("chance")]
    assert game.jokers_for(Roll((2, 2, 2, 2, 2)), chance) is game.jokers
    assert game.jokers_for(Roll((2, 2, 2, 2, 2)), [*chance, game.category("yahtzee")]) is None
    assert game.jokers_for(Roll((2, 2, 2, 2, 3)), chance) is None


@pytest.mark.parametrize("game", ["yatzy", "yacht"])
def test_no_other_game_has_jokers(game: str):
    free = [game_named(game).category("ones")]
    assert game_named(game).allowed(Roll((2, 2, 2, 2, 2)), free) == free


def test_a_game_is_made_once():
    assert game_named("yacht") is game_named("yacht")
