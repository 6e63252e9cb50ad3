"""Players of other people: what they may do, and what is said of them when they do more."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import external
from dojo.games.external import BlamedError, ExternalPlayer, load
from refactored.players import View
from refactored.rulesets import game_named
from refactored.scorecard import Sums

Start = Callable[..., ExternalPlayer]

PLAYS_ON = {
    "prints": "print('hello')",
    "prints without Python": "os.write(1, b'hello')",
    "prints in another program": "subprocess.run([sys.executable, '-c', 'print(1)'])",
    "prints what no terminal can show": r"print('\ud800')",
    "changes its folder": "os.chdir('/')",
    "leaves a thread": "threading.Thread(target=threading.Event().wait).start()",
    "uses a process of its own": "multiprocessing.get_context('spawn').Pool(1).apply(len, ([],))",
}
FAILS = {
    "raises": ("{}['x']", "it raised KeyError: 'x' (player.py:4)"),
    "raises in what it calls": ("json.loads('{')", "(player.py:4)"),
    "asks for input": ("input()", "it raised EOFError: EOF when reading a line (player.py:4)"),
    "raises what a terminal would obey": (r"raise ValueError('\x1b[2J')", r"ValueError: \x1b[2J (player.py:4)"),
    "raises a long story": ("raise ValueError('x' * 10**6)", "it raised ValueError: xxxxx"),
    "exits": ("sys.exit(3)", "it raised SystemExit: 3 (player.py:4)"),
    "ends itself": ("os._exit(3)", "its process ended with exit code 3"),
    "hangs": ("while True: pass", "no answer after 2 s"),
    "waits": ("threading.Event().wait()", "no answer after 2 s"),
    "returns nothing": ("pass", "neither a hold nor a category: None; a move is"),
    "returns a tuple": ("return (1, 2)", "neither a hold nor a category: (1, 2); a move is"),
    "returns what nobody else knows": ("return self", "neither a hold nor a category: <player.Me object at"),
}
NOT_SEATED = {
    "a slip of the pen": ("class Me:\n    def turn(self\n", "SyntaxError: '(' was never closed (player.py:2)"),
    "an error": ("x = 1\n1 / 0\n", "ZeroDivisionError: division by zero (player.py:2)"),
    "a constructor with a slip": (
        "class Me:\n    turn = max\n    def __init__(self, name): 1 + name\n",
        "TypeError: unsupported operand type(s) for +: 'int' and 'str' (player.py:3)",
    ),
    "an end": ("import os\nos._exit(4)\n", "its process ended with exit code 4"),
    "a missing module": ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere' (player.py:1)"),
}
NOBODY = {
    "nothing": ("", "no class in player.py has a method turn(dice, stage, view)"),
    "a turn that is none": ("class Me:\n    turn = 5\n", "no class in player.py has a method turn(dice, stage, view)"),
    "two players": (
        "class A:\n    turn = max\nclass B:\n    turn = max\n",
        "2 classes in player.py can play, A, B; name one: player.py:A",
    ),
}
PREAMBLE = """\
import json, multiprocessing, os, subprocess, sys, threading
class Me:
    def turn(self, dice, stage, view):
        %s
        %s
"""
CALLS_ITS_HELPER = """\
import sys
sys.path.append({folder!r})
from {module} import fail
class Me:
    def turn(self, *_): return fail()
