"""`dojo score` and `dojo play`: any class Yatzy, its results and its errors."""

from subprocess import CompletedProcess

import pytest

from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

SCORE = ("score", "yatzy", "chance", "1", "1", "3", "3", "6", "--implementation")
PLAY = ("play", "--implementation")
IN_SCORE = "practice/yatzy.py:5, in score()\n    "
IN_EVENING = "practice/yatzy.py:8, in evening()\n    "
PRACTICE = """
class Yatzy:
    @staticmethod
    def score(game, category, dice):
        {}

    def evening(self):
        {}
"""


def run_practice(command: tuple[str, ...], line: str, kata: SmallKata) -> CompletedProcess[str]:
    """Run a command with a practice whose methods have this line. The input is Ann."""
    started(kata)
    kata.write("practice/yatzy.py", PRACTICE.format(line, line))
    return kata.dojo(*command, "practice", answer="Ann\n")


@pytest.mark.parametrize(
    ("command", "line", "output"),
    [
        (SCORE, "return sum(dice)", "14\n"),
        (PLAY, "print(f'Hello, {input()}')", "Hello, Ann\n"),
    ],
)
def test_a_practice_runs_as_it_is_now(
    command: tuple[str, ...],
    line: str,
    output: str,
    kata: SmallKata,
) -> None:
    done = run_practice(command, line, kata)
    assert (done.stdout, done.stderr, done.returncode) == (output, "", 0)


@pytest.mark.parametrize(
    ("command", "line", "exit_code", "error"),
    [
        (SCORE, "raise ValueError('no.')", 2, "no."),
        (SCORE, "raise ValueError('no\\n25\\x1b[2J')", 2, "no\n25\\x1b[2J"),
        (SCORE, "return 1 / 0", 1, f"{IN_SCORE}ZeroDivisionError: division by zero"),
        (SCORE, "exit(3)", 1, f"{IN_SCORE}SystemExit: 3"),
        (PLAY, "raise ValueError('no.')", 1, f"{IN_EVENING}ValueError: no."),
        (PLAY, "input(), input()", 1, f"{IN_EVENING}EOFError: EOF when reading a line"),
    ],
)
def test_errors_in_a_practice(
    command: tuple[str, ...],
    line: str,
    exit_code: int,
    error: str,
    kata: SmallKata,
) -> None:
    done = run_practice(command, line, kata)
    assert done.stderr.startswith(f"Error: {error}\n")
    assert done.returncode == exit_code


@pytest.mark.usefixtures("practice")
def test_a_practice_without_an_evening(kata: SmallKata) -> None:
    done = kata.dojo(*PLAY, "practice")
    missing = "practice/yatzy.py: class Yatzy has no method `evening`."
    assert done.stderr == f"Error: {missing}\nTo start with one: dojo start --level 4 --again\n"
    assert (done.stdout, done.returncode) == ("", 1)


@pytest.mark.parametrize(
    ("implementation", "source", "error"),
    [
        ("legacy", "raise ValueError('no')\n", "ValueError: no"),
        ("refactored", "x = (\n", "SyntaxError: '(' was never closed"),
    ],
)
def test_errors_while_code_is_loaded(
    implementation: str,
    source: str,
    error: str,
    kata: SmallKata,
) -> None:
    kata.write(f"{implementation}/yatzy.py", source)
    done = kata.dojo(*SCORE, implementation)
    assert done.stderr == f"Error: {implementation}/yatzy.py:1\n    {error}\n"
    assert done.returncode == 1
