"""Scoring: every roll in every category of every game.

The expected scores are in approved_files/yatzy_scores.approved.txt and its neighbours.
"""

from typing import Any

import pytest

from dojo.documents.documents import Verify

from .calls import exact_repr
from .rolls import GAMES, sorted_rolls
from .score_table import table


@pytest.mark.parametrize("game", GAMES)
def test_every_roll_scores_as_approved_in_every_category(
    game: str, yatzy: Any, verify_document: Verify
):
    categories = yatzy.categories(game)
    heading = (
        f"{game}: what each of the 252 rolls scores "
        f"in each of the {len(categories)} categories, in points.\n"
        "A dot is 0 points because the dice do not fit the category; "
        '"0" fits, and is worth nothing.'
    )
    rows = {roll: cells(yatzy, game, categories, roll) for roll in sorted_rolls()}

    def call(roll: str, category: str) -> str:
        return f"Yatzy.score({game!r}, {category!r}, [{roll.replace(' ', ', ')}])"

    verify_document(table(f"{game}_scores", heading, categories, rows, call))


def cells(yatzy: Any, game: str, categories: list[str], roll: tuple[int, ...]) -> list[str]:
    """Show a roll's points in every category. Points without a match are marked with a `!`."""
    matching = yatzy.matching(game, list(roll))
    shown = []
    for category in categories:
        points = exact_repr(yatzy.score(game, category, list(roll)))
        if category in matching:
            shown.append(points)
        elif points == "0":
            shown.append(".")
        else:
            shown.append(f"{points}!")
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_one_category_matches_exactly_when_it_is_among_all_that_match(game: str, yatzy: Any):
    categories = yatzy.categories(game)
    for roll in sorted_rolls():
        dice = list(roll)
        matches = [yatzy.matches(game, category, list(dice)) for category in categories]
        assert set(map(type, matches)) == {bool}
        pairs = zip(categories, matches, strict=True)
        assert yatzy.matching(game, dice) == [category for category, fits in pairs if fits]