"""


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Give a way to start a player from its source; all are stopped in the end."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(external, "HERE", tmp_path)
    started = []

    def start(source: str = "", where: str = "player.py", limit: float = 60) -> ExternalPlayer:
        if source:
            Path("player.py").write_text(source, encoding="utf-8")
        started.append(ExternalPlayer("Eve", where, limit))
        started[-1].wait_until_ready()
        return started[-1]

    yield start
    for each in started:
        each.close()
        each.output.path.unlink(missing_ok=True)


def move_of(player: ExternalPlayer, stage: int = 0) -> object:
    return player.turn([1, 2, 3, 4, 5], stage, View(list(game_named("yacht").categories), Sums(0, 0, 0, 0), [0]))


def blame_of(player: ExternalPlayer) -> str:
    with pytest.raises(BlamedError):
        move_of(player)
    return player.blame


@pytest.mark.parametrize("kind", PLAYS_ON)
def test_what_a_player_does_beside_its_move_is_no_answer(
    kind: str, start: Start, capfd: pytest.CaptureFixture[str]
) -> None:
    player = start(PREAMBLE % (PLAYS_ON[kind], "return view.free()[stage]"))
    assert [move_of(player, stage) for stage in (0, 1, 2)] == ["ones", "twos", "threes"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", FAILS)
def test_a_player_that_gives_no_move_is_blamed_for_what_it_did(kind: str, start: Start) -> None:
    does, blame = FAILS[kind]
    found = blame_of(start(PREAMBLE % (does, ""), limit=2))
    assert blame in found
    assert len(found) < 300


@pytest.mark.parametrize("kind", [*NOT_SEATED, *NOBODY])
def test_a_file_without_a_player_is_refused_and_is_wrong_usage_when_nobody_is_there_to_play(
    kind: str, start: Start
) -> None:
    source, problem = {**NOT_SEATED, **NOBODY}[kind]
    with pytest.raises(WorkspaceError) as refusal:
        start(source or "\n")
    assert str(refusal.value) == f"Eve=player.py cannot play: {problem}"
    assert (type(refusal.value) is WrongUsageError) == (kind in NOBODY)


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("nowhere.py", "there is no file nowhere.py"),
        ("no.such.module:Player", "there is no module no.such.module"),
        ("dojo.games.seats:Nobody", "no class Nobody in dojo.games.seats has a method turn(dice, stage, view)"),
        ("builtins:eval", "no class eval in builtins has a method turn(dice, stage, view)"),
        ("./my_player", "./my_player is neither a file that ends in .py nor the name of a module"),
    ],
)
def test_a_place_without_a_player_is_refused(where: str, problem: str) -> None:
    with pytest.raises(WrongUsageError) as refusal:
        load(where)
    assert str(refusal.value) == problem


@pytest.mark.parametrize(
    ("where", "helper", "place"),
    [
        ("bots/player.py:Me", "bots/deep/helper.py", "bots/deep/helper.py:2"),
        ("pkg.sub.player:Me", "pkg/low.py", "pkg/low.py:2"),
        ("player.py", "venv/site-packages/installed.py", "player.py:5"),
    ],
)
def test_of_a_players_own_files_the_last_is_blamed(where: str, helper: str, place: str, start: Start) -> None:
    file = f"{where.removesuffix(':Me').removesuffix('.py').replace('.', '/')}.py"
    calls = CALLS_ITS_HELPER.format(folder=str(Path(helper).parent), module=Path(helper).stem)
    for path, text in {helper: "\ndef fail(): return {}['x']\n", file: calls}.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    assert blame_of(start(where=where)) == f"it raised KeyError: 'x' ({place})"


def test_a_player_that_ends_between_its_turns_is_blamed_for_it(start: Start) -> None:
    player = start(PREAMBLE % ("threading.Timer(0.1, os._exit, [3]).start()", "return 'ones'"))
    move_of(player)
    time.sleep(1)
    assert blame_of(player) == "its process ended with exit code 3"


def test_a_player_of_any_implementation_sees_its_card(start: Start) -> None:
    names = ("total", "upper_score", "upper_bonus", "yahtzee_bonus")
    view = SimpleNamespace(free=list, totals=lambda: [5], **{name: lambda at=at: at for at, name in enumerate(names)})
    asks = ", ".join(f"view.{name}()" for name in names)
    player = start(PREAMBLE % ("", f"return [{asks}, *view.totals()]"))
    assert player.turn([1, 2, 3, 4, 5], 0, view) == [0, 1, 2, 3, 5]


def test_two_players_come_from_one_file(start: Start) -> None:
    source = "class One:\n    def turn(self, *_): return 'ones'\nclass Two:\n    def turn(self, *_): return 'twos'\n"
    assert [move_of(start(source, f"player.py:{kind}")) for kind in ("One", "Two")] == ["ones", "twos"]


def test_a_player_may_ask_for_its_name_and_import_what_lies_beside_it(start: Start) -> None:
    Path("beside.py").write_text("MARK = '!'\n", encoding="utf-8")
    own = (
        "class Me:\n    def __init__(self, name): self.n = name\n    def turn(self, *_): return self.n + beside.MARK\n"
    )
    assert move_of(start(f"import beside\n{own}")) == "Eve!"


def test_a_file_may_be_called_as_one_of_pythons_own(start: Start) -> None:
    Path("random.py").write_text("class Me:\n    def turn(self, *_): return 'ones'\n", encoding="utf-8")
    assert move_of(start(where="random.py")) == "ones"


@pytest.mark.parametrize(("does", "printed"), [("print('hello')", "hello\n"), ("", "")])
def test_what_a_player_prints_is_in_a_file_and_a_quiet_one_leaves_none(does: str, printed: str, start: Start) -> None:
    player = start(PREAMBLE % (does, "return 'ones'"))
    move_of(player)
    player.close()
    assert player.output.size == len(printed)
    assert player.output.path.exists() == bool(printed)


def test_a_player_that_printed_before_it_failed_says_where(start: Start) -> None:
    with pytest.raises(WorkspaceError) as refusal:
        start("print('hello')\n1 / 0\n")
    path = Path(str(refusal.value).partition("\nIt printed 6 bytes: ")[2])
    assert path.read_text(encoding="utf-8") == "hello\n"
