"""The players that come with the kata."""

from statistics import fmean
from typing import Any

import pytest

from playing.games.players import PLAYER_CLASSES, fair_dice, worth_of_keeps
from refactored import Yatzy
from refactored.games import game_named
from refactored.players import View
from refactored.scorecard import Sums
from tests.golden_master.rolls import GAMES, sorted_rolls


def mean_of(kind: str, game: str, games: int) -> float:
    """Return the mean total of a player that plays alone."""
    player: Any = PLAYER_CLASSES[kind]("Ann", game_named(game), 1)
    dice = fair_dice(1)
    return fmean(Yatzy().play(game, [player], dice, str)["Ann"] for _ in range(games))


@pytest.mark.parametrize("game", GAMES)
def test_careful_beats_greedy_and_greedy_beats_random(game: str):
    assert mean_of("careful", game, 6) > mean_of("greedy", game, 30) > mean_of("random", game, 30)


@pytest.mark.parametrize("kind", PLAYER_CLASSES.values())
def test_a_player_takes_a_joker_where_the_rules_demand(kind: Any):
    view = View(["ones", "fours", "chance"], Sums(0, 0, 0, 0), [0])
    player = kind("Ann", game_named("yahtzee"))
    assert player.turn([4] * 5, 2, view) == "fours"


def test_a_keep_is_worth_the_mean_of_its_throws():
    worth = worth_of_keeps({roll: float(sum(roll)) for roll in sorted_rolls()})
    assert worth[()] == pytest.approx(5 * 3.5)
    assert worth[6, 6] == pytest.approx(12 + 3 * 3.5)
