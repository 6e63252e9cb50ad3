"""What came of a check, in lines for a terminal."""

import shutil

import click

from dojo.checking.outcome import Outcome, Report
from dojo.practice import GREEN, Changes, Entry, Practice
from dojo.text import STATUS_STYLES, counted, printable

FINDINGS = "findings.txt"  # all of the last check
PRINTED = "printed.txt"  # by the code, while the golden master ran
SHOWN_FINDINGS = 3


def render(practice: Practice, report: Report) -> list[str]:
    """Return what a check found: one line when green; else the first three findings and how many more there are."""
    outcome = report.outcome
    guard = "your tests" if practice.choices.blind else f"level {practice.level.number}, {practice.level.title}"
    headline = f"{outcome.status}: {guard}, {report.seconds:.1f} s"
    if outcome.status == GREEN:
        passed = counted(outcome.passed, "test")
        headline = "; ".join([f"green: {guard}, {passed}, {report.seconds:.1f} s", *remarks(practice, outcome)])
    lines = [click.style(headline, fg=STATUS_STYLES[outcome.status], bold=outcome.status != GREEN)]
    lines += render_findings(practice, outcome)
    if outcome.printed and outcome.status != GREEN:
        printed = practice.shown(practice.home / PRINTED)
        lines.append(f"Your code printed {counted(outcome.printed, 'line')}: {printed}")
    return [*lines, report.warning] if report.warning else lines


def render_findings(practice: Practice, outcome: Outcome) -> list[str]:
    """Return the first findings, and how many more there are."""
    shown = outcome.findings[:SHOWN_FINDINGS]
    lines = [line for finding in shown for line in finding.text.splitlines()]
    if more := outcome.count - len(shown):
        lines.append(f"... and {more} more: {practice.shown(practice.home / FINDINGS)}")
    return lines


def remarks(practice: Practice, outcome: Outcome) -> list[str]:
    """Return what to know who sees green: of which file it speaks, and what of one's own counted or not."""
    shared = practice.workspace / "approved_files"
    own = sum((shared / path.name).exists() for path in practice.own_documents.glob("*.approved.*"))
    all_remarks = {
        f"class Yatzy of {outcome.place}": outcome.place,
        f"{counted(own, 'document')} of your own": own and not practice.choices.blind,
        f"of your own tests, {outcome.left_out}": outcome.left_out,
    }
    return [remark for remark, applies in all_remarks.items() if applies]


def render_line(entry: Entry, done: str, changes: Changes) -> str:
    """Return in one line what a check found, and what was done then, as far as the terminal is wide."""
    files = ", ".join(f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes.items())
    parts = [f"{entry.moment:%H:%M:%S}", entry.status.ljust(5), f"{entry.seconds:.1f} s", done, entry.message, files]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    line = text if len(text) <= wide else text[: wide - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[entry.status])
