"""A report as a page for a browser: one file that needs nothing else, for a projector, a phone and paper.

First what survived, function by function, each with what to do next; then what no test can kill, and what mutmut never
changes; then figures; then the sources, with what came of the mutants of each line. sign: a status in one character, so
that colour is not needed. place: of a function, a path and a name. What a line has to tell is drawn when it is opened.
"""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import NamedTuple

from dojo.mutation import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Statement
from dojo.report.highlight import highlighted
from dojo.report.report import EARLY, IGNORED, NO_COVERAGE, STATUSES, Report, Told, by_path, killer_of, name_of
from dojo.text import counted

TEMPLATE = Path(__file__).with_name("page.html")
INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)
SHOWN_OF_A_FUNCTION = 3
SHOWN_TESTS = 4
CODE = re.compile(r"`(.+?)`")
NO_SURVIVOR = "<p>None: each mutant that tests run was noticed, or no test can notice it.</p>"


class Shown(NamedTuple):
    """How a status is shown: its sign, and its word."""

    sign: str
    word: str


SHOWN = {  # from what asks most for a test to what asks least
    STATUSES[SURVIVED]: Shown("✗", "survived"),
    NO_COVERAGE: Shown("○", "no test runs it"),
    STATUSES[UNDECIDED]: Shown("?", "no result yet"),
    IGNORED: Shown("≡", "equivalent"),
    STATUSES[TIMED_OUT]: Shown("∞", "timed out"),
    STATUSES[KILLED]: Shown("✓", "killed"),
}
NUMBERS = {status: number for number, status in enumerate(SHOWN)}
OPEN = (STATUSES[SURVIVED], NO_COVERAGE)
HIDDEN, PLAIN = "⊘", "·"  # of a statement that mutmut never changes: outside of plain functions, or in one
NEVER = {
    HIDDEN: "outside of plain functions, where mutmut changes nothing: what runs at import (tables, values of a class, "
    "defaults), properties, cached functions",
    PLAIN: "in a plain function, and nothing that mutmut knows how to change, such as a bare loop",
}


def page_of(report: Report) -> str:
    """Return a report as HTML."""
    told = report.mutants
    counts = Counter(each.status for each in told)
    template = TEMPLATE.read_text(encoding="utf-8")
    return Template(template).substitute(
        policy=_policy(template),
        title=escape(report.title),
        headline=_headline(told, counts),
        filters="\n".join(_filter(status, counts[status]) for status in SHOWN if counts[status]),
        survivors=_survivors(report, [each for each in told if each.status == STATUSES[SURVIVED]]),
        unreached=_unreached(report, [each for each in told if each.status == NO_COVERAGE]),
        equivalent=_equivalent([each for each in told if each.status == IGNORED]),
        never=_never(report.unmutated),
        totals=_totals(report),
        sources="\n".join(_source(report, path) for path in report.sources),
        data=_data(report),
    )


def _policy(template: str) -> str:
    """Return the content security policy: nothing but the page's own style and script, by their hashes."""
    hashes = {
        name: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for name, text in INLINE.findall(template)
    }
    own = "; ".join(f"{name}-src 'sha256-{value}'" for name, value in hashes.items())
    return f"default-src 'none'; base-uri 'none'; form-action 'none'; {own}"


def _headline(told: list[Told], counts: Counter[str]) -> str:
    """Say in a sentence or two how it stands, and where to begin."""
    alive = counts[STATUSES[SURVIVED]] + counts[NO_COVERAGE]
    said = f"{counted(len(told), 'mutant')}: {counts[STATUSES[KILLED]] + counts[STATUSES[TIMED_OUT]]:,} killed"
    said += f", {counts[IGNORED]} equivalent, {alive:,} survived."
    by_function = Counter(_place(each) for each in told if each.status == STATUSES[SURVIVED])
    if not by_function:
        return said
    (path, function), number = by_function.most_common(1)[0]
    link = f'<a href="#{_survivors_of(path, function)}">{escape(function)}</a>'
    return f"{said} Begin with {link}: {counted(number, 'change')} of it would go unseen."


def _filter(status: str, number: int) -> str:
    label = f"{_sign(status)} {SHOWN[status].word} {number:,}"
    return f'<label><input type="radio" name="status" value="{status}">{label}</label>'


def _sign(status: str) -> str:
    return f'<b class="{status}" aria-hidden="true">{SHOWN[status].sign}</b>'


# What asks for a test.


