"""`dojo score`: ask a rule."""

import subprocess

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main
from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

RULES = """
class Yatzy:
    @staticmethod
    def score(game, category, dice):
        {}
"""
NO_POINTS = "Error: practice/yatzy.py\n    score() returned {}: points are a whole number\n"


def score(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["score", *arguments])


@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_the_points_are_printed(implementation: str) -> None:
    shown = score("yatzy", "two pairs", "1", "1", "2", "3", "3", "--implementation", implementation).output
    assert shown == "8\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("chess ones 1 2 3 4 5", "unknown game: 'chess'; the games are yatzy, yahtzee, yacht"),
        ("yacht chance 1 2 3 4 5", "unknown category of yacht: 'chance'; the categories are ones, "),
        ("yatzy ones 1 2 3", "not five dice: [1, 2, 3]; a roll is a list of five whole numbers from 1 to 6"),
        ("yatzy ones 1 2 3 4 7", "not a die: 7; a die is a whole number from 1 to 6"),
        ("yatzy ones 1 2 3 4 -5", "not a die: -5; a die is a whole number from 1 to 6"),
        ("yatzy ones 1 2 3 4 five", "'five' is not a valid integer"),
    ],
)
@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_bad_input_is_wrong_usage_in_the_librarys_own_words(arguments: str, message: str, implementation: str) -> None:
    done = score(*arguments.split(), "--implementation", implementation)
    assert done.exit_code == 2
    assert message in done.output


def of_a_practice(kata: SmallKata, *lines: str) -> subprocess.CompletedProcess[str]:
    """Ask a practice, whose rule has these lines, what five dice score."""
    started(kata)
    kata.write("practice/yatzy.py", RULES.format("\n        ".join(lines)))
    return kata.dojo("score", "yatzy", "chance", "1", "1", "3", "3", "6", "--implementation", "practice")


def test_a_practice_is_asked_as_it_is_now(kata: SmallKata) -> None:
    done = of_a_practice(kata, "return sum(dice)")
    assert (done.stdout, done.stderr, done.returncode) == ("14\n", "", 0)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("raise ValueError('no.')", 2, "Error: no.\n"),
        (r"raise ValueError('\x1b[2J')", 2, "Error: \\x1b[2J\n"),
        ("raise ValueError('no\\n25\\r')", 2, "Error: no\n    25\\r\n"),
        ("return 1 / 0", 1, "Error: practice/yatzy.py:5, in score()\n    ZeroDivisionError: division by zero\n"),
        ("exit(3)", 1, "Error: practice/yatzy.py:5, in score()\n    SystemExit: 3\n"),
        *((f"return {each}", 1, NO_POINTS.format(each)) for each in ("None", "True")),
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


@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_a_syntax_error_in_an_implementation_has_its_place(implementation: str, kata: SmallKata) -> None:
    kata.write(f"{implementation}/yatzy.py", "x = (\n")
    done = kata.dojo("score", "yatzy", "chance", "1", "1", "3", "3", "6", "--implementation", implementation)
    told = f"Error: {implementation}/yatzy.py:1\n    SyntaxError: '(' was never closed\n"
    assert (done.stderr, done.returncode) == (told, 1)
