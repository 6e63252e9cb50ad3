"""Players that other people wrote: loading them, their moves and their failures."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.errors import WrongUsageError
from dojo.games.tournament import (
    ExternalPlayer,
    PlayerError,
    describe_player_error,
    load_player_class,
)
from refactored.players import View
from refactored.scorecard import Sums

Start = Callable[..., ExternalPlayer]

IMPORTS = "import json, os, sys"
RAISES = {  # the turn in line 4 of player.py, and the end of the description
    "in a function": ("json.loads('{')", "(player.py:4)"),
    "in other code": (
        "eval('1 +')",
        "SyntaxError: invalid syntax (<string>, line 1) (player.py:4)",
    ),
    "a long message": ("raise ValueError('x' * 10**6)", f"ValueError: {'x' * 200} (player.py:4)"),
    "in another own module": (
        "import pkg.helper; pkg.helper.fail()",
        "KeyError: 'x' (helper.py:1)",
    ),
}
MAKES_NO_MOVE = {  # the turn, and the blame
    "asks for input": ("input()", "it raised EOFError: EOF when reading a line (player.py:4)"),
    "exits": ("sys.exit(3)", "it raised SystemExit: 3 (player.py:4)"),
    "kills its process": ("os._exit(3)", "its process ended with exit code 3"),
}
CANNOT_BE_LOADED = {  # the source, and the problem
    "a syntax error": (
        "def turn(self\n",
        "it raised SyntaxError: '(' was never closed (player.py, line 1)",
    ),
    "an exit": ("import os\nos._exit(4)\n", "its process ended with exit code 4"),
    "a constructor that fails": (
        "class Me:\n    turn = max\n    def __init__(self, name): 1 + name\n",
        "it raised TypeError: unsupported operand type(s) for +: 'int' and 'str' (player.py:3)",
    ),
}
TWO_PLAYERS = """class A:
    def turn(self, *_): return 'ones'
class B:
    def turn(self, *_): 1 / 0
"""
CLASSES = "classes with a method turn(dice, stage, view); name one after a colon"
NO_PLAYER = [  # the location, and the problem
    ("nowhere.py", "there is no kind, file or module nowhere.py"),
    ("nowhere.player:Me", "there is no kind, file or module nowhere.player"),
    ("two.py", f"two.py has 2 {CLASSES}"),
    ("two.py:C", f"two.py:C has 0 {CLASSES}"),
    ("empty.py", f"empty.py has 0 {CLASSES}"),
]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Yield a function that starts a player from its source. All players are closed in the end."""
    monkeypatch.chdir(tmp_path)
    started = []

    def start(source: str = "", location: str = "player.py", limit: float = 60) -> ExternalPlayer:
        if source:
            Path("player.py").write_text(source, encoding="utf-8")
        player = ExternalPlayer("Eve", location, limit)
        started.append(player)
        return player

    yield start
    for player in started:
        player.close()


@pytest.fixture
def _own_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Load players into this process, from an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


def player_with(*lines: str) -> str:
    """Return the source of a player with these lines in its turn, from line 4 on."""
    head = f"{IMPORTS}\nclass Me:\n    def turn(self, dice, stage, view):"
    return "\n        ".join([head, *lines])


def move_of(player: ExternalPlayer, stage: int = 0) -> object:
    view = View(["ones", "twos", "threes"], Sums(0, 0, 0, 0), [0])
    return player.turn([1, 2, 3, 4, 5], stage, view)


def blame_of(player: ExternalPlayer) -> str:
    with pytest.raises(PlayerError):
        move_of(player)
    return player.blame


def test_output_of_a_player_does_not_mix_with_results(
    start: Start,
    capfd: pytest.CaptureFixture[str],
) -> None:
    player = start(player_with("print('hello')", "return view.free()[stage]"))
    assert [move_of(player, stage) for stage in (0, 1, 2)] == ["ones", "twos", "threes"]
    player.close()
    assert capfd.readouterr() == ("", "hello\n" * 3)


@pytest.mark.usefixtures("_own_path")
@pytest.mark.parametrize(("turn", "description"), RAISES.values(), ids=RAISES)
def test_an_error_has_the_last_line_of_the_players_own_code(turn: str, description: str) -> None:
    Path("pkg").mkdir()
    Path("pkg/helper.py").write_text("def fail(): return {}['x']\n", encoding="utf-8")
    Path("player.py").write_text(player_with(turn), encoding="utf-8")
    player = load_player_class("player.py")()
    with pytest.raises(Exception, match=r".") as raised:
        player.turn([], 0, None)
    assert describe_player_error(raised.value).endswith(description)


@pytest.mark.parametrize(("turn", "blame"), MAKES_NO_MOVE.values(), ids=MAKES_NO_MOVE)
def test_a_player_without_a_move_is_blamed(turn: str, blame: str, start: Start) -> None:
    assert blame_of(start(player_with(turn))) == blame


def test_a_player_that_hangs_is_blamed(start: Start) -> None:
    player = start(player_with("while True: pass"), limit=0.5)
    assert blame_of(player) == "no answer after 0.5 s"


def test_moves_of_other_types_are_left_to_the_game(start: Start) -> None:
    player = start(player_with("return [None, {'a': 1}, {1}, 2j]"))
    assert move_of(player) == [None, {"a": 1}, "{1}", "2j"]


@pytest.mark.parametrize(("source", "problem"), CANNOT_BE_LOADED.values(), ids=CANNOT_BE_LOADED)
def test_a_player_that_cannot_be_loaded(source: str, problem: str, start: Start) -> None:
    with pytest.raises(PlayerError) as refusal:
        start(source)
    assert str(refusal.value) == f"Could not load Eve=player.py: {problem}"


@pytest.mark.usefixtures("_own_path")
@pytest.mark.parametrize(("location", "problem"), NO_PLAYER)
def test_a_location_without_a_player(location: str, problem: str) -> None:
    Path("two.py").write_text(TWO_PLAYERS, encoding="utf-8")
    Path("empty.py").touch()
    with pytest.raises(WrongUsageError) as refusal:
        load_player_class(location)
    assert str(refusal.value) == problem


def test_a_player_sees_the_card_of_any_implementation(start: Start) -> None:
    view = SimpleNamespace(
        free=list,
        totals=lambda: [5],
        total=lambda: 0,
        upper_score=lambda: 1,
        upper_bonus=lambda: 2,
        yahtzee_bonus=lambda: 3,
    )
    own = "view.total(), view.upper_score(), view.upper_bonus(), view.yahtzee_bonus()"
    player = start(player_with(f"return [{own}, *view.totals()]"))
    assert player.turn([1, 2, 3, 4, 5], 0, view) == [0, 1, 2, 3, 5]


def test_a_player_can_be_one_of_several_classes_in_a_file_named_like_a_module_of_python(
    start: Start,
) -> None:
    Path("random.py").write_text(TWO_PLAYERS, encoding="utf-8")
    blame = blame_of(start(location="random.py:B"))
    assert blame == "it raised ZeroDivisionError: division by zero (random.py:4)"


NAMED_PLAYER = """import neighbour
class Me:
    def __init__(self, name): self.name = name
    def turn(self, *_): return self.name + neighbour.MARK
"""


def test_a_player_can_have_its_name_and_import_modules_of_its_folder(start: Start) -> None:
    Path("pkg").mkdir()
    Path("neighbour.py").write_text("MARK = '!'\n", encoding="utf-8")
    Path("pkg/player.py").write_text(NAMED_PLAYER, encoding="utf-8")
    player = start(location="pkg.player:Me")
    assert move_of(player) == "Eve!"
