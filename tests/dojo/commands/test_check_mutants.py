"""Test `dojo check --mutants`, and `-m` after a check of the same files."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY, checked, copied, git
from tests.dojo.small_kata import RULE, SmallKata

needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="without fork, mutants take long")
WITH_EXTRA = RULE.replace(
    "        if first !=", "        if first > 6: return 99\n        if first !="
)
OTHER = "\n    def other(self):\n        return 7\n"
ANOTHER = f"{RULE}{OTHER}"


def checks_in(practice: Practice) -> int:
    return len(read_history(Repository(practice.folder)).steps)


class Shown(NamedTuple):
    """What two checks print: the first one since the start, the second one since a commit."""

    since_start: str
    since_commit: str
    exit_code: int


@pytest.fixture(scope="module")
def shown(new_kata: Callable[[], SmallKata], templates: dict[bool, Path]) -> Shown:
    """Commit code with survivors, and then add more."""
    kata = new_kata()
    practice = copied(templates[False], kata)
    kata.write(YATZY, WITH_EXTRA)
    checked(practice, GREEN)
    kata.dojo("check", "-m", "Pay for sevens")
    kata.write(YATZY, f"{WITH_EXTRA}{OTHER}")
    checked(practice, GREEN)  # for example by a watch
    since_start = kata.dojo("check", "--mutants", "--since", "start")
    since_commit = kata.dojo("check", "--mutants", "-m", "Add other")
    return Shown(since_start.stdout, since_commit.stdout, since_commit.returncode)


@needs_fork
def test_a_green_check_shows_the_survivors_of_what_changed(shown: Shown):
    assert "score of what changed since the last commit" in shown.since_commit
    assert "Yatzy.other: no test runs it" in shown.since_commit
    assert "Yatzy.pair" not in shown.since_commit
    assert shown.exit_code == 0


@needs_fork
def test_mutants_since_another_commit(shown: Shown):
    assert "score of what changed since start" in shown.since_start
    assert "Yatzy.pair" in shown.since_start


def test_nothing_changed(kata: SmallKata, practice: Practice):
    checked(practice, GREEN)
    shown = kata.dojo("check", "--mutants").stdout
    assert "no mutants of what changed since the last commit: no function" in shown


def test_a_red_check_has_no_mutants(kata: SmallKata, practice: Practice):
    kata.write(YATZY, ANOTHER.replace("return 0", "return 1"))
    assert "mutants" not in kata.dojo("check", "--mutants").stdout
    assert checks_in(practice) == 1


def test_since_needs_mutants(kata: SmallKata, practice: Practice):
    assert practice.folder.exists()
    shown = kata.dojo("check", "--since", "start")
    assert (shown.returncode, "Add --mutants." in shown.stderr) == (2, True)


def test_files_that_are_green_already_are_committed_without_a_check(
    kata: SmallKata, practice: Practice
):
    kata.write(YATZY, ANOTHER)
    checked(practice, GREEN)
    shown = kata.dojo("check", "-m", "Add other")
    assert shown.stdout.startswith("green: the same files passed the check at ")
    assert checks_in(practice) == 1
    assert git(practice.folder, "log", "-1", "--format=%s") == "Add other"


@pytest.mark.parametrize("status", [GREEN, RED])
def test_other_files_are_checked_before_the_commit(
    status: str, kata: SmallKata, practice: Practice
):
    if status == GREEN:
        checked(practice, GREEN)
    kata.write(YATZY, ANOTHER)
    if status == RED:
        checked(practice, RED)
    kata.dojo("check", "-m", "Add other")
    assert checks_in(practice) == 2


@pytest.mark.parametrize("option", [("-e", "green"), ("--limit", "50"), ("--golden-master",)])
def test_a_check_with_other_options_is_a_new_one(
    option: tuple[str, ...], kata: SmallKata, practice: Practice
):
    kata.write(YATZY, ANOTHER)
    checked(practice, GREEN)
    kata.dojo("check", "-m", "Add other", *option)
    assert checks_in(practice) == 2
