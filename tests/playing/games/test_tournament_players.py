"""Rules of players that other people wrote, in this process: loading them, moves and failures."""

import json
import signal
import sys
from collections.abc import Iterator
from multiprocessing import Pipe
from pathlib import Path
from types import SimpleNamespace

import pytest

from playing.games.tournament import copy_view, run_player
from refactored.players import View
from refactored.scorecard import Sums
from tests.dojo.practising import write_files

QUESTION = ([1, 2, 3, 4, 5], 1, View(["ones", "twos"], Sums(0, 0, 0, 0), [0]))
TWO_PLAYERS = "class A:\n def turn(self, *_): return 'ones'\nclass B(A): pass\n"
NAMED_PLAYER = """import neighbour
class Me:
    def __init__(self, name): self.name = name
    def turn(self, *_): return self.name + neighbour.MARK
"""
FILES = {
    "two.py": TWO_PLAYERS,
    "imports.py": "from two import A\n",
    "neighbour.py": "MARK = '!'\n",
    "broken.py": "1 +",
    "fails.py": "class Me:\n def __init__(self): 1 / 0\n turn = 1\n",
    "pkg/named.py": NAMED_PLAYER,
    "pkg/helper.py": "def fail(): return {}['x']\n",
}


@pytest.fixture(autouse=True)
def _process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Go to a folder with players, and restore the settings that they change in their process."""
    write_files(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    handler = signal.getsignal(signal.SIGINT)
    modules = set(sys.modules)
    yield
    signal.signal(signal.SIGINT, handler)
    for name in sys.modules.keys() - modules:
        del sys.modules[name]


def answers_of(turn: str = "...", location: str = "player.py") -> list[object]:
    """Run a player for one question. Returns its answers, until it fails for another one."""
    head = "import pkg.helper, sys\nclass Me:\n    def turn(self, dice, stage, view):"
    Path("player.py").write_text(f"{head}\n        {turn}", encoding="utf-8")
    ours, theirs = Pipe()
    for question in ("Eve", QUESTION, None):
        ours.send(question)
    run_player(location, theirs)
    answers = []
    while ours.poll():
        answer = ours.recv()
        answers.append(json.loads(answer) if isinstance(answer, str) else answer.message)
    return answers


@pytest.mark.parametrize(
    ("turn", "move"),
    [
        ("return [*dice, stage, view.free()]", [1, 2, 3, 4, 5, 1, ["ones", "twos"]]),
        ("return [None, {'a': 1}, {1}, 2j]", [None, {"a": 1}, "{1}", "2j"]),
    ],
)
def test_a_move_can_be_of_any_type(turn: str, move: object):
    assert answers_of(turn)[:2] == ["ready", move]


@pytest.mark.parametrize(("location", "move"), [("pkg.named", "Eve!"), ("two.py:A", "ones")])
def test_a_player_is_at_a_location(location: str, move: str):
    assert answers_of(location=location)[1] == move


def test_output_of_a_player_is_no_result(capsys: pytest.CaptureFixture[str]):
    answers_of("print('hello')")
    assert capsys.readouterr() == ("", "hello\n")


def test_a_view_can_be_of_any_implementation():
    view = SimpleNamespace(
        upper_score=lambda: 1,
        upper_bonus=lambda: 2,
        yahtzee_bonus=lambda: 3,
        total=lambda: 4,
        free=lambda: ["ones"],
        totals=lambda: [5],
    )
    copy = copy_view(view)
    assert [getattr(copy, name)() for name in vars(view)] == [1, 2, 3, 4, ["ones"], [5]]


@pytest.mark.parametrize(
    ("turn", "blame"),
    [
        ("sys.exit(3)", "it raised SystemExit: 3 (player.py:4)"),
        ("raise ValueError", "it raised ValueError (player.py:4)"),
        ("raise ValueError('a\\n b')", "it raised ValueError: a b (player.py:4)"),
        ("raise ValueError('x' * 900)", f"it raised ValueError: {'x' * 200} (player.py:4)"),
        ("eval('1 +')", "it raised SyntaxError: invalid syntax (<string>, line 1) (player.py:4)"),
        ("pkg.helper.fail()", "it raised KeyError: 'x' (helper.py:1)"),
    ],
)
def test_an_error_has_the_last_line_of_the_players_own_code(turn: str, blame: str):
    assert answers_of(turn) == ["ready", blame]


@pytest.mark.parametrize(
    ("location", "problem"),
    [
        ("broken.py", "it raised SyntaxError: invalid syntax (broken.py, line 1)"),
        ("fails.py", "it raised ZeroDivisionError: division by zero (fails.py:2)"),
        ("nowhere.py", "there is no kind, file or module nowhere.py"),
        ("nowhere.player:Me", "there is no kind, file or module nowhere.player"),
        ("two.py", "two.py has 2 classes with a method turn(dice, stage, view)"),
        ("two.py:C", "two.py:C has 0 classes with a method turn(dice, stage, view)"),
        ("imports.py", "imports.py has 0 classes with a method turn(dice, stage, view)"),
    ],
)
def test_a_player_can_be_impossible_to_load(location: str, problem: str):
    assert [str(answer).partition(";")[0] for answer in answers_of(location=location)] == [problem]
