"""The verdict on the implementations as a report for a terminal, below the table."""

from collections.abc import Iterable

import click

from dojo.diffs import paint_lines
from dojo.mutation.equivalent import DOCUMENT, to_explain
from dojo.mutation.grade import Verdict
from dojo.mutation.unmutated import DOCUMENT as UNMUTATED
from dojo.text import INDENT, quantity

MAX_LINES = 40  # of pytest's output


def verdict_lines(verdicts: list[Verdict], *, equivalent: bool) -> list[str]:
    """Return how mutants were killed, and why verdicts fail. `equivalent`: show the equivalent mutants, too."""
    lines: list[str] = []
    for verdict in verdicts:
        if verdict.mutants:
            lines += ["", *_summary(verdict)]
    changed = verdicts[0].run.changed
    if changed:
        text = f"Files changed meanwhile; the verdict does not have the changes: {', '.join(changed)}."
        lines += ["", click.style(text, bold=True)]
    for verdict in verdicts:
        if equivalent and verdict.equivalent:
            lines += ["", *_equivalent(verdict)]
    for verdict in verdicts:
        lines += _failures(verdict)
    return lines


def _summary(verdict: Verdict) -> list[str]:
    by_assertion = f"{verdict.account['killed_by_assertion']} killed by an assertion"
    lines = [f"{verdict.name}: {by_assertion}, {verdict.account['killed_by_crash']} by a crash."]
    if verdict.equivalent:
        number = quantity(len(verdict.equivalent), "equivalent mutant")
        lines.append(f"{number}, which no test can kill. --equivalent shows why.")
    return lines


def _equivalent(verdict: Verdict) -> list[str]:
    lines = [f"Equivalent mutants of {verdict.name}, by {DOCUMENT}:"]
    for survivor in verdict.equivalent:
        lines += ["", f"  {survivor.place} {survivor.function}", *paint_lines(survivor.diff, INDENT)]
        lines.append(f"{INDENT}Why: {survivor.reason}")
    return lines


def _failures(verdict: Verdict) -> list[str]:
    """Say what makes the verdict fail, each with the mutants or the entries that it is about."""
    name = verdict.name
    lines: list[str] = []
    if not verdict.golden_master.passed:
        printed = verdict.golden_master.report.splitlines()[:MAX_LINES]
        lines += _failure(f"{name} fails the golden master; no mutants were made.", printed)
    undecided = verdict.account["undecided"]
    if undecided:
        lines += _failure(f"{name}: {undecided} mutants have no result. Run the command again.")
    if verdict.open:
        advice = f"Add a scenario, or write why they are equivalent into {DOCUMENT}:"
        lines += _failure(f"{name}: the golden master does not notice these mutants. {advice}")
        for survivor in verdict.open:
            lines += [f"{survivor.place} {survivor.function}", to_explain(survivor), ""]
    if verdict.stale:
        entries = ["\n".join(entry) for entry in verdict.stale]
        lines += _failure(f"{name}: delete these in {DOCUMENT}: they do not survive now:", entries)
    if verdict.new:
        advice = f"Move them into a plain function, or write why they are harmless into {UNMUTATED}:"
        statements = [f"{INDENT}{statement}" for statement in verdict.new]
        lines += _failure(f"{name}: no mutant changes these. {advice}", statements)
    if verdict.gone:
        lines += _failure(f"{name}: delete these in {UNMUTATED}: the code has changed:", verdict.gone)
    return lines


def _failure(text: str, lines: Iterable[str] = ()) -> list[str]:
    return ["", click.style(text, fg="red", bold=True), *lines]
