"""The steps of a practice: their names, and the measures of the green ones."""

from pathlib import Path

import pytest

from dojo.practice.branch import Branch
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import Repository
from dojo.progress.steps import MeasuredStep, measured_steps, name_change
from tests.dojo.practice.histories import at, new_practice
from tests.dojo.practising import checked, swapped, write_files

ONE = "def one():\n    return 1\n"
TWO = "def one():\n    return 1 if one else 0\n"
PAIR = '''"""Dice."""

import sys


class Yatzy:
    faces = 6

    @staticmethod
    def pair(
        first,
        second,
    ) -> int:
        """Score.

class Text:
        """
        # two alike
        def alike():
            return first == second

        return 2 * first if alike() else 0

    async def total(self):
        return 0

    alias = pair


def roll():
    return (
        1
    )
'''


# What changed.


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("2 * first", "first + second", "~ Yatzy.pair"),
        ("@staticmethod", "@classmethod", "~ Yatzy.pair"),
        ("        second,\n", "        second, third,\n", "~ Yatzy.pair"),
        ("class Text:", "class Other:", "~ Yatzy.pair"),
        ("# two alike", "# both alike", "~ yatzy.py"),
        ("return first == second", "return first is second", "~ Yatzy.pair"),
        ("faces = 6", "faces = 8", "~ Yatzy"),
        ("        return 0", "        return 1", "~ Yatzy.total"),
        ("        1\n", "        2\n", "~ roll"),
        ("        1\n", "\n        1\n", "~ yatzy.py"),
        ("import sys", "import os", "~ yatzy.py"),
        ("def roll", "def throw", "+ throw, - roll"),
        ("class Yatzy", "class Game", "+ Game, - Yatzy"),
        ("    return (\n", "    return ((\n", "~ yatzy.py"),  # it does not parse
    ],
)
def test_a_change_is_named_after_the_smallest_part(old: str, new: str, name: str):
    assert old in PAIR
    assert name_change({"yatzy.py": PAIR}, {"yatzy.py": PAIR.replace(old, new)}) == name


def test_new_parts_are_named_before_changed_ones():
    before = {"a.py": "def one(): 1\ndef two(): 2\n"}
    after = {"a.py": "def two(): 3\ndef three(): 3\n"}
    assert name_change(before, after) == "+ three, ~ two, - one"


def test_of_many_parts_three_are_named():
    functions = [f"def f{number}(): 1\n" for number in range(7)]
    three = {"a.py": "".join(functions[:3])}
    assert name_change({"a.py": ""}, three) == "+ f0, + f1, + f2"
    seven = {"a.py": "".join(functions)}
    assert name_change({"a.py": ""}, seven) == "+ f0, + f1, + f2 and 4 more"


def test_a_class_stands_for_its_methods():
    after = {"a.py": "class Roll:\n    def of(self):\n        return 1\n"}
    assert name_change({"a.py": ""}, after) == "+ Roll"


def test_files_that_stay_are_not_named():
    before = {"a.py": ONE, "b.py": PAIR}
    assert name_change(before, {"a.py": TWO, "b.py": PAIR}) == "~ one"


def test_functions_are_named_before_files():
    before = {"a.md": "1", "b.py": ONE}
    assert name_change(before, {"a.md": "2", "b.py": TWO}) == "~ one, ~ a.md"


# In a history.


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return new_practice(tmp_path)


def check(practice: Practice, minute: float, code: str, status: str = GREEN, **more: str):
    """Save code, and record that it was checked."""
    write_files(practice.folder, {"yatzy.py": code})
    checked(practice, status, at(minute), **more)


def steps_of(practice: Practice) -> list[MeasuredStep]:
    repository = Repository(practice.folder)
    return measured_steps(repository, read_history(repository))


def names_of(practice: Practice) -> list[str]:
    return [step.name for step in steps_of(practice)]


def test_a_step_is_named_after_the_commit_of_its_files(practice: Practice):
    check(practice, 1, ONE)
    Branch(practice.folder).commit("Extract one")
    check(practice, 2, TWO)
    one, two = steps_of(practice)
    assert one.name == "Extract one"
    assert one.is_committed
    assert two.name == "~ one"
    assert not two.is_committed


def test_a_step_without_a_change_has_no_name(practice: Practice):
    check(practice, 1, "one = 1\n")
    check(practice, 2, "one = 1\n", RED)
    one, two = steps_of(practice)
    assert one.title == "the code from the start"
    assert two.title == "no change"


def test_a_step_is_named_after_an_earlier_one_of_the_same_files(practice: Practice):
    for minute, code in enumerate([ONE, TWO, ONE, TWO, "one = 1\n"]):
        check(practice, minute, code)
    found = ["same files as in step 1", "same files as in step 2", "same files as at the start"]
    assert names_of(practice)[2:] == found


def test_a_change_counts_from_restored_files(practice: Practice):
    check(practice, 1, ONE)
    check(practice, 2, PAIR)
    restore_snapshot(practice, "refs/dojo/checks~1")
    check(practice, 3, TWO)
    assert names_of(practice)[2] == "~ one"


def test_restored_files_that_no_check_saw_are_called_so(practice: Practice, repository: Repository):
    check(practice, 1, ONE)
    first = read_history(repository).steps[0].commit
    write_files(practice.folder, {"yatzy.py": TWO})
    restore_snapshot(practice, first)
    restore_snapshot(practice, None)
    check(practice, 2, TWO)
    assert names_of(practice)[1] == "restored"


def test_a_blind_step_says_that_it_had_the_golden_master(practice: Practice):
    check(practice, 1, ONE, blind="yes")
    check(practice, 2, ONE)
    assert names_of(practice)[0].endswith(", with the golden master")


def test_partners_are_those_who_swapped(practice: Practice, repository: Repository):
    check(practice, 1, ONE)
    assert steps_of(practice)[0].partners == ""
    swapped(repository, "Ann")
    check(practice, 2, TWO)
    assert steps_of(practice)[1].partners == "Ann"


def test_only_green_steps_are_measured(practice: Practice):
    check(practice, 1, ONE)
    check(practice, 2, PAIR, RED)
    one, two = steps_of(practice)
    assert one.code == {"yatzy.py": ONE}
    assert one.measures is not None
    assert one.measures.lines == 2
    assert two.measures is None


def test_tests_are_no_code(practice: Practice):
    write_files(practice.folder, {"tests/test_yatzy.py": PAIR})
    check(practice, 1, ONE)
    [step] = steps_of(practice)
    assert step.code == {"yatzy.py": ONE}
