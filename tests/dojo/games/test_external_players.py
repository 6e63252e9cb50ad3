"""Players of other people: what they may do, and what is said of them when they do more."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty
from select import select
from typing import Any

import psutil
import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import external_player, output
from dojo.games.external_class import CannotPlayError, load
from dojo.games.external_player import (
    IDLE_SECONDS,
    TICK_SECONDS,
    BlamedError,
    ExternalPlayer,
    awaited,
    computed_by,
    source_of,
)
from dojo.text import printable
from refactored.players import View
from refactored.rulesets import game_named
from refactored.scorecard import Sums

Start = Callable[..., ExternalPlayer]

PLAYS_ON = {
    "prints": "print('hello')",
    "writes to descriptor 1": "os.write(1, b'hello')",
    "prints in another program": "subprocess.run([sys.executable, '-c', 'print(1)'])",
    "prints what no terminal can show": r"print('\ud800')",
    "forks": "os.fork()",
    "closes its output": "sys.stdout.close(), sys.stderr.close()",
    "closes the descriptors of its output": "os.closerange(0, 3)",
    "leaves a thread": "threading.Thread(target=threading.Event().wait).start()",
    "changes its folder": "os.chdir('/')",
    "signals its group": "os.killpg(0, signal.SIGINT)",
}
FAILS = {
    "raises": ("{}['x']", "it raised KeyError: 'x' (PLAYER:7)"),
    "raises in what it calls": ("json.loads('{')", "(PLAYER:7)"),
    "asks for input": ("input()", "it raised EOFError: EOF when reading a line (PLAYER:7)"),
    "raises what has a long name": ("raise type('E' * 9999, (Exception,), {})", f"it raised {'E' * 200} (PLAYER:7)"),
    "raises what cannot be shown": ("raise Mute", "it raised Mute: its text cannot be shown (PLAYER:7)"),
    "raises what no terminal can show": (r"raise ValueError('\ud800\x1b')", r"ValueError: \ud800\x1b (PLAYER:7)"),
    "raises a long story": ("raise ValueError('x' * 10**6)", f"it raised ValueError: {'x' * 200} (PLAYER:7)"),
    "raises an interruption": ("raise KeyboardInterrupt", "it raised KeyboardInterrupt (PLAYER:7)"),
    "compiles nonsense": ("compile('(', 'no file', 'exec')", "it raised SyntaxError: '(' was never closed (PLAYER:7)"),
    "ends itself": ("os._exit(3)", "its process ended with exit code 3"),
    "kills itself": ("os.kill(os.getpid(), 9)", "its process was ended by signal 9, Killed"),
    "writes on the line": ("guess_the_line(b'?')", "it wrote '?' on the line to the tournament"),
    "writes JSON on the line": ("guess_the_line(b'{}')", "it wrote '{}' on the line to the tournament"),
    "writes an answer that there is not": ("guess_the_line(b'{\"a\": 1}')", "it wrote '{\"a\": 1}' on the line"),
}
NO_MOVES = {
    "a tuple": ("return (1, 2)", "(1, 2)"),
    "a million positions": ("return [1] * 10**6", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,..."),
    "a number of ten thousand digits": ("return [10**9999]", "something of type list that cannot be shown"),
    "what cannot be shown": ("return Mute()", "something of type Mute that cannot be shown"),
}
NOT_SEATED = {
    "a slip of the pen": ("class Me:\n    def turn(self\n", "SyntaxError: '(' was never closed (PLAYER:2)"),
    "an error that another gave rise to": (
        "import json\njson.loads('{')\n",
        "JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1) (PLAYER:2)",
    ),
    "an error": ("x = 1\n1 / 0\n", "ZeroDivisionError: division by zero (PLAYER:2)"),
    "nothing": ("", "no class in PLAYER has a method turn(dice, stage, view)"),
    "a turn that is none": ("class Me:\n    turn = 5\n", "no class in PLAYER has a method turn(dice, stage, view)"),
    "two players": (
        "class A:\n    turn = max\nclass B:\n    turn = max\n",
        "2 classes in PLAYER can play, A, B; name one: PLAYER:A",
    ),
    "a constructor with a slip": (
        "class Me:\n    turn = max\n    def __init__(self, name): 1 + name\n",
        "TypeError: unsupported operand type(s) for +: 'int' and 'str' (PLAYER:3)",
    ),
    "an end": ("import os\nos._exit(4)\n", "its process ended with exit code 4, while it was loaded"),
    "a module that only the dojo has": ("import seats\n", "ModuleNotFoundError: No module named 'seats' (PLAYER:1)"),
    "a missing module": ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere' (PLAYER:1)"),
}
ON_POSIX = {"forks", "signals its group", "kills itself"}
PREAMBLE = """\
import contextlib, json, os, signal, subprocess, sys, threading
Mute = type("Mute", (Exception,), {"__str__": lambda self: 1 / 0, "__repr__": lambda self: 1 / 0})
def guess_the_line(line):
    for number in range(3, 10):
        with contextlib.suppress(OSError): os.write(number, line + b"\\n")
