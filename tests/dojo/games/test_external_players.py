"""Players of other people: what they may do, and what is said of them when they do more."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.errors import WrongUsageError
from dojo.games.external import ExternalPlayer, PlayerError, load, plain
from refactored.players import View
from refactored.scorecard import Sums

Start = Callable[..., ExternalPlayer]

CHATTERS = r"""
import os, subprocess, sys, threading
os.chdir("/")
class Me:
    def turn(self, dice, stage, view):
        print("hello \ud800")
        os.write(1, b"without Python\n")
        subprocess.run([sys.executable, "-c", "print('in another program')"])
        threading.Thread(target=threading.Event().wait).start()
        return view.free()[stage]
"""
PRINTED = "hello \\ud800\nwithout Python\nin another program\n"
FAILS = {
    "raises in what it calls": ("json.loads('{')", "(player.py:4)"),
    "raises in what it evaluates": ("eval('1 +')", "it raised SyntaxError: invalid syntax (player.py:4)"),
    "raises in what it asks of us": ("view.free(1)", "(player.py:4)"),
    "raises what a terminal would obey": (
        r"raise ValueError('\x1b[2J')",
        r"it raised ValueError: \x1b[2J (player.py:4)",
    ),
    "raises a long story": ("raise ValueError('x' * 10**6)", f"{'x' * 200} (player.py:4)"),
    "asks for input": ("input()", "it raised EOFError: EOF when reading a line (player.py:4)"),
    "has workers, which would outlive it": (
        "futures.ProcessPoolExecutor(1).submit(len, ())",
        "daemonic processes are not allowed to have children (player.py:4)",
    ),
    "exits": ("sys.exit(3)", "it raised SystemExit: 3 (player.py:4)"),
    "ends itself": ("os._exit(3)", "its process ended with exit code 3"),
    "has no move": ("return self", "neither a hold nor a category: <player.Me object at"),
}
NOT_SEATED = {
    "an error": (
        "print(1)\n1 / 0\n",
        "it raised ZeroDivisionError: division by zero (player.py:2)\nIt printed 2 bytes: ",
    ),
    "a slip of the pen": (
        "class Me:\n    def turn(self\n",
        "it raised SyntaxError: '(' was never closed (player.py:2)",
    ),
    "a constructor with a slip": (
        "class Me:\n    turn = max\n    def __init__(self, name): 1 + name\n",
        "it raised TypeError: unsupported operand type(s) for +: 'int' and 'str' (player.py:3)",
    ),
    "an end": ("import os\nos._exit(4)\n", "its process ended with exit code 4"),
}
TWO = "class A:\n    def turn(self, *_): return 'ones'\nclass B:\n    def turn(self, *_): 1 / 0\n"
NOBODY = [
    ("nowhere.py", "there is no file nowhere.py"),
    ("dojo.errors", "no class in dojo.errors has a method turn(dice, stage, view)"),
    ("two.py", "2 classes in two.py can play, A, B; name one: two.py:A"),
    ("no.such.module:Player", "there is no module no.such.module"),
    ("dojo.games.seats:Nobody", "no class Nobody in dojo.games.seats has a method turn(dice, stage, view)"),
    ("builtins:eval", "no class eval in builtins has a method turn(dice, stage, view)"),
    ("./my_player", "./my_player is neither a file that ends in .py nor the name of a module"),
]
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
        each.output.unlink(missing_ok=True)


def doing(*lines: str) -> str:
    """Return the source of a player that does this in its turn."""
    imports = "import json, os, sys, threading; from concurrent import futures"
    return "\n        ".join([f"{imports}\nclass Me:\n    def turn(self, dice, stage, view):", *lines])


def move_of(player: ExternalPlayer, stage: int = 0) -> object:
    return player.turn([1, 2, 3, 4, 5], stage, View(["ones", "twos", "threes"], Sums(0, 0, 0, 0), [0]))


def blame_of(player: ExternalPlayer) -> str:
    with pytest.raises(PlayerError):
        move_of(player)
    return player.blame


def test_what_a_player_does_beside_its_move_is_no_answer_and_what_it_prints_is_in_a_file(
    start: Start, capfd: pytest.CaptureFixture[str]
) -> None:
    player = start(CHATTERS)
    assert [move_of(player, stage) for stage in (0, 1, 2)] == ["ones", "twos", "threes"]
    player.close()
    assert player.output.read_text(encoding="utf-8") == PRINTED * 3
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", FAILS)
def test_a_player_that_gives_no_move_is_blamed_for_what_it_did(kind: str, start: Start) -> None:
    does, blame = FAILS[kind]
    assert blame in blame_of(start(doing(does)))


def test_a_player_that_hangs_is_out(start: Start) -> None:
    assert blame_of(start(doing("while True: pass"), limit=0.5)) == "no answer after 0.5 s"


def test_a_player_that_ends_between_its_turns_is_blamed_for_it(start: Start) -> None:
    player = start(doing("threading.Timer(0.1, os._exit, [3]).start()", "return 'ones'"))
    move_of(player)
    time.sleep(0.5)
    assert blame_of(player) == "its process ended with exit code 3"


@pytest.mark.parametrize("move", [None, (1, 2), [None], [[1]], {1}, b"ones"])
def test_a_move_is_a_list_or_a_text(move: object) -> None:
    with pytest.raises(PlayerError, match="neither a hold nor a category"):
        plain(move)


@pytest.mark.parametrize("kind", NOT_SEATED)
def test_a_player_that_fails_while_it_is_loaded_cannot_play(kind: str, start: Start) -> None:
    source, problem = NOT_SEATED[kind]
    with pytest.raises(PlayerError) as refusal:
        start(source)
    assert str(refusal.value).startswith(f"Eve=player.py cannot play: {problem}")


@pytest.mark.parametrize(("where", "problem"), NOBODY)
def test_a_place_without_a_player_is_refused(
    where: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    Path("two.py").write_text(TWO, encoding="utf-8")
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
    Path("beside.py").write_text("MARK = '!'\n", encoding="utf-8")
    own = (
        "class Me:\n    def __init__(self, name): self.n = name\n    def turn(self, *_): return self.n + beside.MARK\n"
    )
    player = start(f"import beside\n{own}")
    assert move_of(player) == "Eve!"
    player.close()
    assert not player.output.exists()
