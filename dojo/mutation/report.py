"""The mutation testing report: the result of each mutant, in a form that other tools read.

The form is version 2 of the npm package `mutation-testing-report-schema`. Unknown values are left
out, such as the tests that would have failed after the first. Some fields are added, such as the
function of a mutant, the number of a survivor, and what to do next.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from dojo.errors import WrongUsageError
from dojo.files import write_atomically
from dojo.mutation.equivalent import KATA_DOCUMENT
from dojo.mutation.grade import Grade, Verdict
from dojo.mutation.replacement import kind_and_test, replacement_of
from dojo.mutation.results import NOT_COVERED, SURVIVED, Mutant
from dojo.pages import highlight, refuse_foreign_file, render, write_page
from dojo.practice.model import Practice
from dojo.text import quantity

MARK = 'If no test can notice it, say why: `dojo mutants --equivalent {number} "why"`.'
DELETE_OR_MARK = f"If nobody needs this code, delete it. {MARK}"
LIST = f"If no scenario can notice it, say why in {KATA_DOCUMENT}."


class Position(Struct):
    """A place in a source. The first line and the first column are 1."""

    line: int
    column: int


class Location(Struct):
    start: Position
    end: Position


class ReportedMutant(Struct, kw_only=True, omit_defaults=True, rename="camel"):
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
    code = practice.choices.code or f"level {practice.level.number}"
    title = f"Mutants of {practice.name}/, {code}"
    if practice.choices.blind:
        if not practice.is_own_code:
            title += ", blind"
        wording = Wording(title, "write a test that", DELETE_OR_MARK)
    else:
        todo = "delete it, if nobody needs it. To be noticed, it takes a test that"
        wording = Wording(title, todo, MARK)
    return report_of("dojo mutants", wording, [grade])


def report_of(command: str, wording: Wording, grades: Sequence[Grade]) -> MutationReport:
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
    files: dict[str, TestFile] = {}
    for test, number in ids.items():
        path, _, name = test.partition("::")
        file = files.setdefault(path, TestFile([]))
        file.tests.append(TestDefinition(number, name or test))
    return files


def _result_of(mutant: Mutant, wording: Wording, ids: dict[str, str]) -> ReportedMutant:
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
        result.status_reason = "By a crash, not by an assertion."
    elif mutant.status == NOT_COVERED:
        result.next = f"{wording.todo} calls {mutant.function}."
        result.status_reason = f"No test runs {mutant.function}. Next: {result.next}"
    elif mutant.status == SURVIVED:
        result.next = f"{wording.todo} {test}."
        result.run_by = mutant.test_names
        tests = quantity(len(mutant.tests), "test")
        unnoticed = f"{mutant.function} is run by {tests}, and this is not noticed."
        otherwise = wording.otherwise.format(number=mutant.number)
        result.status_reason = f"{unnoticed} Next: {result.next} {otherwise}"
    return result


def _end_of(text: str, first_line: int) -> Position:
    """Return the position behind a text that starts at the beginning of a line."""
    *before, last = text.split("\n")
    return Position(first_line + len(before), len(last) + 1)


# In each report of the dojo.
JSON_MARK = '"framework":{"name":"dojo '


class MutantGroup(NamedTuple):
    """The mutants of a file, or of a function in it."""

    path: str
    name: str
    mutants: list[ReportedMutant]

    def with_status(self, status: str) -> list[ReportedMutant]:
        return [mutant for mutant in self.mutants if mutant.status == status]


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
            suffixes = ".html, for a browser, or in .json, for other tools."
            raise WrongUsageError(f"{path}: a report ends in {suffixes}")


def write_report(path: Path, report: MutationReport) -> None:
    if path.suffix == ".html":
        write_page(path, report_page(report))
    else:
        write_atomically(path, msgspec.json.encode(report))


def report_page(report: MutationReport) -> str:
    all_files = [MutantGroup(path, path, file.mutants) for path, file in report.files.items()]
    files = [file for file in all_files if file.mutants]
    functions: list[MutantGroup] = []
    counts: Counter[str] = Counter()
    for file in files:
        counts.update(mutant.status for mutant in file.mutants)
        for name, mutants in groupby(file.mutants, key=attrgetter("function")):
            functions.append(MutantGroup(file.path, name, list(mutants)))
    return render(
        "report.html",
        report=report,
        data=msgspec.to_builtins(report),
        files=files,
        functions=functions,
        counts=counts,
        survived=_worst_first(functions, SURVIVED),
        not_covered=_worst_first(functions, NOT_COVERED),
        lines={path: _lines(file) for path, file in report.files.items()},
        quantity=quantity,
    )


def _worst_first(functions: list[MutantGroup], status: str) -> list[MutantGroup]:
    """Return the functions that have mutants with this status, in the order of how many."""
    groups = [function for function in functions if function.with_status(status)]
    return sorted(groups, key=lambda group: len(group.with_status(status)), reverse=True)


def _lines(file: SourceFile) -> list[tuple[str, Counter[str]]]:
    """Return the highlighted lines of a source, and for each how many mutants have which status."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for mutant in file.mutants:
        counts[mutant.location.start.line][mutant.status] += 1
    lines = highlight(file.source.rstrip("\n"))
    return [(line, counts[number]) for number, line in enumerate(lines, start=1)]
