"""What came of a check, in lines for a terminal."""

from collections.abc import Sequence

import click

from dojo.checking.explain import Finding
from dojo.checking.outcome import FINDINGS, PRINTED, Outcome, Report
from dojo.practice.model import GREEN, Practice, status_in_words
from dojo.text import STATUS_STYLES, counted

SHOWN_FINDINGS = 3


def render(practice: Practice, report: Report) -> list[str]:
    """Return what a check found: one line when green; else the first three findings and how many more there are."""
    outcome = report.outcome
    guard = "your tests" if practice.choices.blind else f"level {practice.level.number}, {practice.level.title}"
    passed = f", {counted(outcome.passed, 'test')}" if outcome.green else ""
    seconds = report.entry.seconds if report.entry else 0
    status = f"{status_in_words(outcome.status, outcome.approved)}: {guard}{passed}, {seconds:.1f} s"
    headline = f"{status}; {outcome.remark}" if outcome.remark else status
    lines = [click.style(headline, fg=STATUS_STYLES[outcome.status], bold=outcome.status != GREEN)]
    lines += render_findings(practice, outcome)
    if outcome.printed and outcome.status != GREEN:
        printed = practice.shown(practice.home / PRINTED)
        lines.append(f"Your code printed {counted(outcome.printed, 'line')}: {printed}")
    return [*lines, report.warning] if report.warning else lines


def render_findings(practice: Practice, outcome: Outcome) -> list[str]:
    """Return the first findings, and how many more there are."""
    return _first(outcome.findings, outcome.count, f": {practice.shown(practice.home / FINDINGS)}")


def render_agreed(outcome: Outcome) -> list[str]:
    """Return what differs from the kata's documents as it was approved: the first places, and how many more."""
    heading = "As approved here, not as in the kata's documents:"
    return [heading, *_first(outcome.as_agreed, sum(outcome.agreed))] if outcome.as_agreed else []


def _first(findings: Sequence[Finding], count: int, where: str = "") -> list[str]:
    """Return the lines of the first findings, and how many more there are, and where."""
    shown = findings[:SHOWN_FINDINGS]
    lines = [line for finding in shown for line in finding.text.splitlines()]
    more = count - len(shown)
    return [*lines, f"... and {more} more{where}"] if more else lines
