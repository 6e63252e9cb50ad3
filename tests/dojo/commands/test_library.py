"""`dojo score` and `dojo play`: class Yatzy asked for points, and its program at the keyboard."""

from subprocess import CompletedProcess

import pytest

from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

SCORE = ("score", "yatzy", "chance", "1", "1", "3", "3", "6", "--implementation")
PLAY = ("play", "--implementation")
PRACTICE = """
class Yatzy:
    @staticmethod
    def score(game, category, dice):
        {}

    def evening(self):
        {}
"""


def of_a_practice(command: tuple[str, ...], line: str, kata: SmallKata) -> CompletedProcess[str]:
    """Ask a practice whose methods have this line, with Ann at the keyboard."""
    started(kata)
    kata.write("practice/yatzy.py", PRACTICE.format(line, line))
    return kata.dojo(*command, "practice", answer="Ann\n")


@pytest.mark.parametrize(("command", "shown"), [(SCORE, "14\n"), (PLAY, "Hello, Ann\n")])
def test_a_practice_is_asked_as_it_is_now(command: tuple[str, ...], shown: str, kata: SmallKata) -> None:
    line = "return sum(dice)" if command is SCORE else "print(f'Hello, {input()}')"
    done = of_a_practice(command, line, kata)
    assert (done.stdout, done.stderr, done.returncode) == (shown, "", 0)


@pytest.mark.parametrize(
    ("command", "line", "code", "told"),
    [
        (SCORE, "raise ValueError('no.')", 2, "no."),
        (SCORE, "raise ValueError('no\\n25\\x1b[2J')", 2, "no\n25\\x1b[2J"),
        (SCORE, "return 1 / 0", 1, "practice/yatzy.py:5, in score()\n    ZeroDivisionError: division by zero"),
        (SCORE, "exit(3)", 1, "practice/yatzy.py:5, in score()\n    SystemExit: 3"),
        (PLAY, "raise ValueError('no.')", 1, "practice/yatzy.py:8, in evening()\n    ValueError: no."),
        (PLAY, "input(), input()", 1, "practice/yatzy.py:8, in evening()\n    EOFError: EOF when reading a line"),
    ],
)
def test_what_goes_wrong_in_a_practice_is_a_line_or_two(
    command: tuple[str, ...], line: str, code: int, told: str, kata: SmallKata
) -> None:
    done = of_a_practice(command, line, kata)
    assert (done.stderr.startswith(f"Error: {told}\n"), done.returncode) == (True, code)


@pytest.mark.usefixtures("practice")
def test_a_practice_without_an_evening_is_told_in_two_lines(kata: SmallKata) -> None:
    done = kata.dojo(*PLAY, "practice")
    told = "Error: practice/yatzy.py has no evening: its class Yatzy has no method `evening`.\n"
    assert done.stderr == f"{told}`dojo start --level 4 --again` has one.\n"
    assert (done.stdout, done.returncode) == ("", 1)


@pytest.mark.parametrize(
    ("implementation", "source", "told"),
    [
        ("legacy", "raise ValueError('no')\n", "ValueError: no"),
        ("refactored", "x = (\n", "SyntaxError: '(' was never closed"),
    ],
)
def test_code_that_does_not_load_has_refused_nothing_and_its_place_is_told(
    implementation: str, source: str, told: str, kata: SmallKata
) -> None:
    kata.write(f"{implementation}/yatzy.py", source)
    done = kata.dojo(*SCORE, implementation)
    assert (done.stderr, done.returncode) == (f"Error: {implementation}/yatzy.py:1\n    {told}\n", 1)
