"""What a page says first: what asks for a test, function by function, with what to do next; then what asks for none."""

from collections import Counter
from html import escape
from itertools import groupby

from dojo.mutation import Statement
from dojo.report.parts import HIDDEN, PLAIN, diff, link, listed, place_of, sign, sign_of, survivors_id, words
from dojo.report.report import EARLY, IGNORED, NO_COVERAGE, Report, Result, name_of
from dojo.text import counted

SHOWN_OF_A_FUNCTION = 3
SHOWN_TESTS = 4
WHAT = (
    "A mutant is the code with one small change: `-` is the code, `+` the mutant. It survives when the tests that run "
    "it pass all the same."
)
NO_SURVIVOR = "<p>None: each mutant that tests run was noticed, or no test can notice it.</p>"
NEVER = {
    HIDDEN: "outside of plain functions, where mutmut changes nothing: what runs at import (tables, values of a class, "
    "defaults), properties, cached functions",
    PLAIN: "in a plain function, and nothing that mutmut knows how to change, such as a bare loop",
}


def survivors(report: Report, results: list[Result]) -> str:
    """Show what survived although tests run it, function by function, first the one with most of it."""
    made = Counter(map(place_of, report.results))
    groups = sorted((list(group) for _, group in groupby(results, key=place_of)), key=len, reverse=True)
    parts = [_of_a_function(report, group, made[place_of(group[0])]) for group in groups]
    introduction = f"<p>{words(WHAT)} {words(report.otherwise.format(number='NUMBER'))}</p>"
    return "\n".join([introduction, *parts]) if parts else NO_SURVIVOR


def _of_a_function(report: Report, results: list[Result], made: int) -> str:
    path, function = place_of(results[0])
    survived = f"{len(results)} of {counted(made, 'mutant')} survived"
    items = [_survivor(report, each) for each in results]
    more, rest = items[SHOWN_OF_A_FUNCTION:], ""
    if more:
        rest = f"<details><summary>and {len(more)} more</summary>\n{listed(more)}\n</details>"
    return (
        f'<article id="{survivors_id(path, function)}">\n'
        f"<h3>{escape(function)} <small>{escape(path)}, {survived}</small></h3>\n"
        f"{_run_by(results[0])}\n{listed(items[:SHOWN_OF_A_FUNCTION])}\n{rest}</article>"
    )


def _survivor(report: Report, result: Result) -> str:
    early = f" <small>{EARLY}</small>" if result.mutant.early else ""
    return (
        f"<li>{sign(result.status)} {result.number}. {link(result)}{early}\n{diff(result)}\n"
        f"<p><b>Next:</b> {words(report.advice(result))}</p></li>"
    )


def _run_by(result: Result) -> str:
    """Name the tests that run a survivor's function."""
    names = Counter(name_of(test).partition("[")[0] for test in result.mutant.tests)
    shown = [f"{escape(name)}{f' ({number} times)' if number > 1 else ''}" for name, number in names.items()]
    if not shown:
        return "<p>Which tests run it is not known.</p>"
    more = len(shown) - SHOWN_TESTS
    if more <= 0:
        they = "it does" if len(result.mutant.tests) == 1 else "they do"
        return f"<p>Run by {', '.join(shown)}; and {they} not notice:</p>"
    rest = f"<details><summary>and {counted(more, 'more test')}</summary>{', '.join(shown[SHOWN_TESTS:])}</details>"
    return f"<p>Run by tests that do not notice: {', '.join(shown[:SHOWN_TESTS])}</p>{rest}"


def unreached(report: Report, results: list[Result]) -> str:
    """Show the functions that no test runs."""
    if not results:
        return ""
    rows = []
    for (_, function), group in groupby(results, key=place_of):
        first, *more = group
        rows.append(
            f"<li>{sign(NO_COVERAGE)} {link(first)} {escape(function)}: {counted(1 + len(more), 'mutant')}. "
            f"<b>Next:</b> {words(report.advice(first))}</li>"
        )
    return (
        '<section id="unreached" data-of="NoCoverage">\n<h2>No test runs these functions</h2>\n'
        f"<p>What is never run cannot be noticed: {counted(len(results), 'mutant')}.</p>\n{listed(rows)}\n</section>"
    )


def equivalent(results: list[Result]) -> str:
    """Show what no test can kill, each with its reason."""
    if not results:
        return ""
    items = [
        f"<li>{sign(IGNORED)} {link(each)} {escape(each.mutant.function)}\n{diff(each)}\n<p>{words(each.why)}</p></li>"
        for each in results
    ]
    return (
        '<section data-of="Ignored">\n<h2>Equivalent</h2>\n'
        f"<p>{counted(len(results), 'mutant')} that no test can kill: the change makes no difference. Each has its "
        f"reason.</p>\n<details><summary>Show them</summary>\n{listed(items)}\n</details>\n"
        "</section>"
    )


def never_changed(statements: list[Statement]) -> str:
    """Show how much of the code has no mutants, and why."""
    if not statements:
        return ""
    numbers = Counter(map(sign_of, statements))
    rows = [
        f"<li><b>{each}</b> {counted(numbers[each], 'statement')} {where}.</li>"
        for each, where in NEVER.items()
        if numbers[each]
    ]
    return (
        '<section data-of="all">\n<h2>What mutmut never changes</h2>\n'
        "<p>No score tells of a slip there. In the sources below, these statements have their sign.</p>\n"
        f"{listed(rows)}\n</section>"
    )
