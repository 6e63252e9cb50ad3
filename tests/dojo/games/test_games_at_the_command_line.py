"""`dojo tournament`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main

RAISES = "class Raises:\n    def turn(self, *_): return 1 / 0\n"
PRINTS = "class Prints:\n    def turn(self, dice, stage, view):\n        print('!')\n        return view.free()[0]\n"


def dojo(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def with_eve(folder: Path, source: str, *options: str) -> dict[str, Any]:
    """Return what is told of three games between a player of such a file and another."""
    path = folder / "eve.py"
    path.write_text(source, encoding="utf-8")
    seats = ["--player", f"Eve={path}", "--player", "A=random"]
    return dict(json.loads(dojo("tournament", "yacht", "--games", "3", "--json", *seats, *options).stdout))


@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_an_external_player_that_raises_is_disqualified_with_its_line_and_the_others_go_on(
    implementation: str, tmp_path: Path
) -> None:
    result = with_eve(tmp_path, RAISES, "--implementation", implementation)
    reason = "game 1, round 1, roll 1: it raised ZeroDivisionError: division by zero (eve.py:2)"
    assert result["disqualified"] == [{"name": "Eve", "reason": reason}]
    assert [each["name"] for each in result["standings"]] == ["A"]


def test_an_external_player_plays_like_any_other_and_what_it_prints_is_in_a_file_that_is_named(tmp_path: Path) -> None:
    result = with_eve(tmp_path, PRINTS, "--seed", "1")
    (printed,) = result["printed"]
    assert {each["name"] for each in result["standings"]} == {"A", "Eve"}
    assert (printed["bytes"], Path(printed["file"]).read_text(encoding="utf-8")) == (72, "!\n" * 36)
    Path(printed["file"]).unlink()


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        ("Eve=no_such_file.py", "Eve=no_such_file.py cannot play: there is no file no_such_file.py"),
        ("Eve=clever", "Eve=clever cannot play: there is no kind or module clever"),
        ("Eve", "'Eve' is no player: write NAME=KIND"),
    ],
)
def test_a_player_that_cannot_be_had_keeps_the_tournament_from_starting(seat: str, message: str) -> None:
    done = dojo("tournament", "--player", seat)
    assert message in done.stderr
    assert (done.exit_code, done.stdout) == (2, "")


def test_a_player_that_fails_while_it_is_loaded_is_no_wrong_usage(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("1 / 0\n", encoding="utf-8")
    done = dojo("tournament", "--player", f"Eve={path}")
    error = f"Eve={path} cannot play: it raised ZeroDivisionError: division by zero (player.py:1)"
    assert (done.exit_code, done.stderr) == (1, f"Error: {error}\n")
