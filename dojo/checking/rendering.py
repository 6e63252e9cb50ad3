"""What came of a check, in lines for a terminal."""

import shutil
from collections.abc import Sequence

import click

from dojo.checking.explain import Finding
from dojo.checking.outcome import Outcome, Report
from dojo.kata import status_in_words
from dojo.practice import GREEN, Changes, Entry, Practice
from dojo.text import STATUS_STYLES, counted, printable

FINDINGS = "findings.txt"  # all of the last check
PRINTED = "printed.txt"  # by the code, while the golden master ran
SHOWN_FINDINGS = 3


def render(practice: Practice, report: Report) -> list[str]:
    """Return what a check found: one line when green; else the first three findings and how many more there are."""
    outcome = report.outcome
    guard = "your tests" if practice.choices.blind else f"level {practice.level.number}, {practice.level.title}"
    passed = f", {counted(outcome.passed, 'test')}" if outcome.green else ""
    status = f"{status_in_words(outcome.status, outcome.approved)}: {guard}{passed}, {report.seconds:.1f} s"
    headline = "; ".join([status, *remarks(outcome)])
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
    heading = f"As approved here, not as in the kata's documents: {outcome.agreed}"
    return [heading, *_first(outcome.as_agreed, sum(outcome.agreed))] if outcome.as_agreed else []


def _first(findings: Sequence[Finding], count: int, where: str = "") -> list[str]:
    """Return the lines of the first findings, and how many more there are, and where."""
    shown = findings[:SHOWN_FINDINGS]
    lines = [line for finding in shown for line in finding.text.splitlines()]
    more = count - len(shown)
    return [*lines, f"... and {more} more{where}"] if more else lines


def remarks(outcome: Outcome) -> list[str]:
    """Return what to know who sees green: of which file it speaks, and what of one's own was left out; else nothing."""
    all_remarks = {
        f"class Yatzy of {outcome.place}": outcome.place,
        f"of your own tests, {outcome.left_out}": outcome.left_out,
    }
    return [remark for remark, applies in all_remarks.items() if applies and outcome.green]


def render_line(entry: Entry, done: str, changes: Changes) -> str:
    """Return in one line what a check found, and what was done then, as far as the terminal is wide."""
    files = ", ".join(f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes.items())
    parts = [
        f"{entry.moment:%H:%M:%S}",
        status_in_words(entry.status, entry.approved).ljust(5),
        f"{entry.seconds:.1f} s",
        done,
        entry.message,
        files,
    ]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    line = text if len(text) <= wide else text[: wide - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[entry.status])
