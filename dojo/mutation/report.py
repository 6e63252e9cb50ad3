"""What came of each mutant, as the mutation testing report schema has it, which other tools read; and a page of that.

The schema is version 2 of the npm package `mutation-testing-report-schema`. What is not known is left out, such as the
tests that would have failed after the first. The schema is open: what it has no word for stands beside the rest, such
as the function of a mutant, the number of a survivor, and what is to be done next.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import Struct, to_builtins

from dojo.mutation.equivalent import DOCUMENT
from dojo.mutation.grade import Grade
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Counted, Mutant, Survivor, in_common
from dojo.mutation.sandbox import sources_of
from dojo.mutation.unmutated import Statement, unmutated
from dojo.mutation.verdict import Verdict
from dojo.pages import highlighted, render
from dojo.practice.model import Practice
from dojo.text import counted, shortened

OUTCOMES = {KILLED: "Killed", SURVIVED: "Survived", TIMED_OUT: "Timeout", UNDECIDED: "Pending"}
NO_COVERAGE, IGNORED = "NoCoverage", "Ignored"  # no test reaches it; it is equivalent
EARLY = "Something runs it before any test does, such as an import; so all was imported anew to test this."
MARK = 'If no test can notice it, say why: `dojo mutants --equivalent {number} "why"`.'
DELETE_OR_MARK = f"If nobody needs this code, delete it. {MARK}"
LIST = f"If no scenario can notice it, say why in {DOCUMENT}."

Mutation = dict[str, Any]  # a mutant, as the schema has it


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
    """A report; its files and what is in them are as in the schema."""

    framework: Framework
    config: Config
    files: dict[str, Any]
    test_files: dict[str, Any]
    thresholds: dict[str, int]
    schema_version: str = "2"


def report_of_verdicts(verdicts: list[Verdict]) -> Report:
    """Return the report of `dojo verify`."""
    mutants = [mutant for verdict in verdicts for mutant in verdict.mutants]
    survivors = [survivor for verdict in verdicts for survivor in verdict.survivors]
    sources = {path: text for verdict in verdicts for path, text in verdict.sources.items()}
    title = f"Mutants of {' and '.join(verdict.name for verdict in verdicts)}"
    config = Config(title, "write a scenario that", LIST, list(unmutated(sources, mutants)))
    return report_of("dojo verify", config, Counted(mutants, survivors), sources)


def report_of_grade(practice: Practice, grade: Grade) -> Report:
    """Return the report of `dojo mutants`."""
    about = practice.choices.code or f"level {practice.level.number}"
    title = f"Mutants of {practice.name}/, {about}"
    missing = "delete it, if nobody needs it. To be noticed, it takes a test that"
    config = Config(title, missing, MARK, grade.unmutated)
    if practice.choices.blind:
        title += "" if practice.is_own_code else ", blind"
        config = Config(title, "write a test that", DELETE_OR_MARK, grade.unmutated)
    return report_of("dojo mutants", config, grade, sources_of(practice))


def report_of(command: str, config: Config, found: Counted, sources: dict[str, str]) -> Report:
    """Return the report of what a command found."""
    tests = {test for mutant in found.mutants for test in (*mutant.tests, *_killers(mutant))}
    ids = {test: str(number) for number, test in enumerate(sorted(tests))}
    files: dict[str, Any] = {
        path: {"language": "python", "source": text, "mutants": []} for path, text in sources.items()
    }
    survivors = {each.mutant.name: each for each in found.survivors}
    for mutant in found.mutants:
        survivor = survivors.get(mutant.name, Survivor(0, mutant, ""))
        entry = _entry(survivor, sources[mutant.path].split("\n"), config, ids)
        files[mutant.path]["mutants"].append(entry)
    test_files: dict[str, Any] = {}
    for test, number in ids.items():
        path, _, name = test.partition("::")
        test_files.setdefault(path, {"tests": []})["tests"].append({"id": number, "name": name or test})
    framework = Framework(command, {tool: version(tool) for tool in ("mutmut", "pytest")})
    thresholds = {"high": 100, "low": 80}  # a viewer colours scores by these: fine is all that a test can kill
    return Report(framework, config, files, test_files, thresholds)


def _entry(survivor: Survivor, source: list[str], config: Config, ids: dict[str, str]) -> Mutation:
    """Return what came of a mutant; one that is no survivor has no number."""
    mutant, status = survivor.mutant, _status(survivor)
    change = change_of(mutant, source)
    kind, test = kind_and_test(change)
    step = f"{config.missing} {f'calls {mutant.function}' if status == NO_COVERAGE else test}."
    start, end = (_position(mutant, text) for text in (change.before, change.before + change.old))
    entry = {
        "id": mutant.name,
        "mutatorName": kind,
        "description": "\n".join(mutant.diff),
        "location": {"start": start, "end": end},
        "status": status,
        "statusReason": _reason(survivor, status, step, config.otherwise),
        "coveredBy": [ids[name] for name in mutant.tests],
        "killedBy": [ids[name] for name in _killers(mutant)],
        "duration": round(mutant.seconds * 1000),
        "testsCompleted": len(mutant.tests) if status == OUTCOMES[SURVIVED] else 0,
        "static": mutant.early,
        "function": mutant.function,
        "number": survivor.number,
        "next": step if survivor.number and not survivor.reason else "",
    }
    return {name: value for name, value in entry.items() if value} | {"replacement": change.new}


def _status(survivor: Survivor) -> str:
    if survivor.reason:
        return IGNORED
    return OUTCOMES[survivor.mutant.outcome] if survivor.mutant.reached else NO_COVERAGE


def _reason(survivor: Survivor, status: str, step: str, otherwise: str) -> str:
    mutant = survivor.mutant
    if status == NO_COVERAGE:
        return f"No test runs {mutant.function}. Next: {step}"
    if status == OUTCOMES[SURVIVED]:
        unseen = f"{mutant.function} is run by {counted(len(mutant.tests), 'test')}, and this is not noticed."
        early = f" {EARLY}" if mutant.early else ""
        return f"{unseen}{early} Next: {step} {otherwise.format(number=survivor.number)}"
    by_crash = mutant.outcome == KILLED and mutant.crashed
    return "By a crash, not by an assertion." if by_crash else survivor.reason


def _killers(mutant: Mutant) -> list[str]:
    """Return the test that killed a mutant, if it is known; of one that survives now, a former one's may be."""
    return [mutant.killer] if mutant.outcome == KILLED and mutant.killer else []


