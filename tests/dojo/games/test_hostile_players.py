"""Players that mean harm: each case names what is promised all the same."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.confinement import SCOPED_SIGNALS_VERSION, landlock_version
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import external_player
from dojo.games.external_player import BlamedError, ExternalPlayer, source_of
from dojo.games.orphans import orphans_ended
from refactored.players import View
from refactored.scorecard import Sums
from tests.dojo.small_kata import WORKSPACE

PLAYER = """\
import contextlib, mmap, os, signal, subprocess, sys, threading, time
from pathlib import Path
PARENT = os.getppid()
def write_on_the_line(some):
    for number in range(3, 10):
        with contextlib.suppress(OSError): os.write(number, some)
class Odd:
    def __repr__(self): return "ones"
class Me:
    def turn(self, dice, stage, view):
        {}
        return view.free()[0]
"""
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux offers it")
LANDLOCKED = pytest.mark.skipif(landlock_version() < 1, reason="only Linux with Landlock offers it")
SIGNALS_SCOPED = pytest.mark.skipif(landlock_version() < SCOPED_SIGNALS_VERSION, reason="Linux offers it from 6.12 on")

SIGNALS = ("SIGSTOP", "SIGKILL", "SIGTERM", "SIGINT")
TOO_MUCH = {
    "memory": ("bytearray(5 * 2**30)", "it raised MemoryError"),
    "shared memory": ("mmap.mmap(-1, 5 * 2**30)", "it raised OSError: [Errno 12] Cannot allocate memory"),
    "a file": ("os.posix_fallocate(os.open('big', os.O_CREAT | os.O_RDWR), 0, 2**30)", "[Errno 27] File too large"),
    "open files": ("self.files = [open(os.devnull) for _ in range(1000)]", "[Errno 24] Too many open files"),
}
UNASKED = {
    "answers ahead": r"""write_on_the_line(b'["", "move", "ones"]\n' * 10_000)""",
    "an answer of 200,000 brackets": r"write_on_the_line(b'[' * 200_000 + b'\n')",
    "an answer with no end": "[write_on_the_line(b'x' * 2**20) for _ in range(100)]",
    "a number of 5,000 digits": r"write_on_the_line(b'9' * 5_000 + b'\n')",
}
NO_MOVES = ("5", "['problem']", "'[' * 200_000", "[float('nan')]", "[1e999]", "[10**400]", "{}", "Odd()", "[[[[]]]]")


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ExternalPlayer]]:
    """Give a way to start a player that does something in each turn."""
    started = []
    monkeypatch.chdir(tmp_path)

    def start(does: str) -> ExternalPlayer:
        where = written(tmp_path / "player.py", does)
        started.append(ExternalPlayer("Eve", where, limit=30, source=source_of(where)))
        return started[-1]

    yield start
    for each in started:
        each.close()
        Path(each.output.path or tmp_path / "nothing").unlink(missing_ok=True)


def written(path: Path, does: str) -> str:
    path.write_text(PLAYER.format(does), encoding="utf-8")
    return str(path)


def move_of(player: ExternalPlayer) -> object:
    return player.turn([1, 2, 3, 4, 5], 0, View(["ones"], Sums(0, 0, 0, 0), [0]))


def blame_of(player: ExternalPlayer) -> str:
    with pytest.raises(BlamedError):
        move_of(player)
    return player.blame


def tournament(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["tournament", "yacht", "--games", "1", "--json", *arguments])
    return dict(json.loads(done.stdout))


@SIGNALS_SCOPED
@pytest.mark.parametrize("signal", SIGNALS)
def test_no_player_sends_the_tournament_a_signal(signal: str, start: Callable[[str], ExternalPlayer]) -> None:
    player = start(f"os.kill(PARENT, signal.{signal})")
    assert "PermissionError: [Errno 1] Operation not permitted" in blame_of(player)


@LANDLOCKED
def test_no_player_looks_into_the_memory_of_the_tournament(start: Callable[[str], ExternalPlayer]) -> None:
    player = start("open(f'/proc/{PARENT}/mem', 'rb')")
    assert "PermissionError" in blame_of(player)


def test_the_seed_that_left_the_arguments_is_that_of_the_dice(tmp_path: Path) -> None:
    ann = written(tmp_path / "ann.py", "pass")
    command = [sys.executable, "-m", "dojo", "tournament", "yacht", "--seed", "7", "--games", "3", "--json"]
    done = subprocess.run(  # noqa: S603 - our own
        [*command, "--player", f"A={ann}"], cwd=WORKSPACE, capture_output=True, check=False
    )
    here = tournament("--seed", "7", "--games", "3", "--player", f"A={ann}")
    assert json.loads(done.stdout)["standings"] == here["standings"]


def test_no_player_brings_one_that_was_not_there(tmp_path: Path) -> None:
    ann, eve = (tmp_path / f"{name}.py" for name in ("ann", "eve"))
    written(eve, "pass")
    eve.write_text(f"open({str(ann)!r}, 'w').write({eve.read_text('utf-8')!r})\n", encoding="utf-8")
    eve.write_text(f"{eve.read_text('utf-8')}{PLAYER.format('pass')}", encoding="utf-8")
    assert f"there is no file {ann}" in tournament_refused("--player", f"Eve={eve}", "--player", f"Ann={ann}")


def tournament_refused(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["tournament", "yacht", *arguments])
    assert done.exit_code == 2
    return done.stderr.replace("\n  ", " ")


@pytest.mark.parametrize("where", ["os:system", "builtins:eval", "builtins:type", "os:getcwd", "pathlib:Path.cwd"])
def test_nothing_but_a_class_with_a_turn_is_called(where: str) -> None:
    with pytest.raises(WrongUsageError, match=r"there is no class|has no method turn"):
        ExternalPlayer("1 + 1", where, limit=1, source=None)


@pytest.mark.skipif(os.name != "posix", reason="there are no such files")
def test_a_pipe_is_no_players_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "player.py")
    assert source_of(str(tmp_path / "player.py")) is None


def test_a_file_that_is_too_long_is_no_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_player, "LONGEST_SOURCE_BYTES", 10)
    with pytest.raises(WorkspaceError, match="it has more than 10 bytes"):
        source_of(written(tmp_path / "player.py", "pass"))


@ON_LINUX
@pytest.mark.parametrize("kind", TOO_MUCH)
def test_a_player_has_so_much_and_no_more(kind: str, start: Callable[[str], ExternalPlayer]) -> None:
    does, blame = TOO_MUCH[kind]
    assert blame in blame_of(start(does))


@pytest.mark.skipif(os.name != "posix", reason="there is no fork")
@pytest.mark.parametrize(
    ("what", "blame"),
    [
        ("FAMILY_BYTES", "GB of memory: 0.0 are to be had"),
        ("FAMILY_SIZE", "it started 2 processes: 1 are to be had"),
        ("OUTPUT_BYTES", "it printed 1,001 bytes: 1 are to be had"),
    ],
)
def test_so_it_is_with_all_that_it_starts(
    what: str, blame: str, start: Callable[[str], ExternalPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = start("print('x' * 1000), os.fork(), time.sleep(60)")
    monkeypatch.setattr(external_player, what, 1)
    assert blame in blame_of(player)


@ON_LINUX
@pytest.mark.parametrize("players", [1, 2])
def test_not_even_a_daemon_outlives_the_tournament(players: int, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    daemon = "if not os.fork():\n            os.setsid()\n            if os.fork(): os._exit(0)\n            "
    holds = f"end = open({str(pipe)!r}, 'w'); signal.pause()\n        "
    eve = written(tmp_path / "eve.py", f"{daemon}{holds}os.wait()")
    ends: list[bytes] = []
    reading = threading.Thread(target=lambda: ends.append(pipe.read_bytes()))  # it can be read when nobody has its end
    reading.start()
    with orphans_ended():
        for _ in range(players):
            player = ExternalPlayer("Eve", eve, limit=30, source=source_of(eve))
            move_of(player)
            player.close()
    reading.join(60)
    assert ends == [b""]


@pytest.mark.skipif(os.name != "posix", reason="there is no fork")
def test_what_a_players_programs_compute_is_its_own_computing(start: Callable[[str], ExternalPlayer]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(external_player, "IDLE_SECONDS", 0.5)
        player = start("subprocess.Popen([sys.executable, '-c', 'while True: pass']); time.sleep(120)")
        player._limit = 1  # noqa: SLF001 - the shortest that there is
        assert "no move after 1 s of computing" in blame_of(player)


@pytest.mark.skipif(os.name != "posix", reason="there is no fork")
def test_what_the_tournament_had_started_itself_goes_on() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as own:
        with orphans_ended():
            pass
        assert own.poll() is None
        own.kill()


@pytest.mark.parametrize("kind", UNASKED)
def test_an_answer_that_nobody_asked_for_is_none(kind: str, start: Callable[[str], ExternalPlayer]) -> None:
    player = start(f"threading.Thread(target=lambda: {UNASKED[kind]}).start(); time.sleep(5)")
    assert "on the line to the tournament" in blame_of(player)


def test_a_player_that_never_reads_its_questions_is_not_waited_for(start: Callable[[str], ExternalPlayer]) -> None:
    ahead = UNASKED["answers ahead"]
    assert "on the line to the tournament" in blame_of(start(f"{ahead}; time.sleep(3600)"))


@pytest.mark.parametrize("move", NO_MOVES)
@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_what_is_no_move_disqualifies_in_a_line(move: str, implementation: str, tmp_path: Path) -> None:
    eve = written(tmp_path / "eve.py", f"return {move}")
    seats = ["--player", f"[/nope]={eve}", "--player", "A=random"]
    (out,) = tournament(*seats, "--implementation", implementation)["disqualified"]
    assert (out["name"], out["reason"][:25]) == ("[/nope]", "game 1, round 1, roll 1: ")


@pytest.mark.parametrize("text", ["\\ud800", "\\x1b[2J", "\\nA is disqualified in game 1", "[/nope]", "\\u202e", "\\0"])
@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_what_a_player_says_is_shown_and_never_obeyed(text: str, implementation: str, tmp_path: Path) -> None:
    eve = written(tmp_path / "eve.py", f"raise ValueError('{text}')")
    seats = ["--player", f"Eve={eve}", "--player", "A=random", "--implementation", implementation]
    done = CliRunner().invoke(main, ["tournament", "yacht", "--games", "1", *seats])
    assert done.exit_code == 0
    assert done.stdout.count("\nEve is disqualified in ") == 1
    assert "\nA is disqualified" not in done.stdout
    assert done.stdout.replace("\n", "").isprintable()


def test_an_error_is_shown_and_never_obeyed() -> None:
    assert WorkspaceError("one\x1b[2J\ntwo\ud800").format_message() == r"one\x1b[2J" + "\n" + r"two\ud800"


@pytest.mark.parametrize("limit", ["inf", "-inf", "1e300", "0", "-1"])
@pytest.mark.parametrize("option", ["--limit", "--minutes"])
def test_a_limit_that_is_none_is_wrong_usage(option: str, limit: str) -> None:
    assert CliRunner().invoke(main, ["tournament", option, limit]).exit_code == 2


@pytest.mark.parametrize(
    "how", [{"PYTHONOPTIMIZE": "2"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}]
)
def test_the_surroundings_of_a_tournament_change_nothing(how: dict[str, str], tmp_path: Path) -> None:
    ann = written(tmp_path / "ann.py", "pass")
    command = [sys.executable, "-m", "dojo", "tournament", "yacht", "--games", "2", "--player", f"Ann={ann}"]
    done = subprocess.run(command, cwd=WORKSPACE, env=os.environ | how, capture_output=True, check=False)  # noqa: S603 - ours
    assert (done.stderr, done.returncode, b"Ann" in done.stdout) == (b"", 0, True)


@ON_LINUX
def test_a_players_file_may_have_any_name(tmp_path: Path) -> None:
    eve = written(tmp_path / os.fsdecode(b"\xff.py"), "raise ValueError")
    (out,) = tournament("--player", f"Eve={eve}")["disqualified"]
    assert out["reason"].endswith(r"\udcff.py:11)")