class Me:
    def turn(self, dice, stage, view): %s
"""
CALLS_ITS_HELPER = """\
import sys
sys.path.append({folder!r})
from {module} import fail
class Me:
    def turn(self, *_): return fail()
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give a way to start a player from its source; all are stopped in the end."""
    started = []

    def start(source: str, where: str = "player.py") -> ExternalPlayer:
        (tmp_path / "player.py").write_text(source, encoding="utf-8")
        started.append(seated(str(tmp_path / where)))
        return started[-1]

    yield start
    for each in started:
        each.close()
        Path(each.output.path or tmp_path / "nothing").unlink(missing_ok=True)


def seated(where: str) -> ExternalPlayer:
    return ExternalPlayer("Eve", where, limit=30, source=source_of(where))


def everywhere(kinds: dict[str, Any]) -> list[str]:
    return [kind for kind in kinds if os.name == "posix" or kind not in ON_POSIX]


def move_of(player: ExternalPlayer, stage: int = 0) -> object:
    return player.turn([1, 2, 3, 4, 5], stage, View(list(game_named("yacht").categories), Sums(0, 0, 0, 0), [0]))


@pytest.mark.parametrize("kind", everywhere(PLAYS_ON))
def test_what_a_player_does_beside_its_move_is_no_answer(kind: str, start: Start) -> None:
    player = start(PREAMBLE % f"{PLAYS_ON[kind]}; return view.free()[stage]")
    assert [move_of(player, stage) for stage in (0, 1, 2)] == ["ones", "twos", "threes"]


@pytest.mark.parametrize("kind", everywhere(FAILS))
def test_a_player_that_gives_no_answer_is_blamed_for_what_it_did(kind: str, start: Start, tmp_path: Path) -> None:
    does, blame = FAILS[kind]
    player = start(PREAMBLE % does)
    with pytest.raises(BlamedError):
        move_of(player)
    assert blame.replace("PLAYER", str(tmp_path / "player.py")) in player.blame


@pytest.mark.parametrize("kind", NO_MOVES)
def test_a_move_that_is_none_is_shown_in_a_line(kind: str, start: Start) -> None:
    returns, shown = NO_MOVES[kind]
    assert repr(move_of(start(PREAMBLE % returns))) == shown


@pytest.mark.parametrize("kind", NOT_SEATED)
def test_a_file_without_a_player_is_refused_with_its_line_and_is_wrong_usage_when_nobody_is_there_to_play(
    kind: str, start: Start, tmp_path: Path
) -> None:
    source, problem = NOT_SEATED[kind]
    path = str(tmp_path / "player.py")
    with pytest.raises(WorkspaceError) as refusal:
        start(source)
    assert str(refusal.value) == f"Eve={path} cannot play: {problem.replace('PLAYER', path)}"
    assert (type(refusal.value) is WrongUsageError) == (kind in {"nothing", "a turn that is none", "two players"})


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("nowhere.py", "there is no file nowhere.py"),
        ("~nobody-at-all/x.py", "there is no file ~nobody-at-all/x.py"),
        ("no.such.module:Player", "there is no module no.such.module"),
        ("dojo.games.seats:Nobody", "there is no class Nobody in dojo.games.seats"),
        ("dojo.games.tournament_results:Plan", "class Plan has no method turn(dice, stage, view)"),
        ("./my.folder", "./my.folder is neither a file that ends in .py nor the name of a module"),
        ("dojo.\udcff", r"dojo.\udcff is neither a file that ends in .py nor the name of a module"),
    ],
)
def test_a_place_without_a_player_is_refused(where: str, problem: str) -> None:
    with pytest.raises(CannotPlayError) as refusal:
        load(where)
    assert printable(str(refusal.value)) == problem


def test_a_refusal_can_be_shown_at_a_terminal() -> None:
    with pytest.raises(WrongUsageError) as refusal:
        seated("dojo.\udcff")
    problem = r"dojo.\udcff is neither a file that ends in .py nor the name of a module"
    assert str(refusal.value).endswith(f" cannot play: {problem}")


@pytest.mark.parametrize(
    ("where", "helper", "place"),
    [
        ("player.py", "deep/helper.py", "deep/helper.py:2"),
        ("bots/player.py:Me", "bots/helper.py", "bots/helper.py:2"),
        ("player:Me", "helper.py", "helper.py:2"),
        ("pkg.sub.player:Me", "pkg/low.py", "pkg/low.py:2"),
        ("pkg.player:Me", "pkg/sub/low.py", "pkg/sub/low.py:2"),
        ("player.py", "venv/site-packages/installed.py", "player.py:5"),
        ("player:Me", "venv/site-packages/installed.py", "player.py:5"),
    ],
)
def test_of_a_players_own_files_the_last_is_blamed(
    where: str, helper: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(Path(helper), "\ndef fail(): return {}['x']\n")
    file = where.removesuffix(":Me").removesuffix(".py").replace(".", "/")
    written(Path(f"{file}.py"), CALLS_ITS_HELPER.format(folder=str(Path(helper).parent), module=Path(helper).stem))
    player = seated(where)
    with pytest.raises(BlamedError):
        move_of(player)
    assert player.blame == f"it raised KeyError: 'x' ({place})"


@pytest.mark.parametrize(
    ("low", "problem"),
    [
        ("x = 1\n1 / 0\n", "ZeroDivisionError: division by zero (pkg/low.py:2)"),
        ("import json\njson.loads(1)\n", "bytes or bytearray, not int (pkg/low.py:2)"),
    ],
)
def test_so_it_is_while_the_player_is_loaded(
    low: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(Path("pkg/low.py"), low)
    written(Path("pkg/sub/player.py"), "import pkg.low\n")
    with pytest.raises(WorkspaceError) as refusal:
        seated("pkg.sub.player")
    assert str(refusal.value).endswith(problem)


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_two_players_come_from_one_file(start: Start) -> None:
    source = "class One:\n    def turn(self, *_): return 'ones'\nclass Two:\n    def turn(self, *_): return 'twos'\n"
    assert [move_of(start(source, f"player.py:{kind}")) for kind in ("One", "Two")] == ["ones", "twos"]


def test_a_player_may_ask_for_its_name_and_import_what_lies_beside_it(start: Start, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("MARK = '!'\n", encoding="utf-8")
    own = (
        "class Me:\n    def __init__(self, name): self.n = name\n    def turn(self, *_): return self.n + beside.MARK\n"
    )
    assert move_of(start(f"import beside\n{own}")) == "Eve!"


def test_a_players_module_has_the_name_of_its_file_for_processes_that_it_starts(start: Start) -> None:
    assert move_of(start("class Me:\n    def turn(self, *_): return type(self).__module__\n")) == "player"


def test_files_of_the_current_folder_do_not_take_the_place_of_pythons_own(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert move_of(start("class Me:\n    def turn(self, *_): return 'ones'\n")) == "ones"


def test_what_a_player_prints_is_counted_and_its_beginning_kept(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "KEPT_BYTES", 10)
    player = start(PREAMBLE % "os.write(1, b'hello'); os.write(2, b'world' * 20000); return 'ones'")
    move_of(player)
    player.close()
    assert str(player.output) == f"printed 100,005 bytes, the first 10 of them: {player.output.path}"
    assert Path(player.output.path).read_bytes() == b"helloworld"


def test_a_full_disk_stops_no_player(start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "no such folder"))
    player = start(PREAMBLE % "print('hello'); return 'ones'")
    move_of(player)
    player.close()
    assert str(player.output) == "printed 6 bytes, and there was no room to keep them"


def test_a_player_that_printed_before_it_failed_says_where(start: Start) -> None:
    with pytest.raises(WorkspaceError) as refusal:
        start("print('hello')\n1 / 0\n")
    path = Path(str(refusal.value).partition("\nIt printed 6 bytes: ")[2])
    assert path.read_text(encoding="utf-8") == "hello\n"
    path.unlink()


def test_a_quiet_player_leaves_no_file(start: Start) -> None:
    assert (str(start(PREAMBLE % "return 'ones'").output), start(PREAMBLE % "return 'ones'").output.path) == ("", "")


def holds_the_pipe_until_it_is_ended(start: Start, pipe: Path, starts: str) -> None:
    """Start a player whose own program holds the pipe, and see that nobody does when the player was stopped."""
    os.mkfifo(pipe)
    holds = f"import os, signal\ndef hold():\n    end = open({str(pipe)!r}, 'w')\n    signal.pause()\n"
    player = start(f"{holds}{starts}class Me:\n    turn = max\n")
    with pipe.open("rb", buffering=0) as reading:  # it can be read when nobody has its other end any more
        player.close()
        assert select([reading], [], [], 60)[0] == [reading]


@pytest.mark.skipif(os.name != "posix", reason="there is no fork")
def test_nothing_that_a_player_started_outlives_it(start: Start, tmp_path: Path) -> None:
    holds_the_pipe_until_it_is_ended(start, tmp_path / "pipe", "if not os.fork(): hold()\n")


@pytest.mark.skipif(os.name != "posix", reason="there is no fork")
def test_not_even_an_orphan_outlives_a_player(start: Start, tmp_path: Path) -> None:
    starts = "if not os.fork():\n    if os.fork(): os._exit(0)\n    hold()\n"
    holds_the_pipe_until_it_is_ended(start, tmp_path / "pipe", starts)


@pytest.mark.skipif(os.name != "posix", reason="there are no sessions")
def test_not_even_a_program_in_a_session_of_its_own_outlives_a_player(start: Start, tmp_path: Path) -> None:
    holds_the_pipe_until_it_is_ended(start, tmp_path / "pipe", "if not os.fork(): os.setsid(), hold()\n")


@pytest.mark.skipif(os.name != "posix", reason="there are no sessions")
def test_not_even_what_such_a_program_started_outlives_a_player(start: Start, tmp_path: Path) -> None:
    starts = "if not os.fork():\n    os.setsid()\n    if os.fork(): signal.pause()\n    os.setsid(), hold()\n"
    holds_the_pipe_until_it_is_ended(start, tmp_path / "pipe", starts)


def test_a_player_that_is_interrupted_while_it_is_loaded_is_stopped(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = ExternalPlayer.close
    stopped: list[str] = []
    monkeypatch.setattr(ExternalPlayer, "close", lambda each: (stopped.append(each.name), close(each)))
    monkeypatch.setattr(external_player, "awaited", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        start("class Me:\n    turn = max\n")
    assert stopped == ["Eve"]


class Interrupted:
    """Ctrl-C while there is no answer."""

    def __call__(self, *_: object) -> bytes:
        """Press it."""
        raise KeyboardInterrupt


class Ticks:
    """A player that answers after so many ticks, each at what its process has computed by then."""

    def __init__(self, *computed: float) -> None:
        """Say what it has computed at each tick."""
        self._computed = list(computed)

    def next_line(self) -> bytes:
        """Return the answer in the end."""
        if self._computed:
            raise Empty
        return b"an answer"

    def computed(self) -> float:
        """Let a tick pass."""
        return self._computed.pop(0)


def answer_after(*computed: float) -> bytes:
    ticks = Ticks(*computed)
    return awaited(ticks.next_line, ticks.computed, 1.0)


IDLE_TICKS = round(IDLE_SECONDS / TICK_SECONDS)


def test_a_player_that_computes_too_long_is_overdue() -> None:
    with pytest.raises(BlamedError, match="no move after 1 s of computing"):
        answer_after(7.0, 7.5, 8.1)


def test_a_player_that_does_nothing_for_long_is_overdue() -> None:
    with pytest.raises(BlamedError, match="no move for 60 s in which it computed nothing"):
        answer_after(*[7.0] * (IDLE_TICKS + 2))


def test_a_busy_machine_makes_no_player_overdue() -> None:
    slowly = [7 + tick // 500 / 100 for tick in range(40_000)]  # a hundredth of a second now and then, for an hour
    assert answer_after(*slowly) == b"an answer"


@pytest.mark.skipif(os.name != "posix", reason="there are no signals")
def test_a_player_that_somebody_stopped_goes_on() -> None:
    stops = "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)"
    with subprocess.Popen([sys.executable, "-c", stops]) as process:  # noqa: S603 - our own
        os.waitpid(process.pid, os.WUNTRACED)
        computed_by(psutil.Process(process.pid))
        assert process.wait(60) == 0
