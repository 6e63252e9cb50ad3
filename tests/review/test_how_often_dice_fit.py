"""How many of the 7,776 ordered rolls fit each category, worked out with pencil and paper.

C(n, k) below is the number of ways to choose k of n. A sorted roll stands for all ordered rolls
with the same dice.
"""

from collections import Counter
from math import comb, factorial, prod

import pytest

from tests.review.approved import CATEGORIES, Roll, cells

FIVE_ALIKE = 6
FOUR_ALIKE = 6 * 5 * 5  # which face, which other face, where the other die lies
FULL_HOUSE = 6 * 5 * comb(5, 3)  # the face of the three, of the two, where the three lie
JUST_THREE_ALIKE = 6 * comb(5, 3) * 5 * 4  # two other faces, in order
JUST_TWO_PAIRS = (
    comb(6, 2) * comb(5, 2) * comb(3, 2) * 4
)  # both faces, where each pair lies, the fifth die
JUST_ONE_PAIR = 6 * comb(5, 2) * 5 * 4 * 3
ONE_STRAIGHT = factorial(5)
# Four in sequence: 1234, 2345 or 3456 with a fifth die that repeats one of them (each of 4 faces,
# 5!/2! orders), or with one that neither repeats nor lengthens the sequence (1234+6 and 3456+1);
# or one of the two long straights.
FOUR_IN_SEQUENCE = 3 * 4 * factorial(5) // 2 + 2 * factorial(5) + 2 * ONE_STRAIGHT
ALL = 6**5

HOW_MANY_FIT = {
    ("yatzy", "pair"): ALL - 6 * 5 * 4 * 3 * 2,
    ("yatzy", "two pairs"): JUST_TWO_PAIRS + FULL_HOUSE,
    ("yatzy", "three of a kind"): JUST_THREE_ALIKE + FULL_HOUSE + FOUR_ALIKE + FIVE_ALIKE,
    ("yatzy", "four of a kind"): FOUR_ALIKE + FIVE_ALIKE,
    ("yatzy", "small straight"): ONE_STRAIGHT,
    ("yatzy", "large straight"): ONE_STRAIGHT,
    ("yatzy", "full house"): FULL_HOUSE,
    ("yatzy", "chance"): ALL,
    ("yatzy", "yatzy"): FIVE_ALIKE,
    ("yahtzee", "three of a kind"): JUST_THREE_ALIKE + FULL_HOUSE + FOUR_ALIKE + FIVE_ALIKE,
    ("yahtzee", "four of a kind"): FOUR_ALIKE + FIVE_ALIKE,
    ("yahtzee", "full house"): FULL_HOUSE,
    ("yahtzee", "small straight"): FOUR_IN_SEQUENCE,
    ("yahtzee", "large straight"): 2 * ONE_STRAIGHT,
    ("yahtzee", "yahtzee"): FIVE_ALIKE,
    ("yahtzee", "chance"): ALL,
    ("yacht", "full house"): FULL_HOUSE,
    ("yacht", "four of a kind"): FOUR_ALIKE + FIVE_ALIKE,
    ("yacht", "little straight"): ONE_STRAIGHT,
    ("yacht", "big straight"): ONE_STRAIGHT,
    ("yacht", "choice"): ALL,
    ("yacht", "yacht"): FIVE_ALIKE,
}


def orders(roll: Roll) -> int:
    return factorial(5) // prod(map(factorial, Counter(roll).values()))


def test_the_kinds_of_roll_add_up_to_all_of_them():
    no_two_alike = 6 * 5 * 4 * 3 * 2
    kinds = (
        FIVE_ALIKE,
        FOUR_ALIKE,
        FULL_HOUSE,
        JUST_THREE_ALIKE,
        JUST_TWO_PAIRS,
        JUST_ONE_PAIR,
        no_two_alike,
    )
    assert sum(kinds) == ALL


@pytest.mark.parametrize(("game", "category"), HOW_MANY_FIT)
def test_as_many_rolls_fit_as_there_should(game: str, category: str):
    fitting = [
        roll for (name, roll), cell in cells(game).items() if name == category and cell != "."
    ]
    assert sum(map(orders, fitting)) == HOW_MANY_FIT[game, category]


@pytest.mark.parametrize("game", CATEGORIES)
@pytest.mark.parametrize("face", range(1, 7))
def test_an_upper_category_pays_its_face_once_for_each_die_in_six(game: str, face: int):
    column = CATEGORIES[game][face - 1]
    paid = sum(
        int(cell) * orders(roll) for (name, roll), cell in cells(game).items() if name == column
    )
    assert paid == 5 * face * ALL // 6