def _survivors(report: Report, told: list[Told]) -> str:
    """Show what survived although tests run it, function by function."""
    parts = []
    for (path, function), group in groupby(told, key=_place):
        survived = list(group)
        items = [_survivor(report, each) for each in survived]
        more, rest = items[SHOWN_OF_A_FUNCTION:], ""
        if more:
            rest = f"<details><summary>and {len(more)} more</summary>\n{_list(more)}\n</details>"
        parts.append(
            f'<article id="{_survivors_of(path, function)}">\n'
            f"<h3>{escape(function)} <small>{escape(path)}, {len(survived)} survived</small></h3>\n"
            f"{_reached_by(survived[0])}\n{_list(items[:SHOWN_OF_A_FUNCTION])}\n{rest}</article>"
        )
    return "\n".join([f"<p>{_words(report.otherwise.format(number='NUMBER'))}</p>", *parts]) if parts else NO_SURVIVOR


def _survivor(report: Report, told: Told) -> str:
    return (
        f"<li>{_sign(told.status)} {told.number}. {_link(told)}{_early(told)}\n{_diff(told)}\n"
        f"<p><b>Next:</b> {_words(report.advice(told))}</p></li>"
    )


def _reached_by(told: Told) -> str:
    """Name the tests that run a survivor's function."""
    names = Counter(name_of(test).partition("[")[0] for test in told.mutant.tests)
    shown = [f"{escape(name)}{f' ({number} times)' if number > 1 else ''}" for name, number in names.items()]
    if not shown:
        return "<p>Which tests run it is not known.</p>"
    more = len(shown) - SHOWN_TESTS
    if more <= 0:
        they = "it does" if len(told.mutant.tests) == 1 else "they do"
        return f"<p>Run by {', '.join(shown)}; and {they} not notice:</p>"
    rest = f"<details><summary>and {counted(more, 'more test')}</summary>{', '.join(shown[SHOWN_TESTS:])}</details>"
    return f"<p>Run by tests that do not notice: {', '.join(shown[:SHOWN_TESTS])}</p>{rest}"


def _unreached(report: Report, told: list[Told]) -> str:
    if not told:
        return ""
    rows = []
    for (_, function), group in groupby(told, key=_place):
        first, *more = group
        rows.append(
            f"<li>{_sign(NO_COVERAGE)} {_link(first)} {escape(function)}: {counted(1 + len(more), 'mutant')}. "
            f"<b>Next:</b> {_words(report.advice(first))}</li>"
        )
    return (
        "<section>\n<h2>No test runs these functions</h2>\n"
        f"<p>What is never run cannot be noticed: {counted(len(told), 'mutant')}.</p>\n{_list(rows)}\n</section>"
    )


# What does not.


def _equivalent(told: list[Told]) -> str:
    if not told:
        return ""
    items = [
        f"<li>{_sign(IGNORED)} {_link(each)} {escape(each.mutant.function)}\n"
        f"{_diff(each)}\n<p>{_words(each.why)}</p></li>"
        for each in told
    ]
    return (
        f"<section>\n<h2>Equivalent</h2>\n<p>{counted(len(told), 'mutant')} that no test can kill: the change makes no "
        f"difference. Each has its reason.</p>\n<details><summary>Show them</summary>\n{_list(items)}\n</details>\n"
        "</section>"
    )


def _never(statements: list[Statement]) -> str:
    if not statements:
        return ""
    rows = []
    for sign, where in NEVER.items():
        number = sum(_sign_of(each) == sign for each in statements)
        if number:
            rows.append(f"<li><b>{sign}</b> {counted(number, 'statement')} {where}.</li>")
    return (
        "<section>\n<h2>What mutmut never changes</h2>\n<p>No score tells of a slip there. In the sources below, "
        f"these statements have their sign.</p>\n{_list(rows)}\n</section>"
    )


def _sign_of(statement: Statement) -> str:
    return PLAIN if statement.plain else HIDDEN


# Figures.


def _totals(report: Report) -> str:
    statuses = [status for status in SHOWN if any(each.status == status for each in report.mutants)]
    heads = "".join(f'<th scope="col">{_sign(status)} <span>{SHOWN[status].word}</span></th>' for status in statuses)
    bodies = "\n".join(_totals_of(path, told, statuses) for path, told in by_path(report.mutants).items())
    return f'<table>\n<thead><tr><th scope="col">in</th>{heads}</tr></thead>\n{bodies}\n</table>'


