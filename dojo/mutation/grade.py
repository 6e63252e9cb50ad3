"""What came of the mutants of some code: counted, as a score, for a program, and in lines of at most 80 columns.

score: the share of the mutants that were killed, in percent, of those that a test can kill: equivalent ones are
counted out. One that ran out of time was noticed, so it is killed as well.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from dojo.mutation.equivalent import OF_A_PRACTICE, Entry, explain, known_of_tangle, read_document
from dojo.mutation.results import EQUIVALENT, KILLED, TIMED_OUT, UNDECIDED, UNREACHED, Mutant
from dojo.mutation.run import Kept, Progress, is_finished
from dojo.mutation.sandbox import home_of, read_mutants, run
from dojo.mutation.unmutated import Statement, find_unmutated
from dojo.pages import render_text
from dojo.practice.model import Practice
from dojo.text import UngradedError, WorkspaceError

A_COPY = "mutmut works on a copy: of {name}/, the Python files and tests/. Code that reads other files misses them."
NOTHING_REACHED = "Your tests pass, but they reach none of your code. Call it in a test."
NOTHING_TO_CHANGE = "mutmut found nothing to change, so there is no score. Put what your code does into functions."


@dataclass(frozen=True)
class Grade:
    """What came of the mutants of some sources.

    `stale` entries are marks that count for nothing, for no mutant survives that is like them; `unmutated` are the
    statements that mutmut never changes; `kept` is what is known from former runs.
    """

    mutants: list[Mutant]
    sources: dict[str, str]
    stale: list[Entry]
    unmutated: list[Statement]
    kept: Kept

    @property
    def survivors(self) -> list[Mutant]:
        """Return all that nothing noticed, the equivalent ones, too."""
        return [mutant for mutant in self.mutants if mutant.number]

    @property
    def open(self) -> list[Mutant]:
        """Return the survivors that a test could notice."""
        return [mutant for mutant in self.survivors if not mutant.reason]

    @property
    def equivalent(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant.reason]

    @cached_property
    def account(self) -> dict[str, Any]:
        """Return how the mutants made come to the score.

        `made` is `killed`, `survived` and `undecided` together, and also `cached` and `tested`; an `estimate`,
        if code or tests changed since what is `cached` was tested. `killed` is by an assertion, by a crash, or
        `timed_out`; of the `survived`, some are equivalent, and of the others some unreached.
        """
        counts = Counter(mutant.status for mutant in self.mutants)
        made, killed = len(self.mutants), counts[KILLED] + counts[TIMED_OUT]
        crashed = sum(mutant.crashed for mutant in self.mutants)
        return {
            "made": made,
            "cached": self.kept.number,
            "tested": made - self.kept.number,
            "estimate": self.kept.estimate,
            "killed": killed,
            "killed_by_assertion": counts[KILLED] - crashed,
            "killed_by_crash": crashed,
            "timed_out": counts[TIMED_OUT],
            "survived": len(self.survivors),
            "equivalent": counts[EQUIVALENT],
            "unreached": counts[UNREACHED],
            "undecided": counts[UNDECIDED],
            "score": _percent(killed, made - counts[EQUIVALENT]),
            "score_of_all": _percent(killed, made),
        }

    @property
    def fails(self) -> bool:
        """Tell whether a test is missing, or a result."""
        return bool(self.open or self.account["undecided"])


def _percent(part: int, whole: int) -> float:
    """Return a share in percent, to a tenth; only all of it is 100.0."""
    return 100.0 if part == whole else min(round(100 * part / whole, 1), 99.9)


def grade_mutants(practice: Practice, tree: str | None, progress: Progress, *, use_cache: bool = True) -> Grade:
    """Test the mutants of the files that git calls `tree`, if known, and return their grade, or raise UngradedError."""
    try:
        kept = run(practice, tree, progress, use_cache=use_cache)
    except WorkspaceError as error:
        raise UngradedError(_why_not(practice, str(error))) from None
    grade = _read_grade(practice, kept)
    if not grade.mutants:
        raise UngradedError(NOTHING_TO_CHANGE)
    return grade


def last_grade(practice: Practice) -> Grade:
    """Return the grade of the last run; WorkspaceError when none came to its end."""
    if not is_finished(home_of(practice)):
        raise WorkspaceError("There is no finished run yet. `dojo mutants` makes mutants first.")
    return _read_grade(practice, Kept())


def _why_not(practice: Practice, message: str) -> str:
    """Say in our words what mutmut says when it has no mutant that a test reaches."""
    if "could not find any test case for any mutant" in message:
        mutants, _ = read_mutants(practice)
        return NOTHING_REACHED if mutants else NOTHING_TO_CHANGE
    return f"{message}\n{A_COPY.format(name=practice.name)}" if "mutmut gave up" in message else message


def _read_grade(practice: Practice, kept: Kept) -> Grade:
    found, sources = read_mutants(practice)
    marks = read_document(practice.folder / OF_A_PRACTICE)
    mutants, stale = explain(found, marks, known_of_tangle(practice.workspace))
    return Grade(mutants, sources, stale, list(find_unmutated(sources, mutants)), kept)


def as_json(grade: Grade) -> dict[str, object]:
    """Return a grade for a program."""
    return {
        **grade.account,
        "survivors": [_survivor_as_json(each) for each in grade.survivors],
        "stale": ["\n".join(each) for each in grade.stale],
        "unmutated": [{"path": each.path, "line": each.line, "text": each.text} for each in grade.unmutated],
    }


def _survivor_as_json(mutant: Mutant) -> dict[str, object]:
    return {
        "number": mutant.number,
        "path": mutant.path,
        "line": mutant.line,
        "method": mutant.function,
        "removed": [line.strip() for line in mutant.removed],
        "added": [line.strip() for line in mutant.added],
        "reached": bool(mutant.tests),
        "tests": mutant.tests,
        "equivalent": bool(mutant.reason),
        "reason": mutant.reason or None,
        "marked": mutant.marked,
    }


def render(grade: Grade, marks: str, *, every: bool, slips: bool) -> str:
    """Show a grade; the person's `marks` stand there; with `every` survivor; `dojo slips` can tell more."""
    by_method = groupby(grade.open, key=lambda mutant: (mutant.path, mutant.function))
    methods = [list(survivors) for _, survivors in by_method]
    return render_text("grade.txt", grade=grade, methods=methods, marks=marks, every=every, slips=slips)
