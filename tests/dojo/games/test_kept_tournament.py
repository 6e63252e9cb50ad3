"""Tournaments that another implementation, or a practice, keeps."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.errors import WorkspaceError
from dojo.games.kept_tournament import KeptContest, checked
from dojo.games.players import RandomPlayer
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan
from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

TRANSCRIPT = ["yacht, 3 games: A and B", "game 1: A 9, B 7; a point for A", "game 2: A 8, B 8; a point for A and B"]
ILLEGAL = "class Eve:\n    def turn(self, dice, stage, view): return [9]\n"
RAISES = "class Eve:\n    def turn(self, dice, stage, view): return 1 / 0\n"
PROGRAM = """
class Yatzy:
    def tournament(self, game, players, roll, games, write):
        {}
"""


class Named(RandomPlayer):
    """A player with a name, whom nobody asks."""

    def __init__(self, name: str) -> None:
        """Take a name."""
        self.name = name


class Clock:
    """A clock that shows one second more each time."""

    now = 0.0

    def __call__(self) -> float:
        """Tell the time."""
        self.now += 1
        return self.now


def contest(hold: Any, minutes: float | None = None) -> KeptContest:
    return KeptContest(Plan("yacht", 3, seed=1, minutes=minutes), [Named("A"), Named("B")], hold, Clock())


def says(*lines: str, ending: BaseException | None = None) -> Any:
    def hold(_: list[Any], contest: KeptContest) -> dict[str, int]:
        for line in lines:
            contest.write(line)
        if ending is not None:
            raise ending
        return {"B": 7, "A": 5}

    return hold


def test_the_points_are_those_that_it_returns_and_the_totals_those_of_the_transcript() -> None:
    results = contest(says(*TRANSCRIPT)).play()
    assert (results.points, results.totals) == ({"B": 7, "A": 5}, {"A": [9, 8], "B": [7, 8]})


def test_interrupted_it_shows_the_points_so_far() -> None:
    results = contest(says(*TRANSCRIPT, ending=KeyboardInterrupt())).play()
    assert (results.points, results.cut_short) == ({"A": 2, "B": 1}, INTERRUPTED)


def test_when_the_minutes_are_over_it_ends_after_the_game_in_hand() -> None:
    results = contest(says(*TRANSCRIPT), minutes=0.01).play()
    assert (results.games, results.cut_short) == (1, OUT_OF_TIME)


def test_who_is_disqualified_is_out() -> None:
    results = contest(
        says("B is disqualified in game 1, round 2, roll 3: it is late", ending=KeyboardInterrupt())
    ).play()
    assert (results.points, results.disqualified) == ({"A": 0}, {"B": "game 1, round 2, roll 3: it is late"})


@pytest.mark.parametrize("points", [None, 3, {"A": "1"}, {"C": 1}, ["A"]])
def test_what_is_no_points_is_said_to_be_none(points: object) -> None:
    with pytest.raises(WorkspaceError, match="points by name"):
        checked(points, {"A": None})


@pytest.mark.parametrize("eve", [ILLEGAL, RAISES])
def test_legacy_keeps_the_same_tournament_as_refactored(eve: str, tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text(eve, encoding="utf-8")
    players = [word for seat in ("A=random", f"Eve={path}", "B=random") for word in ("--player", seat)]
    command = ["tournament", "yacht", "--games", "5", "--seed", "1", *players, "--json", "--implementation"]
    found = [json.loads(CliRunner().invoke(main, [*command, name]).stdout) for name in ("legacy", "refactored")]
    legacy, refactored = ({key: each[key] for key in ("standings", "disqualified", "games")} for each in found)
    assert legacy == refactored
    assert [each["name"] for each in legacy["disqualified"]] == ["Eve"]


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
    done = of_a_practice(kata, view, move, "return {'A': len(move)}")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines()[1].split()[:2] == ["A", "4"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 / 0", "Error: practice/yatzy.py:4, in tournament()\n    ZeroDivisionError: division by zero\n"),
        ("pass", "Error: tournament() returned None: points by name were expected.\n"),
    ],
)
def test_a_practice_that_breaks_down_says_where(line: str, told: str, kata: SmallKata) -> None:
    done = of_a_practice(kata, line)
    assert (done.stderr, done.returncode) == (told, 1)


def test_a_practice_without_a_tournament_says_so(kata: SmallKata) -> None:
    started(kata)
    done = kata.dojo("tournament", "--implementation", "practice")
    assert (done.stderr.count("\n"), "tournament" in done.stderr, done.returncode) == (2, True, 1)
