"""`dojo play`: the program itself, at the keyboard."""

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from dojo.checking import evening
from tests.dojo.practising import started
from tests.dojo.small_kata import WORKSPACE, SmallKata, variables

HALL = "hall_of_fame.txt"
COMMAND = [sys.executable, "-m", "dojo", "play"]
PATIENCE_SECONDS = 2
PROGRAM = """
class Yatzy:
    def evening(self):
        {}
"""
START = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
__path__ = [{!r}]
"""


def played(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Let the computer play alone, in a folder."""
    return subprocess.run(  # noqa: S603 - our own command
        [*COMMAND, *options],
        cwd=folder,
        env=variables() | {"PYTHONPATH": str(WORKSPACE)},
        input="yacht\ncomputer\n",
        capture_output=True,
        text=True,
        check=False,
    )


def with_program(kata: SmallKata, *lines: str) -> subprocess.CompletedProcess[str]:
    """Play the program of a practice whose evening has these lines."""
    write_program(kata, *lines)
    return kata.dojo("play", "--implementation", "practice", answer="Ann\n")


def with_output(kata: SmallKata, stdout: IO[bytes] | int, *lines: str) -> tuple[str, int]:
    """Play such a program, which prints to this; return what is said of it, and the exit code."""
    write_program(kata, *lines)
    command = [sys.executable, "-m", "dojo", "play", "--implementation", "practice"]
    around = {**variables(), "PYTHONPATH": str(WORKSPACE), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(  # noqa: S603 - our own
        command, cwd=kata.folder, env=around, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
    )
    return done.stderr, done.returncode


def write_program(kata: SmallKata, *lines: str) -> None:
    """Start a practice whose evening has these lines."""
    started(kata)
    kata.write("practice/yatzy.py", PROGRAM.format("\n        ".join(lines)))


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[subprocess.CompletedProcess[str], str]]:
    """Give an evening of each implementation on the same dice, and its hall of fame."""
    found = {}
    for name in ("legacy", "refactored"):
        folder = tmp_path_factory.mktemp(name)
        done = played(folder, "--implementation", name, "--seed", "3")
        found[name] = done, (folder / HALL).read_text(encoding="utf-8")
    return found


def test_an_evening_is_played_to_its_end(
    evenings: dict[str, tuple[subprocess.CompletedProcess[str], str]],
) -> None:
    done, _ = evenings["legacy"]
    assert done.stdout.startswith("Good evening!")
    assert done.stdout.endswith("Good night!\n")
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_seed_throws_the_same_dice_for_both(
    evenings: dict[str, tuple[subprocess.CompletedProcess[str], str]],
) -> None:
    (legacy, hall_of_legacy), (refactored, hall_of_refactored) = evenings.values()
    assert legacy.stdout == refactored.stdout
    assert hall_of_legacy == hall_of_refactored


def test_the_hall_of_fame_is_that_of_the_current_folder(
    evenings: dict[str, tuple[subprocess.CompletedProcess[str], str]],
) -> None:
    _, hall = evenings["legacy"]
    assert ", computer, yacht, " in hall


def test_a_practice_has_the_keyboard_and_the_screen(kata: SmallKata) -> None:
    done = with_program(kata, "print(f'Hello, {input()}')")
    assert (done.stdout, done.stderr, done.returncode) == ("Hello, Ann\n", "", 0)


def test_a_practice_without_an_evening_is_told_in_two_lines(kata: SmallKata) -> None:
    started(kata)
    done = kata.dojo("play", "--implementation", "practice")
    assert done.stderr.startswith("Error: practice/yatzy.py has no evening")
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 2, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to be had")
@pytest.mark.parametrize("line", ["print('Hello', flush=True)", "print('Hello')"])
def test_an_output_that_takes_nothing_is_no_fault_of_the_program(line: str, kata: SmallKata) -> None:
    with Path("/dev/full").open("wb") as full:
        said = with_output(kata, full, line)
    told = "Error: What it prints could not be written: No space left on device.\nPut that right, and play again.\n"
    assert said == (told, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads ends otherwise there")
def test_who_has_heard_enough_of_an_evening_hears_no_complaint(kata: SmallKata) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    said = with_output(kata, writer, "print('Hello')")
    os.close(writer)
    assert said == ("", 1)


def test_without_a_practice_it_is_wrong_usage(kata: SmallKata) -> None:
    assert kata.dojo("play", "--implementation", "practice").returncode == 2


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("1 / 0", "Error: practice/yatzy.py:4, in evening()\n    ZeroDivisionError: division by zero\n"),
        ("input(), input()", "Error: practice/yatzy.py:4, in evening()\n    EOFError: EOF when reading a line\n"),
        ("raise BaseException('x')", "Error: practice/yatzy.py:4, in evening()\n    BaseException: x\n"),
        ("raise GeneratorExit", "Error: practice/yatzy.py:4, in evening()\n    GeneratorExit\n"),
        ("raise KeyboardInterrupt", "\nInterrupted: the program itself has no end for Ctrl-C.\n"),
    ],
)
def test_a_program_that_breaks_off_says_where(line: str, shown: str, kata: SmallKata) -> None:
    done = with_program(kata, line)
    assert (done.stderr, done.returncode) == (shown, 1)


@pytest.mark.parametrize("line", ["import sys; sys.exit({})", "import os; os._exit({})"])
@pytest.mark.parametrize("code", [1, 2, 7])
def test_an_exit_code_is_none_that_means_something_else(line: str, code: int, kata: SmallKata) -> None:
    done = with_program(kata, line.format(code))
    told = f"Error: practice/yatzy.py: the program ended with exit code {code}.\n"
    assert (done.stderr, done.returncode) == (told, 1)


def test_a_program_may_end_well_by_itself(kata: SmallKata) -> None:
    done = with_program(kata, "import sys; sys.exit(0)")
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_program_that_is_killed_is_told_in_a_line(kata: SmallKata) -> None:
    done = with_program(kata, "import os; os.kill(os.getpid(), 9)")
    assert (done.stderr, done.returncode) == ("Error: practice/yatzy.py: the program was ended by signal 9.\n", 1)


@pytest.mark.skipif(sys.platform == "win32", reason="no process can send itself a Ctrl-C there")
def test_ctrl_c_waits_for_the_program_to_start(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "dojo").mkdir()
    (tmp_path / "dojo" / "__init__.py").write_text(START.format(str(WORKSPACE / "dojo")), encoding="utf-8")
    monkeypatch.setattr(evening, "DOJO", str(tmp_path))
    done = with_program(kata, "print('Good evening!')")
    assert (done.stdout, done.stderr, done.returncode) == ("Good evening!\n", "", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_ctrl_c_is_for_the_program(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - Windows has none

    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.execve(COMMAND[0], COMMAND, variables() | {"PYTHONPATH": str(WORKSPACE)})  # noqa: S606 - our own command
    shown = b""
    while b"Enter is yahtzee) " not in shown:
        shown += os.read(terminal, 4096)
    while b"Good night!\r\n" not in shown:
        os.write(terminal, b"\x03")  # again, if it came between the prompt and the read, where Python misses it
        while select.select([terminal], [], [], PATIENCE_SECONDS)[0] and b"Good night!\r\n" not in shown:
            shown += os.read(terminal, 4096)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
