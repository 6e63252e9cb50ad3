"""What came of each mutant, as the mutation testing report schema has it, which other tools read; and a page of that.

The schema is version 2 of the npm package `mutation-testing-report-schema`. What is not known is left out, such as the
tests that would have failed after the first. What the schema has no word for stands beside the rest, such as the
function of a mutant, the number of a survivor, and what to do next.
"""

import re
from collections import Counter, defaultdict
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from dojo.mutation.equivalent import DOCUMENT
from dojo.mutation.grade import Grade, Verdict
from dojo.mutation.results import SURVIVED, UNREACHED, Mutant, in_common
from dojo.pages import highlight, render
from dojo.practice.model import Practice
from dojo.text import quantity, shorten

MARK = 'If no test can notice it, say why: `dojo mutants --equivalent {number} "why"`.'
DELETE_OR_MARK = f"If nobody needs this code, delete it. {MARK}"
LIST = f"If no scenario can notice it, say why in {DOCUMENT}."

Report = dict[str, Any]  # as the schema has it, or a part of it


def report_of_verdicts(verdicts: list[Verdict]) -> Report:
    """Return the report of `dojo verify`."""
    title = f"Mutants of {' and '.join(verdict.name for verdict in verdicts)}"
    return report_of("dojo verify", (title, "write a scenario that", LIST), *verdicts)


def report_of_grade(practice: Practice, grade: Grade) -> Report:
    """Return the report of `dojo mutants`."""
    title = f"Mutants of {practice.name}/, {practice.choices.code or f'level {practice.level.number}'}"
    if not practice.choices.blind:
        missing = "delete it, if nobody needs it. To be noticed, it takes a test that"
        return report_of("dojo mutants", (title, missing, MARK), grade)
    title += "" if practice.is_own_code else ", blind"
    return report_of("dojo mutants", (title, "write a test that", DELETE_OR_MARK), grade)


def report_of(command: str, words: tuple[str, str, str], *grades: Grade) -> Report:
    """Return the report of what a command found; `words` are a title, what to do about a survivor, and what else."""
    title, missing, otherwise = words
    mutants = [mutant for grade in grades for mutant in grade.mutants]
    tests = {test for mutant in mutants for test in (*mutant.tests, mutant.killer) if test}
    ids = {test: str(number) for number, test in enumerate(sorted(tests))}
    files: Report = {}
    for path, text in (source for grade in grades for source in grade.sources.items()):
        found = [_entry(mutant, missing, otherwise, ids) for mutant in mutants if mutant.path == path]
        files[path] = {"language": "python", "source": text, "mutants": found}
    test_files: Report = {}
    for test, number in ids.items():
        path, _, name = test.partition("::")
        test_files.setdefault(path, {"tests": []})["tests"].append({"id": number, "name": name or test})
    unmutated = [{"path": each.path, "line": each.line} for grade in grades for each in grade.unmutated]
    return {
        "framework": {"name": command},
        "config": {"title": title, "otherwise": otherwise, "unmutated": unmutated},
        "files": files,
        "testFiles": test_files,
        "thresholds": {"high": 100, "low": 80},  # a viewer colours scores by these: fine is all that a test can kill
        "schemaVersion": "2",
    }


def _entry(mutant: Mutant, missing: str, otherwise: str, ids: dict[str, str]) -> Report:
    """Return what came of a mutant; one that is no survivor has no number."""
    change = change_of(mutant)
    kind, test = kind_and_test(change)
    start, end = (_position(mutant, text) for text in (change.before, change.before + change.old))
    step, reason = "", mutant.reason or "By a crash, not by an assertion." * mutant.crashed
    if mutant.status == UNREACHED:
        step = f"{missing} calls {mutant.function}."
        reason = f"No test runs {mutant.function}. Next: {step}"
    if mutant.status == SURVIVED:
        step = f"{missing} {test}."
        unseen = f"{mutant.function} is run by {quantity(len(mutant.tests), 'test')}, and this is not noticed."
        reason = f"{unseen} Next: {step} {otherwise.format(number=mutant.number)}"
    entry = {
        "id": mutant.name,
        "mutatorName": kind,
        "description": "\n".join(mutant.diff),
        "location": {"start": start, "end": end},
        "status": mutant.status,
        "statusReason": reason,
        "coveredBy": [ids[name] for name in mutant.tests],
        "killedBy": [ids[mutant.killer]] if mutant.killer else [],
        "duration": round(mutant.seconds * 1000),
        "function": mutant.function,
        "number": mutant.number,
        "next": step,
        "runBy": mutant.test_names if mutant.status == SURVIVED else [],
    }
    return {name: value for name, value in entry.items() if value} | {"replacement": change.new}


def _position(mutant: Mutant, text: str) -> dict[str, int]:
    """Return where a text ends that begins with a mutant's line; the first line and column are 1."""
    *before, last = text.split("\n")
    return {"line": mutant.line + len(before), "column": len(last) + 1}


# What a mutant changes, to the letter, and which kind of change that is: mutmut keeps neither.

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


