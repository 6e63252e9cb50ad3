"""Practices in a small kata, for the tests of the commands around them."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pygit2
import pytest
from pygit2.enums import ConfigLevel

from dojo.checking import runner
from dojo.checking.check import Job, Outcome
from dojo.practice.create import find_practice, start
from dojo.practice.history import Check, append_check
from dojo.practice.model import Choices, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.small_kata import SmallKata

YATZY = "practice/yatzy.py"
MOMENT = datetime(2026, 1, 2, 10, tzinfo=UTC)
TEST = """from yatzy import Yatzy


def test_a_pair_of_sixes():
    assert Yatzy.pair(6, 6) == 12
"""


def git(folder: Path, *arguments: str) -> str:
    """Return what git prints in a folder, as a person would type it there."""
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=True)  # noqa: S603, S607 - any git
    return done.stdout.decode(errors="surrogateescape").rstrip("\n")


@contextmanager
def own_settings_in(folder: Path) -> Iterator[None]:
    """Have libgit2 look in a folder for what a person has set for all their repositories."""
    paths = pygit2.settings.search_path
    before = {level: paths[level] for level in (ConfigLevel.GLOBAL, ConfigLevel.XDG)}
    for level in before:
        paths[level] = str(folder)
    try:
        yield
    finally:
        for level, path in before.items():
            paths[level] = path


def started(kata: SmallKata, *, level: int = 1, blind: bool = False, again: bool = False) -> Practice:
    """Start a practice and return it."""
    start(kata.folder, Choices(level, blind), again=again)
    return find_practice(kata.folder)


def outcome_of(practice: Practice, limit: float | None = 300) -> Outcome:
    """Return what comes of a run that is no check."""
    return runner.run(practice, Job(practice.choices, limit=limit))


def findings_of(practice: Practice) -> list[str]:
    """Return what a run that is no check finds."""
    return [*outcome_of(practice).findings]


def save_during_a_check(kata: SmallKata, monkeypatch: pytest.MonkeyPatch, save: Callable[[], object]) -> None:
    """Have something saved once, just after the next check began."""
    run, flag = runner.run, kata.folder / "saved"

    def save_and_run(*arguments: Any) -> Outcome:
        if not flag.exists():
            flag.touch()
            save()
        return run(*arguments)

    monkeypatch.setattr(runner, "run", save_and_run)


def entry(status: str, moment: datetime = MOMENT) -> Check:
    """Return what the story of a practice might tell of a check, whose files nobody knows."""
    return Check(moment, 1, blind=False, status=status, seconds=0.5, findings=int(status != "green"), message="")


def checked(practice: Practice, status: str, moment: datetime = MOMENT) -> Check:
    """Tell of a check of the files as they are now, and return what is told."""
    repository = Repository(practice.folder)
    made = replace(entry(status, moment), tree=repository.tree())
    return replace(made, snapshot=append_check(repository, made))
