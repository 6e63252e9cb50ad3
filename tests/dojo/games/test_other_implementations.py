"""Tournaments that another implementation, or a practice, holds."""

import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main
from dojo.games.players import RandomPlayer
from dojo.games.tournament import Contest, Hold
from dojo.games.tournament_results import OUT_OF_TIME, Plan
from refactored.rulesets import game_named
from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

TRANSCRIPT = ["yacht, 3 games: A and B", "game 1: A 9, B 7; a point for A", "game 2: A 8, B 8; a point for A and B"]
PROGRAM = """
class Yatzy:
    def tournament(self, game, players, roll, games, write):
        {}
"""


def contest(hold: Hold, minutes: float | None = None, clock: Callable[[], float] = lambda: 0.0) -> Contest:
    players = [RandomPlayer(name, game_named("yacht"), Random(1)) for name in "AB"]
    return Contest(Plan("yacht", 3, seed=1, minutes=minutes), players, hold, clock)


def says(*lines: str) -> Hold:
    """Hold a tournament with such a transcript."""

    def hold(*arguments: Any) -> None:
        for line in lines:
            arguments[-1](line)

    return hold


def test_points_and_totals_are_those_of_the_transcript() -> None:
    results = contest(says(*TRANSCRIPT)).play()
    assert (results.points, results.totals) == ({"A": 2, "B": 1}, {"A": [9, 8], "B": [7, 8]})


def test_when_the_minutes_are_over_it_ends_after_the_game_in_hand() -> None:
    times = iter([0, 60, 60])
    results = contest(says(*TRANSCRIPT), minutes=1, clock=lambda: next(times)).play()
    assert (results.games, results.cut_short) == (1, OUT_OF_TIME)


def test_who_is_disqualified_is_out() -> None:
    out = says("B is disqualified in game 1, round 2, roll 3: it is late")
    results = contest(out).play()
    assert (results.points, results.disqualified) == ({"A": 0}, {"B": "game 1, round 2, roll 3: it is late"})


def test_legacy_holds_the_same_tournament_as_refactored() -> None:
    players = [word for seat in ("A=random", "Ann-Lee O'Hara=random", "安 娜=random") for word in ("--player", seat)]
    command = ["tournament", "yacht", "--games", "5", "--seed", "1", *players, "--json", "--implementation"]
    found = [json.loads(CliRunner().invoke(main, [*command, name]).stdout) for name in ("legacy", "refactored")]
    legacy, refactored = ({key: each[key] for key in ("standings", "disqualified", "games")} for each in found)
    assert legacy == refactored


def test_the_same_dice_need_refactored() -> None:
    done = CliRunner().invoke(main, ["tournament", "--same-dice", "--implementation", "legacy"])
    assert (done.exit_code, "--same-dice" in done.stderr) == (2, True)


def of_a_practice(kata: SmallKata, *lines: str) -> Result:
    """Hold a tournament of a practice, whose method has these lines; without any, it has no such method."""
    started(kata)
    if lines:
        kata.write("practice/yatzy.py", PROGRAM.format("\n        ".join(lines)))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(kata.folder)
        patch.setattr(sys, "path", [*sys.path])
        command = ["tournament", "yacht", "--games", "1", "--player", "A=random", "--implementation", "practice"]
        done = CliRunner().invoke(main, command)
    sys.modules.pop("yatzy", None)  # another practice has another
    return done


def test_a_practice_gets_dice_and_moves(kata: SmallKata) -> None:
    move = "move = players[0].turn(roll(5), 2, type('View', (), {'free': lambda self: ['ones']})())"
    done = of_a_practice(kata, move, "write(f'game 1: A {len(move)}; a point for A')", "return {'A': 1}")
    assert (done.stderr, done.exit_code) == ("", 0)
    assert done.stdout.splitlines()[1].split() == ["A", "1", "4.0", "4", "4"]


def test_a_practice_without_a_tournament_says_so(kata: SmallKata) -> None:
    done = of_a_practice(kata)
    assert done.stderr.startswith("Error: practice/yatzy.py has no tournament: its class Yatzy has no method")
    assert ("`dojo start --level 3 --again`" in done.stderr, done.exit_code) == (True, 1)
