"""`dojo score`: ask a rule."""

import subprocess
import sys

import pytest

from dojo.checking import library
from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

RULES = """
class Yatzy:
    @staticmethod
    def score(game, category, dice):
        {}
"""


def of_a_practice(kata: SmallKata, *lines: str) -> subprocess.CompletedProcess[str]:
    """Ask a practice, whose rule has these lines, what five dice score."""
    started(kata)
    kata.write("practice/yatzy.py", RULES.format("\n        ".join(lines)))
    return kata.dojo("score", "yatzy", "chance", "1", "1", "3", "3", "6", "--implementation", "practice")


def test_a_practice_is_asked_as_it_is_now(kata: SmallKata) -> None:
    done = of_a_practice(kata, "print('!')", "return sum(dice)")
    assert (done.stdout, done.stderr, done.returncode) == ("14\n", "", 0)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("raise ValueError('no.')", 2, "Error: no.\n"),
        ("return 1 / 0", 1, "Error: practice/yatzy.py:5, in score()\n    ZeroDivisionError: division by zero\n"),
        ("import os; os._exit(0)", 1, "Error: practice/yatzy.py\n    the whole process ended\n"),
        ("return None", 1, "Error: practice/yatzy.py\n    score() returned None: points are a whole number\n"),
    ],
)
def test_what_goes_wrong_in_a_practice_is_a_line_or_two(line: str, code: int, told: str, kata: SmallKata) -> None:
    done = of_a_practice(kata, line)
    assert (done.stderr, done.returncode) == (told, code)


def test_a_practice_that_does_not_load_has_refused_nothing(kata: SmallKata) -> None:
    started(kata)
    kata.write("practice/yatzy.py", "raise ValueError('no')\n\n\nclass Yatzy: ...\n")
    done = kata.dojo("score", "yatzy", "chance", "1", "1", "3", "3", "6", "--implementation", "practice")
    assert (done.stderr, done.returncode) == ("Error: practice/yatzy.py:1\n    ValueError: no\n", 1)


@pytest.mark.skipif(sys.platform == "win32", reason="nobody counts the computing there")
def test_an_endless_loop_of_a_practice_ends(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "LEAST_SECONDS", 0.2)
    done = of_a_practice(kata, "while True: pass")
    assert done.stderr.startswith("Error: practice/yatzy.py:5, in score()\n    no word after 0.2 s of computing")
    assert done.returncode == 1
