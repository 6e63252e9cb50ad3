"""The kata's own players."""

from typing import Any

import pytest

from dojo.games.players import KINDS, CarefulPlayer, fair_dice, worth_of_keeps
from refactored import Yatzy
from refactored.players import View
from refactored.rulesets import game_named
from refactored.scorecard import Sums
from tests.golden_master.rolls import GAMES, sorted_rolls


def total_of(kind: str, game: str, games: int) -> int:
    """Return the points that a player has in all, alone at the table."""
    player: Any = KINDS[kind]("Ann", game_named(game), 1)
    dice = fair_dice(1)
    return sum(Yatzy().play(game, [player], dice, str)["Ann"] for _ in range(games))


@pytest.mark.parametrize("game", GAMES)
def test_careful_beats_greedy_and_greedy_beats_random(game: str) -> None:
    assert 5 * total_of("careful", game, 6) > total_of("greedy", game, 30) > total_of("random", game, 30)


def test_a_joker_has_its_duty() -> None:
    view = View(["ones", "fours", "chance"], Sums(0, 0, 0, 0), [0])
    players: list[Any] = [kind("Ann", game_named("yahtzee")) for kind in KINDS.values()]
    assert [player.turn([4] * 5, 2, view) for player in players] == ["fours"] * 3


def test_a_keep_is_worth_what_its_throws_bring_on_average() -> None:
    worth = worth_of_keeps({roll: float(sum(roll)) for roll in sorted_rolls()})
    assert worth[()] == pytest.approx(5 * 3.5)
    assert worth[6, 6] == pytest.approx(12 + 3 * 3.5)


def test_dice_are_kept_where_they_lie() -> None:
    view = View(["threes"], Sums(0, 0, 0, 0), [0])
    assert CarefulPlayer("Ann", game_named("yacht")).turn([3, 1, 3, 6, 3], 0, view) == [0, 2, 4]
