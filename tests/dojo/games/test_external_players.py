"""Players of other people: what they may do, and what is said of them when they do more."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.errors import WrongUsageError
from dojo.games.tournament import ExternalPlayer, PlayerError, describe, load
from refactored.players import View
from refactored.scorecard import Sums

Start = Callable[..., ExternalPlayer]

IMPORTS = "import json, os, sys"
RAISES = {  # in line 4 of its file
    "in what it calls": ("json.loads('{')", "(player.py:4)"),
    "in what it evaluates": ("eval('1 +')", "SyntaxError: invalid syntax (<string>, line 1) (player.py:4)"),
    "a long story": ("raise ValueError('x' * 10**6)", f"ValueError: {'x' * 200} (player.py:4)"),
    "in another module of its own": ("import pkg.helper; pkg.helper.fail()", "KeyError: 'x' (helper.py:1)"),
}
ENDS = {
    "asks for input": ("input()", "it raised EOFError: EOF when reading a line (player.py:4)"),
    "exits": ("sys.exit(3)", "it raised SystemExit: 3 (player.py:4)"),
    "ends itself": ("os._exit(3)", "its process ended with exit code 3"),
}
NOT_SEATED = {
    "a slip of the pen": ("def turn(self\n", "it raised SyntaxError: '(' was never closed (player.py, line 1)"),
    "an end": ("import os\nos._exit(4)\n", "its process ended with exit code 4"),
    "a constructor with a slip": (
        "class Me:\n    turn = max\n    def __init__(self, name): 1 + name\n",
        "it raised TypeError: unsupported operand type(s) for +: 'int' and 'str' (player.py:3)",
    ),
}
TWO = "class A:\n    def turn(self, *_): return 'ones'\nclass B:\n    def turn(self, *_): 1 / 0\n"
NOBODY = [
    ("nowhere.py", "there is no kind, file or module nowhere.py"),
    ("nowhere.player:Me", "there is no kind, file or module nowhere.player"),
    ("two.py", "two.py names 2 classes with a method turn(dice, stage, view); name one behind a colon"),
    ("two.py:C", "two.py:C names 0 classes with a method turn(dice, stage, view); name one behind a colon"),
    ("empty.py", "empty.py names 0 classes with a method turn(dice, stage, view); name one behind a colon"),
]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Give a way to start a player from its source; all are stopped in the end."""
    monkeypatch.chdir(tmp_path)
    started = []

    def start(source: str = "", where: str = "player.py", limit: float = 60) -> ExternalPlayer:
        if source:
            Path("player.py").write_text(source, encoding="utf-8")
        started.append(ExternalPlayer("Eve", where, limit))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.fixture
def _own_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players be loaded in this process, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


def doing(*lines: str) -> str:
    """Return the source of a player that does this in its turn."""
    return "\n        ".join([f"{IMPORTS}\nclass Me:\n    def turn(self, dice, stage, view):", *lines])


def move_of(player: ExternalPlayer, stage: int = 0) -> object:
    return player.turn([1, 2, 3, 4, 5], stage, View(["ones", "twos", "threes"], Sums(0, 0, 0, 0), [0]))


def blame_of(player: ExternalPlayer) -> str:
    with pytest.raises(PlayerError):
        move_of(player)
    return player.blame


def test_what_a_player_prints_is_no_part_of_the_results(start: Start, capfd: pytest.CaptureFixture[str]) -> None:
    player = start(doing("print('hello')", "return view.free()[stage]"))
    assert [move_of(player, stage) for stage in (0, 1, 2)] == ["ones", "twos", "threes"]
    player.close()
    assert capfd.readouterr() == ("", "hello\n" * 3)


@pytest.mark.usefixtures("_own_path")
@pytest.mark.parametrize("what", RAISES)
def test_an_error_is_told_with_the_last_line_of_the_players_own_module(what: str) -> None:
    does, told = RAISES[what]
    Path("pkg").mkdir()
    Path("pkg/helper.py").write_text("def fail(): return {}['x']\n", encoding="utf-8")
    Path("player.py").write_text(doing(does), encoding="utf-8")
    with pytest.raises(Exception, match=r".") as raised:
        load("player.py")().turn([], 0, None)
    assert describe(raised.value).endswith(told)


@pytest.mark.parametrize("what", ENDS)
def test_a_player_that_gives_no_move_is_blamed_for_what_it_did(what: str, start: Start) -> None:
    does, blame = ENDS[what]
    assert blame_of(start(doing(does))) == blame


def test_a_player_that_hangs_is_out(start: Start) -> None:
    assert blame_of(start(doing("while True: pass"), limit=0.5)) == "no answer after 0.5 s"


def test_what_is_no_move_is_left_for_the_game_to_refuse(start: Start) -> None:
    player = start(doing("return [None, {'a': 1}, {1}, 2j]"))
    assert move_of(player) == [None, {"a": 1}, "{1}", "2j"]


@pytest.mark.parametrize("what", NOT_SEATED)
def test_a_player_that_fails_while_it_is_loaded_cannot_play(what: str, start: Start) -> None:
    source, problem = NOT_SEATED[what]
    with pytest.raises(PlayerError) as refusal:
        start(source)
    assert str(refusal.value) == f"Eve=player.py cannot play: {problem}"


@pytest.mark.usefixtures("_own_path")
@pytest.mark.parametrize(("where", "problem"), NOBODY)
def test_a_place_without_a_player_is_refused(where: str, problem: str) -> None:
    Path("two.py").write_text(TWO, encoding="utf-8")
    Path("empty.py").touch()
    with pytest.raises(WrongUsageError) as refusal:
        load(where)
    assert str(refusal.value) == problem


def test_a_player_of_any_implementation_sees_its_card(start: Start) -> None:
    names = ("total", "upper_score", "upper_bonus", "yahtzee_bonus")
    view = SimpleNamespace(free=list, totals=lambda: [5], **{name: lambda at=at: at for at, name in enumerate(names)})
    asks = ", ".join(f"view.{name}()" for name in names)
    player = start(doing(f"return [{asks}, *view.totals()]"))
    assert player.turn([1, 2, 3, 4, 5], 0, view) == [0, 1, 2, 3, 5]


def test_a_player_is_one_class_of_its_file_and_the_file_may_be_called_as_one_of_pythons_own(start: Start) -> None:
    Path("random.py").write_text(TWO, encoding="utf-8")
    assert blame_of(start(where="random.py:B")) == "it raised ZeroDivisionError: division by zero (random.py:4)"


def test_a_player_may_ask_for_its_name_and_import_what_lies_beside_it(start: Start) -> None:
    Path("pkg").mkdir()
    Path("beside.py").write_text("MARK = '!'\n", encoding="utf-8")
    named = "class Me:\n    def __init__(self, name): self.name = name\n"
    source = f"import beside\n{named}    def turn(self, *_): return self.name + beside.MARK\n"
    Path("pkg/player.py").write_text(source, encoding="utf-8")
    player = start(where="pkg.player:Me")
    assert move_of(player) == "Eve!"
