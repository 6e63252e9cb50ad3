"""The kata's own players."""

from random import Random
from statistics import mean
from typing import Any

import pytest

from dojo.games.players import (
    CarefulPlayer,
    GreedyPlayer,
    RandomPlayer,
    allowed_categories,
    positions,
    worth_of_keeps,
)
from dojo.games.tournament import Contest, Plan
from refactored.players import View
from refactored.rulesets import game_named
from refactored.scorecard import Sums
from tests.golden_master.rolls import GAMES, sorted_rolls


def totals(player: Any, game: str, games: int) -> list[int]:
    return Contest(Plan(game, games, seed=1), [player]).play().totals[player.name]


@pytest.mark.parametrize("game", GAMES)
def test_careful_beats_greedy_and_greedy_beats_random(game: str) -> None:
    careful, greedy = CarefulPlayer("Ann", game_named(game)), GreedyPlayer("Bob", game_named(game))
    chaotic = RandomPlayer("Cy", game_named(game), Random(1))
    assert mean(totals(careful, game, 6)) > mean(totals(greedy, game, 30)) > mean(totals(chaotic, game, 30))


def test_a_joker_has_its_duty() -> None:
    free = ["ones", "fours", "chance"]
    yahtzee = game_named("yahtzee")
    players = [RandomPlayer("Ann", yahtzee, Random(1)), GreedyPlayer("Bob", yahtzee), CarefulPlayer("Cy", yahtzee)]
    assert allowed_categories(yahtzee, [4] * 5, free) == [yahtzee.category("fours")]
    assert [each.turn([4] * 5, 2, View(free, Sums(0, 0, 0, 0), [0])) for each in players] == ["fours"] * 3


def test_a_keep_is_worth_what_its_throws_bring_on_average() -> None:
    worth = worth_of_keeps({roll: float(sum(roll)) for roll in sorted_rolls()})
    assert worth[()] == pytest.approx(5 * 3.5)
    assert worth[6, 6] == pytest.approx(12 + 3 * 3.5)


def test_dice_are_kept_where_they_lie() -> None:
    assert positions([3, 1, 3, 6, 3], (3, 3, 6)) == [0, 2, 3]
