"""A check as lines for a terminal."""

import re
from collections.abc import Sequence

import click

from dojo.checking.outcome import (
    FINDINGS_FILE,
    NOT_AS_APPROVED,
    PRINTED_FILE,
    Outcome,
    RecordedCheck,
)
from dojo.practice.model import Practice, status_in_words
from dojo.practice.steps import count_predictions
from dojo.text import INDENT, STATUS_STYLES, WIDTH, printable_lines, quantity

MAX_FINDINGS = 3
PREDICTED_LATE = "You knew the result of these files, so your prediction does not count."
# In front of a function: the path of the file, and the line.
PLACE = re.compile(r"^\S+:\d+, in (\w+\(\)) ")
MAX_PRINTED_LINES = 5


def check_lines(practice: Practice, recorded: RecordedCheck) -> list[str]:
    """Return one line if a check is green, else also its first findings.

    A wrong prediction comes first.
    """
    outcome = recorded.outcome
    parts = [practice.guard.title]
    if outcome.is_green:
        parts.append(quantity(outcome.passed, "test"))
    step = recorded.step
    parts.append(f"{step.check.seconds:.1f} s")
    lines = prediction_lines(recorded)
    if step.prediction and not step.is_surprise:
        parts.append(step.prediction)
    headline = f"{status_in_words(outcome.status, outcome.approved)}: {', '.join(parts)}"
    if outcome.is_green and outcome.skipped:
        headline += f"; {outcome.skipped} of your tests skipped"
    colour = STATUS_STYLES[outcome.status]
    lines.append(click.style(headline, fg=colour, bold=not outcome.is_green))
    lines += finding_lines(practice, outcome)
    lines += _printed_lines(practice, outcome)
    return lines


def prediction_lines(recorded: RecordedCheck) -> list[str]:
    """Return a line about a check that did not come as expected, or was predicted too late."""
    step = recorded.step
    if recorded.is_prediction_late:
        return [PREDICTED_LATE]
    if not step.is_surprise:
        return []
    predictions = count_predictions([*recorded.before.steps, step])
    surprise = f"You expected {step.check.expected}, but the check is {step.status}."
    line = f"{surprise} So far, {predictions} came as expected."
    return [click.style(line, bold=True)]


def finding_lines(practice: Practice, outcome: Outcome) -> list[str]:
    """Return the first findings, and where to read the others."""
    file = practice.display_path(practice.state_directory / FINDINGS_FILE)
    return _first(outcome.texts, f", in {file}")


def _printed_lines(practice: Practice, outcome: Outcome) -> list[str]:
    """Return the first lines that the code printed, and where to read all."""
    printed = outcome.printed.splitlines()
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
    return _first([each.text for each in outcome.changed_expectations])


def _first(texts: Sequence[str], where: str = "") -> list[str]:
    lines = "\n".join(texts[:MAX_FINDINGS]).splitlines()
    hidden = len(texts) - MAX_FINDINGS
    if hidden > 0:
        lines.append(f"... and {hidden} more{where}")
    return lines
