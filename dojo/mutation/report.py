"""What came of each mutant, as the mutation testing report schema has it, which other tools read.

The schema is version 2 of the npm package `mutation-testing-report-schema`. What is not known is left out, such as the
tests that would have failed after the first. The schema is open: what it has no word for stands beside the rest.
"""

from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version

from msgspec import Struct

from dojo.mutation.equivalent import DOCUMENT
from dojo.mutation.grade import Grade
from dojo.mutation.mutators import change_of, kind_and_test
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Counted, Mutant, Survivor
from dojo.mutation.sandbox import sources_of
from dojo.mutation.unmutated import Statement, unmutated
from dojo.mutation.verdict import Verdict
from dojo.practice.model import Practice
from dojo.text import counted

STATUSES = {KILLED: "Killed", SURVIVED: "Survived", TIMED_OUT: "Timeout", UNDECIDED: "Pending"}
NO_COVERAGE, IGNORED = "NoCoverage", "Ignored"  # no test reaches it; it is equivalent
THRESHOLDS = {"high": 100, "low": 80}  # a viewer colours scores by these: fine is all that a test can kill
EARLY = "Something runs it before any test does, such as an import; so all was imported anew to test this."
MARK = 'If no test can notice it, say why: `dojo mutants --equivalent {number} "why"`.'
DELETE_OR_MARK = f"If nobody needs this code, delete it. {MARK}"
LIST = f"If no scenario can notice it, say why in {DOCUMENT}."


class Position(Struct):
    """A place in a source; both count from 1."""

    line: int
    column: int


class Location(Struct):
    """From a position up to another, which is not in it."""

    start: Position
    end: Position


class Result(Struct, rename="camel", omit_defaults=True):
    """A mutant and what came of it.

    `duration` is in milliseconds. The last three are ours: its function, the number of a survivor, and what is to be
    done about it.
    """

    id: str
    mutator_name: str
    description: str
    location: Location
    replacement: str
    status: str
    status_reason: str = ""
    covered_by: list[str] = []
    killed_by: list[str] = []
    duration: int = 0
    tests_completed: int = 0
    static: bool = False
    function: str = ""
    number: int = 0
    next: str = ""


class SourceFile(Struct):
    """A source and its mutants."""

    language: str
    source: str
    mutants: list[Result]


class Case(Struct):
    """A test."""

    id: str
    name: str


class CaseFile(Struct):
    """A file of tests."""

    tests: list[Case]


class Framework(Struct):
    """The command that made a report, and the versions of its tools."""

    name: str
    dependencies: dict[str, str]


class Config(Struct):
    """What is ours: a title, how it begins what to do about a survivor, what else can be done, and unmutated code."""

    title: str
    missing: str
    otherwise: str
    unmutated: list[Statement]


class Report(Struct, rename="camel"):
    """A report."""

    framework: Framework
    config: Config
    files: dict[str, SourceFile]
    test_files: dict[str, CaseFile]
    thresholds: dict[str, int]
    schema_version: str = "2"


def report_of_verdicts(verdicts: list[Verdict]) -> Report:
    """Return the report of `dojo verify`."""
    mutants = [mutant for verdict in verdicts for mutant in verdict.mutants]
    survivors = [survivor for verdict in verdicts for survivor in verdict.survivors]
    numbered = [replace(each, number=number) for number, each in enumerate(survivors, start=1)]
    names = " and ".join(verdict.name for verdict in verdicts)
    sources = {path: text for verdict in verdicts for path, text in sorted(verdict.sources.items())}
    config = Config(f"Mutants of {names}", "write a scenario that", LIST, list(unmutated(sources, mutants)))
    return report_of("dojo verify", config, Counted(mutants, numbered), dict(sorted(sources.items())))


def report_of_grade(practice: Practice, grade: Grade) -> Report:
    """Return the report of `dojo mutants`."""
    title = f"Mutants of {practice.name}/, level {practice.level.number}"
    missing = "delete it, if nobody needs it. To be noticed, it takes a test that"
    config = Config(title, missing, MARK, grade.unmutated)
    if practice.choices.blind:
        config = Config(f"{title}, blind", "write a test that", DELETE_OR_MARK, grade.unmutated)
    return report_of("dojo mutants", config, grade, sources_of(practice))


def report_of(command: str, config: Config, found: Counted, sources: dict[str, str]) -> Report:
    """Return the report of what a command found."""
    tests = {test for mutant in found.mutants for test in (*mutant.tests, _killer(mutant))}
    ids = {test: str(number) for number, test in enumerate(sorted(tests - {""}))}
    survivors = {each.mutant.name: each for each in found.survivors}
    files = {path: SourceFile("python", source, []) for path, source in sources.items()}
    for mutant in found.mutants:
        file = files[mutant.path]
        survivor = survivors.get(mutant.name, Survivor(0, mutant, ""))
        file.mutants.append(_result(survivor, file.source.split("\n"), config, ids))
    case_files: dict[str, CaseFile] = {}
    for test, test_id in ids.items():
        path, _, name = test.partition("::")
        case_files.setdefault(path, CaseFile([])).tests.append(Case(test_id, name or test))
    versions = {tool: version(tool) for tool in ("mutmut", "pytest")}
    return Report(Framework(command, versions), config, files, case_files, THRESHOLDS)


def _result(survivor: Survivor, source: Sequence[str], config: Config, ids: dict[str, str]) -> Result:
    """Return what came of a mutant; one that is no survivor has no number."""
    mutant, status = survivor.mutant, _status(survivor)
    change = change_of(mutant, source)
    kind, test = kind_and_test(change)
    killer = _killer(mutant)
    result = Result(
        id=mutant.name,
        mutator_name=kind,
        description="\n".join(mutant.diff),
        location=Location(_position(mutant, change.before), _position(mutant, change.before + change.old)),
        replacement=change.new,
        status=status,
        status_reason=survivor.reason,
        covered_by=[ids[name] for name in mutant.tests],
        killed_by=[ids[killer]] if killer else [],
        duration=round(mutant.seconds * 1000),
        static=mutant.early,
        function=mutant.function,
        number=survivor.number,
    )
    if status == NO_COVERAGE:
        result.next = f"{config.missing} calls {mutant.function}."
        result.status_reason = f"No test runs {mutant.function}. Next: {result.next}"
    elif status == STATUSES[SURVIVED]:
        result.next = f"{config.missing} {test}."
        result.tests_completed = len(mutant.tests)
        result.status_reason = _why_alive(result, config.otherwise)
    elif mutant.crashed and mutant.outcome == KILLED:
        result.status_reason = "By a crash, not by an assertion."
    return result


def _why_alive(result: Result, otherwise: str) -> str:
    tests = counted(result.tests_completed, "test")
    early = f" {EARLY}" if result.static else ""
    unseen = f"{result.function} is run by {tests}, and this is not noticed.{early}"
    return f"{unseen} Next: {result.next} {otherwise.format(number=result.number)}"


def _status(survivor: Survivor) -> str:
    if survivor.reason:
        return IGNORED
    return STATUSES[survivor.mutant.outcome] if survivor.mutant.reached else NO_COVERAGE


def _killer(mutant: Mutant) -> str:
    """Return the test that killed a mutant; of one that survives now, a former one's may be known."""
    return mutant.killer if mutant.outcome == KILLED else ""


def _position(mutant: Mutant, text: str) -> Position:
    """Return where a text ends that begins with a mutant's line."""
    *before, last = text.split("\n")
    return Position(mutant.line + len(before), len(last) + 1)
