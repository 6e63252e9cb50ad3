"""Check the score tables against examples from published rules."""

import pytest

from tests.review.approved import points

EXAMPLES = {
    "yatzy": """
        chance 11336 14, chance 45561 21, yatzy 11111 50, yatzy 11121 0, fours 11244 8,
        twos 23251 4, ones 33345 0, pair 33344 8, pair 11626 12, pair 33341 6, pair 33331 6,
        two pairs 11233 8, two pairs 11234 0, two pairs 11222 6, three of a kind 33345 9,
        three of a kind 33456 0, three of a kind 33331 9, four of a kind 22225 8,
        four of a kind 22255 0, four of a kind 22222 8, full house 11222 8, full house 22334 0,
        full house 44444 0, threes 33335 12, pair 15534 10, two pairs 44133 14, full house 33555 21,
        small straight 12345 15, large straight 23456 20
    """,
    "yahtzee": """
        full house 22333 25, full house 44444 0, small straight 12346 30, small straight 23455 30,
        large straight 12345 40, large straight 23456 40, yahtzee 66666 50,
        three of a kind 33345 18, four of a kind 33335 17, chance 13456 19
    """,
    "yacht": """
        ones 11245 2, threes 31245 3, fours 44441 16, sixes 66666 30, full house 33355 19,
        four of a kind 44441 16, little straight 12345 30, big straight 23456 30, choice 13456 19,
        yacht 44444 50
    """,
}


def examples() -> list[tuple[str, str, str, int]]:
    found = []
    for game, text in EXAMPLES.items():
        for example in " ".join(text.split()).split(", "):
            category, dice, score = example.rsplit(" ", 2)
            found.append((game, category, dice, int(score)))
    return found


@pytest.mark.parametrize(("game", "category", "dice", "score"), examples())
def test_the_example_is_approved(game: str, category: str, dice: str, score: int):
    assert points(game)[category, tuple(sorted(map(int, dice)))] == score