def _totals_of(path: str, told: list[Told], statuses: list[str]) -> str:
    """Return the rows of a file and its functions."""
    rows = [_row(f'<a href="#{escape(path)}">{escape(path)}</a>', told, statuses)]
    functions: dict[str, list[Told]] = {}
    for each in told:
        functions.setdefault(each.mutant.function, []).append(each)
    rows += [_row(_link(group[0], escape(function)), group, statuses) for function, group in functions.items()]
    return "<tbody>\n" + "\n".join(rows) + "\n</tbody>"


def _row(head: str, told: Iterable[Told], statuses: list[str]) -> str:
    counts = Counter(each.status for each in told)
    signs = {status: f' data-sign="{SHOWN[status].sign}"' for status in statuses if counts[status]}
    cells = "".join(f"<td{signs.get(each, '')}>{f'{counts[each]:,}' if counts[each] else ''}</td>" for each in statuses)
    return f'<tr><th scope="row">{head}</th>{cells}</tr>'


# The sources.


def _source(report: Report, path: str) -> str:
    told = by_path(report.mutants).get(path, [])
    of_line: dict[int, list[str]] = {}
    for each in told:
        of_line.setdefault(each.mutant.line, []).append(each.status)
    never = {each.line: _sign_of(each) for each in report.unmutated if each.path == path}
    lines = highlighted(report.sources[path].rstrip("\n"))
    rows = "\n".join(
        f'<li id="{_line_of(path, number)}">{_marks(number, of_line.get(number, []), never.get(number, ""))}'
        f"<code>{line}</code></li>"
        for number, line in enumerate(lines, start=1)
    )
    name = escape(path)
    heading = f'<h2 id="{name}">{name}</h2>'
    return f'<section class="file">\n{heading}\n<ol data-path="{name}">\n{rows}\n</ol>\n</section>'


def _marks(number: int, statuses: list[str], never: str) -> str:
    """Return what stands beside a line: a button that opens its mutants, or a sign that there is none."""
    if not statuses:
        return f'<span title="mutmut never changes this">{never}</span>' if never else "<span></span>"
    counts = Counter(statuses)
    found = [status for status in SHOWN if counts[status]]
    signs = " ".join(
        f'<b class="{status}">{SHOWN[status].sign}{counts[status]}<span> {SHOWN[status].word}</span></b>'
        for status in found
    )
    words = ", ".join(f"{counts[status]} {SHOWN[status].word}" for status in found)
    return (
        f'<button type="button" data-status="{" ".join(found)}" aria-expanded="false" title="{words}">'
        f"<span>line {number}: </span>{signs}</button>"
    )


def _data(report: Report) -> str:
    """Return what a line tells when it is opened, as JSON that can stand in a page."""
    tests = {test: number for number, test in enumerate(report.tests)}
    files: dict[str, list[list[object]]] = {}
    for told in report.mutants:
        mutant = told.mutant
        files.setdefault(mutant.path, []).append(
            [
                mutant.line,
                NUMBERS[told.status],
                mutant.function,
                told.mutator.name,
                "\n".join(mutant.removed),
                "\n".join(mutant.added),
                tests.get(killer_of(mutant), -1),
                report.reason(told),
            ]
        )
    functions = {" ".join(_place(told)): [tests[each] for each in told.mutant.tests] for told in report.mutants}
    shown = [[status, *SHOWN[status]] for status in SHOWN]
    content = {"shown": shown, "tests": list(map(name_of, tests)), "functions": functions, "files": files}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


# Parts of all.


def _place(told: Told) -> tuple[str, str]:
    return told.mutant.path, told.mutant.function


def _survivors_of(path: str, function: str) -> str:
    return escape(f"survivors-{path}-{function}")


def _line_of(path: str, line: int) -> str:
    return escape(f"{path}:{line}")


def _link(told: Told, words: str = "") -> str:
    """Return a link to a mutant's line in its source."""
    place = _line_of(told.mutant.path, told.mutant.line)
    return f'<a href="#{place}">{words or f"line {told.mutant.line}"}</a>'


def _early(told: Told) -> str:
    return f" <small>{EARLY}</small>" if told.mutant.early else ""


def _diff(told: Told) -> str:
    elements = {"-": "del", "+": "ins"}
    lines = ((elements[line[0]], escape(line, quote=False)) for line in told.mutant.diff)
    return f"<pre>{''.join(f'<{element}>{line}</{element}>' for element, line in lines)}</pre>"


def _list(items: list[str]) -> str:
    return "<ul>\n" + "\n".join(items) + "\n</ul>"


def _words(text: str) -> str:
    """Return a text with what stands between backticks as code."""
    return CODE.sub(r"<code>\1</code>", escape(text, quote=False))
