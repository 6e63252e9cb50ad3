"""A check: pytest in a process of its own, which has a limit, and its outcome in the history of the practice."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import msgspec

from dojo import processes
from dojo.checking.check import FINDINGS, NO_END, PYTEST_OUTPUT, Job, Outcome, amber
from dojo.errors import WorkspaceError
from dojo.practice.events import Checked
from dojo.practice.files import own_tests
from dojo.practice.history import Step, read_history
from dojo.practice.locks import CHECK, Notify, lock, silent
from dojo.practice.model import Practice
from dojo.practice.recording import record_check, yes_or_no
from dojo.practice.snapshots import Changes, Repository
from dojo.processes import end_group, python_environment
from dojo.text import INDENT, now

PYTEST = "import os, sys, pytest; code = pytest.main(sys.argv[1:]); sys.stdout.flush(); os._exit(code)"
OURS = ("-q", "--rootdir=.", "-p", "dojo.checking.plugin")
# Plugins that no test of a practice needs, and those that the golden master can do without as well.
UNUSED_PLUGINS = ("cacheprovider", "faulthandler", "junitxml", "pastebin", "stepwise")
UNUSED_BY_SCENARIOS = (
    *("debugging", "doctest", "legacypath", "logging", "monkeypatch", "recwarn", "setuponly", "setupplan", "subtests"),
    *("threadexception", "tmpdir", "unittest", "unraisableexception", "warnings"),
)
CLOCK_SECONDS = 60.0  # for a check, when code only waits
START_SECONDS = 10.0  # beyond the limit, so that a test that computes for too long can say so
MOST_TIMES = 5


@dataclass(frozen=True)
class Report:
    """A check in the history: `changed` since the result before; `left`: the files afterwards, as git names them."""

    outcome: Outcome
    step: Step
    changed: Changes
    left: str


def check(
    practice: Practice, limit: float | None = None, notify: Notify = silent, *, with_shared: bool = False
) -> Report:
    """Check the practice and add that to its history; begin anew when code is saved meanwhile."""
    repository = Repository(practice.folder)
    with lock(practice.folder, CHECK, notify=notify):
        for _ in range(MOST_TIMES):
            moment, tree = now(), repository.tree()
            try:
                outcome = run(practice, Job(practice.choices, with_shared=with_shared, limit=limit), notify)
            except KeyboardInterrupt:
                repository.append("checked, without a result", tree)
                raise
            # What else changes during a check, the code may have written itself.
            if not any(path.endswith(".py") for path in repository.changes(tree, repository.tree())):
                return record(practice, outcome, moment, tree)
    raise WorkspaceError(f"Code was saved while it was checked, {MOST_TIMES} times. Does your code write a .py file?")


def record(practice: Practice, outcome: Outcome, moment: datetime, tree: str) -> Report:
    """Add a check to the history."""
    found = "".join(f"{finding}\n" for finding in outcome.findings)
    (practice.state_directory / FINDINGS).write_text(found, encoding="utf-8", errors="backslashreplace")
    finding = ""
    if outcome.findings:
        finding = " ".join(outcome.findings[0].split())
    check = Checked(
        status=outcome.status,
        level=practice.choices.level,
        blind=yes_or_no(value=practice.choices.blind),
        seconds=round((now() - moment).total_seconds(), 2),
        findings=len(outcome.findings),
        finding=finding,
        approved_changes=outcome.approved.changes,
        approved_additions=outcome.approved.additions,
    )
    repository = Repository(practice.folder)
    changed = repository.changes(read_history(repository).base, tree)
    tree_after = repository.tree()
    commit = record_check(repository, check, tree, moment)
    return Report(outcome, Step(check, commit, tree, moment), changed, tree_after)


def run(practice: Practice, job: Job, notify: Notify = silent, options: Sequence[str] = ()) -> Outcome:
    """Run what guards the practice."""
    practice.state_directory.mkdir(parents=True, exist_ok=True)
    printed = practice.state_directory / PYTEST_OUTPUT
    why = NO_END.format(file=practice.display_path(printed))
    with TemporaryDirectory(prefix="dojo-check-") as folder, printed.open("w", encoding="utf-8") as output:
        report = Path(folder, "report.json")
        words = msgspec.json.encode(replace(job, report=str(report))).decode()
        arguments = [*OURS, *_without(practice), *options, f"--dojo-job={words}", "."]
        seconds = job.limit or CLOCK_SECONDS
        notify(f"checking; it may take {seconds:g} s")
        whole_output = {"PYTHONIOENCODING": "utf-8:backslashreplace", "PYTHONUNBUFFERED": "1"}
        process = start_pytest(practice.folder, arguments, python_environment() | whole_output, output)
        try:
            process.wait(seconds + START_SECONDS)
        except subprocess.TimeoutExpired:
            why = "did not end in time: does it wait, or never end? `--limit` gives it longer"
        finally:
            notify("")
            end_group(process)
        if report.exists():
            return msgspec.json.decode(report.read_bytes(), type=Outcome)
    return amber(f"{practice.name}/\n{INDENT}{why}")


def start_pytest(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], output: IO[str]
) -> "subprocess.Popen[str]":
    """Start pytest in a folder. All that it prints goes to a file."""
    return processes.start([sys.executable, "-P", "-c", PYTEST, *arguments], folder, environment, output)


def _without(practice: Practice) -> list[str]:
    """Return pytest's options to leave out what neither the golden master nor tests of the person's own need."""
    if practice.choices.blind or any(own_tests(practice)):
        return without_plugins(UNUSED_PLUGINS)
    return ["--disable-plugin-autoload", *without_plugins((*UNUSED_PLUGINS, *UNUSED_BY_SCENARIOS))]


def without_plugins(names: Sequence[str]) -> list[str]:
    """Return pytest's options to leave plugins out."""
    return [word for name in names for word in ("-p", f"no:{name}")]