def _position(mutant: Mutant, text: str) -> dict[str, int]:
    """Return where a text ends that begins with a mutant's line; the first line and column are 1."""
    *before, last = text.split("\n")
    return {"line": mutant.line + len(before), "column": len(last) + 1}


# What a mutant changes, to the letter, and which kind of change that is: mutmut keeps neither.

SHOWN_CHARACTERS = 40  # of the code that a sentence names
TOKEN = re.compile(
    r"""  # the first of a pair of quotes may be in a comment, and has no second then
    \#.*
    | (?i:f|fr|rf)? (?: "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | \d[\w.]* | \w+
    | \*\*=? | //=? | <<=? | >>=? | [-+*/%&|^<>=!:@]=
    | \n | .
    """,
    re.VERBOSE,
)


class Change(NamedTuple):
    """The smallest run of whole tokens that differs, and what stands before it, from the mutant's line on.

    It is never empty, so that there is something to point at.
    """

    before: str
    old: str
    new: str


class Mutator(NamedTuple):
    """A kind of change, under the name that other tools give it, and what a test that notices one does.

    `change` fits the change as "old -> new", `line` what stands before it in its line.
    """

    name: str
    change: str
    test: str
    line: str = ".*"


NUMBERS = r"\d[\w.]* -> \d[\w.]*"
QUOTED = r"[a-zA-Z]{0,2}[\"'].*"
TRY_BOTH = "tries both: this condition true, and not true"
ON_THE_EDGE = "on the left of `{sign}`: only there do the two differ"
MUTATORS = (  # of those that fit a change, the first is its kind
    Mutator("LambdaToNone", ".* -> (None|0)", "checks something that this lambda decides", r".*\blambda\b[^:]*: ?"),
    Mutator(
        "AssignmentToNone",
        r'.* -> (None|"")',
        "checks something that needs the value of this line",
        r"[^(]*(\([^(]*\)[^(]*)*[^=!<>]= ?",
    ),
    Mutator("ArgumentToNone", r'.* -> (None|0|"")', "checks something that depends on the argument {old}"),
    Mutator("Negation", "(not|~) -> ", TRY_BOTH),
    Mutator("MatchCase", "case .* -> ", "has what this case is there for"),
    Mutator("ArgumentRemoval", ".* -> ", "checks something that depends on the argument that is left out, {old}"),
    Mutator("ConditionalExpression", ".* -> .* (and False|or True)", f"{TRY_BOTH}; the results have to differ"),
    Mutator("Negation", "(?P<old>.*) -> not (?P=old)", TRY_BOTH),
    Mutator(
        "EqualityOperator",
        "[<>]=? -> .*",
        "tries the boundary, where both sides of {old} are equal: only there is {new} something else",
    ),
    Mutator("EqualityOperator", "[!=]= -> .*", "tries both: sides that are equal, and sides that are not"),
    Mutator("LogicalOperator", "(and|or) -> .*", "has one side of {old} true, and the other not"),
    Mutator(
        "ArithmeticOperator",
        r"([-+*/%&|^]|//|\*\*|<<|>>) -> .*",
        "has values for which {old} and {new} differ (with 0 and 1 they often do not), and checks the result",
    ),
    Mutator(
        "AssignmentOperator",
        r"([-+*/%&|^]|//|\*\*|<<|>>)= -> .*",
        "comes to this line when there is something already, and checks what comes of it",
    ),
    Mutator("BooleanLiteral", "(True|False) -> .*", "checks something that this truth value decides"),
    Mutator(
        "ControlFlow",
        "(break|continue) -> .*",
        "leaves something to do when {old} is reached, and checks what comes of it",
    ),
    Mutator(
        "NumericLiteral", NUMBERS, f"comes to this line with {{old}} or {{new}} {ON_THE_EDGE}", r".*(?P<sign>[!=]=) *"
    ),
    Mutator(
        "NumericLiteral",
        r"\d+ -> \d+",
        f"comes to this line with {{new}} {ON_THE_EDGE}",
        r".*(?<![<>])(?P<sign>>|<=) *",
    ),
    Mutator(
        "NumericLiteral",
        r"\d+ -> \d+",
        f"comes to this line with {{old}} {ON_THE_EDGE}",
        r".*(?<![<>])(?P<sign><|>=) *",
    ),
    Mutator("NumericLiteral", NUMBERS, "checks a result for which it matters whether this is {old} or {new}"),
    Mutator(
        "StringLiteral",
        f"{QUOTED} -> {QUOTED}",
        "checks what this text is there for: what is shown, letter for letter, or what it names",
    ),
    Mutator("KeywordArgument", "(?P<old>.*) -> (?P=old)XX", "checks what is found under the key {old}"),
    Mutator("MethodExpression", r"\w+ -> \w+", "has something for which {old} and {new} give different results"),
)


