"""The files of a mutation testing report: JSON for other tools, and a page for a browser.

The page shows survivors first, with what to do next. The sources come last, line by line.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from markupsafe import Markup

from dojo.diffs import HTML_TAGS, HtmlLine
from dojo.errors import WrongUsageError
from dojo.files import write_json
from dojo.mutation.report import MutationReport, ReportedMutant
from dojo.mutation.results import EQUIVALENT, KILLED, NOT_COVERED, PENDING, SURVIVED, TIMED_OUT
from dojo.pages import highlight, inline_code, refuse_foreign_file, render, write_page
from dojo.text import quantity

# In each report of dojo.
JSON_MARK = '"framework":{"name":"dojo '
MAX_TESTS = 4
MAX_SURVIVORS = 3
# The sign and the word for each status. The first asks most for a test.
STATUSES = {
    SURVIVED: ("✗", "survived"),
    NOT_COVERED: ("○", "not covered"),
    PENDING: ("?", "pending"),
    EQUIVALENT: ("≡", "equivalent"),
    TIMED_OUT: ("∞", "timed out"),
    KILLED: ("✓", "killed"),
}


class MutantGroup(NamedTuple):
    """The mutants of a file, or of a function in it."""

    path: str
    name: str
    mutants: list[ReportedMutant]

    def with_status(self, status: str) -> list[ReportedMutant]:
        return [mutant for mutant in self.mutants if mutant.status == status]


class StatusCount(NamedTuple):
    """How many mutants have a status, with its sign and its word."""

    name: str
    sign: str
    word: str
    number: int

    @property
    def text(self) -> str:
        return f"{self.number:,}"


class PageMutant(NamedTuple):
    """A mutant. Its diff has the HTML tag of each line."""

    number: int
    function: str
    line: int
    anchor: str
    diff: list[HtmlLine]
    doubt: Markup
    next: Markup
    reason: Markup


@dataclass(frozen=True)
class PageFunction:
    """A function, and its mutants of one status. `total` counts all of its mutants."""

    path: str
    name: str
    total: str
    mutants: list[PageMutant]
    tests: list[str]

    @property
    def first_mutants(self) -> list[PageMutant]:
        return self.mutants[:MAX_SURVIVORS]

    @property
    def other_mutants(self) -> list[PageMutant]:
        return self.mutants[MAX_SURVIVORS:]

    @property
    def run_by(self) -> str:
        tests = ", ".join(self.tests[:MAX_TESTS])
        if self.other_tests:
            return f"Run by tests that notice none of these changes: {tests}"
        return f"Run by {tests}, without noticing these changes:"

    @property
    def other_tests(self) -> list[str]:
        return self.tests[MAX_TESTS:]


class CountsRow(NamedTuple):
    """A row of the table of figures: a file, or a function in it."""

    name: str
    anchor: str
    counts: list[StatusCount]


class PageLine(NamedTuple):
    """A line of a source, and how many of its mutants have which status."""

    code: Markup
    counts: list[StatusCount]
    is_unmutated: bool

    @property
    def title(self) -> str:
        return counts_in_words(self.counts)


def report_page(report: MutationReport) -> str:
    files: list[MutantGroup] = []
    functions: list[MutantGroup] = []
    mutants: list[ReportedMutant] = []
    for path, file in report.files.items():
        if file.mutants:
            mutants += file.mutants
            files.append(MutantGroup(path, path, file.mutants))
            functions += _functions_of(path, file.mutants)
    counts = count_statuses(mutants)
    equivalent: list[PageMutant] = []
    for each in files:
        equivalent += _page_mutants(each.path, each.with_status(EQUIVALENT))
    return render(
        "report.html",
        title=report.config.title,
        advice=inline_code(report.config.otherwise.format(number="NUMBER")),
        summary=f"{quantity(len(mutants), 'mutant')}: {counts_in_words(reversed(counts))}.",
        counts=counts,
        numbers={count.name: quantity(count.number, "mutant") for count in counts},
        survived=_page_functions(functions, SURVIVED),
        not_covered=_page_functions(functions, NOT_COVERED),
        equivalent=equivalent,
        unmutated=len(report.config.unmutated),
        tables=[_table(each, functions, counts) for each in files],
        sources={path: _page_lines(path, report) for path in report.files},
        data=msgspec.to_builtins(report),
        quantity=quantity,
    )


def _functions_of(path: str, mutants: list[ReportedMutant]) -> list[MutantGroup]:
    groups = groupby(mutants, key=attrgetter("function"))
    return [MutantGroup(path, name, list(group)) for name, group in groups]


def count_statuses(mutants: Iterable[ReportedMutant]) -> list[StatusCount]:
    """Count the mutants of each status that there is, in the order of STATUSES."""
    numbers = Counter(mutant.status for mutant in mutants)
    counts: list[StatusCount] = []
    for name, (sign, word) in STATUSES.items():
        if numbers[name]:
            counts.append(StatusCount(name, sign, word, numbers[name]))
    return counts


def counts_in_words(counts: Iterable[StatusCount]) -> str:
    return ", ".join(f"{count.text} {count.word}" for count in counts)


def _page_functions(functions: list[MutantGroup], status: str) -> list[PageFunction]:
    """Return the functions that have mutants with this status, in the order of their numbers."""
    found: list[PageFunction] = []
    for function in functions:
        mutants = sorted(function.with_status(status), key=attrgetter("number"))
        if mutants:
            total = quantity(len(function.mutants), "mutant")
            on_page = _page_mutants(function.path, mutants)
            tests = mutants[0].run_by
            found.append(PageFunction(function.path, function.name, total, on_page, tests))
    found.sort(key=lambda function: function.mutants[0].number)
    return found


def _page_mutants(path: str, mutants: list[ReportedMutant]) -> list[PageMutant]:
    return [_page_mutant(path, mutant) for mutant in mutants]


def _page_mutant(path: str, mutant: ReportedMutant) -> PageMutant:
    lines = mutant.description.split("\n")
    diff = [(HTML_TAGS[text[0]], text) for text in lines]
    line = mutant.location.start.line
    return PageMutant(
        mutant.number,
        mutant.function,
        line,
        f"{path}:{line}",
        diff,
        doubt=inline_code(mutant.doubt),
        next=inline_code(mutant.next),
        reason=inline_code(mutant.status_reason),
    )


def _table(
    file: MutantGroup,
    functions: list[MutantGroup],
    shown: list[StatusCount],
) -> list[CountsRow]:
    """Return a row for the file, and one for each of its functions."""
    rows = [CountsRow(file.name, file.path, _cells(file, shown))]
    for function in functions:
        if function.path == file.path:
            line = function.mutants[0].location.start.line
            anchor = f"{function.path}:{line}"
            rows.append(CountsRow(function.name, anchor, _cells(function, shown)))
    return rows


def _cells(group: MutantGroup, shown: list[StatusCount]) -> list[StatusCount]:
    """Return a count for each status that the page shows, also if it is 0."""
    return [count._replace(number=len(group.with_status(count.name))) for count in shown]


def _page_lines(path: str, report: MutationReport) -> list[PageLine]:
    file = report.files[path]
    unmutated = {each.line for each in report.config.unmutated if each.path == path}
    mutants: defaultdict[int, list[ReportedMutant]] = defaultdict(list)
    for mutant in file.mutants:
        mutants[mutant.location.start.line].append(mutant)
    lines: list[PageLine] = []
    for number, code in enumerate(highlight(file.source.rstrip("\n")), start=1):
        lines.append(PageLine(code, count_statuses(mutants[number]), number in unmutated))
    return lines


def refuse_reports(paths: Iterable[Path]) -> None:
    """Refuse reports that are neither HTML nor JSON, or would replace a file of somebody else.

    Raises WrongUsageError or WorkspaceError.
    """
    for path in paths:
        if path.suffix == ".html":
            refuse_foreign_file(path)
        elif path.suffix == ".json":
            refuse_foreign_file(path, JSON_MARK)
        else:
            suffixes = ".html (for a browser) or .json (for other tools)"
            raise WrongUsageError(f"{path}: the name of a report has to end in {suffixes}.")


def write_reports(paths: Iterable[Path], report: MutationReport) -> None:
    """Write the reports that a person asked for, and say where they are."""
    for path in paths:
        write_report(path, report)
        click.echo(f"Report written: {path}", err=True)


def write_report(path: Path, report: MutationReport) -> None:
    if path.suffix == ".html":
        write_page(path, report_page(report))
    else:
        write_json(path, report)
