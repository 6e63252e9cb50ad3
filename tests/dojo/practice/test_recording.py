"""Test the recording of checks: the history, the log, and errors."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from typing import Any, NoReturn

import pytest

from dojo.checking.runner import run_check
from dojo.practice.create import read_start
from dojo.practice.history import History, read_history
from dojo.practice.model import AMBER, GREEN, RED, Choices, Practice
from dojo.practice.recording import own_commits, record_start, restore_snapshot
from dojo.practice.snapshots import CHECKS, GitError, Repository
from tests.dojo.practising import YATZY, checked, git, named, reverted, scored, swapped
from tests.dojo.small_kata import RULE, SmallKata

FINDING = "Yatzy.pair(2, 2) expected 4 got 3"


def test_recording_starts_no_process(
    practice: Practice, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError

    monkeypatch.setattr(subprocess, "Popen", refuse)
    step = checked(practice, RED)
    reverted(repository, step)
    named(repository, "Ada")
    swapped(repository, "Ann")
    scored(repository, step.commit, 90)
    assert len(read_history(repository).steps) == 1


def test_a_check_is_read_with_its_moment_and_its_files(
    practice: Practice, repository: Repository
) -> None:
    moment = datetime(2026, 1, 2, 10, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    step = checked(practice, RED, moment, finding=FINDING, findings=3)
    assert (step.moment.isoformat(), step.tree) == (moment.isoformat(), repository.tree())
    assert (step.commit, step.finding) == (repository.find_commit(CHECKS), FINDING)


def test_a_practice_reads_what_was_chosen_at_its_new_start(
    practice: Practice, repository: Repository
) -> None:
    checked(practice, RED)
    choices = Choices(3, blind=True, name="Panda")
    record_start(repository, choices)
    assert read_start(practice.folder) == (choices, repository.find_commit(CHECKS))


def test_untrusted_text_is_escaped(practice: Practice) -> None:
    step = checked(practice, RED, finding="\x1b]0;mine\x07 \u202e")
    assert step.finding == r"\x1b]0;mine\x07 \u202e"


# A person's own commits.


def commit(kata: SmallKata, repository: Repository, subject: str, text: str) -> str:
    """Save and commit as a person would; return the tree of it."""
    kata.write(YATZY, text)
    return repository.tree_of(repository.commit(repository.tree(), subject))


def test_own_commits_are_those_after_the_start_but_those_of_tcr(
    kata: SmallKata, repository: Repository
) -> None:
    first_tree = repository.tree_of("HEAD")
    commit(kata, repository, "green: yatzy.py", "one = 1\n")
    commit(kata, repository, "Extract roll", "roll = 1\n")
    commit(kata, repository, "\x1b[31mExtract pair", "pair = 1\n")
    commit(kata, repository, "again", "pair = 1\n")
    commit(kata, repository, "Begin anew", RULE)
    subjects = ["Extract roll", r"\x1b[31mExtract pair"]
    assert list(own_commits(repository, first_tree).values()) == subjects


def test_a_check_records_the_last_own_commit(
    kata: SmallKata, practice: Practice, repository: Repository
) -> None:
    checked(practice, RED)
    assert read_history(repository).commits == {}
    pair = commit(kata, repository, "Extract pair", "pair = 1\n")
    checked(practice, RED)
    assert read_history(repository).commits == {pair: "Extract pair"}


def test_without_a_history_there_is_an_empty_one(kata: SmallKata, repository: Repository) -> None:
    git(repository.folder, "update-ref", "-d", CHECKS)
    found = [read_history(each) for each in (repository, Repository(kata.folder))]
    assert found == [History(), History()]


# What people read.


def test_the_log_reads_as_what_happened(
    kata: SmallKata, practice: Practice, repository: Repository
) -> None:
    green = checked(practice, GREEN)
    kata.write(YATZY, "another\n")
    checked(practice, RED, finding=FINDING, findings=3)
    amber = checked(practice, AMBER, finding=FINDING)
    checked(practice, RED, finding="word " * 40, findings=1_234)
    reverted(repository, amber)
    scored(repository, green.commit, 97.3)
    restore_snapshot(practice, green.commit)
    assert (
        git(repository.folder, "log", "--reverse", "--format=%s", CHECKS).splitlines()[1:]
        == [
            "green, 0.5 s",
            f"red: {FINDING} (and 2 more)",
            f"amber: {FINDING}",
            "red: " + "word " * 8 + "word... (and 1,233 more)",  # cut at a word
            "reverted, because it was amber",
            "mutants: 97.3 % killed",
            f"restored {green.commit[:7]}",
        ]
    )


# Nothing is lost.


def test_of_many_checks_recorded_at_once_none_is_lost(
    practice: Practice, repository: Repository
) -> None:
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda _: checked(practice, GREEN), range(8)))
    assert len(read_history(repository).checks) == 8


def test_a_check_that_cannot_be_recorded_is_an_error(
    kata: SmallKata, practice: Practice, repository: Repository
) -> None:
    lock = repository.folder / ".git" / f"{CHECKS}.lock"
    kata.write(YATZY, f"open({str(lock)!r}, 'w').close()\n{RULE}")
    with pytest.raises(GitError, match="git failed in practice/"):
        run_check(practice, 20)
