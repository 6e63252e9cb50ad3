"""A check: the tests run, the outcome is recorded, and its lines are made.

The tests run in another process, with a timeout. The package's docstring has all steps.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec import Struct

from dojo.checking.outcome import (
    FINDINGS_FILE,
    NOT_AS_APPROVED,
    PRINTED_FILE,
    PYTEST_OUTPUT_FILE,
    Finding,
    FindingKind,
    Outcome,
    RunOptions,
    ended_early,
)
from dojo.files import read_json, read_text, temporary_folder
from dojo.inside import RUNNING_FILE
from dojo.practice.code import own_tests
from dojo.practice.events import Checked
from dojo.practice.history import History
from dojo.practice.model import (
    ChangedExpectations,
    Notify,
    Practice,
    Prediction,
    silent,
    status_in_words,
)
from dojo.practice.recording import (
    append_check,
    find_received,
    note_received,
    remove_received,
    yes_or_no,
)
from dojo.practice.snapshots import Changes, Repository
from dojo.practice.steps import Predictions, Step, count_predictions
from dojo.processes import end_group, python_environment, start_process
from dojo.text import INDENT, STATUS_STYLES, WIDTH, now, printable, printable_lines, quantity

if TYPE_CHECKING:
    from dojo.checking.project import ProjectPytest

# All that is imported stays, so it is rarely worth to look for garbage. An interpreter that exits
# takes long, and waits for threads. Code may read the command line, which is that of plain pytest.
PYTEST = """
import gc, os, sys
gc.set_threshold(10_000)
import pytest
arguments = sys.argv[1:]
sys.argv[:] = ["pytest"]
code = pytest.main(arguments)
sys.stdout.flush()
os._exit(code)
"""
# It would keep a folder in the practice.
UNUSED_PLUGINS = ("cacheprovider",)
QUIET_APPROVALS = ("-p", "dojo.inside.quiet_approvals")
REPEATED_APPROVALS = ("-p", "dojo.inside.repeated_approvals")
# Without these, and without plugins that are installed, a check takes a sixth less time, and
# workers start faster. A scenario lacks only rare fixtures then, such as `subtests`.
UNUSED_BY_SCENARIOS = (
    *("debugging", "doctest", "legacypath", "setuponly", "setupplan", "subtests"),
    *("threadexception", "unittest", "unraisableexception", "warnings", "faulthandler"),
    *("junitxml", "pastebin"),
)
MAX_RUNS = 2  # if code is saved while the tests run
# Seconds by the clock; a test that computes is limited separately.
CHECK_TIMEOUT = 60.0
# More seconds, so that a test that computes too long ends first: its finding names the line.
GRACE_SECONDS = 10.0
TIMED_OUT = "timed out: does it wait for something, or never end? `--limit` sets the timeout"
RUNNING = "the test that was running: {}"
MAX_FINDINGS = 3
PREDICTED_LATE = "You knew the result of these files, so your prediction does not count."
# In front of a function: the path of the file, and the line.
PLACE = re.compile(r"^\S+:\d+, in (\w+\(\)) ")
MAX_PRINTED_LINES = 5


@dataclass(frozen=True)
class FinishedRun:
    """A run that began at a moment. `tree`, `tree_after`: git's names of the files around it."""

    outcome: Outcome
    moment: datetime
    tree: str
    tree_after: str


@dataclass(frozen=True)
class RecordedCheck:
    """A check in the history, and its outcome.

    `changed`: since the check before. `tree_after`: the name that git has for the files afterwards;
    the code itself may have written some. `before`: the history without this check.
    `is_prediction_late`: the result was known before.
    """

    outcome: Outcome
    step: Step
    changed: Changes
    tree_after: str
    before: History
    is_prediction_late: bool = False

    @property
    def predictions(self) -> Predictions:
        return count_predictions([*self.before.steps, self.step])


def run_check(
    practice: Practice,
    history: History,
    options: RunOptions,
    notify: Notify = silent,
    *,
    expected: Prediction = "",
) -> RecordedCheck:
    """Run the tests of a practice, and record the outcome after the history so far.

    `expected`: the status that the person predicts. The tests run once more if code is saved
    meanwhile. The caller holds the lock of checks. Ctrl-C removes the received files of the run.
    """
    repository = Repository(practice.folder)
    received = find_received(practice.folder)
    tree_after = repository.tree()
    try:
        for _ in range(MAX_RUNS):
            tree = tree_after
            moment = now()
            outcome = run_tests(practice, options, notify)
            tree_after = repository.tree()
            saved = repository.changes(tree, tree_after)
            # The code itself may write other files.
            if not any(path.endswith(".py") for path in saved):
                break
    except KeyboardInterrupt:
        repository.record("checked, without a result", tree=tree)
        note_received(practice.folder, received)
        remove_received(practice.folder)
        raise
    note_received(practice.folder, received)
    return record_check(practice, history, FinishedRun(outcome, moment, tree, tree_after), expected)


