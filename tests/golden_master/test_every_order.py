"""Order never matters: all 7,776 orders of five dice, in all 40 categories of the three games, 311,040 scores."""

from typing import Any

import pytest

from tests.golden_master.rolls import GAMES, ordered_rolls, sorted_rolls


@pytest.mark.parametrize("game", GAMES)
def test_every_order_scores_as_its_sorted_roll_does(game: str, yatzy: Any) -> None:
    score, rolls, orders = yatzy.score, sorted_rolls(), ordered_rolls()
    number = {roll: place for place, roll in enumerate(rolls)}
    roll_of_order = [number[tuple(sorted(dice))] for dice in orders]
    for category in yatzy.categories(game):
        points = [score(game, category, roll) for roll in rolls]
        assert [score(game, category, dice) for dice in orders] == [points[roll] for roll in roll_of_order], category