def change_of(mutant: Mutant, source: list[str]) -> Change:
    """Return what a mutant changes in the lines of its source."""
    first = mutant.line - 1
    old = _tokens(source[first : first + len(mutant.removed)])
    new = _tokens(mutant.written)
    start, end = in_common(old, new)
    if start + end == len(old):  # something comes in between: take what comes after it, too, or before
        start, end = (start, end - 1) if end else (start - 1, end)
    before, removed, written = old[:start], old[start : len(old) - end], new[start : len(new) - end]
    return Change("".join(before), "".join(removed), "".join(written))


def _tokens(lines: Iterable[str]) -> list[str]:
    return TOKEN.findall("".join(f"{line}\n" for line in lines))


def kind_and_test(change: Change) -> tuple[str, str]:
    """Return the kind of a change, and what a test does that notices it."""
    line = change.before.rpartition("\n")[2]
    text = f"{change.old.strip()} -> {change.new.strip()}"
    old, new = _code(change.old), _code(change.new)
    for mutator in MUTATORS:
        beside = re.fullmatch(mutator.line, line)
        if beside and re.fullmatch(mutator.change, text, re.DOTALL):
            return mutator.name, mutator.test.format(old=old, new=new, **beside.groupdict())
    return "Other", f"checks something that depends on {old}"


def _code(text: str) -> str:
    return f"`{shortened(text.strip(' ,'), SHOWN_CHARACTERS)}`"


# The page: first what survived, with what to do next; the sources, line by line, come last.


class Group(NamedTuple):
    """Mutants of a file, or of a function in it, and the names of the tests that run that."""

    path: str
    name: str
    mutants: list[Mutation]
    run_by: tuple[str, ...] = ()

    def of(self, status: str) -> list[Mutation]:
        """Return those with a status."""
        return [each for each in self.mutants if each["status"] == status]


def page_of(report: Report) -> str:
    """Return a report as HTML."""
    tests = [test for file in report.test_files.values() for test in file["tests"]]
    names = {test["id"]: test["name"].partition("[")[0] for test in tests}
    files = [Group(path, path, file["mutants"]) for path, file in report.files.items() if file["mutants"]]
    functions = {file.path: _functions(file, names) for file in files}
    return render(
        "report.html",
        report=report,
        files=files,
        functions=functions,
        counts=_counts(mutant for file in files for mutant in file.mutants),
        survived=_worst_first(functions, "Survived"),
        unreached=_worst_first(functions, NO_COVERAGE),
        unmutated=Counter(each.plain for each in report.config.unmutated),
        lines={path: _lines(path, report) for path in report.files},
        data=to_builtins(report),
        counted=counted,
        early=EARLY,
    )


def _functions(file: Group, names: dict[str, str]) -> list[Group]:
    groups = []
    for name, own in groupby(file.mutants, key=itemgetter("function")):
        mutants = list(own)
        run_by = dict.fromkeys(names[test] for test in mutants[0].get("coveredBy", ()))
        groups.append(Group(file.path, name, mutants, tuple(run_by)))
    return groups


def _counts(mutants: Iterable[Mutation]) -> Counter[str]:
    return Counter(each["status"] for each in mutants)


def _worst_first(functions: dict[str, list[Group]], status: str) -> list[Group]:
    """Return the functions that have mutants of a status, first the one with most of them."""
    found = [each for of_a_file in functions.values() for each in of_a_file if each.of(status)]
    return sorted(found, key=lambda each: len(each.of(status)), reverse=True)


def _lines(path: str, report: Report) -> Sequence[tuple[str, Counter[str], Statement | None]]:
    """Return the lines of a source, each with what came of its mutants, and the statement that mutmut never changes."""
    file = report.files[path]
    at_line = defaultdict(list)
    for each in file["mutants"]:
        at_line[each["location"]["start"]["line"]].append(each)
    unmutated_at = {each.line: each for each in report.config.unmutated if each.path == path}
    lines = []
    for number, code in enumerate(highlighted(file["source"].rstrip("\n")), start=1):
        lines.append((code, _counts(at_line[number]), unmutated_at.get(number)))
    return lines
