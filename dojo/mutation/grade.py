"""The grade of a practice: what came of its mutants, for a program and in lines of at most 80 columns.

score: the share of the mutants that were killed, in percent, of those that a test can kill: equivalent ones are
counted out. One that ran out of time was noticed, so it is killed as well. account: how the mutants made come to the
score; its rows add up. Survivors have numbers, by which a person marks them.
"""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from dojo.mutation.cache import Kept
from dojo.mutation.equivalent import OF_A_PRACTICE, Explanation, explain, explain_by_tangle, read_document
from dojo.mutation.results import (
    KILLED,
    SURVIVED,
    TIMED_OUT,
    Counted,
    Survivor,
    is_decided,
    mutants_of,
    results_in,
    sources_below,
)
from dojo.mutation.runner import Progress
from dojo.mutation.sandbox import SOURCE, in_practice, is_intact, run, sandbox_of, shown_path
from dojo.mutation.unmutated import Statement, unmutated
from dojo.pages import render_text
from dojo.practice.model import Practice
from dojo.text import UngradedError, WorkspaceError, counted

A_COPY = "mutmut works on a copy: of {name}/, the Python files and tests/. Code that reads other files misses them."
NOTHING_REACHED = "Your tests pass, but they reach none of your code. Call it in a test."
NOTHING_TO_CHANGE = "mutmut found nothing to change, so there is no score. Put what your code does into functions."
SHOWN_TESTS = 2


@dataclass(frozen=True)
class Grade(Counted):
    """What came of the mutants of a practice.

    `kept` is what is known from former runs. `unmutated` are the statements that mutmut never changes. `stale` are
    marks of the person's own that count for nothing, like no survivor.
    """

    kept: Kept
    unmutated: list[Statement]
    stale: list[Explanation]

    @property
    def killed(self) -> int:
        """Return how many were noticed, by the clock as well."""
        return self.outcomes[KILLED] + self.late

    @property
    def by_assertion(self) -> int:
        """Return how many were noticed by an assertion."""
        return self.outcomes[KILLED] - self.by_crash

    @property
    def late(self) -> int:
        """Return how many were noticed by the clock."""
        return self.outcomes[TIMED_OUT]

    @property
    def marked(self) -> int:
        """Return how many of the equivalent ones are so by the person's word."""
        return sum(each.marked for each in self.survivors)

    @property
    def killable(self) -> int:
        """Return how many a test can kill."""
        return self.made - len(self.equivalent)

    @property
    def unreached(self) -> int:
        """Return how many of the open survivors no test reaches."""
        return sum(not each.mutant.reached for each in self.open)

    @property
    def score(self) -> float:
        """Return the score."""
        return _percent(self.killed, self.killable)

    @property
    def score_of_all(self) -> float:
        """Return what the score would be if equivalent mutants counted."""
        return _percent(self.killed, self.made)

    @property
    def fails(self) -> bool:
        """Tell whether a test is missing, or a result."""
        return bool(self.open or self.undecided)


def _percent(part: int, whole: int) -> float:
    """Return a share in percent, to a tenth; only all of it is 100.0."""
    return 100.0 if part == whole else min(round(100 * part / whole, 1), 99.9)


def grade_mutants(practice: Practice, tree: str | None, progress: Progress, *, use_cache: bool = True) -> Grade:
    """Test the mutants of the files that git calls `tree`, if known, and return their grade, or raise UngradedError."""
    try:
        kept = run(practice, tree, progress, use_cache=use_cache)
        grade = _read_grade(practice, kept)
    except WorkspaceError as error:
        raise UngradedError(_why_not(practice, str(error))) from None
    if not grade.mutants:
        raise UngradedError(NOTHING_TO_CHANGE)
    return grade


def last_grade(practice: Practice) -> Grade:
    """Return the grade of the last run; WorkspaceError when none came to its end."""
    results = sandbox_of(practice) / "mutants" / SOURCE
    if not (is_intact(practice) and is_decided(results)):
        raise WorkspaceError("There is no finished run yet. `dojo mutants` makes mutants first.")
    return _read_grade(practice, Kept())


