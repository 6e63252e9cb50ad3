"""Rules of a tournament: reading its transcript, its results, and interrupting it."""

from types import SimpleNamespace
from typing import Any

import pytest

from playing.games.players import GreedyPlayer
from playing.games.tournament import Contest, Standing
from refactored import Yatzy, game_named

TRANSCRIPT = [
    "yacht, 3 games: A, B and C",
    "game 1: A 9, B 7, C 8; a point for A",
    "game 2: A 8, B 8, C 1; a point for A and B",
    "game 13: A 1, B 100, C 112; a point for C",
]


def contest_after(*lines: str) -> Contest:
    """Return a contest between three players with this transcript."""
    contest = Contest("yacht", [SimpleNamespace(name=name) for name in "ABC"], 3)
    for line in lines:
        contest.read(line)
    return contest


def test_points_are_read_from_the_transcript():
    assert contest_after(*TRANSCRIPT).points == {"A": 2, "B": 1, "C": 1}


def test_a_disqualified_player_has_a_reason_instead_of_points():
    contest = contest_after("B is disqualified in game 1, round 2, roll 3: it\nis late")
    assert contest.disqualified == {"B": "game 1, round 2, roll 3: it\\nis late"}
    assert contest.points == {"A": 0, "C": 0}


def test_a_seed_decides_a_tournament():
    totals = []
    for _ in range(2):
        contest = Contest("yacht", [GreedyPlayer("Ann", game_named("yacht"))], 2)
        contest.play(Yatzy().tournament, seed=1)
        totals.append(contest.totals)
    assert totals[0] == totals[1]
    assert contest.points == {"Ann": 2}
    assert 0 < contest.seconds < 60


def test_an_interrupted_tournament_keeps_its_results():
    def hold(*arguments: Any):
        arguments[-1](TRANSCRIPT[1])
        raise KeyboardInterrupt

    contest = contest_after()
    contest.play(hold, seed=1)
    assert contest.is_interrupted
    assert contest.points == {"A": 1, "B": 0, "C": 0}


def test_standings_are_ordered_by_points_then_by_mean():
    assert contest_after(*TRANSCRIPT).standings() == [
        Standing("A", 2, 6, best=9, worst=1),
        Standing("C", 1, 40.3, best=112, worst=1),
        Standing("B", 1, 38.3, best=100, worst=7),
    ]


def test_standings_before_the_first_game_are_empty():
    assert contest_after().standings() == []


def test_games_per_second():
    contest = contest_after(*TRANSCRIPT)
    contest.seconds = 2
    assert contest.games_per_second() == pytest.approx(1.5)
