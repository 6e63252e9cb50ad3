"""`dojo tournament`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main

RAISES = "class Raises:\n    def turn(self, *_): return 1 / 0\n"
PRINTS = "class Prints:\n    def turn(self, dice, stage, view):\n        print('!')\n        return view.free()[0]\n"


def dojo(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def test_a_tournament_ends_in_standings() -> None:
    result = json.loads(dojo("tournament", "yacht", "--games", "20", "--seed", "1", "--json").stdout)
    assert [each["name"] for each in result["standings"]] == ["Careful", "Greedy", "Random"]
    assert result["standings"][0].keys() == {"name", "points", "mean", "mean_margin", "best", "worst"}


def test_the_same_seed_brings_the_same_standings() -> None:
    command = "tournament", "--games", "5", "--seed", "9", "--player", "A=greedy", "--player", "B=random", "--json"
    first, second = (json.loads(dojo(*command).stdout)["standings"] for _ in range(2))
    assert first == second


def test_an_external_player_that_raises_is_disqualified_with_its_line_and_the_others_go_on(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text(RAISES, encoding="utf-8")
    result = json.loads(
        dojo("tournament", "--player", f"Eve={path}", "--player", "A=random", "--games", "9", "--json").stdout
    )
    reason = f"game 1, round 1, roll 1: it raised ZeroDivisionError: division by zero ({path}:2)"
    assert result["disqualified"] == [{"name": "Eve", "reason": reason}]
    assert [each["name"] for each in result["standings"]] == ["A"]


def test_what_a_player_prints_is_in_a_file_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text(PRINTS, encoding="utf-8")
    (printed,) = json.loads(dojo("tournament", "yacht", "--player", f"E={path}", "--games", "2", "--json").stdout)[
        "printed"
    ]
    assert Path(printed["file"]).read_text(encoding="utf-8") == "!\n" * 24
    Path(printed["file"]).unlink()


def test_an_external_player_plays_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("class First:\n    def turn(self, dice, stage, view): return view.free()[0]\n", encoding="utf-8")
    result = json.loads(dojo("tournament", "yacht", "--player", f"Eve={path}:First", "--games", "3", "--json").stdout)
    assert (result["standings"][0]["points"], result["disqualified"]) == (3, [])


@pytest.mark.parametrize(
    ("command", "kinds"),
    [("table", "person, random, greedy, careful."), ("tournament", "random, greedy, careful, or where its class is.")],
)
def test_who_is_no_player_is_told_what_kinds_there_are_here(command: str, kinds: str) -> None:
    assert f"with a kind of {kinds}" in dojo(command, "--player", "Eve").stderr.replace("\n  ", " ")


@pytest.mark.parametrize(
    ("seat", "message", "exit_code"),
    [
        ("Eve=no_such_file.py", "Eve=no_such_file.py cannot play: there is no file no_such_file.py", 2),
        ("Eve=~nobody-at-all/x.py", "there is no file ~nobody-at-all/x.py", 2),
        (f"Eve={5000 * 'x'}.py", "cannot be read: File name too long.", 2),
        ("Eve=clever", "there is no such kind; there are random, greedy, careful.", 2),
        ("Eve", "'Eve' is no player: write NAME=KIND", 2),
        ("E\nve=random", r"'E\nve' is no name: use letters that can be shown, 100 at most.", 2),
        (f"{101 * 'E'}=random", "... is no name: use letters that can be shown, 100 at most.", 2),
        (" =random", "' ' is no name: use letters that can be shown, 100 at most.", 2),
        ("Eve=\x1b[31m", r"Eve=\x1b[31m: there is no such kind", 2),
    ],
)
def test_a_player_that_cannot_be_had_keeps_the_tournament_from_starting(
    seat: str, message: str, exit_code: int
) -> None:
    done = dojo("tournament", "--player", seat)
    assert message in done.stderr
    assert (done.exit_code, done.stdout) == (exit_code, "")


def test_a_player_that_fails_while_it_is_loaded_is_no_wrong_usage(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("1 / 0\n", encoding="utf-8")
    done = dojo("tournament", "--player", f"Eve={path}", "--json")
    error = f"Eve={path} cannot play: ZeroDivisionError: division by zero ({path}:1)"
    assert (done.exit_code, json.loads(done.stdout)) == (1, {"error": error})


def test_why_a_player_cannot_be_had_fits_eighty_columns() -> None:
    done = dojo("tournament", "--player", f"Eve=clever={'very ' * 20}clever")
    assert max(map(len, done.stderr.splitlines())) <= 80
    assert " ".join(done.stderr.split()).endswith("there is no such kind; there are random, greedy, careful.")


def test_what_an_output_cannot_show_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    command = [sys.executable, "-m", "dojo", "tournament", "yacht", "--player", "Zoë=random", "--games", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert (done.stderr, done.returncode) == ("", 0)
    assert "Zo?" in done.stdout


def test_on_a_pipe_nothing_is_shown_while_a_tournament_runs() -> None:
    done = dojo("tournament", "yacht", "--player", "A=random", "--games", "8")
    assert (done.stderr, done.exit_code) == ("", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_a_terminal_shows_that_players_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("1 / 0\n", encoding="utf-8")
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "dojo", "tournament", "--player", f"Eve={path}"]
    subprocess.run(command, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "xterm"}, check=False)  # noqa: S603 - our own
    assert b"Loading the players" in os.read(ours, 65536)
    os.close(ours)
    os.close(theirs)
