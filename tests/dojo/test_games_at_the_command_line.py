"""`dojo play` and `dojo tournament`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dojo.tournament import Results, as_data, histogram

HANGS = """
import time

class Slow:
    def turn(self, dice, stage, view):
        while stage == 1:
            time.sleep(1)
        return [0]
"""
DIES = "import os\nclass Dies:\n    def turn(self, *_): os._exit(1)\n"
RAISES = "class Raises:\n    def turn(self, *_): return 1 / 0\n"
GIVES_A_TUPLE = "class Tuple:\n    def turn(self, *_): return (1, 2)\n"
PLAYERS = {
    "hangs": (HANGS, "TimeoutError('no move within 0.3 s')"),
    "dies": (DIES, "EOFError('its process ended')"),
    "raises": (RAISES, "the player raised ZeroDivisionError('division by zero')"),
    "gives a tuple": (GIVES_A_TUPLE, "neither a hold nor a category: (1, 2);"),
}


def dojo(*arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dojo", *arguments]
    return subprocess.run(command, input=answers, capture_output=True, text=True, check=False)  # noqa: S603 - our own


def test_a_tournament_ends_in_standings() -> None:
    result = json.loads(dojo("tournament", "yacht", "--games", "20", "--seed", "1", "--json").stdout)
    assert [each["name"] for each in result["standings"]] == ["Careful", "Greedy", "Random"]
    assert result["standings"][0].keys() == {"name", "points", "mean", "best", "worst"}


def test_the_same_seed_brings_the_same_standings() -> None:
    command = "tournament", "--games", "5", "--seed", "9", "--player", "A=greedy", "--player", "B=random", "--json"
    first, second = (json.loads(dojo(*command).stdout)["standings"] for _ in range(2))
    assert first == second


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_strangers_player_that_misbehaves_is_disqualified_with_the_reason(kind: str, tmp_path: Path) -> None:
    source, reason = PLAYERS[kind]
    path = tmp_path / "player.py"
    path.write_text(source, encoding="utf-8")
    seats = "--player", f"Eve={path}", "--player", "Ann=random"
    result = json.loads(dojo("tournament", *seats, "--games", "2", "--limit", "0.3", "--json").stdout)
    assert reason in result["disqualified"][0]["reason"]
    assert [each["name"] for each in result["standings"]] == ["Ann"]


def test_a_strangers_player_plays_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("class First:\n    def turn(self, dice, stage, view): return view.free()[0]\n", encoding="utf-8")
    result = json.loads(dojo("tournament", "yacht", "--player", f"Eve={path}:First", "--games", "3", "--json").stdout)
    assert (result["standings"][0]["points"], result["disqualified"]) == (3, [])


@pytest.mark.parametrize(
    ("seat", "message", "exit_code"),
    [
        ("Eve=no_such_file.py", "Eve cannot play: no_such_file.py: FileNotFoundError", 1),
        ("Eve=no.such.module:Player", "ModuleNotFoundError: No module named 'no'", 1),
        ("Eve=clever", "there is no such kind; there are random, greedy, careful.", 2),
        ("Eve", "'Eve' is no player: write NAME=KIND", 2),
    ],
)
def test_a_player_that_cannot_be_had_keeps_the_tournament_from_starting(
    seat: str, message: str, exit_code: int
) -> None:
    done = dojo("tournament", "--player", seat)
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (exit_code, "")


def test_a_player_whose_process_ends_while_it_is_imported_is_named(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("import os\nos._exit(1)\n", encoding="utf-8")
    done = dojo("tournament", "--player", f"Eve={path}")
    assert done.stderr == f"Error: Eve cannot play: {path}: its process ended\n"


def test_a_tournament_stopped_before_its_first_game_has_standings_all_the_same() -> None:
    results = Results(points={"Ann": 0})
    assert as_data("yacht", results)["standings"] == [{"name": "Ann", "points": 0, "mean": 0.0, "best": 0, "worst": 0}]


def test_a_histogram_fits_eighty_columns() -> None:
    lines = histogram({"A name that goes on and on": [1, 2, 3, 300], "B": [300]})
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_a_person_plays_and_leaves(implementation: str) -> None:
    answers = "1 2\n\n\nchoice\nquit\n"
    done = dojo("play", "yacht", "--seed", "3", "--implementation", implementation, answers=answers)
    assert " and takes choice for " in done.stdout
    assert "You left. So it stood:" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_the_score_sheet_is_shown_after_each_turn() -> None:
    done = dojo("play", "yacht", "--player", "A=greedy", "--player", "B=random", "--seed", "4")
    assert done.stdout.count("\nupper score ") == 24