def record_check(
    practice: Practice, history: History, run: FinishedRun, expected: Prediction = ""
) -> RecordedCheck:
    """Record the outcome of a run after the history so far.

    A check that only repeats the last one is recorded, too, but it is no new step, and its
    prediction comes too late to count.
    """
    outcome = run.outcome
    _write_findings(practice, outcome)
    finding = ""
    if outcome.texts:
        finding = " ".join(outcome.texts[0].split())
    check = Checked(
        status=outcome.status,
        level=practice.choices.level,
        blind=yes_or_no(value=practice.choices.blind),
        seconds=round((now() - run.moment).total_seconds(), 2),
        findings=len(outcome.findings),
        finding=finding,
        approved_changes=outcome.approved.changes,
        approved_additions=outcome.approved.additions,
        expected=expected,
    )
    step = Step(check, "", run.tree, run.moment, checked=run.moment, number=len(history.steps) + 1)
    is_repeated = history.would_repeat(step)
    if is_repeated:
        check.expected = ""
        step.number -= 1
    repository = Repository(practice.folder)
    changed = repository.changes(history.base, run.tree)
    step.commit = append_check(repository, history, check, run.tree, run.moment)
    is_late = is_repeated and expected != ""
    return RecordedCheck(outcome, step, changed, run.tree_after, history, is_late)


def _write_findings(practice: Practice, outcome: Outcome) -> None:
    """Write all findings, and all that was printed, into files."""
    findings = "".join(f"{text}\n" for text in outcome.texts)
    for name, text in ((FINDINGS_FILE, findings), (PRINTED_FILE, outcome.printed)):
        file = practice.state_directory / name
        file.write_text(text, encoding="utf-8", errors="backslashreplace")


def last_green_check(practice: Practice, history: History) -> Step | None:
    """Return the last check if it was green, and would run the same tests on the same files."""
    last = history.last
    if last is None or not last.is_green or last.guard != practice.choices.guard:
        return None
    if last.tree != Repository(practice.folder).tree():
        return None
    return last


