"""The grade of a practice: what came of its mutants.

score: the share of the mutants that were killed, in percent, of those that a test can kill: equivalent ones are
counted out. One that ran out of time was noticed, so it is killed as well.
"""

from dataclasses import dataclass, replace
from itertools import count

from dojo.errors import UngradedError, WorkspaceError
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
from dojo.practice.model import Practice

A_COPY = "mutmut works on a copy: of {name}/, the Python files and tests/. Code that reads other files misses them."
NOTHING_REACHED = "Your tests pass, but they reach none of your code. Call it in a test."
NOTHING_TO_CHANGE = "mutmut found nothing to change, so there is no score. Put what your code does into functions."


@dataclass(frozen=True)
class Grade(Counted):
    """What came of the mutants of a practice.

    `kept` is what is known from former runs. `unmutated` are the statements that mutmut never changes. `stale` and
    `without_reason` are marks of the person's own that count for nothing.
    """

    kept: Kept
    unmutated: list[Statement]
    stale: list[Explanation]
    without_reason: list[Explanation]

    @property
    def killed(self) -> int:
        """Return how many were noticed, by the clock as well."""
        return self.outcomes[KILLED] + self.outcomes[TIMED_OUT]

    @property
    def unreached(self) -> int:
        """Return how many of the open survivors no test reaches."""
        return sum(not each.mutant.reached for each in self.open)

    @property
    def score(self) -> float:
        """Return the score."""
        return _percent(self.killed, self.made - len(self.equivalent))

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
    if part == whole:
        return 100.0
    percent = round(100 * part / whole, 1)
    return min(percent, 99.9)


def grade_mutants(practice: Practice, tree: str | None, progress: Progress, *, use_cache: bool = True) -> Grade:
    """Test the mutants of the files that git calls `tree`, if known, and return their grade, or raise UngradedError."""
    try:
        kept = run(practice, tree, progress, use_cache=use_cache)
        grade = read_grade(practice, kept)
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
    return read_grade(practice, Kept())


def _why_not(practice: Practice, message: str) -> str:
    """Say in our words what mutmut says when it has no mutant that a test reaches."""
    if "could not find any test case for any mutant" in message:
        results = results_in(sandbox_of(practice) / "mutants")
        made = any(each.exit_code_by_key for each in results)
        return NOTHING_REACHED if made else NOTHING_TO_CHANGE
    if "mutmut gave up" in message:
        return f"{message}\n{A_COPY.format(name=practice.name)}"
    return message


def read_grade(practice: Practice, kept: Kept) -> Grade:
    """Return what came of the mutants that were tested last, and what is `kept` of former runs."""
    sources = sources_below(sandbox_of(practice), SOURCE)
    found = mutants_of(sandbox_of(practice) / "mutants", sources)
    survived = [mutant for mutant in found if mutant.outcome == SURVIVED]
    shown = in_practice(practice, survived)
    document = read_document(practice.folder / OF_A_PRACTICE)
    marks = explain(shown, document)
    known = explain_by_tangle(practice.workspace, sources, survived)
    survivors = []
    for number, mutant, own, kata in zip(count(1), shown, marks.reasons, known, strict=False):
        marked = bool(own and not kata)  # the kata's reason is before the person's
        survivors.append(Survivor(number, mutant, kata or own, marked))
    return Grade(
        in_practice(practice, found),
        survivors,
        kept,
        [replace(each, path=shown_path(practice, each.path)) for each in unmutated(sources, found)],
        marks.stale,
        marks.without_reason,
    )


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
        "killed_by_assertion": grade.outcomes[KILLED] - grade.by_crash,
        "killed_by_crash": grade.by_crash,
        "timed_out": grade.outcomes[TIMED_OUT],
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
