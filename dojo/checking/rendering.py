"""A check result in lines for a terminal."""

import shutil

import click

from dojo.checking.job import CheckResult
from dojo.checking.process import printed_by
from dojo.practice import GREEN, Changes, Entry, Practice
from dojo.text import STATUS_STYLES, counted, printable

FINDINGS = "findings.txt"  # all of the last check
SHOWN_FINDINGS = 3


def render(practice: Practice, result: CheckResult) -> list[str]:
    """Return what a check found: one line when green; else the first three findings and how many more there are."""
    guard = "your tests" if practice.choices.blind else f"level {practice.level.number}, {practice.level.title}"
    headline = f"{result.status}: {guard}, {result.seconds:.1f} s"
    if result.status == GREEN:
        passed = counted(result.passed, "test")
        headline = "; ".join([f"green: {guard}, {passed}, {result.seconds:.1f} s", *remarks(practice, result)])
    lines = [click.style(headline, fg=STATUS_STYLES[result.status], bold=result.status != GREEN)]
    shown = result.findings[:SHOWN_FINDINGS]
    for finding in shown:
        lines += finding.text.splitlines()
    if more := result.count - len(shown):
        lines.append(f"... and {more} more: {practice.shown(practice.home / FINDINGS)}")
    printed = practice.shown(printed_by(practice))
    told = any(line.endswith(printed) for line in lines)  # for there, pytest spoke
    if result.printed and result.status != GREEN and not told:
        lines.append(f"Your code printed {counted(result.printed, 'line')}: {printed}")
    return [*lines, result.warning] if result.warning else lines


def remarks(practice: Practice, result: CheckResult) -> list[str]:
    """Return what to know who sees green: of which file it speaks, and what of one's own counted or not."""
    shared = practice.workspace / "approved_files"
    own = sum((shared / path.name).exists() for path in practice.own_documents.glob("*.approved.*"))
    all_remarks = {
        f"class Yatzy of {result.place}": result.place,
        f"{counted(own, 'document')} of your own": own and not practice.choices.blind,
        f"of your own tests, {result.left_out}": result.left_out,
    }
    return [remark for remark, applies in all_remarks.items() if applies]


def render_line(result: CheckResult, entry: Entry, done: str, changes: Changes) -> str:
    """Return in one line what a check found, and what was done then, as far as the terminal is wide."""
    files = ", ".join(f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes.items())
    parts = [f"{entry.moment:%H:%M:%S}", entry.status.ljust(5), f"{result.seconds:.1f} s", done, entry.message, files]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    line = text if len(text) <= wide else text[: wide - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[result.status])
