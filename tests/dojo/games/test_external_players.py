"""Players that other people wrote: loading them, their moves and their failures."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games.tournament import (
    Contest,
    ExternalPlayer,
    PlayerError,
    describe_player_error,
    load_player_class,
)
from refactored.players import View
from refactored.scorecard import Sums
from tests.dojo.practising import write_files

Start = Callable[..., ExternalPlayer]

TWO_PLAYERS = """class A:
    def turn(self, *_): return 'ones'
class B:
    def turn(self, *_): 1 / 0
"""
NAMED_PLAYER = """import neighbour
class Me:
    def __init__(self, name): self.name = name
    def turn(self, *_): return self.name + neighbour.MARK
"""


def player_with(*lines: str) -> str:
    """Return the source of a player with these lines in its turn, from line 4 on."""
    head = "import json, os, sys\nclass Me:\n    def turn(self, dice, stage, view):"
    return "\n        ".join([head, *lines])


FILES = {
    "two.py": TWO_PLAYERS,
    "random.py": TWO_PLAYERS,
    "imports.py": "from two import A\n",
    "neighbour.py": "MARK = '!'\n",
    "pkg/player.py": NAMED_PLAYER,
    "pkg/helper.py": "def fail(): return {}['x']\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with players, and let this process load them."""
    write_files(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def start() -> Iterator[Start]:
    """Yield a function that starts a player from its source. All players are closed in the end."""
    started = []

    def start(source: str = "", location: str = "player.py", limit: float = 60) -> ExternalPlayer:
        Path("player.py").write_text(source, encoding="utf-8")
        player = ExternalPlayer("Eve", location, limit)
        started.append(player)
        return player

    yield start
    for player in started:
        player.close()


def move_of(player: ExternalPlayer) -> object:
    return player.turn([], 1, View(["ones", "twos"], Sums(0, 0, 0, 0), [0]))


# Moves.


def test_output_of_a_player_does_not_mix_with_results(
    start: Start, capfd: pytest.CaptureFixture[str]
) -> None:
    player = start(player_with("print('hello')", "return view.free()[stage]"))
    assert move_of(player) == "twos"
    player.close()
    assert capfd.readouterr() == ("", "hello\n")


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


def test_moves_of_other_types_are_left_to_the_game(start: Start) -> None:
    player = start(player_with("return [None, {'a': 1}, {1}, 2j]"))
    assert move_of(player) == [None, {"a": 1}, "{1}", "2j"]


def test_a_player_can_have_its_name_and_a_neighbour(start: Start) -> None:
    assert move_of(start(location="pkg.player:Me")) == "Eve!"


# Failures.


@pytest.mark.parametrize(
    ("turn", "blame"),
    [
        ("input()", "it raised EOFError: EOF when reading a line (player.py:4)"),
        ("sys.exit(3)", "it raised SystemExit: 3 (player.py:4)"),
        ("os._exit(3)", "its process ended with exit code 3"),
        ("while True: pass", "no answer after 0.5 s"),
    ],
)
def test_a_player_without_a_move_is_blamed(turn: str, blame: str, start: Start) -> None:
    player = start(player_with(turn), limit=0.5)
    with pytest.raises(PlayerError):
        move_of(player)
    assert player.blame == blame


def test_a_disqualification_has_the_blame_of_the_player(start: Start) -> None:
    player = start(location="random.py:B")
    player.blame = "it raised ZeroDivisionError"
    contest = Contest("yacht", [player], 1)
    contest.read("Eve is disqualified in game 1, round 2, roll 3: PlayerError(...)")
    assert contest.disqualified == {"Eve": f"game 1, round 2, roll 3: {player.blame}"}


@pytest.mark.parametrize(
    ("turn", "description"),
    [
        ("json.loads('{')", "column 2 (char 1) (player.py:4)"),
        ("eval('1 +')", "SyntaxError: invalid syntax (<string>, line 1) (player.py:4)"),
        ("raise ValueError('x' * 10**6)", f"ValueError: {'x' * 200} (player.py:4)"),
        ("raise ValueError('a\\nb')", "ValueError: a b (player.py:4)"),
        ("import pkg.helper; pkg.helper.fail()", "KeyError: 'x' (helper.py:1)"),
    ],
)
def test_an_error_has_the_last_line_of_the_players_own_code(turn: str, description: str) -> None:
    Path("player.py").write_text(player_with(turn), encoding="utf-8")
    player = load_player_class("player.py")()
    with pytest.raises(Exception, match=r".") as raised:
        player.turn([], 0, None)
    assert describe_player_error(raised.value).endswith(description)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("1 +", "it raised SyntaxError: invalid syntax (player.py, line 1)"),
        ("import os; os._exit(4)", "its process ended with exit code 4"),
        ("class Me:\n turn = max\n def __init__(self, _): 1 / 0", "by zero (player.py:3)"),
        (
            "",
            "player.py has 0 classes with a method turn(dice, stage, view); name one after a colon",
        ),
    ],
)
def test_a_player_that_cannot_be_loaded(source: str, problem: str, start: Start) -> None:
    with pytest.raises(WorkspaceError) as refusal:
        start(source)
    assert str(refusal.value).startswith("Could not load Eve=player.py: ")
    assert str(refusal.value).endswith(problem)


# Locations.


@pytest.mark.parametrize(
    ("location", "problem"),
    [
        ("nowhere.py", "there is no kind, file or module nowhere.py"),
        ("nowhere.player:Me", "there is no kind, file or module nowhere.player"),
        ("two.py", "two.py has 2 classes"),
        ("two.py:C", "two.py:C has 0 classes"),
        ("imports.py", "imports.py has 0 classes"),
    ],
)
def test_a_location_can_have_no_player(location: str, problem: str) -> None:
    with pytest.raises(WrongUsageError) as refusal:
        load_player_class(location)
    assert str(refusal.value).startswith(problem)
