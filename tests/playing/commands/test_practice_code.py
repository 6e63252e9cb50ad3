"""Test `dojo score` and `dojo play` with the code of a practice."""

from subprocess import CompletedProcess

import pytest

from playing.main import playing
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import SmallKata

SCORE = "score yatzy chance 1 1 3 3 6 --implementation"
PLAY = "play --implementation"
IN_SCORE = "practice/yatzy.py:4, in score()\n    "
IN_EVENING = "practice/yatzy.py:7, in evening()\n    "
CODE = """class Yatzy:
    @staticmethod
    def score(game, category, dice):
        {0}

    def evening(self):
        {0}
"""

pytestmark = pytest.mark.usefixtures("practice")


def run(command: str, line: str, kata: SmallKata) -> CompletedProcess[str]:
    """Run a command with a practice whose methods have this line."""
    kata.write(YATZY, CODE.format(line))
    return kata.dojo(*command.split(), "practice", answer="Ann\n", program=playing)


@pytest.mark.parametrize(
    ("command", "line", "output"),
    [(SCORE, "return sum(dice)", "14\n"), (PLAY, "print('Hello,', input())", "Hello, Ann\n")],
)
def test_the_code_of_a_practice_runs(command: str, line: str, output: str, kata: SmallKata):
    assert run(command, line, kata).stdout == output


@pytest.mark.parametrize(
    ("command", "line", "exit_code", "error"),
    [
        (SCORE, "raise ValueError('no\\n25\\x1b[2J')", 2, "no\n25\\x1b[2J"),
        (SCORE, "return 1 / 0", 1, f"{IN_SCORE}ZeroDivisionError: division by zero"),
        (PLAY, "raise ValueError('no.')", 1, f"{IN_EVENING}ValueError: no."),
    ],
)
def test_an_error_in_a_practice_names_its_line(
    command: str, line: str, exit_code: int, error: str, kata: SmallKata
):
    done = run(command, line, kata)
    assert done.stderr.startswith(f"Error: {error}\n")
    assert done.returncode == exit_code


def test_own_code_has_no_class_yatzy(kata: SmallKata):
    kata.write("parking.py", "def fee(minutes):\n    return minutes\n")
    kata.dojo("start", "--again", "--from", "parking.py")
    done = kata.dojo(*SCORE.split(), "practice", program=playing)
    assert "Only the kata has class Yatzy, but practice/ has your own code, parking" in done.stderr
    assert done.returncode == 2


def test_code_that_does_not_load_names_its_line(kata: SmallKata):
    kata.write("refactored/yatzy.py", "x = (\n")
    error = kata.dojo(*SCORE.split(), "refactored", program=playing).stderr
    assert error == "Error: refactored/yatzy.py:1\n    SyntaxError: '(' was never closed\n"
