"""The report of the verdicts for a terminal, below the table."""

from collections.abc import Iterable

import click

from dojo.diffs import paint_lines
from dojo.mutation.equivalent import KATA_DOCUMENT, entry_text
from dojo.mutation.grade import Verdict
from dojo.mutation.unmutated import UNMUTATED_DOCUMENT
from dojo.text import INDENT, quantity

MAX_PYTEST_LINES = 40


def verdict_lines(verdicts: list[Verdict], *, equivalent: bool) -> list[str]:
    """Return how mutants were killed, and why verdicts fail.

    `equivalent`: show the equivalent mutants, too.
    """
    lines: list[str] = []
    for verdict in verdicts:
        if verdict.mutants:
            lines += ["", *_killed(verdict)]
    changed = ", ".join(verdicts[0].changed)
    if changed:
        text = f"Files changed meanwhile; the verdict does not have the changes: {changed}."
        lines += ["", click.style(text, bold=True)]
    for verdict in verdicts:
        if equivalent and verdict.equivalent:
            lines += ["", *_equivalent(verdict)]
    for verdict in verdicts:
        lines += _failures(verdict)
    return lines


def _killed(verdict: Verdict) -> list[str]:
    counts = verdict.counts
    by_assertion = f"{counts.killed_by_assertion} killed by an assertion"
    lines = [f"{verdict.name}: {by_assertion}, {counts.killed_by_crash} by a crash."]
    if verdict.equivalent:
        number = quantity(len(verdict.equivalent), "equivalent mutant")
        lines.append(f"{number}, which no test can kill. --equivalent shows why.")
    return lines


def _equivalent(verdict: Verdict) -> list[str]:
    lines = [f"Equivalent mutants of {verdict.name}, by {KATA_DOCUMENT}:"]
    for survivor in verdict.equivalent:
        lines += ["", f"  {survivor.place} {survivor.function}"]
        lines += paint_lines(survivor.diff, INDENT)
        lines.append(f"{INDENT}Why: {survivor.reason}")
    return lines


def _failures(verdict: Verdict) -> list[str]:
    """Return each reason why the verdict fails, with the mutants or statements that it is about."""
    name = verdict.name
    lines: list[str] = []
    if not verdict.golden_master.passed:
        printed = verdict.golden_master.report.splitlines()
        text = f"{name} fails the golden master; no mutants were made."
        lines += _failure(text, printed[:MAX_PYTEST_LINES])
    pending = verdict.counts.pending
    if pending:
        lines += _failure(f"{name}: {pending} mutants have no result. Run the command again.")
    if verdict.unexplained:
        advice = f"Add a scenario, or write why they are equivalent into {KATA_DOCUMENT}:"
        lines += _failure(f"{name}: the golden master does not notice these mutants. {advice}")
        for survivor in verdict.unexplained:
            lines += [f"{survivor.place} {survivor.function}", entry_text(survivor), ""]
    if verdict.stale:
        entries = ["\n".join(entry) for entry in verdict.stale]
        text = f"{name}: delete these in {KATA_DOCUMENT}: they do not survive now:"
        lines += _failure(text, entries)
    if verdict.unlisted:
        advice = "Move them into a plain function, or write why they are harmless into"
        text = f"{name}: no mutant changes these. {advice} {UNMUTATED_DOCUMENT}:"
        lines += _failure(text, [f"{INDENT}{statement}" for statement in verdict.unlisted])
    if verdict.obsolete:
        text = f"{name}: delete these in {UNMUTATED_DOCUMENT}: the code has changed:"
        lines += _failure(text, verdict.obsolete)
    return lines


def _failure(text: str, lines: Iterable[str] = ()) -> list[str]:
    return ["", click.style(text, fg="red", bold=True), *lines]
