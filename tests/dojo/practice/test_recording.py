"""Recording checks in the repository of a practice, with the own commits of the person."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dojo.practice.events import Checked
from dojo.practice.history import read_history
from dojo.practice.model import AMBER, GREEN, RED, Practice
from dojo.practice.recording import check_subject, own_commits
from dojo.practice.snapshots import Repository
from tests.dojo.practice.histories import new_practice
from tests.dojo.practising import check_of, checked, write_files

FINDING = "Yatzy.pair(2, 2) expected 4 got 3"


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return new_practice(tmp_path)


@pytest.fixture
def repository(practice: Practice) -> Repository:
    """Give the repository of the practice."""
    return Repository(practice.folder)


def test_of_many_checks_recorded_at_once_none_is_lost(
    practice: Practice, repository: Repository
) -> None:
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda _: checked(practice, GREEN), range(8)))
    assert len(read_history(repository).checks) == 8


# A person's own commits.


def commit(repository: Repository, subject: str, text: str) -> str:
    """Save and commit as a person would, and return the tree."""
    write_files(repository.folder, {"yatzy.py": text})
    tree = repository.tree()
    repository.commit(tree, subject)
    return tree


def test_own_commits_come_after_the_start(repository: Repository) -> None:
    before = commit(repository, "the start", "two = 2\n")
    pair = commit(repository, "\x1b[31mExtract pair", "pair = 1\n")
    assert own_commits(repository, before) == {pair: r"\x1b[31mExtract pair"}


def test_commits_of_tcr_are_not_own_ones(repository: Repository) -> None:
    before = repository.tree()
    commit(repository, "green: yatzy.py", "two = 2\n")
    assert own_commits(repository, before) == {}


def test_a_check_records_the_last_own_commit(practice: Practice, repository: Repository) -> None:
    commit(repository, "Extract roll", "roll = 1\n")
    pair = commit(repository, "Extract pair", "pair = 1\n")
    checked(practice, RED)
    assert read_history(repository).commits == {pair: "Extract pair"}


# What the log of the history shows.


@pytest.mark.parametrize(
    ("check", "subject"),
    [
        (check_of(GREEN), "green, 0.5 s"),
        (check_of(AMBER, finding=FINDING), f"amber: {FINDING}"),
        (check_of(RED, finding=FINDING, findings=3), f"red: {FINDING} (and 2 more)"),
        (
            check_of(RED, finding="word " * 40, findings=1_234),
            "red: word word word word word word word word word... (and 1,233 more)",
        ),
    ],
    ids=["green", "amber", "red", "many findings"],
)
def test_the_log_names_the_first_finding(check: Checked, subject: str) -> None:
    assert check_subject(check) == subject
