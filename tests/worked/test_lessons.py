"""Check the message and the size of each step."""

import re

from dojo.kata.catalogue import MORE_OF_THE_WORKED_WAY, SECOND_EDITION
from dojo.kata.way import WorkedStep
from tests.worked.series import mutant_in, size, smells, steps

MAX_TITLE = 72  # characters
MAX_LINE = 120  # characters of a message
MAX_CHANGED_LINES = 40
MAX_METHODS = 4
NAMES = [
    ["Smell", "Where", "Why", "Look"],
    ["Smell", "Where", "Why", "Not"],
    ["Smell", "Where", "Why", "Mutant"],
]
REFACTORINGS = {*SECOND_EDITION, *MORE_OF_THE_WORKED_WAY}


def message_of(step: WorkedStep) -> list[str]:
    """Return the lines of a message after the title, from its file."""
    text = step.path.read_text(encoding="utf-8")
    after_header = text.partition("\n\n")[2]
    return after_header.partition("\n\ndiff --git ")[0].splitlines()


def named_steps() -> list[WorkedStep]:
    """Return all steps except reverts. git names these."""
    return [step for step in steps() if not step.is_revert]


def test_there_is_a_way():
    assert steps(), "worked/ has no step. `git checkout -- worked` restores it."


def test_a_title_is_short():
    long = [step.path.name for step in named_steps() if len(step.title) > MAX_TITLE]
    assert not long


def test_a_title_names_a_refactoring_of_the_catalogue():
    """The catalogue is dojo/kata/catalogue.py."""
    unknown = [step.title for step in named_steps() if step.refactoring not in REFACTORINGS]
    assert not unknown


def test_a_message_has_a_title_and_four_lines():
    for step in steps():
        names = [line.partition(":")[0] for line in message_of(step)]
        assert names in NAMES, step.path.name


def test_a_line_of_a_message_is_short():
    for step in steps():
        assert max(map(len, message_of(step))) <= MAX_LINE, step.path.name


def test_a_smell_is_one_of_the_key():
    """The key is docs/smells.md."""
    unknown = [step.path.name for step in steps() if step.lesson["Smell"] not in smells()]
    assert not unknown


def test_a_step_says_in_which_methods_it_is():
    for step in steps():
        assert 1 <= len(step.methods) <= MAX_METHODS, step.path.name
        assert re.fullmatch(r"[\w ]+", " ".join(step.methods)), step.path.name


def test_a_step_with_a_mutant_says_what_is_replaced_with_what():
    """For example: Mutant: `if best > 3:` as `if best != 3:`."""
    with_mutant = [step for step in steps() if "Mutant" in step.lesson]
    unclear = [step.path.name for step in with_mutant if mutant_in(step) is None]
    assert not unclear


def test_a_step_is_small():
    large = {}
    for step in named_steps():
        lines = size(step)
        if step.refactoring != "Reformat" and lines > MAX_CHANGED_LINES:
            large[step.path.name] = lines
    assert not large
