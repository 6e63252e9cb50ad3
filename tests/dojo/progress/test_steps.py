"""What is known of a practice as it is: what its steps are called, what is measured of them."""

from pathlib import Path

import pytest

from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import CHECKS, Repository
from dojo.progress.steps import MeasuredStep, measured_steps, name_change
from dojo.progress.timeline import timeline_of
from tests.dojo.practising import git, reverted, scored
from tests.dojo.progress.timelines import ONE, THREE, TWO, checked, never_checked

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

    # ---- totals

    async def total(self):
        return 0

    alias = pair


def roll():
    return (
        1
    )


if __name__ == "__main__":
    roll()
'''


# After what it changed.


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
        ("alias = pair", "alias = None", "~ Yatzy"),
        ("# ---- totals", "# ---- all of it", "~ yatzy.py"),
        ("        return 0", "        return 1", "~ Yatzy.total"),
        ("        1\n", "        2\n", "~ roll"),
        ("import sys", "import os", "~ yatzy.py"),
        ("    roll()\n", "    print(roll())\n", "~ yatzy.py"),
        ("def roll", "def throw", "+ throw, - roll"),
        ("def roll():\n", "def throw():\n    pass\n\n\ndef roll():\n", "+ throw"),
        ("class Yatzy", "class Game", "+ Game, - Yatzy"),
        ("    return (\n", "    return ((\n", "~ yatzy.py"),  # it does not parse
    ],
)
def test_a_step_is_called_after_what_it_changed(old: str, new: str, name: str) -> None:
    assert old in PAIR
    assert name_change({"yatzy.py": PAIR}, {"yatzy.py": PAIR.replace(old, new)}) == name


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (
            {"a.py": "def one(): 1\ndef two(): 2\n"},
            {"a.py": "def two(): 3\ndef three(): 3\n"},
            "+ three, ~ two, - one",
        ),
        (
            {"a.py": ""},
            {"a.py": "".join(f"def f{number}(): 1\n" for number in range(7))},
            "+ f0, + f1, + f2 and 4 more",
        ),
        ({"yatzy.py": PAIR}, {"yatzy/yatzy.py": PAIR}, "+ yatzy/yatzy.py, - yatzy.py"),
        ({"a.py": ""}, {"a.py": "class Roll:\n    def of(self):\n        return 1\n"}, "+ Roll"),
        (
            {"tests/test_a.py": ""},
            {"tests/test_a.py": "def test_a(): 1\n", "approved_files/a.approved.txt": "1"},
            "+ approved_files/a.approved.txt, ~ tests/test_a.py",
        ),
        ({}, {"\x1b[2J.txt": "1"}, r"+ \x1b[2J.txt"),
    ],
    ids=[
        "came, changed, went",
        "many",
        "moved",
        "a class with its methods",
        "tests and documents",
        "rude",
    ],
)
def test_what_came_is_named_first_and_what_went_last(
    before: dict[str, str], after: dict[str, str], name: str
) -> None:
    assert name_change(before, after) == name


# As the story has it.


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return never_checked(tmp_path)


def steps(practice: Practice) -> list[MeasuredStep]:
    """Return what the story of a practice tells."""
    repository = Repository(practice.folder)
    return measured_steps(repository, read_history(repository))


def names(practice: Practice) -> list[str]:
    return [step.name for step in steps(practice)]


def commit(practice: Practice, subject: str) -> None:
    repository = Repository(practice.folder)
    repository.commit(repository.tree(), subject)


def test_a_step_is_called_as_the_persons_commit_of_its_files_else_after_what_changed(
    practice: Practice,
) -> None:
    checked(practice, 0, ONE)
    commit(practice, "Extract one")
    checked(practice, 1, TWO)
    commit(practice, "one asks")
    assert names(practice) == ["Extract one", "one asks"]
    git(
        practice.folder, "update-ref", "-d", "HEAD"
    )  # as in a clone; the second check tells of the first commit
    assert names(practice) == ["Extract one", "~ one"]


def test_what_is_there_again_or_restored_is_called_after_the_step_that_it_is_as(
    practice: Practice,
) -> None:
    for minute, code in enumerate([ONE, TWO, THREE]):
        checked(practice, minute, code)
    restore_snapshot(practice, "refs/dojo/checks~1")
    checked(practice, 3, TWO)
    checked(practice, 4, ONE)
    commit(practice, "one")
    assert names(practice) == [
        *("one", "~ one", "- one, ~ yatzy.py"),
        *("same files as in step 2", "same files as in step 1"),
    ]


def test_what_is_restored_and_no_check_saw_is_called_so(practice: Practice) -> None:
    checked(practice, 0, ONE)
    first = Repository(practice.folder).find_commit(CHECKS)
    (practice.folder / "yatzy.py").write_text(TWO, encoding="utf-8")
    restore_snapshot(practice, first)
    restore_snapshot(practice, None)
    checked(practice, 1, TWO)
    assert names(practice)[1] == "restored"


# What is known of it.


def test_code_is_measured_where_it_was_green_and_tests_are_no_code(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, ONE, RED)
    checked(practice, 2, TWO, file="tests/test_yatzy.py")
    found = steps(practice)
    assert [step.measures and step.measures.lines for step in found] == [2, None, 2]
    history = read_history(Repository(practice.folder))
    assert [row.kind for row in timeline_of(found, history).rows] == [GREEN, RED]


def test_a_step_that_nobody_looks_at_is_known_from_the_story_alone(practice: Practice) -> None:
    for minute, code in enumerate([ONE, TWO]):
        checked(practice, minute, code)
    repository = Repository(practice.folder)
    found = measured_steps(repository, read_history(repository), {2})
    assert [(step.number, step.name, step.measures is None) for step in found] == [
        (1, "", True),
        (2, "~ one", False),
    ]


def test_a_score_is_that_of_all_checks_of_the_same_files_and_a_revert_of_one(
    practice: Practice,
) -> None:
    codes = [ONE, TWO, ONE, THREE]
    entries = [checked(practice, minute, code) for minute, code in enumerate(codes)]
    repository = Repository(practice.folder)
    scored(repository, entries[2].commit, 75.0)
    reverted(repository, entries[3])
    found = steps(practice)
    assert [step.score for step in found] == [0.75, None, 0.75, None]
    assert [step.reverted is None for step in found] == [True, True, True, False]
