"""Practices in a small kata, for the tests of the commands around them."""

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dojo.checking import runner
from dojo.checking.outcome import Outcome, RunOptions
from dojo.checking.runner import RecordedCheck, run_check
from dojo.practice.create import create_practice
from dojo.practice.events import Checked, Entry, Event, Named, Reverted, Scored, Started, Swapped
from dojo.practice.find import practice_in
from dojo.practice.history import read_history
from dojo.practice.model import Choices, Practice, Status
from dojo.practice.recording import append_check
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step
from tests.dojo.small_kata import SmallKata

YATZY = "practice/yatzy.py"
MOMENT = datetime(2026, 1, 2, 10, tzinfo=UTC)
TEST = """from yatzy import Yatzy


def test_a_pair_of_sixes():
    assert Yatzy.pair(6, 6) == 12
"""


def git(folder: Path, *arguments: str) -> str:
    """Return the output of a git command in a folder."""
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True)  # noqa: S603
    return done.stdout.decode(errors="surrogateescape").rstrip("\n")


def write_files(folder: Path, files: dict[str, str]) -> Path:
    """Write files into a folder, and return the folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def started(
    kata: SmallKata, *, level: int = 1, blind: bool = False, again: bool = False
) -> Practice:
    """Start a practice and return it."""
    create_practice(kata.folder, Choices(level, blind), again=again)
    return practice_in(kata.folder / "practice")


def outcome_of(practice: Practice, limit: float | None = 300) -> Outcome:
    """Run the tests without a check, and return the outcome."""
    return runner.run_tests(practice, RunOptions(limit=limit))


def findings_of(practice: Practice) -> list[str]:
    """Run the tests without a check, and return the findings."""
    return outcome_of(practice).texts


def check(practice: Practice) -> RecordedCheck:
    """Run a check, and record it."""
    history = read_history(Repository(practice.folder))
    return run_check(practice, history, RunOptions())


def check_of(status: Status, **more: Any) -> Checked:
    """Return the event of a check at level 1 that took half a second."""
    findings = int(status != "green")
    known = {"level": 1, "blind": "no", "seconds": 0.5, "findings": findings}
    return Checked(**{"status": status, **known, **more})


def checked(practice: Practice, status: Status, moment: datetime = MOMENT, **more: Any) -> Step:
    """Record a check of the current files without a run, and return its step."""
    repository = Repository(practice.folder)
    history = read_history(repository)
    check = check_of(status, **more)
    append_check(repository, history, check, repository.tree(), moment)
    return read_history(repository).steps[-1]


def start_entry(tree: str = "", **more: Any) -> Entry:
    """Return the entry with which a practice starts."""
    known = {"practice": "0", "level": 1, "title": "scoring", "blind": "no"}
    return Entry("start", tree, MOMENT, "", [Started(**{**known, **more})])


def entry_of(event: Event, moment: datetime, commit: str = "", tree: str = "") -> Entry:
    """Return an entry with one event. Without a `tree`, no other commit has the same files."""
    return Entry(commit, tree or commit, moment, "", [event])


def named(repository: Repository, name: str):
    repository.record(f"named: {name}", Named(name=name))


def swapped(repository: Repository, name: str):
    repository.record(f"swapped: {name}", Swapped(swap="yes", name=name))


def reverted(repository: Repository, step: Step):
    """Record that the files of a check were reverted to the current ones."""
    event = Reverted(reverts=step.commit)
    repository.record(f"reverted, because it was {step.status}", event, tree=repository.tree())


def scored(repository: Repository, of: str, score: float):
    """Record a score, in percent, of the check with this commit."""
    repository.record(f"mutants: {score:.1f} % killed", Scored(score=score, of=of, mutants=37))


def copied(practice: Path, kata: SmallKata) -> Practice:
    """Copy a practice, with its history and its results, into another kata."""
    shutil.copytree(practice, kata.folder / "practice")
    return practice_in(kata.folder / "practice")