def run_tests(
    practice: Practice,
    options: RunOptions,
    notify: Notify = silent,
    more_options: Sequence[str] = (),
) -> Outcome:
    """Run the tests of a practice, without recording the outcome. `more_options`: for pytest.

    A test that fails is no error, and a run that does not end in time is an amber outcome.
    """
    practice.state_directory.mkdir(parents=True, exist_ok=True)
    timeout = options.limit or CHECK_TIMEOUT
    notify(f"running the tests; the timeout is {timeout:g} s")
    pytest = pytest_for(practice)
    output_file = practice.state_directory / PYTEST_OUTPUT_FILE
    is_in_time = True
    with temporary_folder("check") as folder, output_file.open("w", encoding="utf-8") as output:
        outcome_file = folder / "outcome.json"
        options = replace(options, outcome_file=str(outcome_file))
        command = [*pytest.command, *pytest.arguments(options), *more_options]
        # Unbuffered, so that the output is there if the process is killed.
        environment = pytest.environment | {"PYTHONUNBUFFERED": "1"}
        process = start_process(command, practice.folder, environment, output)
        try:
            process.wait(timeout + GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            is_in_time = False
        finally:
            end_group(process)
        notify("")
        if outcome_file.exists():
            return pytest.read(outcome_file)
        lines = [f"{practice.title}/", ended_early(practice) if is_in_time else TIMED_OUT]
        running_file = folder / RUNNING_FILE
        if running_file.exists():
            lines.append(RUNNING.format(printable(read_text(running_file))))
    return Outcome((Finding(FindingKind.NOT_RUN, f"\n{INDENT}".join(lines)),))


class KataPytest:
    """How pytest is started in a practice of a kata: in the dojo's Python, for the scenarios."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-P", "-c", PYTEST]

    @property
    def environment(self) -> dict[str, str]:
        return python_environment()

    def arguments(self, options: RunOptions) -> list[str]:
        """Return the arguments of pytest. The plugin reads the choices and options, in JSON."""
        known = msgspec.json.encode((self.practice.choices, options))
        run = f"--dojo-run={known.decode()}"
        plugin = "dojo.checking.plugin"
        return ["-q", "--rootdir=.", "-p", plugin, *self.pytest_options(), run]

    def pytest_options(self) -> list[str]:
        """Return the options of pytest. If the person has no tests, it has few plugins."""
        practice = self.practice
        if practice.guard.keeps_tests or any(own_tests(practice)):
            return [*without_plugins(UNUSED_PLUGINS), "."]
        unused = without_plugins(UNUSED_PLUGINS + UNUSED_BY_SCENARIOS)
        return ["--disable-plugin-autoload", *unused, "."]

    def read(self, file: Path) -> Outcome:
        """Read the outcome that the plugin wrote."""
        return read_json(file, Outcome)


def pytest_for(practice: Practice) -> "KataPytest | ProjectPytest":
    """Return how pytest is started in a practice."""
    if practice.kata.name:
        return KataPytest(practice)
    # It takes long to import, and no kata needs it.
    from dojo.checking.project import ProjectPytest  # noqa: PLC0415

    return ProjectPytest(practice)


def without_plugins(names: Sequence[str]) -> list[str]:
    """Return pytest's options to disable plugins."""
    options: list[str] = []
    for name in names:
        options += ["-p", f"no:{name}"]
    return options


class CheckReport(Struct):
    """A check. `guard`: the tests that ran. `passed`: how many, if it is green.

    `predicted_late`: the result was known before, so the prediction does not count. `changed`: how
    many lines were added and removed in each file, since the check before. `action`: what was done
    with the files, if --or-revert is given.
    """

    number: int
    moment: datetime
    status: str
    guard: str
    seconds: float
    passed: int
    skipped: int
    expected: str | None
    predicted_late: bool
    predictions: Predictions
    approved: ChangedExpectations
    findings: list[str]
    changed_expectations: list[str]
    printed: str
    changed: Changes
    action: str


def report_check(practice: Practice, recorded: RecordedCheck, action: str) -> CheckReport:
    outcome = recorded.outcome
    step = recorded.step
    return CheckReport(
        number=step.number,
        moment=step.moment,
        status=outcome.status,
        guard=practice.guard.title,
        seconds=step.check.seconds,
        passed=outcome.passed,
        skipped=outcome.skipped,
        expected=step.check.expected or None,
        predicted_late=recorded.is_prediction_late,
        predictions=recorded.predictions,
        approved=outcome.approved,
        findings=outcome.texts,
        changed_expectations=[each.text for each in outcome.changed_expectations],
        printed=outcome.printed,
        changed=recorded.changed,
        action=action,
    )


def check_lines(practice: Practice, recorded: RecordedCheck) -> list[str]:
    """Return the lines of a check: a wrong or late prediction, the result, the first findings."""
    outcome = recorded.outcome
    step = recorded.step
    parts = [practice.guard.title]
    if outcome.is_green:
        parts.append(quantity(outcome.passed, "test"))
    parts.append(f"{step.check.seconds:.1f} s")
    if step.check.expected == step.status:
        parts.append("as expected")
    headline = f"{status_in_words(step.status, outcome.approved)}: {', '.join(parts)}"
    if outcome.is_green and outcome.skipped:
        headline += f"; {outcome.skipped} of your tests skipped"
    style = STATUS_STYLES[step.status]
    lines = prediction_lines(recorded)
    lines.append(click.style(headline, fg=style, bold=not outcome.is_green))
    lines += finding_lines(practice, outcome.texts)
    lines += _printed_lines(practice, outcome.printed)
    return lines


def prediction_lines(recorded: RecordedCheck) -> list[str]:
    """Return a line about a check that did not come as expected, or was predicted too late."""
    step = recorded.step
    if recorded.is_prediction_late:
        return [PREDICTED_LATE]
    if not step.is_surprise:
        return []
    surprise = f"You expected {step.check.expected}, but the check is {step.status}."
    line = f"{surprise} So far, {recorded.predictions} came as expected."
    return [click.style(line, bold=True)]


def finding_lines(practice: Practice, findings: Sequence[str]) -> list[str]:
    """Return the first findings, and where to read the others."""
    file = practice.display_path(practice.state_directory / FINDINGS_FILE)
    return _first(findings, f", in {file}")


def _printed_lines(practice: Practice, text: str) -> list[str]:
    """Return the first lines that the code printed, and where to read all."""
    printed = text.splitlines()
    if not printed:
        return []
    file = practice.display_path(practice.state_directory / PRINTED_FILE)
    lines = [f"Your code printed {quantity(len(printed), 'line')} (in {file}):"]
    for line in printed[:MAX_PRINTED_LINES]:
        lines.append(INDENT + printable_lines(line)[: WIDTH - len(INDENT)])
    return lines


def brief_finding(text: str) -> str:
    """Return a finding in a line: for an approval test, its name and the lines that differ."""
    lines = text.replace(f"\n{INDENT}", "\n").splitlines()
    if NOT_AS_APPROVED in lines:
        lines = [lines[0], *(line for line in lines if line.startswith(("-", "+")))]
    return PLACE.sub(r"\1: ", " ".join(lines))


def expectation_lines(outcome: Outcome) -> list[str]:
    """Return the first expectations that the practice changed."""
    if not outcome.changed_expectations:
        return []
    heading = "Expected results that you changed or added:"
    return [heading, *_first([each.text for each in outcome.changed_expectations])]


def _first(texts: Sequence[str], where: str = "") -> list[str]:
    lines = "\n".join(texts[:MAX_FINDINGS]).splitlines()
    hidden = len(texts) - MAX_FINDINGS
    if hidden > 0:
        lines.append(f"... and {hidden} more{where}")
    return lines