NUMBERS = r"\d[\w.]* -> \d[\w.]*"
QUOTED = r"[a-zA-Z]{0,2}[\"'].*"
TRY_BOTH = "tries both: this condition true, and not true"
ON_THE_EDGE = "on the left of `{sign}`: only there do the two differ"
COMPARED = r".*(?<![<>])(?P<sign>{}) *"
# Kinds of changes, under the names that other tools give them: which changes are of that kind, as "old -> new", what a
# test does that notices one, and what stands before it in its line. Of those that fit a change, the first is its kind.
KINDS = (
    (
        "Assignment",
        r'.* -> (None|"")',
        "checks something that needs the value of this line",
        r"[^(]*(\(.*\)[^(]*)*[^=!<>]= ?",
    ),
    ("Condition", "(not|~) -> ", TRY_BOTH, ".*"),
    ("Condition", "(?P<old>.*) -> (not (?P=old)|.* (and False|or True))", TRY_BOTH, ".*"),
    ("MatchCase", "case .* -> ", "has what this case is there for", ".*"),
    ("Value", '(?P<value>.*) -> ((?P=value)XX|None|0|"")?', "checks something that depends on {old}", ".*"),
    (
        "EqualityOperator",
        "[<>]=? -> .*",
        "tries the boundary, where both sides of {old} are equal: only there is {new} something else",
        ".*",
    ),
    ("EqualityOperator", "[!=]= -> .*", "tries both: sides that are equal, and sides that are not", ".*"),
    ("LogicalOperator", "(and|or) -> .*", "has one side of {old} true, and the other not", ".*"),
    (
        "ArithmeticOperator",
        r"([-+*/%&|^]|//|\*\*|<<|>>)=? -> .*",
        "has values for which {old} and {new} differ (with 0 and 1 they often do not), and checks the result",
        ".*",
    ),
    ("BooleanLiteral", "(True|False) -> .*", "checks something that this truth value decides", ".*"),
    ("ControlFlow", "(break|continue) -> .*", "leaves something to do when {old} is reached, and checks that", ".*"),
    ("NumericLiteral", NUMBERS, f"comes to this line with {{old}} or {{new}} {ON_THE_EDGE}", COMPARED.format("[!=]=")),
    ("NumericLiteral", NUMBERS, f"comes to this line with {{new}} {ON_THE_EDGE}", COMPARED.format(">|<=")),
    ("NumericLiteral", NUMBERS, f"comes to this line with {{old}} {ON_THE_EDGE}", COMPARED.format("<|>=")),
    ("NumericLiteral", NUMBERS, "checks a result for which it matters whether this is {old} or {new}", ".*"),
    (
        "StringLiteral",
        f"{QUOTED} -> {QUOTED}",
        "checks what this text is there for: what is shown, letter for letter, or what it names",
        ".*",
    ),
    ("MethodExpression", r"\w+ -> \w+", "has something for which {old} and {new} give different results", ".*"),
    ("Other", ".*", "checks something that depends on {old}", ".*"),
)


def change_of(mutant: Mutant) -> Change:
    """Return what a mutant changes."""
    old, new = (TOKEN.findall("".join(f"{line}\n" for line in lines)) for lines in (mutant.removed, mutant.added))
    start, end = in_common(old, new)
    if start + end == len(old):  # something comes in between: take what comes after it, too, or before
        start, end = (start, end - 1) if end else (start - 1, end)
    before, removed, written = old[:start], old[start : len(old) - end], new[start : len(new) - end]
    return Change("".join(before), "".join(removed), "".join(written))


def kind_and_test(change: Change) -> tuple[str, str]:
    """Return the kind of a change, and what a test does that notices it."""
    line = change.before.rpartition("\n")[2]
    text = f"{change.old.strip()} -> {change.new.strip()}"
    old, new = (f"`{shorten(each.strip(' ,'), 40)}`" for each in (change.old, change.new))
    for kind, pattern, test, beside in KINDS:
        match = re.fullmatch(beside, line)
        if match and re.fullmatch(pattern, text, re.DOTALL):
            return kind, test.format(old=old, new=new, **match.groupdict())
    raise AssertionError(text)


# The page: first what survived, with what to do next; the sources, line by line, come last.


class Group(NamedTuple):
    """Mutants of a file, or of a function in it."""

    path: str
    name: str
    mutants: list[Report]

    def of(self, status: str) -> list[Report]:
        return [each for each in self.mutants if each["status"] == status]


def page_of(report: Report) -> str:
    """Return a report as HTML."""
    files = [Group(path, path, file["mutants"]) for path, file in report["files"].items() if file["mutants"]]
    functions = [
        Group(file.path, name, list(mutants))
        for file in files
        for name, mutants in groupby(file.mutants, key=itemgetter("function"))
    ]
    return render(
        "report.html",
        report=report,
        files=files,
        functions=functions,
        counts=Counter(mutant["status"] for file in files for mutant in file.mutants),
        survived=_worst_first(functions, SURVIVED),
        unreached=_worst_first(functions, UNREACHED),
        lines={path: _lines(file) for path, file in report["files"].items()},
        quantity=quantity,
    )


def _worst_first(functions: list[Group], status: str) -> list[Group]:
    """Return the functions that have mutants of a status, first the one with most of them."""
    groups = [each for each in functions if each.of(status)]
    return sorted(groups, key=lambda each: len(each.of(status)), reverse=True)


def _lines(file: Report) -> list[tuple[str, Counter[str]]]:
    """Return the lines of a source, each with what came of its mutants."""
    at_line: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for each in file["mutants"]:
        at_line[each["location"]["start"]["line"]][each["status"]] += 1
    codes = enumerate(highlight(file["source"].rstrip("\n")), start=1)
    return [(code, at_line[number]) for number, code in codes]
