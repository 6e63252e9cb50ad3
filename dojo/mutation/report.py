"""The mutation testing report: the result of each mutant, in a form that other tools read.

The form is version 2 of the npm package `mutation-testing-report-schema`. Unknown values are left
out, such as the tests that would have failed after the first. Some fields are added, such as the
function of a mutant, the number of a survivor, and what to do next: that depends on the text that a
mutant replaces, and on the kind of this change.

It is written as JSON for other tools, and as a page for a browser. The page shows survivors first,
with what to do next. The sources come last, line by line.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from markupsafe import Markup
from msgspec import Struct, field, structs

from dojo.diffs import HTML_TAGS, HtmlLine
from dojo.errors import WrongUsageError
from dojo.files import write_json
from dojo.mutation.grade import Grade, Verdict
from dojo.mutation.results import (
    EQUIVALENT,
    KILLED,
    NOT_COVERED,
    PENDING,
    SURVIVED,
    TIMED_OUT,
    Mutant,
    shared_ends,
)
from dojo.pages import (
    JSON_MARK,
    highlight,
    inline_code,
    refuse_foreign_file,
    render,
    write_page,
)
from dojo.practice.branch import Branch
from dojo.practice.model import Practice
from dojo.text import quantity, shorten

# An opening quote without a closing one, as in a comment, is a token of its own.
TOKEN = re.compile(
    r"""
    \#.*
    | (?i:f|fr|rf)? (?: "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | \d[\w.]* | \w+
    | \*\*=? | //=? | <<=? | >>=? | [-+*/%&|^<>=!:@]=
    | \n | .
    """,
    re.VERBOSE,
)
MAX_QUOTED = 40
NUMBERS = r"\d[\w.]* -> \d[\w.]*"
QUOTED = r"[a-zA-Z]{0,2}[\"'].*"
DEPENDS_ON_IT = "checks something that depends on {old}"
TRY_BOTH = "tries both cases: this condition true, and false"
TRY_BOUNDARY = """\
tries the boundary, where both sides of {old} are equal: \
{new} differs only there"""
HAVE_OTHER_RESULTS = """\
has values for which {old} and {new} give different results \
(with 0 and 1, they are often the same), and checks the result"""
ON_THE_EDGE = "on the left of `{sign}`: the two differ only there"
COMPARED = r".*(?<![<>])(?P<sign>{}) *"
MARK = 'If no test can notice the change, say why: `dojo mutants --equivalent {number} "why"`.'
DELETE_OR_MARK = f"If the code is not needed, delete it. {MARK}"
LIST = "If no scenario can notice the change, say why in the kata's list of survivors."
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


class Replacement(NamedTuple):
    """The fewest whole tokens that differ.

    `before` is the text from the mutant's first line up to them. `old` is never empty, so that
    there is something to point at.
    """

    before: str
    old: str
    new: str

    @property
    def change(self) -> str:
        return f"{self.old.strip()} -> {self.new.strip()}"

    @property
    def line_before(self) -> str:
        """The text before it in its line."""
        return self.before.rpartition("\n")[2]


class Kind(NamedTuple):
    """A kind of replacement, under the name that other tools give it.

    `pattern` matches "old -> new". `before` matches the text before it in its line. `test` says
    what a test does that notices it.
    """

    name: str
    pattern: str
    test: str
    before: str = ".*"


# The first that matches is the kind of a replacement.
KINDS = (
    Kind(
        "Assignment",
        r'.* -> (None|"")',
        "checks something that needs the value of this line",
        r"[^(]*(\(.*\)[^(]*)*[^=!<>]= ?",
    ),
    Kind("Condition", "(not|~) -> ", TRY_BOTH),
    Kind("Condition", "(?P<old>.*) -> (not (?P=old)|.* (and False|or True))", TRY_BOTH),
    Kind("MatchCase", "case .* -> ", "has a value that this case matches"),
    Kind(
        "Value",
        '(?P<value>.*) -> ((?P=value)XX|None|0|"")?',
        DEPENDS_ON_IT,
    ),
    Kind(
        "EqualityOperator",
        "[<>]=? -> .*",
        TRY_BOUNDARY,
    ),
    Kind(
        "EqualityOperator",
        "[!=]= -> .*",
        "tries both cases: sides that are equal, and sides that are not",
    ),
    Kind("LogicalOperator", "(and|or) -> .*", "has one side of {old} true, and the other false"),
    Kind(
        "ArithmeticOperator",
        r"([-+*/%&|^]|//|\*\*|<<|>>)=? -> .*",
        HAVE_OTHER_RESULTS,
    ),
    Kind("BooleanLiteral", "(True|False) -> .*", "checks something that depends on this value"),
    Kind(
        "ControlFlow",
        "(break|continue) -> .*",
        "checks what happens in the loop after {old} is reached",
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        f"reaches this line with {{old}} or {{new}} {ON_THE_EDGE}",
        COMPARED.format("[!=]="),
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        f"reaches this line with {{new}} {ON_THE_EDGE}",
        COMPARED.format(">|<="),
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        f"reaches this line with {{old}} {ON_THE_EDGE}",
        COMPARED.format("<|>="),
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        "checks a result that differs between {old} and {new}",
    ),
    Kind(
        "StringLiteral",
        f"{QUOTED} -> {QUOTED}",
        "checks where this string is used: the exact text that is shown, or what it names",
    ),
    Kind(
        "MethodExpression",
        r"\w+ -> \w+",
        "has a value for which {old} and {new} give different results",
    ),
    Kind("Other", ".*", DEPENDS_ON_IT),
)


def replacement_of(mutant: Mutant) -> Replacement:
    """Return the fewest whole tokens in which the lines of a mutant differ from the code."""
    old = _tokens(mutant.removed)
    new = _tokens(mutant.added)
    start, end = shared_ends(old, new)
    if start + end == len(old):  # nothing is removed, so take one token more
        if end:
            end -= 1
        else:
            start -= 1
    removed = old[start : len(old) - end]
    added = new[start : len(new) - end]
    return Replacement("".join(old[:start]), "".join(removed), "".join(added))


def _tokens(lines: tuple[str, ...]) -> list[str]:
    return TOKEN.findall("".join(f"{line}\n" for line in lines))


def kind_and_test(replacement: Replacement) -> tuple[str, str]:
    """Return the name of the kind, and how a test can notice the replacement."""
    for kind in KINDS:
        match = re.fullmatch(kind.before, replacement.line_before)
        if match and re.fullmatch(kind.pattern, replacement.change, re.DOTALL):
            old = _quote(replacement.old)
            new = _quote(replacement.new)
            return kind.name, kind.test.format(old=old, new=new, **match.groupdict())
    raise AssertionError(replacement.change)  # the last kind matches all


def _quote(code: str) -> str:
    return f"`{shorten(code.strip(' ,'), MAX_QUOTED)}`"


class Position(Struct):
    """A place in a source. The first line and the first column are 1."""

    line: int
    column: int


class Location(Struct):
    start: Position
    end: Position


class ReportedMutant(Struct, kw_only=True, omit_defaults=True, rename="camel"):
    """A mutant as other tools read it. Some fields are only for the page, as `number` and `doubt`.

    `killed_by` and `covered_by` have ids of tests, and `run_by` their names. `next`: what to do
    about a survivor. `doubt`: a reason why it may need no test.
    """

    id: str
    mutator_name: str
    description: str
    location: Location
    status: str
    status_reason: str = ""
    covered_by: list[str] = field(default_factory=list)
    killed_by: list[str] = field(default_factory=list)
    duration: int = 0  # milliseconds
    function: str
    number: int = 0
    doubt: str = ""
    next: str = ""
    run_by: list[str] = field(default_factory=list)
    replacement: str


class SourceFile(Struct):
    language: str
    source: str
    mutants: list[ReportedMutant]


class TestDefinition(Struct):
    id: str
    name: str


class TestFile(Struct):
    tests: list[TestDefinition]


class SourceLine(Struct):
    path: str
    line: int


class Config(Struct):
    """The texts of the page, and lines without mutants. `otherwise`: as in `Wording`."""

    title: str
    otherwise: str
    unmutated: list[SourceLine]


class Framework(Struct):
    name: str


class MutationReport(Struct, rename="camel"):
    framework: Framework
    config: Config
    files: dict[str, SourceFile]
    test_files: dict[str, TestFile]
    thresholds: dict[str, int]
    schema_version: str


class Wording(NamedTuple):
    """The title of a report, and its advice about survivors.

    `todo` begins the advice, such as "write a test that". `otherwise` is for a survivor that no
    test can notice.
    """

    title: str
    todo: str
    otherwise: str


def report_of_verdicts(verdicts: list[Verdict]) -> MutationReport:
    """Return the report of `dojo verify`."""
    names = " and ".join(verdict.name for verdict in verdicts)
    wording = Wording(f"Mutants of {names}", "write a scenario that", LIST)
    return report_of("dojo verify", wording, verdicts)


def report_of_grade(practice: Practice, grade: Grade) -> MutationReport:
    """Return the report of `dojo mutants`."""
    title = f"Mutants of {practice.title}/, {practice.choices.about}"
    wording = Wording(title, practice.guard.todo, DELETE_OR_MARK)
    return report_of("dojo mutants", wording, [grade])


def with_paths_from_root(practice: Practice, report: MutationReport) -> MutationReport:
    """Return a report in which paths count from the root of the person's git repository, if any."""
    branch = Branch(practice.folder)
    if not branch.exists:
        return report
    files: dict[str, SourceFile] = {}
    for path, file in report.files.items():
        files[branch.path_of(practice.workspace / path)] = file
    return structs.replace(report, files=files)


def report_of(command: str, wording: Wording, grades: Sequence[Grade]) -> MutationReport:
    """Return the report of some grades.

    `command`: begins with "dojo". By this name, a later run knows that it may replace the file.
    """
    ids = _number_tests(grades)
    files: dict[str, SourceFile] = {}
    unmutated: list[SourceLine] = []
    for grade in grades:
        for path, text in grade.sources.items():
            mutants = [mutant for mutant in grade.mutants if mutant.path == path]
            results = [_result_of(mutant, wording, ids) for mutant in mutants]
            files[path] = SourceFile("python", text, results)
        unmutated += [SourceLine(each.path, each.line) for each in grade.unmutated]
    return MutationReport(
        Framework(command),
        Config(wording.title, wording.otherwise, unmutated),
        files,
        _test_files(ids),
        # A viewer colours scores by these. Nothing less than all that a test can kill is good.
        thresholds={"high": 100, "low": 80},
        schema_version="2",
    )


def _number_tests(grades: Sequence[Grade]) -> dict[str, str]:
    """Return an id for each test."""
    tests: set[str] = set()
    for grade in grades:
        for mutant in grade.mutants:
            tests |= {*mutant.tests, mutant.killer}
    names = sorted(tests - {""})
    return {test: str(number) for number, test in enumerate(names)}


def _test_files(ids: dict[str, str]) -> dict[str, TestFile]:
    """Return the tests of each file. A file whose import failed counts as a test, too."""
    files: dict[str, TestFile] = {}
    for test, number in ids.items():
        path, _, name = test.partition("::")
        file = files.setdefault(path, TestFile([]))
        file.tests.append(TestDefinition(number, name or test))
    return files


def _result_of(mutant: Mutant, wording: Wording, ids: dict[str, str]) -> ReportedMutant:
    """Return a mutant as it is reported. `ids`: the id of each test, by its name.

    Other tools show only `status_reason`, so for a survivor it has all advice in one text.
    """
    replacement = replacement_of(mutant)
    kind, test = kind_and_test(replacement)
    result = ReportedMutant(
        id=mutant.name,
        mutator_name=kind,
        description="\n".join(mutant.diff),
        location=Location(
            start=_end_of(replacement.before, mutant.line),
            end=_end_of(replacement.before + replacement.old, mutant.line),
        ),
        status=mutant.status,
        status_reason=mutant.reason,
        covered_by=[ids[name] for name in mutant.tests],
        duration=round(mutant.seconds * 1000),
        function=mutant.function,
        number=mutant.number,
        replacement=replacement.new,
    )
    if mutant.killer:
        result.killed_by = [ids[mutant.killer]]
    if mutant.crashed:
        result.status_reason = "Killed by a crash, not by an assertion."
    elif mutant.status == NOT_COVERED:
        result.next = f"{wording.todo} calls {mutant.function}."
        result.status_reason = f"No test runs {mutant.function}. Next: {result.next}"
    elif mutant.status == SURVIVED:
        result.doubt = mutant.remark
        result.next = f"{wording.todo} {test}."
        result.run_by = mutant.test_names
        tests = quantity(len(mutant.tests), "test")
        unnoticed = f"{tests} ran {mutant.function} and did not notice this change."
        otherwise = wording.otherwise.format(number=mutant.number)
        parts = [unnoticed, result.doubt, f"Next: {result.next}", otherwise]
        result.status_reason = " ".join(part for part in parts if part)
    return result


def _end_of(text: str, first_line: int) -> Position:
    """Return the position behind a text that starts at the beginning of a line."""
    *before, last = text.split("\n")
    return Position(first_line + len(before), len(last) + 1)


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
        """The first tests that run the function, in words. The page lists the others after them."""
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
    """Return the report as a page: survivors by function first, then figures and sources."""
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
    """Group the mutants of a file by their functions, in the order of the first lines."""
    groups: defaultdict[str, list[ReportedMutant]] = defaultdict(list)
    for mutant in mutants:
        groups[mutant.function].append(mutant)
    return [MutantGroup(path, name, group) for name, group in groups.items()]


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
    """Return a mutant with its texts as HTML. It has a link to its line of the source."""
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
    """Return the lines of a source, each with the mutants that begin in it."""
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
