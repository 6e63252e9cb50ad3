"""The grade of a practice as a report for a terminal."""

from itertools import groupby
from operator import attrgetter

import click

from dojo.diffs import paint_lines
from dojo.mutation.grade import Grade
from dojo.mutation.results import Mutant
from dojo.text import fill, quantity

MAX_SURVIVORS = 3
MAX_TESTS = 2
INDENT = " " * 5
UNMUTATED = (
    "mutmut never changes {}, such as tables, class values, properties and bare loops. Mistakes in these do not"
    " change the score. `dojo mutants --open` shows them in your code."
)
ESTIMATE = (
    "Every mutant that a test can kill is killed. This is an estimate, with {} from before the last changes."
    " `dojo mutants --no-cache` tests all."
)


def grade_lines(grade: Grade, document: str, *, every: bool, slips: bool) -> list[str]:
    """Return the report of a grade.

    `document` has the person's equivalent mutants. `every`: show all survivors. `slips`: `dojo slips` can grade the
    same tests.
    """
    lines = [_headline(grade), "", *_counts(grade)]
    uncovered: list[str] = []
    for _, group in groupby(grade.open, key=attrgetter("path", "function")):
        survivors = list(group)
        if every or survivors[0].tests:
            lines += ["", *_method(survivors, every=every)]
        else:
            number = quantity(len(survivors), "mutant")
            uncovered.append(f"{survivors[0].function}: no test reaches it ({number}, {survivors[0].place})")
    if uncovered:
        lines += ["", *uncovered]
    if grade.stale:
        lines += ["", f"Delete this in {document}: no survivor is like it any more."]
        for place, *diff in grade.stale:
            lines += [f"  {place}", *paint_lines(diff, INDENT)]
    if grade.unmutated:
        lines += ["", fill(UNMUTATED.format(quantity(len(grade.unmutated), "statement")))]
    if every and grade.equivalent:
        lines += ["", *_equivalent(grade.equivalent)]
    slips_words = "`dojo slips` tries" if slips else "people make"
    return [
        *lines,
        "",
        *_conclusion(grade),
        f"The score is an upper bound: {slips_words} slips that mutmut does not make.",
    ]


def _headline(grade: Grade) -> str:
    account = grade.account
    killable = quantity(account["made"] - account["equivalent"], "mutant")
    text = f"score {account['score']} %: {account['killed']} of {killable} killed"
    if grade.open:
        text += f", {len(grade.open)} survived"
    return click.style(f"{text}.", bold=True)


def _counts(grade: Grade) -> list[str]:
    """Return how the mutants add up to the score. A row that counts nothing is left out."""
    account = grade.account
    rows = [
        (account["made"], _made(grade)),
        (account["killed"], _killed(grade)),
        (account["equivalent"], _marked(grade)),
        (len(grade.open) - account["unreached"], "survived in functions that tests run"),
        (account["unreached"], "survived in functions that no test runs"),
        (account["undecided"], "without a result; run the command again"),
    ]
    lines: list[str] = []
    for number, text in rows:
        if number:
            lines.append(fill(text, f"{number:6}  ", " " * 8))
    return lines


def _made(grade: Grade) -> str:
    account = grade.account
    if account["cached"] and grade.run.since:
        kept = f"{account['cached']} kept from {grade.run.since:%H:%M}"
        return f"made: {account['tested']} tested, {kept}; --no-cache tests all"
    text = f"made: {account['made']} tested now"
    if grade.run.why:
        text += f", after a change of {grade.run.why}"
    return text


def _killed(grade: Grade) -> str:
    account = grade.account
    text = f"killed: {account['killed_by_assertion']} by an assertion, {account['killed_by_crash']} by a crash"
    if account["timed_out"]:
        text += f", {account['timed_out']} by the time limit"
    return text


def _marked(grade: Grade) -> str:
    text = "equivalent: no test can kill them"
    marked = sum(mutant.marked for mutant in grade.equivalent)
    if marked:
        text += f" (you marked {marked} of them)"
    return f"{text}; the score with them is {grade.account['score_of_all']} %; --all shows why"


def _method(survivors: list[Mutant], *, every: bool) -> list[str]:
    """Show the survivors of a method, and the tests that reach it."""
    first = survivors[0]
    lines = [f"{first.function}: {quantity(len(survivors), 'mutant')} survived"]
    tests = first.test_names
    if tests:
        text = f"reached by {', '.join(tests[:MAX_TESTS])}"
        if len(tests) > MAX_TESTS:
            text += f" and {quantity(len(tests) - MAX_TESTS, 'more test')}"
        lines.append(fill(text, "  "))
    else:
        lines.append("  no test reaches it")
    shown = survivors if every else survivors[:MAX_SURVIVORS]
    for survivor in shown:
        lines += [f"  {survivor.number}. {survivor.place}", *paint_lines(survivor.diff, INDENT)]
    more = len(survivors) - len(shown)
    if more:
        lines.append(f"  ... and {more} more, up to number {survivors[-1].number}; --all shows them")
    return lines


def _equivalent(survivors: list[Mutant]) -> list[str]:
    what = "it" if len(survivors) == 1 else "them"
    lines = [f"{quantity(len(survivors), 'equivalent mutant')}, and why no test can kill {what}:"]
    for survivor in survivors:
        lines.append(f"  {survivor.number}. {survivor.place} {survivor.function}")
        lines += paint_lines(survivor.diff, INDENT)
        lines.append(fill(survivor.reason, INDENT))
    return lines


def _conclusion(grade: Grade) -> list[str]:
    account = grade.account
    if grade.open:
        return ['If no test can kill a mutant, mark it: dojo mutants --equivalent NUMBER "why"']
    if account["undecided"]:
        return []
    if account["cached"] and account["estimate"]:
        return [fill(ESTIMATE.format(quantity(account["cached"], "result")))]
    return ["Every mutant that a test can kill is killed."]
