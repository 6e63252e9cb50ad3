"""A check of a practice: what is wanted of it, what it found, and how it is kept in the history.

The run that began last is noted in a file until it has an end: one that has none, for its process is gone, is written
down by the next. So is the one that ended last: of two that overlap, and are about the same files, the second is none.
"""

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple, Self

import msgspec

from dojo.checking.explain import explain_end
from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, Choices, Differences, Practice
from dojo.practice.rooms import tell_news
from dojo.practice.snapshots import Changes, GitError, Repository
from dojo.practice.story import Entry, append_check, read_story
from dojo.text import INDENT, now, printable, printable_lines

FINDINGS = "findings.txt"  # all of the last check
LAST_RUN, LAST_END = "run.json", "ended.json"


@dataclass(frozen=True)
class Job:
    """How the practice is guarded, since which `moment`, and what for.

    `report`: the file for the outcome. `is_check`: keep it in the history; `tcr`: it is one that TCR asked for.
    `documents`: the folder to write the documents of the level into. `with_shared`: compare with the kata's documents;
    only what the practice approved otherwise may differ. `limit`: the seconds that a person gives it.
    """

    choices: Choices
    moment: datetime
    report: str = ""
    is_check: bool = True
    tcr: bool = False
    documents: str | None = None
    with_shared: bool = False
    limit: float | None = None

    @classmethod
    def typed(cls, choices: Choices) -> Self:
        """Return a check that is typed now."""
        return cls(choices, now())


class Finding(NamedTuple):
    """What is wrong, in a few lines, the first of which names a call or a location; and how often it arose."""

    text: str
    times: int = 1

    def to_show(self) -> Self:
        """Return it as a terminal can show it, below its first line only what is indented: it holds words of others."""
        first, *others = printable_lines(self.text).split("\n")
        indented = [line if line.startswith(" ") else f"{INDENT}{line}" for line in others]
        return self._replace(text="\n".join([first, *indented]))


@dataclass(frozen=True)
class Outcome:
    """Green, red or amber, and why; `passed` tests.

    `left_out`: how many of the person's own tests were skipped, not run, or expected to fail. `asserted`: of what
    failed, some was an assertion. `of_the_kata`: what was found is no fault of the code, but of the kata around it.
    `differences`: how many of the findings are differences of a document, and how many of these are `additions`.
    `approved`: how much the practice's own documents have beside the kata's; amber code was not compared with them.
    `as_approved`: that, place by place, changes first.
    """

    status: str
    findings: tuple[Finding, ...] = ()
    passed: int = 0
    left_out: int = 0
    asserted: bool = False
    of_the_kata: bool = False
    differences: int = 0
    additions: int = 0
    approved: Differences = NOTHING_APPROVED
    as_approved: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        """Return how many findings there are, repeated ones as often as they arose."""
        return sum(finding.times for finding in self.findings)

    @property
    def remark(self) -> str:
        """Return what to know who sees green: what of one's own was left out; else nothing."""
        return f"of your own tests, {self.left_out} left out" if self.green and self.left_out else ""

    @property
    def green(self) -> bool:
        """Tell whether nothing was found."""
        return self.status == GREEN


@dataclass(frozen=True)
class Report:
    """A run, as it is told to who started it: what came of it, and its entry in the history if it is a check.

    `is_void`: code was saved meanwhile, so that it is about neither state. `changed`: what is not as at the result
    before. `left`: the files afterwards, as git names them; the code may have written some.
    """

    outcome: Outcome
    entry: Entry | None = None
    warning: str = ""
    changed: Changes = field(default_factory=dict)
    left: str | None = None
    is_void: bool = False


def amber(*texts: str, of_the_kata: bool = False) -> Outcome:
    """Return the outcome where the code could not be asked, and why; what is said twice counts once."""
    findings = tuple(Finding(text).to_show() for text in dict.fromkeys(texts))
    return Outcome(AMBER, findings, of_the_kata=of_the_kata)


