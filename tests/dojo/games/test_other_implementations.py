"""Tournaments that another implementation, or a practice, holds."""

import json
import subprocess
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.errors import WorkspaceError
from dojo.games.players import RandomPlayer
from dojo.games.tournament import Contest, Hold
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan
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


def says(*lines: str, points: object = None, ending: BaseException | None = None) -> Hold:
    """Hold a tournament with such a transcript, and return points, or raise."""

    def hold(_: list[Any], contest: Contest) -> object:
        for line in lines:
            contest.write(line)
        if ending is not None:
            raise ending
        return points

    return hold


def test_points_and_totals_are_those_of_the_transcript() -> None:
    results = contest(says(*TRANSCRIPT, points={"A": 2, "B": 1})).play()
    assert (results.points, results.totals) == ({"A": 2, "B": 1}, {"A": [9, 8], "B": [7, 8]})


def test_interrupted_it_shows_the_points_so_far() -> None:
    results = contest(says(*TRANSCRIPT, ending=KeyboardInterrupt())).play()
    assert (results.points, results.cut_short) == ({"A": 2, "B": 1}, INTERRUPTED)


def test_when_the_minutes_are_over_it_ends_after_the_game_in_hand() -> None:
    times = iter([0, 60, 60])
    results = contest(says(*TRANSCRIPT), minutes=1, clock=lambda: next(times)).play()
    assert (results.games, results.cut_short) == (1, OUT_OF_TIME)


def test_who_is_disqualified_is_out() -> None:
    out = says("B is disqualified in game 1, round 2, roll 3: it is late", points={"A": 0})
    results = contest(out).play()
    assert (results.points, results.disqualified) == ({"A": 0}, {"B": "game 1, round 2, roll 3: it is late"})


@pytest.mark.parametrize("line", ["game 1: A x, C 7; a point for C", "C is disqualified in game 1, round 1, roll 1: x"])
def test_who_does_not_play_is_not_counted(line: str) -> None:
    results = contest(says(line, points={"A": 0, "B": 0})).play()
    assert (results.totals, results.disqualified) == ({}, {})


@pytest.mark.parametrize("points", [None, {"A": "2", "B": 1}, {"A": 2}])
def test_points_that_the_transcript_does_not_give_are_not_believed(points: object) -> None:
    with pytest.raises(WorkspaceError, match=r"its transcript gives {'A': 2, 'B': 1}"):
        contest(says(*TRANSCRIPT, points=points)).play()


def test_legacy_holds_the_same_tournament_as_refactored() -> None:
    players = [word for seat in ("A=random", "Ann-Lee O'Hara=random", "安 娜=random") for word in ("--player", seat)]
    command = ["tournament", "yacht", "--games", "5", "--seed", "1", *players, "--json", "--implementation"]
    found = [json.loads(CliRunner().invoke(main, [*command, name]).stdout) for name in ("legacy", "refactored")]
    legacy, refactored = ({key: each[key] for key in ("standings", "disqualified", "games")} for each in found)
    assert legacy == refactored


def test_the_same_dice_need_refactored() -> None:
    done = CliRunner().invoke(main, ["tournament", "--same-dice", "--implementation", "legacy"])
    assert (done.exit_code, "--same-dice" in done.stderr) == (2, True)


def of_a_practice(kata: SmallKata, *lines: str) -> subprocess.CompletedProcess[str]:
    started(kata)
    kata.write("practice/yatzy.py", PROGRAM.format("\n        ".join(lines)))
    return kata.dojo("tournament", "yacht", "--games", "1", "--player", "A=random", "--implementation", "practice")


def test_a_practice_gets_dice_and_moves(kata: SmallKata) -> None:
    class_of_view = (
        "type('View', (), dict.fromkeys(('total', 'upper_score', 'upper_bonus', 'yahtzee_bonus'), lambda s: 0))"
    )
    view = f"view = {class_of_view}(); view.free = lambda: ['ones']; view.totals = lambda: [0]"
    move = "move = players[0].turn(roll(5), 2, view)"
    done = of_a_practice(kata, view, move, "write(f'game 1: A {len(move)}; a point for A')", "return {'A': 1}")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines()[1].split() == ["A", "1", "4.0", "4", "4"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 / 0", "Error: practice/yatzy.py:4, in tournament()\n    ZeroDivisionError: division by zero\n"),
        ("pass", "Error: tournament() returned None, and its transcript gives {'A': 0}: one of\n  them is wrong.\n"),
        ("roll(6)", "Error: practice/yatzy.py\n    it threw 6 dice: 0 to 5 are to be had\n"),
        ("write(5)", "Error: practice/yatzy.py\n    it wrote 5: a line of a transcript is text\n"),
    ],
)
def test_a_practice_that_breaks_down_says_where(line: str, told: str, kata: SmallKata) -> None:
    done = of_a_practice(kata, line)
    assert (done.stderr, done.returncode) == (told, 1)


def test_a_practice_without_a_tournament_says_so(kata: SmallKata) -> None:
    started(kata)
    done = kata.dojo("tournament", "--implementation", "practice")
    assert done.stderr.startswith("Error: practice/yatzy.py has no tournament: its class Yatzy has no method")
    assert ("`dojo start --level 3 --again`" in done.stderr, done.returncode) == (True, 1)
