"""The report of a check, which is the JSON, and its lines for a terminal."""

import re
from collections.abc import Sequence
from datetime import datetime

import click
from msgspec import Struct

from dojo.checking.outcome import (
    FINDINGS_FILE,
    NOT_AS_APPROVED,
    PRINTED_FILE,
    RecordedCheck,
)
from dojo.practice.model import GREEN, ChangedExpectations, Practice, status_in_words
from dojo.practice.snapshots import Changes
from dojo.practice.steps import Predictions, count_predictions
from dojo.text import INDENT, STATUS_STYLES, WIDTH, printable_lines, quantity

MAX_FINDINGS = 3
PREDICTED_LATE = "You knew the result of these files, so your prediction does not count."
# In front of a function: the path of the file, and the line.
PLACE = re.compile(r"^\S+:\d+, in (\w+\(\)) ")
MAX_PRINTED_LINES = 5


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
    action: str = ""

    @property
    def is_surprise(self) -> bool:
        return self.expected not in (None, self.status)


def report_check(practice: Practice, recorded: RecordedCheck) -> CheckReport:
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
        predictions=count_predictions([*recorded.before.steps, step]),
        approved=outcome.approved,
        findings=outcome.texts,
        changed_expectations=[each.text for each in outcome.changed_expectations],
        printed=outcome.printed,
        changed=recorded.changed,
    )


def check_lines(practice: Practice, report: CheckReport) -> list[str]:
    """Return one line if a check is green, else also its first findings.

    A wrong prediction comes first.
    """
    is_green = report.status == GREEN
    parts = [report.guard]
    if is_green:
        parts.append(quantity(report.passed, "test"))
    parts.append(f"{report.seconds:.1f} s")
    lines = prediction_lines(report)
    if report.expected and not report.is_surprise:
        parts.append("as expected")
    headline = f"{status_in_words(report.status, report.approved)}: {', '.join(parts)}"
    if is_green and report.skipped:
        headline += f"; {report.skipped} of your tests skipped"
    lines.append(click.style(headline, fg=STATUS_STYLES[report.status], bold=not is_green))
    lines += finding_lines(practice, report.findings)
    lines += _printed_lines(practice, report.printed)
    return lines


def prediction_lines(report: CheckReport) -> list[str]:
    """Return a line about a check that did not come as expected, or was predicted too late."""
    if report.predicted_late:
        return [PREDICTED_LATE]
    if not report.is_surprise:
        return []
    surprise = f"You expected {report.expected}, but the check is {report.status}."
    line = f"{surprise} So far, {report.predictions} came as expected."
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


def expectation_lines(report: CheckReport) -> list[str]:
    """Return the first expectations that the practice changed."""
    if not report.changed_expectations:
        return []
    heading = "Expected results that you changed or added:"
    return [heading, *_first(report.changed_expectations)]


def _first(texts: Sequence[str], where: str = "") -> list[str]:
    lines = "\n".join(texts[:MAX_FINDINGS]).splitlines()
    hidden = len(texts) - MAX_FINDINGS
    if hidden > 0:
        lines.append(f"... and {hidden} more{where}")
    return lines