class Run(NamedTuple):
    """A check as it begins: in which process, and a tree of the files, None without a repository; when it `ended`."""

    job: Job
    process: int
    tree: str | None = None
    ended: datetime | None = None

    def overlaps(self, other: "Run") -> bool:
        """Tell whether it began while another, which has ended, was running on the same files."""
        is_same = (self.tree, self.job.choices) == (other.tree, other.job.choices)
        return is_same and other.job.moment <= self.job.moment < (other.ended or other.job.moment)


def begin(practice: Practice, job: Job) -> Run:
    """Keep the files as they are; without a repository that works, a check is still a check."""
    practice.home.mkdir(parents=True, exist_ok=True)
    run = Run(job, os.getpid())
    repository = Repository(practice.folder)
    with suppress(GitError):  # who records the check says so
        run = run._replace(tree=repository.tree())
        last = read_run(practice, LAST_RUN)
        if last is not None:
            _write_down(repository, last, practice)
        repository.begin_check(str(run.tree), read_story(repository).trees)
    (practice.home / LAST_RUN).write_bytes(msgspec.json.encode(run))
    return run


def read_run(practice: Practice, name: str) -> Run | None:
    """Return the run that began last, if it has no end, or the one that ended last."""
    with suppress(FileNotFoundError, msgspec.DecodeError):
        return msgspec.json.decode((practice.home / name).read_bytes(), type=Run)
    return None


def _write_down(repository: Repository, run: Run, practice: Practice) -> None:
    """Keep a run whose process is gone as amber."""
    import psutil  # noqa: PLC0415 - hardly any check needs it

    if not psutil.pid_exists(run.process):
        append_check(repository, _entry(run, amber(explain_end(practice))), tcr=run.job.tcr)


def forget(practice: Practice) -> None:
    """Have nobody write down a run that was no check, or has an end."""
    (practice.home / LAST_RUN).unlink(missing_ok=True)


def record(practice: Practice, run: Run, outcome: Outcome) -> Report:
    """Add a check to the history, and return the report of it."""
    found = "".join(f"{finding.text}\n" for finding in outcome.findings)
    (practice.home / FINDINGS).write_text(found, encoding="utf-8", errors="backslashreplace")
    forget(practice)
    ended = run._replace(ended=now())
    try:
        report = _append(practice, ended, outcome)
    except GitError as error:
        report = Report(outcome, _entry(ended, outcome), f"This check is not kept, for {error}")
    warnings = filter(None, (report.warning, tell_news(practice.folder)))
    return replace(report, warning="\n".join(warnings))


def _append(practice: Practice, run: Run, outcome: Outcome) -> Report:
    repository = Repository(practice.folder)
    left = repository.tree()
    tree = run.tree or left
    if is_saved(repository.changes(tree, left)):
        return Report(outcome, is_void=True)
    story, last = read_story(repository), read_run(practice, LAST_END)
    changed = {printable(path): change for path, change in repository.changes(story.base, tree).items()}
    if last is not None and run.overlaps(last):
        entry = story.checks[-1]
    else:
        entry = _entry(run, outcome)
        entry = replace(entry, snapshot=append_check(repository, entry, tcr=run.job.tcr))
    (practice.home / LAST_END).write_bytes(msgspec.json.encode(run))
    return Report(outcome, entry, changed=changed, left=left)


def is_saved(changes: Changes) -> bool:
    """Tell whether somebody saved code: what else changes during a check, that code may have written itself."""
    return any(path.endswith(".py") for path in changes)


def _entry(run: Run, outcome: Outcome) -> Entry:
    job, ended = run.job, run.ended or run.job.moment
    return Entry(
        moment=job.moment,
        level=job.choices.level,
        blind=job.choices.blind,
        status=outcome.status,
        seconds=round((ended - job.moment).total_seconds(), 2),
        findings=outcome.count,
        message=" ".join(outcome.findings[0].text.split()) if outcome.findings else outcome.remark,
        tree=run.tree,
        approved=outcome.approved,
    )
