"""`dojo tournament`: players, implementations, and results as a table or JSON."""

import json
import re
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len
from rich.console import Console

from dojo.commands.tournament import progress_view, remarks, results_as_data
from dojo.games.tournament import Contest
from dojo.main import main
from tests.dojo.practising import started
from tests.dojo.small_kata import RULE, SmallKata

LONG_NAME = "A name [bold] that goes on and on 王小明"
PRACTICE = """
class Yatzy:
    def tournament(self, game, players, roll, games, write):
        move = players[0].turn(roll(5), 2, type('View', (), {'free': lambda self: ['ones']})())
        write(f'game 1: A {len(move)}; a point for A')
"""
DISQUALIFIED = "[b] is disqualified in game 2, round 1, roll 1: it is late"


def dojo(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *arguments], catch_exceptions=False)


@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_a_player_that_raises_is_disqualified_and_the_others_go_on(
    implementation: str,
    tmp_path: Path,
) -> None:
    path = tmp_path / "eve.py"
    path.write_text("class Raises:\n    def turn(self, *_): return 1 / 0\n", encoding="utf-8")
    players = (f"--player=Eve={path}", "--player=A=random")
    done = dojo("yacht", "--json", "--games=3", *players, f"--implementation={implementation}")
    results = json.loads(done.stdout)
    reason = "game 1, round 1, roll 1: it raised ZeroDivisionError: division by zero (eve.py:2)"
    assert results["disqualified"] == [{"name": "Eve", "reason": reason}]
    assert [standing["name"] for standing in results["standings"]] == ["A"]


@pytest.mark.parametrize(
    ("code", "exit_code", "output"),
    [
        (PRACTICE, 0, "\nA 1 4.0 4 4\n"),
        (RULE, 1, "Error: practice/yatzy.py: class Yatzy has no method"),
    ],
)
def test_a_practice_with_and_without_a_tournament(
    code: str,
    exit_code: int,
    output: str,
    kata: SmallKata,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started(kata)
    kata.write("practice/yatzy.py", code)
    monkeypatch.chdir(kata.folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    done = dojo("yacht", "--games=1", "--player=A=random", "--implementation=practice")
    sys.modules.pop("yatzy")  # the next test has another one
    assert done.exit_code == exit_code
    assert output in re.sub(" +", " ", done.output)


# Results.


def contest_of(*names: str, games: int = 1000) -> Contest:
    return Contest("yacht", [SimpleNamespace(name=name) for name in names], games)


def test_large_numbers_fit_80_columns_and_names_are_no_markup() -> None:
    contest = contest_of(LONG_NAME, "B", games=1_000_000)
    contest.totals[LONG_NAME] = [-1, 1575]
    contest.points[LONG_NAME] = 1_000_000
    console = Console(width=80, file=StringIO(), highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(progress_view(contest))
    lines = capture.get().splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert lines[1].startswith("A name [bold] that …  1,000,000 ")
    assert lines[-1] == "game 0 of 1,000,000"


@pytest.mark.parametrize("stopped", ["", "stopped after "])
def test_remarks_are_about_disqualifications_and_speed(stopped: str) -> None:
    contest = contest_of("Ann", "Bob", "[b]")
    contest.read("game 1: Ann 9, Bob 9; a point for Ann and Bob")
    contest.read(DISQUALIFIED)
    contest.seconds = 2.0
    contest.is_interrupted = bool(stopped)
    assert remarks(contest) == [DISQUALIFIED, f"{stopped}1 game in 2.0 s, 0.5 games a second"]


def test_a_tournament_without_a_finished_game_has_no_standings() -> None:
    assert remarks(contest_of("Ann")) == ["0 games in 0.0 s, 0.0 games a second"]
    assert results_as_data(contest_of("Ann"))["standings"] == []
