"""Check the message and the size of each step.

A test checks all steps, and shows the file of each step that breaks its rule.
"""

import re

from dojo.kata.catalogue import MORE_OF_THE_WORKED_WAY, SECOND_EDITION
from dojo.kata.way import WorkedStep
from tests.worked.series import mutant_in, size, smells, steps

LONGEST_TITLE, LONGEST_LINE = 72, 120
MOST_LINES, MOST_METHODS = 40, 4
NAMES = [["Smell", "Where", "Why", last] for last in ("Look", "Not", "Mutant")]
REFORMAT = "Reformat"
NAMES_TO_CHOOSE = {*SECOND_EDITION, *MORE_OF_THE_WORKED_WAY}


def message_of(step: WorkedStep) -> list[str]:
    """Return the lines of a message after the title, as they stand in the file."""
    text = step.path.read_text(encoding="utf-8")
    return text.partition("\n\n")[2].partition("\n\ndiff --git ")[0].splitlines()


def test_there_is_a_way() -> None:
    assert steps(), "worked/ has no step. `git checkout -- worked` restores it."


def test_a_title_is_short() -> None:
    found = {step.path.name: len(step.title) for step in steps() if not step.is_revert}
    assert not {name: length for name, length in found.items() if length > LONGEST_TITLE}


def test_a_title_names_a_refactoring_of_the_catalogue() -> None:
    """dojo/kata/catalogue.py has those to choose from."""
    named = {step.path.name: step.refactoring for step in steps() if not step.is_revert}
    assert not {
        name: refactoring
        for name, refactoring in named.items()
        if refactoring not in NAMES_TO_CHOOSE
    }


def test_a_message_has_a_title_and_four_lines() -> None:
    found = {
        step.path.name: [line.partition(":")[0] for line in message_of(step)] for step in steps()
    }
    assert not {name: names for name, names in found.items() if names not in NAMES}


def test_a_line_of_a_message_is_short() -> None:
    found = {step.path.name: max(map(len, message_of(step))) for step in steps()}
    assert not {name: length for name, length in found.items() if length > LONGEST_LINE}


def test_a_smell_is_one_of_the_key() -> None:
    """docs/smells.md has those to choose from."""
    assert not {step.path.name for step in steps() if step.lesson["Smell"] not in smells()}


def test_a_step_says_in_which_methods_it_is() -> None:
    found = {step.path.name: step.methods for step in steps()}
    assert not {
        name: methods
        for name, methods in found.items()
        if not re.fullmatch(r"[\w ]+", " ".join(methods))
    }
    assert not {name: methods for name, methods in found.items() if len(methods) > MOST_METHODS}


def test_a_step_with_a_mutant_says_what_is_replaced_with_what() -> None:
    """As in: Mutant: `if best > 3:` as `if best != 3:`."""
    assert not [
        step.path.name for step in steps() if "Mutant" in step.lesson and not mutant_in(step)
    ]


def test_a_step_is_small() -> None:
    sizes = {
        step.path.name: size(step)
        for step in steps()
        if not step.is_revert and step.refactoring != REFORMAT
    }
    assert not {name: lines for name, lines in sizes.items() if lines > MOST_LINES}
