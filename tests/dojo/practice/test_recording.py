"""Recording events in the repository of a practice, and reading them again."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from dojo.practice.events import Checked
from dojo.practice.history import History, read_earlier, read_history, read_whole_history
from dojo.practice.model import AMBER, GREEN, RED, Choices, Practice
from dojo.practice.recording import check_subject, own_commits, record_start
from dojo.practice.snapshots import CHECKS, Repository
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


def test_a_check_keeps_the_time_zone_of_the_person(practice: Practice) -> None:
    zone = timezone(timedelta(hours=5, minutes=30))
    moment = datetime(2026, 1, 2, 10, tzinfo=zone)
    step = checked(practice, RED, moment)
    assert step.moment.isoformat() == "2026-01-02T10:00:00+05:30"


def test_a_check_keeps_the_files(practice: Practice, repository: Repository) -> None:
    step = checked(practice, RED)
    assert step.tree == repository.tree()
    assert step.commit == repository.find_commit(CHECKS)


def test_control_characters_are_escaped(practice: Practice) -> None:
    step = checked(practice, RED, finding="\x1b]0;mine\x07 \u202e")
    assert step.finding == r"\x1b]0;mine\x07 \u202e"


def test_without_a_repository_the_history_is_empty(tmp_path: Path) -> None:
    assert read_history(Repository(tmp_path)) == History()


def test_of_many_checks_recorded_at_once_none_is_lost(
    practice: Practice, repository: Repository
) -> None:
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda _: checked(practice, GREEN), range(8)))
    assert len(read_history(repository).checks) == 8


# Histories that continue others.


@pytest.fixture
def continued(practice: Practice, repository: Repository) -> History:
    """Give a history that continues one with a single check."""
    checked(practice, RED)
    theirs = repository.find_commit(CHECKS)
    repository.git.references.delete(CHECKS)
    record_start(repository, Choices())
    checked(practice, GREEN)
    repository.append("continued", merged=theirs)
    return read_history(repository)


def test_a_merged_history_is_no_part_of_the_practice(continued: History) -> None:
    assert [step.status for step in continued.all_steps] == [GREEN]


def test_a_merged_history_is_the_practice_before(
    continued: History, repository: Repository
) -> None:
    earlier = read_earlier(repository, continued)
    assert [step.status for step in earlier.steps] == [RED]


def test_the_whole_history_has_the_merged_one(continued: History, repository: Repository) -> None:
    whole = read_whole_history(repository, CHECKS)
    assert [step.status for step in whole.all_steps] == [RED, GREEN]
    assert continued.merged


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
