"""A check in the history of a practice: the files as they were when it began, and what came of it.

The last run, and whether it has an end, is noted in a file: one that has none, for its process is gone, is written down
by the next; of two that overlap, and are about the same files, the second is none.
"""

import os
import time
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

import msgspec

from dojo.checking.explain import explain_end
from dojo.checking.job import Job
from dojo.checking.outcome import Outcome, Report, amber
from dojo.checking.rendering import FINDINGS, remarks
from dojo.practice.appending import append_check
from dojo.practice.membership import tell_news
from dojo.practice.model import Choices, Practice
from dojo.practice.snapshots import Changes, GitError, Repository
from dojo.practice.story import Entry, read_story
from dojo.text import printable

LAST_RUN = "run.json"
NO_END = "this run had no end: os._exit, a signal, or a full disk?"
BOTH = "{name}/ has both yatzy.py and a package yatzy/: Python takes the package."


class Run(NamedTuple):
    """A check as it begins: when and how, in which process, and a tree of the files, or why there is none."""

    moment: datetime
    began: float
    choices: Choices
    process: int
    tcr: bool
    tree: str | None
    warning: str = ""
    ended: float | None = None
    is_repeat: bool = False

    def overlaps(self, other: "Run") -> bool:
        """Tell whether it began while another was running on the same files."""
        is_alike = self.tree == other.tree and self.choices == other.choices
        return is_alike and other.ended is not None and other.began <= self.began < other.ended


def begin(practice: Practice, job: Job) -> Run:
    """Keep the files as they are; without a repository that works, a check is still a check."""
    practice.home.mkdir(parents=True, exist_ok=True)
    run = Run(job.moment, job.began, practice.choices, os.getpid(), job.tcr, None)
    repository = Repository(practice.folder)
    last = read_last_run(practice)
    try:
        tree = repository.tree()
        if last is not None and last.ended is None:
            _end(practice, last)
        repository.begin_check(tree, read_story(repository).trees)
    except GitError as error:
        return run._replace(warning=f"This state is not kept, for {error}")
    run = run._replace(tree=tree)
    run = run._replace(is_repeat=last is not None and run.overlaps(last))
    _note(practice, run)
    return run


def read_last_run(practice: Practice) -> Run | None:
    """Return the run that began last, or that ended last if that was later."""
    with suppress(FileNotFoundError, msgspec.DecodeError):
        return msgspec.json.decode((practice.home / LAST_RUN).read_bytes(), type=Run)
    return None


def _note(practice: Practice, run: Run) -> None:
    (practice.home / LAST_RUN).write_bytes(msgspec.json.encode(run))


def _end(practice: Practice, run: Run) -> None:
    """Write a run down whose process is gone."""
    import psutil  # noqa: PLC0415 - hardly any check needs it

    if run.tree is not None and not psutil.pid_exists(run.process):
        outcome = amber(explain_end(practice, NO_END))
        append_check(Repository(practice.folder), _entry(run, outcome), tcr=run.tcr)


def forget(practice: Practice, *, keep_files: bool) -> None:
    """Have nobody write down a run that was no check; nor need its files be kept."""
    (practice.home / LAST_RUN).unlink(missing_ok=True)
    if not keep_files:
        Repository(practice.folder).forget_check()


def record(practice: Practice, run: Run, outcome: Outcome) -> Report:
    """Add a check to the history, and return the report of it."""
    ended = run._replace(ended=time.monotonic())
    entry = _entry(ended, outcome)
    found = "".join(f"{finding.text}\n" for finding in outcome.findings)
    (practice.home / FINDINGS).write_text(found, encoding="utf-8", errors="backslashreplace")
    try:
        report = _append(practice, ended, outcome, entry)
    except GitError as error:
        report = Report(outcome, entry, f"This check is not kept, for {error}")
    if report.is_void:
        (practice.home / LAST_RUN).unlink(missing_ok=True)
    else:
        _note(practice, ended)
    warnings = (report.warning or _of_two_files(practice), tell_news(practice.folder))
    return replace(report, warning="\n".join(filter(None, warnings)))


def _append(practice: Practice, run: Run, outcome: Outcome, entry: Entry) -> Report:
    if run.tree is None:
        return Report(outcome, entry, run.warning)
    repository = Repository(practice.folder)
    left = repository.tree()
    if is_saved(repository.changes(run.tree, left)):
        return Report(outcome, is_void=True)
    story, last = read_story(repository), read_last_run(practice)
    changed = {printable(path): change for path, change in repository.changes(story.base, run.tree).items()}
    is_repeat = run.is_repeat or (last is not None and run.overlaps(last))
    if is_repeat and story.checks:
        return Report(outcome, story.checks[-1], "", changed, left)
    return Report(outcome, replace(entry, snapshot=append_check(repository, entry, tcr=run.tcr)), "", changed, left)


def is_saved(changes: Changes) -> bool:
    """Tell whether somebody saved code: what else changes during a check, that code may have written itself."""
    return any(path.endswith(".py") for path in changes)


def _entry(run: Run, outcome: Outcome) -> Entry:
    first = [" ".join(finding.text.split()) for finding in outcome.findings] or remarks(outcome)
    return Entry(
        moment=run.moment,
        level=run.choices.level,
        blind=run.choices.blind,
        status=outcome.status,
        seconds=0 if run.ended is None else round(run.ended - run.began, 2),
        findings=outcome.count,
        message=first[0] if first else "",
        tree=run.tree,
        approved=outcome.approved,
    )


def _of_two_files(practice: Practice) -> str:
    """Say which of a file and a package Python takes, where there are both."""
    both = all((practice.folder / name).exists() for name in ("yatzy.py", "yatzy/__init__.py"))
    return BOTH.format(name=practice.name) if both else ""
