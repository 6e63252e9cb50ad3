"""`dojo play`: the program itself, at the keyboard."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

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
    started(kata)
    kata.write("practice/yatzy.py", PROGRAM.format("\n        ".join(lines)))
    return kata.dojo("play", "--implementation", "practice", answer="Ann\n")


def test_a_seed_throws_the_same_dice_for_both_and_the_hall_is_in_the_current_folder(tmp_path: Path) -> None:
    evenings = []
    for name in ("legacy", "refactored"):
        (tmp_path / name).mkdir()
        done = played(tmp_path / name, "--implementation", name, "--seed", "3")
        evenings.append((done.stdout, done.stderr, done.returncode, (tmp_path / name / HALL).read_text()))
    shown, errors, code, hall = evenings[0]
    assert evenings[0] == evenings[1]
    assert (shown[:13], shown[-12:], errors, code) == ("Good evening!", "Good night!\n", "", 0)
    assert ", computer, yacht, " in hall


def test_a_practice_has_the_keyboard_and_the_screen(kata: SmallKata) -> None:
    done = with_program(kata, "print(f'Hello, {input()}')")
    assert (done.stdout, done.stderr, done.returncode) == ("Hello, Ann\n", "", 0)


def test_a_practice_without_an_evening_is_told_in_two_lines(kata: SmallKata) -> None:
    started(kata)
    done = kata.dojo("play", "--implementation", "practice")
    assert done.stderr.startswith("Error: practice/yatzy.py has no evening")
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 2, 1)


def test_without_a_practice_it_is_wrong_usage(kata: SmallKata) -> None:
    assert kata.dojo("play", "--implementation", "practice").returncode == 2


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("1 / 0", "Error: practice/yatzy.py:4, in evening()\n    ZeroDivisionError: division by zero\n"),
        ("input(), input()", "Error: practice/yatzy.py:4, in evening()\n    EOFError: EOF when reading a line\n"),
        ("exit(7)", "Error: practice/yatzy.py:4, in evening()\n    SystemExit: 7\n"),
    ],
)
def test_a_program_that_breaks_off_says_where(line: str, shown: str, kata: SmallKata) -> None:
    done = with_program(kata, line)
    assert (done.stderr, done.returncode) == (shown, 1)


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
