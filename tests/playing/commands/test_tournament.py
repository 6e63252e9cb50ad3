"""Test the results of `dojo tournament`: the table, and the remarks below it."""

from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from rich.console import Console

from playing.commands.tournament import progress_view, remarks
from playing.games.tournament import Contest
from playing.main import playing

LONG_NAME = "A name [bold] that goes on and on 王小明"
DISQUALIFIED = "[b] is disqualified in game 2, round 1, roll 1: it is late"


def contest_of(*names: str, games: int = 1000) -> Contest:
    return Contest("yacht", [SimpleNamespace(name=name) for name in names], games)


def test_large_numbers_fit_80_columns():
    contest = contest_of(LONG_NAME, games=1_000_000)
    contest.totals[LONG_NAME] = [-1, 1575]
    contest.points[LONG_NAME] = 1_000_000
    console = Console(width=80, file=StringIO(), soft_wrap=True)
    with console.capture() as capture:
        console.print(progress_view(contest))
    lines = capture.get().splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert lines[1].startswith("A name [bold] that …  1,000,000 ")


@pytest.mark.parametrize("stopped", ["", "stopped after "])
def test_remarks_are_about_disqualified_players(stopped: str):
    contest = contest_of("Ann", "Bob", "[b]")
    contest.read("game 1: Ann 9, Bob 9; a point for Ann and Bob")
    contest.read(DISQUALIFIED)
    contest.seconds = 2.0
    contest.is_interrupted = bool(stopped)
    assert remarks(contest) == [DISQUALIFIED, f"{stopped}1 game in 2.0 s, 0.5 games a second"]


def test_the_option_limits_a_move(tmp_path: Path):
    player = tmp_path / "slow.py"
    player.write_text("class Slow:\n    def turn(self, *_):\n        while True: pass\n", "utf-8")
    options = ["--games=1", "--limit=0.5", "--player=Cy=careful", f"--player=Me={player}"]
    assert "no answer after 0.5 s" in CliRunner().invoke(playing, ["tournament", *options]).output


def test_the_option_names_the_code_that_plays(monkeypatch: pytest.MonkeyPatch):
    play = Mock()
    monkeypatch.setattr("playing.commands.tournament.call_yatzy", play)
    CliRunner().invoke(playing, ["tournament", "--implementation", "legacy"])
    assert play.call_args.args[:2] == ("legacy", "tournament")
