"""A card: what is free, what it is worth, and what a joker must do."""

import pytest

from refactored.dice import Roll
from refactored.games import game_named
from refactored.scorecard import Scorecard

LOWER = (
    "three of a kind",
    "four of a kind",
    "full house",
    "small straight",
    "large straight",
    "chance",
)


def card(game: str, **placed: str) -> Scorecard:
    """Return a card with dice placed; a blank in a category's name is written as an underscore."""
    filled = Scorecard(game_named(game))
    for category, faces in placed.items():
        place(filled, category.replace("_", " "), *(int(face) for face in faces))
    return filled


def place(filled: Scorecard, category: str, *dice: int) -> int:
    """Place dice on a card; return their points."""
    placement = filled.placement(category, dice)
    filled.place(placement)
    return placement.points


def allowed(filled: Scorecard, *dice: int) -> list[str]:
    """Return where dice may go."""
    return [category.name for category in filled.game.allowed(Roll(dice), filled.free().values())]


def taken(filled: Scorecard) -> dict[str, int]:
    """Return the points of the categories that are taken, by name."""
    return {category.name: points for category, points in filled.taken().items()}


def test_a_category_is_used_once():
    with pytest.raises(ValueError, match="category already used: 'chance'; free are ones, "):
        place(card("yahtzee", chance="12345"), "chance", 1, 2, 3, 4, 5)


def test_dice_that_do_not_fit_are_a_sacrifice():
    assert taken(card("yatzy", yatzy="12345")) == {"yatzy": 0}


@pytest.mark.parametrize(("ones", "bonus"), [("11234", 0), ("11123", 35), ("11112", 35)])
def test_yahtzee_pays_a_bonus_from_63_upper_points_on(ones: str, bonus: int):
    upper = card(
        "yahtzee",
        ones=ones,
        twos="22213",
        threes="33312",
        fours="44412",
        fives="55512",
        sixes="66612",
    )
    assert upper.sums.upper_bonus == bonus


@pytest.mark.parametrize("game", ["yatzy", "yacht"])
def test_no_other_game_pays_an_upper_bonus(game: str):
    upper = card(
        game,
        ones="11123",
        twos="22213",
        threes="33312",
        fours="44412",
        fives="55512",
        sixes="66612",
    )
    assert (upper.sums.upper_score, upper.sums.upper_bonus) == (63, 0)


def test_each_further_yahtzee_pays_a_hundred():
    assert card("yahtzee", yahtzee="44444", fours="44444", chance="44444").sums.joker_bonus == 200


def test_a_sacrificed_yahtzee_pays_no_bonus():
    assert card("yahtzee", yahtzee="12345", fours="44444").sums.joker_bonus == 0


def test_a_jokers_first_duty_is_the_upper_category_of_its_face():
    assert allowed(card("yahtzee", yahtzee="44444"), 5, 5, 5, 5, 5) == ["fives"]


def test_its_second_duty_is_any_free_lower_category():
    assert allowed(
        card("yahtzee", yahtzee="44444", fours="12344", chance="12345"), 4, 4, 4, 4, 4
    ) == list(LOWER[:-1])


def test_its_last_duty_is_a_free_upper_category():
    full_below = card("yahtzee", yahtzee="44444", fours="12344")
    for category in LOWER:
        place(full_below, category, 1, 2, 3, 4, 6)
    assert allowed(full_below, 4, 4, 4, 4, 4) == ["ones", "twos", "threes", "fives", "sixes"]


@pytest.mark.parametrize(
    ("category", "points"), [("full house", 25), ("small straight", 30), ("large straight", 40)]
)
def test_a_joker_pays_in_full(category: str, points: int):
    assert place(card("yahtzee", yahtzee="44444", fours="12344"), category, 4, 4, 4, 4, 4) == points


def test_a_refused_joker_changes_nothing():
    filled = card("yahtzee", yahtzee="44444")
    with pytest.raises(
        ValueError, match="joker misplaced: 'chance'; five alike have to go to fours"
    ):
        place(filled, "chance", 4, 4, 4, 4, 4)
    assert (filled.sums.total, filled.sums.joker_bonus, len(filled.free())) == (50, 0, 12)


def test_what_a_placement_comes_to_is_worked_out_without_placing_it():
    filled = card("yahtzee", yahtzee="44444")
    placement = filled.placement("fours", (4, 4, 4, 4, 4))
    assert (placement.points, placement.bonus, placement.sums.total) == (20, 100, 170)
    assert (taken(filled), filled.sums.total) == ({"yahtzee": 50}, 50)


@pytest.mark.parametrize("category", ["three of a kind", "four of a kind", "chance"])
def test_where_all_dice_are_summed_a_joker_pays_what_it_scores(category: str):
    assert place(card("yahtzee", yahtzee="44444", fours="12344"), category, 4, 4, 4, 4, 4) == 20


def test_a_joker_that_comes_last_pays_nothing_in_the_upper_section():
    full_below = card("yahtzee", yahtzee="44444", fours="12344")
    for category in LOWER:
        place(full_below, category, 1, 2, 3, 4, 6)
    assert place(full_below, "sixes", 4, 4, 4, 4, 4) == 0


def test_five_alike_are_no_joker_while_yahtzee_is_free():
    assert place(card("yahtzee"), "full house", 4, 4, 4, 4, 4) == 0


def test_the_total_counts_both_bonuses():
    rich = card("yahtzee", yahtzee="66666", sixes="66666", fives="55555", fours="44444")
    assert rich.sums.total == 50 + 30 + 25 + 20 + 35 + 300
