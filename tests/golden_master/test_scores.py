"""Scoring: every roll in every category of every game."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.golden_master.calls import exactly
from tests.golden_master.documents import Document, table
from tests.golden_master.rolls import GAMES, sorted_rolls


@pytest.mark.parametrize("game", GAMES)
def test_every_roll_scores_as_approved_in_every_category(
    game: str, yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    categories = yatzy.categories(game)
    heading = (
        f"{game}: what each of the 252 rolls scores "
        f"in each of the {len(categories)} categories, in points.\n"
        "A dot is 0 points because the dice do not fit the category; "
        '"0" fits, and is worth nothing.'
    )
    rows = {roll: cells(yatzy, game, roll) for roll in sorted_rolls()}

    def call(roll: str, category: str) -> str:
        return f"Yatzy.score({game!r}, {category!r}, [{roll.replace(' ', ', ')}])"

    verify_document(table(f"{game}_scores", heading, categories, rows, call))


def cells(yatzy: Any, game: str, roll: tuple[int, ...]) -> list[str]:
    """Show a roll's points in every category; points without a fit stand out as a contradiction."""
    fitting = yatzy.matching(game, list(roll))
    shown = []
    for category in yatzy.categories(game):
        points = exactly(yatzy.score(game, category, list(roll)))
        shown.append(points if category in fitting else "." if points == "0" else f"{points}!")
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_one_category_matches_exactly_when_it_is_among_all_that_match(
    game: str, yatzy: Any
) -> None:
    for roll in sorted_rolls():
        one_by_one = {
            category: yatzy.matches(game, category, list(roll))
            for category in yatzy.categories(game)
        }
        assert set(map(type, one_by_one.values())) == {bool}
        assert yatzy.matching(game, list(roll)) == [
            category for category, fits in one_by_one.items() if fits
        ]
