"""The history of a practice in its git repository: commits that are read as events."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from dojo.practice.history import History, read_earlier, read_history, read_whole_history
from dojo.practice.model import GREEN, RED, Choices, Practice
from dojo.practice.recording import record_start
from dojo.practice.snapshots import CHECKS, Repository
from tests.dojo.practice.histories import new_practice
from tests.dojo.practising import checked


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return new_practice(tmp_path)


def test_a_check_keeps_the_time_zone_of_the_person(practice: Practice):
    zone = timezone(timedelta(hours=5, minutes=30))
    moment = datetime(2026, 1, 2, 10, tzinfo=zone)
    step = checked(practice, RED, moment)
    assert step.moment.isoformat() == "2026-01-02T10:00:00+05:30"


def test_a_check_keeps_the_files(practice: Practice, repository: Repository):
    step = checked(practice, RED)
    assert step.tree == repository.tree()
    assert step.commit == repository.find_commit(CHECKS)


def test_control_characters_are_escaped(practice: Practice):
    step = checked(practice, RED, finding="\x1b]0;mine\x07 \u202e")
    assert step.finding == r"\x1b]0;mine\x07 \u202e"


def test_a_history_starts_with_the_present_files(repository: Repository):
    history = read_history(repository)
    assert history.start == repository.find_commit(CHECKS)
    assert history.first_tree == repository.tree()


def test_without_a_repository_the_history_is_empty(tmp_path: Path):
    assert read_history(Repository(tmp_path)) == History()


# Histories that continue others.


@pytest.fixture
def continued(practice: Practice, repository: Repository) -> History:
    """Give a history that continues one with a single check."""
    checked(practice, RED)
    theirs = repository.find_commit(CHECKS)
    repository.git.references.delete(CHECKS)
    record_start(repository, Choices())
    checked(practice, GREEN)
    repository.record("continued", merged=theirs)
    return read_history(repository)


def test_a_merged_history_is_no_part_of_the_practice(continued: History):
    assert [step.status for step in continued.all_steps] == [GREEN]


def test_a_merged_history_is_the_practice_before(continued: History, repository: Repository):
    earlier = read_earlier(repository, continued)
    assert [step.status for step in earlier.steps] == [RED]


def test_the_whole_history_has_the_merged_one(continued: History, repository: Repository):
    whole = read_whole_history(repository, CHECKS)
    assert [step.status for step in whole.all_steps] == [RED, GREEN]
    assert continued.merged
