"""A check result in lines for a terminal."""

import shutil

import click

from dojo.checking.job import CheckResult, Finding
from dojo.checking.process import printed_by
from dojo.kata import status_in_words
from dojo.practice import GREEN, Changes, Entry, Practice
from dojo.text import STATUS_STYLES, counted, printable

FINDINGS = "findings.txt"  # all of the last check
SHOWN_FINDINGS = 3


def render(practice: Practice, result: CheckResult) -> list[str]:
    """Return what a check found: one line when green; else the first three findings and how many more there are."""
    guard = "your tests" if practice.choices.blind else f"level {practice.level.number}, {practice.level.title}"
    passed = f", {counted(result.passed, 'test')}" if result.status == GREEN else ""
    status = f"{status_in_words(result.status, result.approved)}: {guard}{passed}, {result.seconds:.1f} s"
    headline = "; ".join([status, *remarks(result)])
    lines = [click.style(headline, fg=STATUS_STYLES[result.status], bold=result.status != GREEN)]
    lines += _first(result.findings, result.count, f": {practice.shown(practice.home / FINDINGS)}")
    printed = practice.shown(printed_by(practice))
    told = any(line.endswith(printed) for line in lines)  # for there, pytest spoke
    if result.printed and result.status != GREEN and not told:
        lines.append(f"Your code printed {counted(result.printed, 'line')}: {printed}")
    return [*lines, result.warning] if result.warning else lines


def render_agreed(result: CheckResult) -> list[str]:
    """Return what differs from the kata's documents as it was approved: the first places, and how many more."""
    heading = f"As approved here, not as in the kata's documents: {result.agreed}"
    return [heading, *_first(result.as_agreed, sum(result.agreed))] if result.as_agreed else []


def _first(findings: list[Finding], count: int, where: str = "") -> list[str]:
    """Return the lines of the first findings, and how many more there are, and where."""
    shown = findings[:SHOWN_FINDINGS]
    lines = [line for finding in shown for line in finding.text.splitlines()]
    more = count - len(shown)
    return [*lines, f"... and {more} more{where}"] if more else lines


def remarks(result: CheckResult) -> list[str]:
    """Return what to know who sees green: of which file it speaks, and what of one's own was left out; else nothing."""
    all_remarks = {
        f"class Yatzy of {result.place}": result.place,
        f"of your own tests, {result.left_out}": result.left_out,
    }
    return [remark for remark, applies in all_remarks.items() if applies and result.status == GREEN]


def render_line(result: CheckResult, entry: Entry, done: str, changes: Changes) -> str:
    """Return in one line what a check found, and what was done then, as far as the terminal is wide."""
    files = ", ".join(f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes.items())
    status = status_in_words(entry.status, entry.approved).ljust(5)
    parts = [f"{entry.moment:%H:%M:%S}", status, f"{result.seconds:.1f} s", done, entry.message, files]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    line = text if len(text) <= wide else text[: wide - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[result.status])
