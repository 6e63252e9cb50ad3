"""A report as a page: first what survived, with what to do next; the sources, line by line, come last."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup
from msgspec import to_builtins
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from dojo.mutation.report import EARLY, Report, Result
from dojo.mutation.unmutated import Statement
from dojo.pages import render
from dojo.text import counted

HIDDEN, PLAIN = "⊘", "·"  # signs of a statement that mutmut never changes: outside of plain functions, or in one
NEVER = {
    HIDDEN: "outside of plain functions, where mutmut changes nothing: what runs at import (tables, values of a class, "
    "defaults), properties, cached functions",
    PLAIN: "in a plain function, and nothing that mutmut knows how to change, such as a bare loop",
}


class Status(NamedTuple):
    """What came of a mutant: in the schema's word, in a sign, so that colour is not needed, and in ours."""

    name: str
    sign: str
    word: str


STATUSES = (  # from what asks most for a test to what asks least
    Status("Survived", "✗", "survived"),
    Status("NoCoverage", "○", "no test runs it"),
    Status("Pending", "?", "no result yet"),
    Status("Ignored", "≡", "equivalent"),
    Status("Timeout", "∞", "timed out"),
    Status("Killed", "✓", "killed"),
)


class Group(NamedTuple):
    """Mutants of a file, or of a function in it."""

    path: str
    name: str
    mutants: list[Result]

    def of(self, status: str) -> list[Result]:
        """Return those with a status."""
        return [each for each in self.mutants if each.status == status]


class Line(NamedTuple):
    """A line of a source: what came of how many mutants, or the sign of a statement that mutmut never changes."""

    code: Markup
    counts: list[tuple[Status, int]]
    sign: str


@dataclass(frozen=True)
class Page:
    """What the page says of a report."""

    report: Report

    @cached_property
    def counts(self) -> Counter[str]:
        """Return how many mutants have which status."""
        return Counter(each.status for file in self.report.files.values() for each in file.mutants)

    @property
    def statuses(self) -> list[Status]:
        """Return the statuses that mutants have."""
        return [each for each in STATUSES if self.counts[each.name]]

    @property
    def stands(self) -> list[str]:
        """Say how many mutants came to what."""
        rows = {
            "killed": self.counts["Killed"] + self.counts["Timeout"],
            "survived": self.counts["Survived"],
            "in functions that no test runs": self.counts["NoCoverage"],
            "equivalent": self.counts["Ignored"],
            "without a result": self.counts["Pending"],
        }
        return [f"{number:,} {words}" for words, number in rows.items() if number]

    @cached_property
    def files(self) -> list[Group]:
        """Return the files that have mutants."""
        return [Group(path, path, file.mutants) for path, file in self.report.files.items() if file.mutants]

    def functions(self, file: Group) -> list[Group]:
        """Return the functions of a file that have mutants."""
        functions: dict[str, list[Result]] = {}
        for each in file.mutants:
            functions.setdefault(each.function, []).append(each)
        return [Group(file.path, *each) for each in functions.items()]

    def worst_first(self, status: str) -> list[Group]:
        """Return the functions that have mutants of a status, first the one with most of them."""
        functions = [each for file in self.files for each in self.functions(file) if each.of(status)]
        return sorted(functions, key=lambda each: len(each.of(status)), reverse=True)

    def run_by(self, function: Group) -> list[str]:
        """Return the names of the tests that run a function, and how often each does."""
        names = {test.id: test.name for file in self.report.test_files.values() for test in file.tests}
        numbers = Counter(names[test].partition("[")[0] for test in function.mutants[0].covered_by)
        return [name if number == 1 else f"{name} ({number} times)" for name, number in numbers.items()]

    @property
    def never(self) -> list[tuple[str, str]]:
        """Say how many statements mutmut never changes, and where such are, each with its sign."""
        numbers = Counter(map(_sign, self.report.config.unmutated))
        rows = [(sign, counted(numbers[sign], "statement"), where) for sign, where in NEVER.items()]
        return [(sign, f"{statements} {where}.") for sign, statements, where in rows if numbers[sign]]

    def lines(self, path: str) -> list[Line]:
        """Return the lines of a source."""
        file = self.report.files[path]
        found: dict[int, Counter[str]] = defaultdict(Counter)
        for each in file.mutants:
            found[each.location.start.line][each.status] += 1
        never = {each.line: _sign(each) for each in self.report.config.unmutated if each.path == path}
        lines = []
        for number, code in enumerate(in_colours(file.source), start=1):
            counts = [(status, found[number][status.name]) for status in STATUSES if status.name in found[number]]
            lines.append(Line(code, counts, never.get(number, "")))
        return lines


def _sign(statement: Statement) -> str:
    return PLAIN if statement.plain else HIDDEN


def in_colours(source: str) -> list[Markup]:
    """Return the lines of a source as HTML."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    html = highlight(source.rstrip("\n"), lexer, HtmlFormatter(nowrap=True))
    return [Markup(line) for line in html.rstrip("\n").split("\n")]  # noqa: S704 - pygments escapes


def page_of(report: Report) -> str:
    """Return a report as HTML."""
    return render("report.html", page=Page(report), data=to_builtins(report), counted=counted, early=EARLY)
