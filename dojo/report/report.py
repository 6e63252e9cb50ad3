"""What a report says, whichever form it has.

report: the mutants of some code, what came of each, and the code. status: what came of a mutant, in the words of the
mutation testing report schema; there, one that no test reaches has a word of its own, and an equivalent one is ignored.
advice: what to do about a survivor: in most cases, which test to write next.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from dojo.kata import text_of
from dojo.mutation import (
    EQUIVALENT,
    KILLED,
    SURVIVED,
    TIMED_OUT,
    UNDECIDED,
    Counted,
    Grade,
    Mutant,
    Statement,
    Survivor,
    Verdict,
    sources_of,
    statements_unmutated,
)
from dojo.practice import Practice
from dojo.report.changes import Change, change_of
from dojo.report.mutators import Mutator, mutator_of
from dojo.text import counted

IGNORED, NO_COVERAGE = "Ignored", "NoCoverage"
STATUSES = {KILLED: "Killed", SURVIVED: "Survived", TIMED_OUT: "Timeout", UNDECIDED: "Pending"}
EARLY = "Something runs it before any test does, such as an import; so all was imported anew to test this."
DELETE = "If nobody needs this code, delete it."
MARK = 'If no test can notice it, say why: `dojo mutants --equivalent {number} "why"`.'
LIST = f"If no scenario can notice it, say why in {EQUIVALENT}."


class Result(NamedTuple):
    """A mutant and what came of it; `why` it is equivalent, or ""; `number`: of a survivor."""

    mutant: Mutant
    status: str
    change: Change
    mutator: Mutator
    why: str
    number: int


@dataclass(frozen=True)
class Report:
    """What a command found: its mutants, and the texts of their sources.

    `command` names it. `title` says whose mutants these are. `missing`: what to do about a survivor, up to what the new
    test does; `otherwise`: what to do where there can be none.
    """

    command: str
    title: str
    missing: str
    otherwise: str
    found: Counted
    unmutated: list[Statement]
    sources: dict[str, str]

    @cached_property
    def results(self) -> list[Result]:
        """Return what came of all mutants, in source order."""
        lines = {path: source.split("\n") for path, source in self.sources.items()}
        survivors = {each.mutant.name: each for each in self.found.survivors}
        found = []
        for mutant in self.found.mutants:
            survivor = survivors.get(mutant.name, Survivor(0, mutant, ""))
            change = change_of(mutant, lines[mutant.path])
            status = status_of(mutant, equivalent=bool(survivor.reason))
            found.append(Result(mutant, status, change, mutator_of(change), survivor.reason, survivor.number))
        return found

    @property
    def tests(self) -> list[str]:
        """Return all tests that reached or killed a mutant, as pytest names them."""
        names: set[str] = set()
        for mutant in self.found.mutants:
            names.update(mutant.tests, [killer_of(mutant)])
        return sorted(names - {""})

    def advice(self, result: Result) -> str:
        """Say what to do about a survivor."""
        if result.status == NO_COVERAGE:
            return f"{self.missing} calls {result.mutant.function}."
        return f"{self.missing} {result.mutator.advice(result.change)}."

    def reason(self, result: Result) -> str:
        """Say why the status of a mutant is what it is, or nothing."""
        mutant = result.mutant
        if result.status == NO_COVERAGE:
            return f"No test runs {mutant.function}. Next: {self.advice(result)}"
        if result.status == STATUSES[SURVIVED]:
            tests = counted(len(mutant.tests), "test")
            sentences = [f"{mutant.function} is run by {tests}, and this is not noticed."]
            if mutant.early:
                sentences.append(EARLY)
            otherwise = self.otherwise.format(number=result.number)
            return " ".join([*sentences, f"Next: {self.advice(result)}", otherwise])
        if mutant.crashed and mutant.outcome == KILLED:
            return "By a crash, not by an assertion."
        return result.why


def report_of_verdicts(workspace: Path, verdicts: list[Verdict]) -> Report:
    """Return the report of `dojo verify`."""
    mutants = [mutant for verdict in verdicts for mutant in verdict.mutants]
    survivors = [survivor for verdict in verdicts for survivor in verdict.survivors]
    numbered = [replace(each, number=number) for number, each in enumerate(survivors, start=1)]
    names = [verdict.name for verdict in verdicts]
    paths = sorted(path for name in names for path in (workspace / name).rglob("*.py"))
    return Report(
        "dojo verify",
        f"Mutants of {' and '.join(names)}",
        "write a scenario that",
        LIST,
        Counted(mutants, numbered),
        list(statements_unmutated(workspace, paths, mutants)),
        {path.relative_to(workspace).as_posix(): text_of(path) for path in paths},
    )


def report_of_grade(practice: Practice, grade: Grade) -> Report:
    """Return the report of `dojo mutants`."""
    title = f"Mutants of {practice.name}/, level {practice.level.number}"
    missing = "delete it, if nobody needs it. To be noticed, it takes a test that"
    otherwise = MARK
    if practice.choices.blind:
        title = f"{title}, blind"
        missing = "write a test that"
        otherwise = f"{DELETE} {MARK}"
    return Report("dojo mutants", title, missing, otherwise, grade, grade.unmutated, sources_of(practice))


def status_of(mutant: Mutant, *, equivalent: bool) -> str:
    """Return a mutant's status."""
    if equivalent:
        return IGNORED
    return STATUSES[mutant.outcome] if mutant.reached else NO_COVERAGE


def name_of(test: str) -> str:
    """Return the name of a test, without its file."""
    return test.partition("::")[2] or test


def killer_of(mutant: Mutant) -> str:
    """Return the test that killed a mutant, or "" if none did, or it is not known."""
    return mutant.killer if mutant.outcome == KILLED else ""  # of one that survives now, it is a former one's


def by_path(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return results by the path of their source."""
    found: dict[str, list[Result]] = {}
    for each in results:
        found.setdefault(each.mutant.path, []).append(each)
    return found