def _why_not(practice: Practice, message: str) -> str:
    """Say in our words what mutmut says when it has no mutant that a test reaches."""
    if "could not find any test case for any mutant" in message:
        results = results_in(sandbox_of(practice) / "mutants")
        return NOTHING_REACHED if any(each.exit_code_by_key for each in results) else NOTHING_TO_CHANGE
    gave_up = "mutmut gave up" in message
    return f"{message}\n{A_COPY.format(name=practice.name)}" if gave_up else message


def _read_grade(practice: Practice, kept: Kept) -> Grade:
    """Return what came of the mutants that were tested last, and what is `kept` of former runs."""
    sources = sources_below(sandbox_of(practice), SOURCE)
    mutants = mutants_of(sandbox_of(practice) / "mutants", sources)
    survived = [mutant for mutant in mutants if mutant.outcome == SURVIVED]
    shown = in_practice(practice, survived)
    by_kata = explain_by_tangle(practice.workspace, sources, survived)
    by_person, stale = explain(shown, read_document(practice.folder / OF_A_PRACTICE))
    survivors = []
    for number, (mutant, known, own) in enumerate(zip(shown, by_kata, by_person, strict=True), start=1):
        survivors.append(Survivor(number, mutant, known or own, marked=bool(own and not known)))
    missed = [replace(each, path=shown_path(practice, each.path)) for each in unmutated(sources, mutants)]
    return Grade(in_practice(practice, mutants), survivors, kept, missed, stale)


def as_json(grade: Grade) -> dict[str, object]:
    """Return a grade for a program.

    `made` is `killed`, `survived` and `undecided` together, and also `cached` and `tested`; `estimate`: code or tests
    changed since what is `cached` was tested. `killed` is by an assertion, by a crash, or `timed_out`; of the
    `survived`, some are equivalent, and of the others some unreached.
    """
    return {
        "made": grade.made,
        "cached": grade.kept.number,
        "tested": grade.made - grade.kept.number,
        "estimate": grade.kept.estimate,
        "killed": grade.killed,
        "killed_by_assertion": grade.by_assertion,
        "killed_by_crash": grade.by_crash,
        "timed_out": grade.late,
        "survived": len(grade.survivors),
        "equivalent": len(grade.equivalent),
        "unreached": grade.unreached,
        "undecided": grade.undecided,
        "score": grade.score,
        "score_of_all": grade.score_of_all,
        "survivors": [_survivor_as_json(each) for each in grade.survivors],
        "stale": ["\n".join(each.entry) for each in grade.stale],
        "unmutated": [{"path": each.path, "line": each.line, "text": each.text} for each in grade.unmutated],
    }


def _survivor_as_json(survivor: Survivor) -> dict[str, object]:
    mutant = survivor.mutant
    return {
        "number": survivor.number,
        "path": mutant.path,
        "line": mutant.line,
        "method": mutant.function,
        "removed": mutant.removed,
        "added": mutant.added,
        "reached": mutant.reached,
        "tests": mutant.tests,
        "equivalent": bool(survivor.reason),
        "reason": survivor.reason or None,
        "marked": survivor.marked,
    }


class Method(NamedTuple):
    """A function with open survivors: whether some test reaches it, and the names of tests that notice nothing."""

    name: str
    survivors: list[Survivor]
    is_reached: bool
    tests: str


def render(grade: Grade, marks: str, *, every: bool, slips: bool) -> str:
    """Show a grade; the person's `marks` stand there; with `every` survivor; `dojo slips` can tell more."""
    by_method = groupby(grade.open, key=lambda each: (each.mutant.path, each.mutant.function))
    return render_text(
        "grade.txt",
        grade=grade,
        methods=[_method(name, list(survivors)) for (_, name), survivors in by_method],
        marks=marks,
        every=every,
        slips=slips,
    )


def _method(name: str, survivors: list[Survivor]) -> Method:
    tests = [test.partition("::")[2].partition("[")[0] for test in survivors[0].mutant.tests]
    names = [test.replace("::", ".") for test in dict.fromkeys(tests)]
    more = names[SHOWN_TESTS:]
    shown = ", ".join(names[:SHOWN_TESTS]) + (f" and {counted(len(more), 'more test')}" if more else "")
    return Method(name, survivors, any(each.mutant.reached for each in survivors), shown)
