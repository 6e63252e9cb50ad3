"""`dojo tournament`: whose players and whose code it takes, and how it is shown, to people and to a program."""

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len
from rich.console import Console

from dojo.commands import main
from dojo.commands.tournament import as_data, board, remarks, report
from dojo.games.tournament import INTERRUPTED, OUT_OF_TIME, Plan, Results
from refactored import Yatzy
from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

PLAN, SAME_DICE = Plan("yacht", games=1000, seed=1), Plan("yacht", games=2, seed=1, same_dice=True)
LONG = "A name [bold] that goes on and on 王小明"
RAISES = "class Raises:\n    def turn(self, *_): return 1 / 0\n"
PRINTS = "class Prints:\n    def turn(self, dice, stage, view):\n        print('!')\n        return view.free()[0]\n"
PRACTICE = """
class Yatzy:
    def tournament(self, game, players, roll, games, write):
        move = players[0].turn(roll(5), 2, type('View', (), {'free': lambda self: ['ones']})())
        write(f'game 1: A {len(move)}; a point for A')
"""


def dojo(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *arguments], catch_exceptions=False)


def told(*arguments: str) -> dict[str, Any]:
    """Return what a program is told of a tournament."""
    return dict(json.loads(dojo("yacht", "--json", *arguments).stdout))


def with_eve(folder: Path, source: str, *options: str) -> dict[str, Any]:
    """Return what is told of three games between a player of such a file and another."""
    path = folder / "eve.py"
    path.write_text(source, encoding="utf-8")
    return told("--games", "3", "--player", f"Eve={path}", "--player", "A=random", *options)


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
    lines = "!\n" * 3 * len(Yatzy.categories("yacht"))  # in three games
    assert (printed["bytes"], Path(printed["file"]).read_text(encoding="utf-8")) == (len(lines), lines)
    Path(printed["file"]).unlink()


@pytest.mark.parametrize(
    ("seat", "message", "code"),
    [
        ("Eve=no_such_file.py", "Eve=no_such_file.py cannot play: there is no file no_such_file.py", 2),
        ("Eve", "'Eve' is no player: write NAME=KIND", 2),
        ("Eve={}", "Eve={} cannot play: it raised ZeroDivisionError: division by zero (player.py:1)", 1),
    ],
)
def test_a_player_that_cannot_be_had_keeps_the_tournament_from_starting(
    seat: str, message: str, code: int, tmp_path: Path
) -> None:
    path = tmp_path / "player.py"
    path.write_text("1 / 0\n", encoding="utf-8")
    done = dojo("--player", seat.format(path))
    assert message.format(path) in done.stderr
    assert (done.exit_code, done.stdout) == (code, "")


def test_legacy_holds_the_same_tournament_as_refactored() -> None:
    players = [word for seat in ("A=random", "Ann-Lee O'Hara=random", "安 娜=random") for word in ("--player", seat)]
    command = ["--games", "5", "--seed", "1", *players, "--implementation"]
    found = [told(*command, name) for name in ("legacy", "refactored")]
    legacy, refactored = ({key: each[key] for key in ("standings", "disqualified", "games")} for each in found)
    assert legacy == refactored


def test_the_same_dice_need_refactored() -> None:
    done = dojo("--same-dice", "--implementation", "legacy")
    assert (done.exit_code, "--same-dice" in done.stderr) == (2, True)


@pytest.mark.parametrize("practice", [PRACTICE, ""])
def test_a_practice_holds_a_tournament_or_says_that_it_has_none(
    practice: str, kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(kata)
    if practice:
        kata.write("practice/yatzy.py", practice)
    monkeypatch.chdir(kata.folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    done = dojo("yacht", "--games", "1", "--player", "A=random", "--implementation", "practice")
    sys.modules.pop("yatzy")  # another practice has another
    if practice:
        assert (done.stderr, done.exit_code) == ("", 0)
        assert done.stdout.splitlines()[1].split() == ["A", "1", "4.0", "4", "4"]
    else:
        assert done.stderr.startswith("Error: practice/yatzy.py has no tournament: its class Yatzy has no method")
        assert ("`dojo start --level 3 --again`" in done.stderr, done.exit_code) == (True, 1)


# How it is shown.


def shown(renderable: object) -> str:
    console = Console(width=80, file=StringIO(), highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def test_a_program_gets_margins_too() -> None:
    results = Results(SAME_DICE, {"Ann": 2, "Bob": 0}, totals={"Ann": [9, 9] * 20, "Bob": [7, 8] * 20})
    ann, bob = as_data(results)["standings"]
    assert (ann["to_leader"], ann["mean_margin"]) == (None, 0.0)
    assert (bob["to_leader"], bob["to_leader_margin"], bob["mean_margin"]) == (-1.5, 0.2, 0.2)


def test_numbers_fit_eighty_columns_and_brackets_in_a_name_are_shown_as_they_are() -> None:
    totals = [-(number % 2) or 1575 for number in range(1000)]
    results = Results(SAME_DICE, {LONG: 1_000_000, "B": 0}, {}, {LONG: totals, "B": totals[::-1]}, games=1_000_000)
    lines = shown(board(results)).splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert lines[1].startswith("A name [bold] that …  1,000,000 ")


def test_how_it_stands_is_shown_while_it_runs() -> None:
    results = Results(PLAN, {"Ann": 3}, totals={"Ann": [100, 102]}, games=2)
    text = shown(board(results))
    assert " ".join(text.split()) == "yacht points mean ± 95 % best worst Ann 3 101.0 102 100 game 2 of 1,000"


@pytest.mark.parametrize(
    ("cut_short", "words"),
    [
        ("", "1 game in 2.0 s, 0.5 games a second"),
        (INTERRUPTED, "stopped after 1 game in 2.0 s, 0.5 games a second"),
        (OUT_OF_TIME, "The time is up, before all 1,000 games: 1 game in 2.0 s, 0.5 games a second"),
    ],
)
def test_the_last_line_says_why_a_tournament_ended(cut_short: str, words: str) -> None:
    results = Results(PLAN, {"Ann": 1, "Bob": 1}, {}, {"Ann": [9], "Bob": [9]}, {"[b]": "game 1"}, 1, 2.0, cut_short)
    assert remarks(results) == ["[b] is disqualified in game 1", "Ann and Bob share the lead.", words]
    assert shown(report(results)).splitlines()[-3:] == remarks(results)


def test_a_tournament_without_a_game_has_no_standings_and_nobody_may_be_left() -> None:
    results = Results(SAME_DICE, {"Ann": 0}, seconds=2.0, cut_short=INTERRUPTED)
    assert remarks(results) == ["stopped after 0 games in 2.0 s, 0.0 games a second"]
    assert as_data(results)["standings"] == []
    assert remarks(Results(PLAN, {}))[0] == "Nobody is left."
