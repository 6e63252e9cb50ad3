"""A check in the history of a practice: the files as they were when it began, and what came of it.

The last run, and whether it has an end, is noted in a file: one that has none, for its process is gone, is written down
by the next; of two that overlap, and are about the same files, the second is none.
"""

import os
import time
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import msgspec

from dojo.checking.explain import explain_end
from dojo.checking.job import Job
from dojo.checking.outcome import FINDINGS, Outcome, Report, amber
from dojo.practice.model import Practice
from dojo.practice.rooms import tell_news
from dojo.practice.snapshots import Changes, GitError, Repository
from dojo.practice.story import Entry, append_check, read_story
from dojo.text import printable

LAST_RUN = "run.json"


class Run(NamedTuple):
    """A check as it begins: in which process, and a tree of the files, or why there is none; and when it `ended`."""

    job: Job
    process: int
    tree: str | None = None
    warning: str = ""
    ended: float | None = None
    is_repeat: bool = False

    def overlaps(self, other: "Run") -> bool:
        """Tell whether it began while another was running on the same files."""
        if other.ended is None or (self.tree, self.job.choices) != (other.tree, other.job.choices):
            return False
        return other.job.began <= self.job.began < other.ended


def begin(practice: Practice, job: Job) -> Run:
    """Keep the files as they are; without a repository that works, a check is still a check."""
    practice.home.mkdir(parents=True, exist_ok=True)
    run = Run(job, os.getpid())
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
        outcome = amber(explain_end(practice))
        append_check(Repository(practice.folder), _entry(run, outcome), tcr=run.job.tcr)


def forget(practice: Practice) -> None:
    """Have nobody write down a run that was no check."""
    (practice.home / LAST_RUN).unlink(missing_ok=True)


def record(practice: Practice, run: Run, outcome: Outcome) -> Report:
    """Add a check to the history, and return the report of it."""
    ended = run._replace(ended=time.monotonic())
    found = "".join(f"{finding.text}\n" for finding in outcome.findings)
    (practice.home / FINDINGS).write_text(found, encoding="utf-8", errors="backslashreplace")
    try:
        report = _append(practice, ended, outcome)
    except GitError as error:
        report = Report(outcome, _entry(ended, outcome), f"This check is not kept, for {error}")
    if report.is_void:
        forget(practice)
    else:
        _note(practice, ended)
    warnings = filter(None, (report.warning, tell_news(practice.folder)))
    return replace(report, warning="\n".join(warnings))


def _append(practice: Practice, run: Run, outcome: Outcome) -> Report:
    entry = _entry(run, outcome)
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
        entry = story.checks[-1]
    else:
        entry = replace(entry, snapshot=append_check(repository, entry, tcr=run.job.tcr))
    return Report(outcome, entry, changed=changed, left=left)


def is_saved(changes: Changes) -> bool:
    """Tell whether somebody saved code: what else changes during a check, that code may have written itself."""
    return any(path.endswith(".py") for path in changes)


def _entry(run: Run, outcome: Outcome) -> Entry:
    message = " ".join(outcome.findings[0].text.split()) if outcome.findings else outcome.remark
    return Entry(
        moment=run.job.moment,
        level=run.job.choices.level,
        blind=run.job.choices.blind,
        status=outcome.status,
        seconds=0 if run.ended is None else round(run.ended - run.job.began, 2),
        findings=outcome.count,
        message=message,
        tree=run.tree,
        approved=outcome.approved,
    )
