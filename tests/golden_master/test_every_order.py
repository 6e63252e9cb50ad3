"""Order never matters: all 7,776 ordered rolls, in all 40 categories of the three games."""

from typing import Any

import pytest

from .rolls import GAMES, ordered_rolls


@pytest.mark.parametrize("game", GAMES)
def test_every_order_scores_as_its_sorted_roll_does(game: str, yatzy: Any):
    orders = ordered_rolls()
    number_of = {tuple(dice): number for number, dice in enumerate(orders)}
    sorted_numbers = [number_of[tuple(sorted(dice))] for dice in orders]
    for category in yatzy.categories(game):
        scores = [yatzy.score(game, category, dice) for dice in orders]
        assert scores == [scores[number] for number in sorted_numbers], category
        assert set(map(type, scores)) == {int}, category
