"""Testing the mutants of a practice, until their grade can be trusted.

doubted: a mutant that was killed, though the kata knows that it makes no difference.
"""

from dojo.errors import UngradedError, WorkspaceError
from dojo.mutation.grade import Grade, read_grade
from dojo.mutation.results import is_decided, results_in
from dojo.mutation.runner import Progress
from dojo.mutation.sandbox import SOURCE, forget, run, sandbox_of
from dojo.practice import Practice

CONFIRMATIONS = 2  # runs that have to agree with the first, when it killed what makes no difference
NO_TEST_CASE = "could not find any test case for any mutant"
GAVE_UP = "mutmut gave up"
A_COPY = "mutmut works on a copy: of practice/, the Python files and tests/. Code that reads other files misses them."
NOTHING_REACHED = "Your tests pass, and reach none of your code: nobody would miss anything. Call it in a test."
NOTHING_TO_CHANGE = "mutmut found nothing to change, so there is no score. Put what your code does into functions."


def grade_mutants(practice: Practice, progress: Progress, *, use_cache: bool = True) -> Grade:
    """Test the mutants and return their grade; UngradedError when there is none.

    When a mutant is killed that makes no difference, all are tested again: either the same are killed each time, by
    tests that look where no caller can; or a test fails by chance, and nothing that it said is kept.
    """
    grade = _grade_once(practice, progress, use_cache=use_cache)
    if grade.cached == grade.made:  # the run that tested them has asked again
        return grade
    killers = _killers_of_doubted(grade)
    for _ in range(CONFIRMATIONS if killers else 0):
        grade = _grade_once(practice, progress, use_cache=False)
        unlike = killers.keys() ^ _killers_of_doubted(grade).keys()
        if unlike:
            forget(practice)
            raise UngradedError(_unreliable(min(unlike), {**killers, **_killers_of_doubted(grade)}))
    return grade


def last_grade(practice: Practice) -> Grade:
    """Return the grade of the last run; WorkspaceError when none came to its end."""
    if not is_decided(sandbox_of(practice) / "mutants" / SOURCE):
        raise WorkspaceError("There is no finished run yet. `dojo mutants` makes mutants first.")
    return read_grade(practice, cached=0)


def _grade_once(practice: Practice, progress: Progress, *, use_cache: bool) -> Grade:
    try:
        cached = run(practice, progress, use_cache=use_cache).cached
        grade = read_grade(practice, cached)
    except WorkspaceError as error:
        raise UngradedError(_reason(practice, str(error))) from None
    if not grade.mutants:
        raise UngradedError(NOTHING_TO_CHANGE)
    return grade


def _killers_of_doubted(grade: Grade) -> dict[str, str]:
    """Return which test killed what makes no difference, by the mutant's place."""
    return {kill.place: kill.killer for kill in grade.impossible}


def _unreliable(place: str, killers: dict[str, str]) -> str:
    """Say which test cannot be trusted, if that is known, and why."""
    killer = killers[place]
    test = f"one test cannot be trusted: {killer}" if killer else "one of the tests cannot be trusted."
    return f"Nothing was graded, for {test}\nIt noticed a change that makes no difference ({place}), but not each time."


def _reason(practice: Practice, message: str) -> str:
    """Say in our words what mutmut says when it has no mutant that a test reaches."""
    if NO_TEST_CASE not in message:
        return f"{message}\n{A_COPY}" if GAVE_UP in message else message
    made = results_in(sandbox_of(practice) / "mutants")
    return NOTHING_REACHED if any(each.exit_code_by_key for each in made) else NOTHING_TO_CHANGE
