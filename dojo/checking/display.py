"""A check as lines for a terminal."""

from collections.abc import Sequence

import click

from dojo.checking.outcome import FINDINGS_FILE, PYTEST_OUTPUT_FILE, Outcome
from dojo.checking.runner import RecordedCheck
from dojo.practice.model import Practice, status_in_words
from dojo.text import STATUS_STYLES, quantity

MAX_FINDINGS = 3


def check_lines(practice: Practice, recorded: RecordedCheck) -> list[str]:
    """Return one line if a check is green, else also its first findings."""
    outcome = recorded.outcome
    guard = practice.level.heading
    if practice.choices.blind:
        guard = "your tests"
    parts = [guard]
    if outcome.is_green:
        parts.append(quantity(outcome.passed, "test"))
    parts.append(f"{recorded.step.check.seconds:.1f} s")
    headline = f"{status_in_words(outcome.status, outcome.approved)}: {', '.join(parts)}"
    if outcome.is_green and outcome.skipped:
        headline += f"; of your own tests, {outcome.skipped} left out"
    lines = [click.style(headline, fg=STATUS_STYLES[outcome.status], bold=not outcome.is_green)]
    lines += finding_lines(practice, outcome)
    if not outcome.is_green:
        file = practice.state_directory / PYTEST_OUTPUT_FILE
        output = file.read_text(encoding="utf-8", errors="replace")
        if "- Captured stdout " in output:
            lines.append(f"What pytest printed: {practice.display_path(file)}")
    return lines


def finding_lines(practice: Practice, outcome: Outcome) -> list[str]:
    """Return the first findings, and where to read the others."""
    file = practice.display_path(practice.state_directory / FINDINGS_FILE)
    return _first(outcome.texts, f": {file}")


def expectation_lines(outcome: Outcome) -> list[str]:
    """Return the first expectations that the practice changed."""
    return _first([each.text for each in outcome.changed_expectations])


def _first(texts: Sequence[str], where: str = "") -> list[str]:
    lines = "\n".join(texts[:MAX_FINDINGS]).splitlines()
    hidden = len(texts) - MAX_FINDINGS
    if hidden > 0:
        lines.append(f"... and {hidden} more{where}")
    return lines
