"""Recording checks in the repository of a practice, with the own commits of the person."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dojo.practice.branch import Branch
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.recording import own_commits
from dojo.practice.snapshots import Repository
from tests.dojo.practice.histories import new_practice
from tests.dojo.practising import checked, write_files

FINDING = "Yatzy.pair(2, 2) expected 4 got 3"


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return new_practice(tmp_path)


def test_of_many_checks_recorded_at_once_none_is_lost(practice: Practice, repository: Repository):
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda _: checked(practice, GREEN), range(8)))
    assert len(read_history(repository).checks) == 8


# A person's own commits.


def commit(repository: Repository, subject: str, text: str) -> str:
    """Save and commit as a person would, and return the tree."""
    write_files(repository.folder, {"yatzy.py": text})
    tree = repository.tree()
    Branch(repository.folder).commit(subject)
    return tree


def test_own_commits_come_after_the_start(repository: Repository):
    before = commit(repository, "the start", "two = 2\n")
    pair = commit(repository, "\x1b[31mExtract pair", "pair = 1\n")
    assert own_commits(Branch(repository.folder), before) == {pair: r"\x1b[31mExtract pair"}


def test_commits_of_tcr_are_not_own_ones(repository: Repository):
    before = repository.tree()
    commit(repository, "green: yatzy.py", "two = 2\n")
    assert own_commits(Branch(repository.folder), before) == {}


def test_a_check_records_the_last_own_commit(practice: Practice, repository: Repository):
    commit(repository, "Extract roll", "roll = 1\n")
    pair = commit(repository, "Extract pair", "pair = 1\n")
    checked(practice, RED)
    assert read_history(repository).commits == {pair: "Extract pair"}


# What the log of the history shows.
