"""Order never matters: all 7,776 ordered rolls, in all 40 categories of the three games."""

from operator import itemgetter
from typing import Any

import pytest

from tests.golden_master.rolls import GAMES, ordered_rolls, sorted_rolls


@pytest.mark.parametrize("game", GAMES)
def test_every_order_scores_as_its_sorted_roll_does(game: str, yatzy: Any) -> None:
    score, rolls = yatzy.score, sorted_rolls()
    other_orders = [dice for dice in ordered_rolls() if dice != tuple(sorted(dice))]
    place = {roll: number for number, roll in enumerate(rolls)}
    of_their_rolls = itemgetter(*(place[tuple(sorted(dice))] for dice in other_orders))
    for category in yatzy.categories(game):
        points = [score(game, category, dice) for dice in rolls]
        scores = [score(game, category, dice) for dice in other_orders]
        assert tuple(scores) == of_their_rolls(points), category
        assert set(map(type, scores)) == {int}, category
