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
    if not results:
        return NO_SURVIVOR
    made = Counter(map(place_of, report.results))
    groups = [list(group) for _, group in groupby(results, key=place_of)]
    groups.sort(key=len, reverse=True)
    otherwise = report.otherwise.format(number="NUMBER")
    parts = [f"<p>{words(WHAT)} {words(otherwise)}</p>"]
    for group in groups:
        place = place_of(group[0])
        parts.append(_of_a_function(report, group, made[place]))
    return "\n".join(parts)


def _of_a_function(report: Report, results: list[Result], made: int) -> str:
    path, function = place_of(results[0])
    survived = f"{len(results)} of {counted(made, 'mutant')} survived"
    heading = f"<h3>{escape(function)} <small>{escape(path)}, {survived}</small></h3>"
    items = [_survivor(report, each) for each in results]
    shown, more = items[:SHOWN_OF_A_FUNCTION], items[SHOWN_OF_A_FUNCTION:]
    rest = ""
    if more:
        rest = f"<details><summary>and {len(more)} more</summary>\n{listed(more)}\n</details>"
    article = f'<article id="{survivors_id(path, function)}">'
    return f"{article}\n{heading}\n{_run_by(results[0])}\n{listed(shown)}\n{rest}</article>"


def _survivor(report: Report, result: Result) -> str:
    early = f" <small>{EARLY}</small>" if result.mutant.early else ""
    heading = f"{sign(result.status)} {result.number}. {link(result)}{early}"
    return f"<li>{heading}\n{diff(result)}\n<p>{_next(report, result)}</p></li>"


def _next(report: Report, result: Result) -> str:
    advice = report.advice(result)
    return f"<b>Next:</b> {words(advice)}"


def _run_by(result: Result) -> str:
    """Name the tests that run a survivor's function."""
    names = Counter(name_of(test).partition("[")[0] for test in result.mutant.tests)
    if not names:
        return "<p>Which tests run it is not known.</p>"
    tests = []
    for name, number in names.items():
        times = f" ({number} times)" if number > 1 else ""
        tests.append(f"{escape(name)}{times}")
    shown = ", ".join(tests[:SHOWN_TESTS])
    more = tests[SHOWN_TESTS:]
    if not more:
        they = "it does" if len(result.mutant.tests) == 1 else "they do"
        return f"<p>Run by {shown}; and {they} not notice:</p>"
    summary = f"<summary>and {counted(len(more), 'more test')}</summary>"
    rest = f"<details>{summary}{', '.join(more)}</details>"
    return f"<p>Run by tests that do not notice: {shown}</p>{rest}"


def unreached(report: Report, results: list[Result]) -> str:
    """Show the functions that no test runs."""
    if not results:
        return ""
    rows = []
    for (_, function), group in groupby(results, key=place_of):
        first, *others = group
        mutants = counted(1 + len(others), "mutant")
        where = f"{sign(NO_COVERAGE)} {link(first)} {escape(function)}"
        rows.append(f"<li>{where}: {mutants}. {_next(report, first)}</li>")
    why = f"<p>What is never run cannot be noticed: {counted(len(results), 'mutant')}.</p>"
    return (
        '<section id="unreached" data-of="NoCoverage">\n<h2>No test runs these functions</h2>\n'
        f"{why}\n{listed(rows)}\n</section>"
    )


def equivalent(results: list[Result]) -> str:
    """Show what no test can kill, each with its reason."""
    if not results:
        return ""
    items = []
    for each in results:
        heading = f"{sign(IGNORED)} {link(each)} {escape(each.mutant.function)}"
        items.append(f"<li>{heading}\n{diff(each)}\n<p>{words(each.why)}</p></li>")
    mutants = counted(len(results), "mutant")
    return (
        '<section data-of="Ignored">\n<h2>Equivalent</h2>\n'
        f"<p>{mutants} that no test can kill: the change makes no difference. Each has its "
        f"reason.</p>\n<details><summary>Show them</summary>\n{listed(items)}\n</details>\n"
        "</section>"
    )


def never_changed(statements: list[Statement]) -> str:
    """Show how much of the code has no mutants, and why."""
    if not statements:
        return ""
    numbers = Counter(map(sign_of, statements))
    rows = []
    for each, where in NEVER.items():
        if each in numbers:
            missed = counted(numbers[each], "statement")
            rows.append(f"<li><b>{each}</b> {missed} {where}.</li>")
    return (
        '<section data-of="all">\n<h2>What mutmut never changes</h2>\n'
        "<p>No score tells of a slip there. In the sources below, these statements have their sign.</p>\n"
        f"{listed(rows)}\n</section>"
    )
