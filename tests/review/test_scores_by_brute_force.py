"""The score tables, derived a second time: try every choice of dice, and keep the best.

No rule here counts faces, sorts into patterns or shares a line with an implementation. A category
asks for a number of dice that look a certain way. Of all ways to choose and to order that many of
the five, the best one scores.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement, pairwise, permutations

import pytest

from tests.review.approved import CATEGORIES, Roll, cells

Look = Callable[[Roll], bool]


def alike(dice: Roll) -> bool:
    return len(set(dice)) == 1


def anything(_: Roll) -> bool:
    return True


def twins_and_others_alike(dice: Roll) -> bool:
    return alike(dice[:2]) and alike(dice[2:]) and dice[0] != dice[2]


def climbing(dice: Roll) -> bool:
    return all(upper - lower == 1 for lower, upper in pairwise(dice))


def climbing_from(face: int) -> Look:
    return lambda dice: dice[0] == face and climbing(dice)


def all_showing(face: int) -> Look:
    return lambda dice: all(die == face for die in dice)


@cache
def choices(roll: Roll, size: int) -> set[Roll]:
    """Return every ordered choice of `size` dice."""
    return set(permutations(roll, size))


def best(roll: Roll, size: int, look: Look, pays: Callable[[Roll], int]) -> int | None:
    """Return the points of the best ordered choice of `size` dice with the look, if any."""
    return max((pays(dice) for dice in choices(roll, size) if look(dice)), default=None)


def upper(face: int, roll: Roll) -> int:
    return max(best(roll, size, all_showing(face), sum) or 0 for size in range(6))


def flat(amount: int) -> Callable[[Roll], int]:
    return lambda _: amount


def whole(roll: Roll) -> Callable[[Roll], int]:
    return lambda _: sum(roll)


def expected(game: str, category: str, roll: Roll) -> int | None:
    """Return what a category pays by the written rules; None when the dice do not fit."""
    faces = ("ones", "twos", "threes", "fours", "fives", "sixes")
    if category in faces:
        return upper(faces.index(category) + 1, roll)
    fifty_for_five = (5, alike, flat(50))
    rules = {
        ("yatzy", "pair"): (2, alike, sum),
        ("yatzy", "two pairs"): (4, twins_and_others_alike, sum),
        ("yatzy", "three of a kind"): (3, alike, sum),
        ("yatzy", "four of a kind"): (4, alike, sum),
        ("yatzy", "small straight"): (5, climbing_from(1), flat(15)),
        ("yatzy", "large straight"): (5, climbing_from(2), flat(20)),
        ("yatzy", "full house"): (5, twins_and_others_alike, sum),
        ("yatzy", "chance"): (5, anything, sum),
        ("yatzy", "yatzy"): fifty_for_five,
        ("yahtzee", "three of a kind"): (3, alike, whole(roll)),
        ("yahtzee", "four of a kind"): (4, alike, whole(roll)),
        ("yahtzee", "full house"): (5, twins_and_others_alike, flat(25)),
        ("yahtzee", "small straight"): (4, climbing, flat(30)),
        ("yahtzee", "large straight"): (5, climbing, flat(40)),
        ("yahtzee", "yahtzee"): fifty_for_five,
        ("yahtzee", "chance"): (5, anything, sum),
        ("yacht", "full house"): (5, twins_and_others_alike, sum),
        ("yacht", "four of a kind"): (4, alike, sum),
        ("yacht", "little straight"): (5, climbing_from(1), flat(30)),
        ("yacht", "big straight"): (5, climbing_from(2), flat(30)),
        ("yacht", "choice"): (5, anything, sum),
        ("yacht", "yacht"): fifty_for_five,
    }
    return best(roll, *rules[game, category])


@pytest.mark.parametrize(
    ("game", "category"),
    [(game, category) for game, names in CATEGORIES.items() for category in names],
)
def test_every_approved_score_is_what_the_best_choice_of_dice_pays(game: str, category: str):
    approved = cells(game)
    for roll in combinations_with_replacement(range(1, 7), 5):
        score = expected(game, category, roll)
        assert approved[category, roll] == ("." if score is None else str(score)), roll
