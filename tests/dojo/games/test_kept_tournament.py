"""Tournaments that another implementation, or a practice, keeps."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.errors import WorkspaceError
from dojo.games.kept_tournament import KeptContest
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
        return {"A": 2, "B": 1}

    return hold


def test_points_and_totals_are_those_of_the_transcript() -> None:
    results = contest(says(*TRANSCRIPT)).play()
    assert (results.points, results.totals) == ({"A": 2, "B": 1}, {"A": [9, 8], "B": [7, 8]})


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


ODD_NAMES = ("A", "A is disqualified in game 1", "A 5", "game 1", "Ann-Lee O'Hara", "安 娜", " A")


def test_a_name_that_reads_as_words_of_the_transcript_is_a_name() -> None:
    seats = [word for name in ODD_NAMES for word in ("--player", f"{name}=random")]
    command = ["tournament", "yacht", "--games", "3", "--seed", "1", *seats, "--json", "--implementation"]
    found = [CliRunner().invoke(main, [*command, name]) for name in ("legacy", "refactored")]
    legacy, refactored = (json.loads(each.stdout)["standings"] for each in found)
    assert legacy == refactored


@pytest.mark.parametrize("name", ["A, B 5", "A is disqualified in game 1, round 1, roll 1: x", "A 1; a point for B"])
def test_a_name_with_a_mark_that_parts_the_words_of_the_transcript_is_refused(name: str) -> None:
    command = ["tournament", "--player", f"{name}=random", "--games", "1", "--implementation"]
    legacy, refactored = (CliRunner().invoke(main, [*command, each]) for each in ("legacy", "refactored"))
    assert (legacy.exit_code, "is no name" in legacy.stderr) == (2, True)
    assert refactored.exit_code == 0


def test_a_total_that_no_game_has_is_none() -> None:
    results = contest(says(f"game 1: A {'9' * 5000}, B 7; a point for A", ending=KeyboardInterrupt())).play()
    assert results.totals == {}


@pytest.mark.parametrize(
    "points", [None, 3, {"A": "2", "B": 1}, {"A": 2}, {"A": 2, "B": 1, "C": 0}, {"A": 10**30, "B": 1}]
)
def test_points_that_the_transcript_does_not_give_are_not_believed(points: object) -> None:
    def hold(_: list[Any], contest: KeptContest) -> object:
        for line in TRANSCRIPT:
            contest.write(line)
        return points

    with pytest.raises(WorkspaceError, match=r"its transcript gives {'A': 2, 'B': 1}"):
        contest(hold).play()


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
    done = of_a_practice(kata, view, move, "write(f'game 1: A {len(move)}; a point for A')", "return {'A': 1}")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines()[1].split() == ["A", "1", "4.0", "4", "4"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 / 0", "Error: practice/yatzy.py:4, in tournament()\n    ZeroDivisionError: division by zero\n"),
        ("pass", "Error: tournament() returned None, and its transcript gives {'A': 0}: one of\n  them is wrong.\n"),
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
