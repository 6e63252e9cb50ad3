"""`dojo score`: ask a rule."""

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main


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
        ("yatzy ones 1 2 3 4 five", "not a die: 'five'; a die is a whole number from 1 to 6"),
        ("yatzy ones 1 2 3 4 2.0", "not a die: '2.0'; a die is a whole number from 1 to 6"),
    ],
)
@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_bad_input_is_wrong_usage_in_the_librarys_own_words(arguments: str, message: str, implementation: str) -> None:
    done = score(*arguments.split(), "--implementation", implementation)
    assert done.exit_code == 2
    assert message in done.output
