"""Test the grade of a practice: its counts, its score, and its output."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import click

from dojo.mutation.grade import Grade
from dojo.mutation.results import (
    EQUIVALENT,
    KILLED,
    NOT_COVERED,
    PENDING,
    SURVIVED,
    TIMED_OUT,
    Mutant,
)
from dojo.mutation.run import RunResult
from dojo.mutation.text import grade_lines, interrupted_lines
from dojo.mutation.unmutated import Statement
from tests.dojo.printed import verify_document

MOMENT = datetime(2026, 1, 2, 21, 40, tzinfo=UTC)
NOTHING = RunResult()
LONG = (
    "It is the same number again, for the best of the dice was found already a few lines above, "
    "and never changes."
)
KILL = Mutant("", "practice/yatzy.py", "Yatzy.pair", 5, ("a = 1",), ("a = 2",), KILLED)
CRASH = replace(KILL, crashed=True)
LATE = replace(KILL, status=TIMED_OUT)
ALIVE = replace(
    KILL,
    status=SURVIVED,
    tests=("tests/test_a.py::test_one[1-2]", "tests/test_a.py::TestA::test_two"),
)
OTHER = replace(
    ALIVE,
    function="Yatzy.full_house",
    line=7,
    tests=[f"tests/a.py::test_{'long_' * 6}{n}" for n in "abcd"],
)
DOUBTFUL = replace(OTHER, removed=("for a in range(1, 7):",), added=("for a in range(7):",))
UNSEEN = replace(KILL, status=NOT_COVERED, function="Yatzy.chance", line=9)
OPEN = replace(KILL, status=PENDING)
MISSED = [Statement("practice/rules.py", line, "(module)", "A = 1") for line in (1, 2, 3, 7)]
IN_PLAIN = Statement("practice/yatzy.py", 9, "Yatzy.pair", "return a")
STALE = ("practice/yatzy.py Yatzy.pair", "- a = 1", "+ a = 3")


def grade(*mutants: Mutant, why: Sequence[str] = (), run: RunResult = NOTHING) -> Grade:
    """Grade mutants. The first survivors are equivalent, for these reasons."""
    found: list[Mutant] = []
    for mutant in mutants:
        number = sum(each.number > 0 for each in found) + 1
        survived = mutant.status in (SURVIVED, NOT_COVERED)
        reason = why[number - 1] if survived and number <= len(why) else ""
        status = EQUIVALENT if reason else mutant.status
        found.append(
            replace(
                mutant, number=number * survived, reason=reason, marked=number == 2, status=status
            )
        )
    return Grade(mutants=found, run=run)


MANY = (KILL, KILL, KILL, CRASH, LATE, ALIVE, ALIVE, OTHER, DOUBTFUL, *[OTHER] * 3, UNSEEN, OPEN)
MIXED = replace(
    grade(*MANY, why=(LONG, "So it is."), run=RunResult(4, MOMENT)),
    unmutated=[*MISSED, IN_PLAIN],
    stale=[STALE],
)
SHOWN = {
    "some survive": MIXED,
    "all are killed": grade(KILL, LATE, run=RunResult(why="Python")),
    "all are killed, by an estimate": grade(KILL, KILL, run=RunResult(1, MOMENT, estimate=True)),
    "one is equivalent": grade(KILL, ALIVE, why=(LONG,)),
    "one has no result": grade(KILL, OPEN),
}


def shown(title: str, grade: Grade, *, every: bool = False, slips: bool = False) -> str:
    return "\n".join(
        [f"# {title}", "", *grade_lines(grade, "practice/equivalent.txt", every=every, slips=slips)]
    )


def test_what_is_shown_of_a_grade() -> None:
    grades = [shown(title, each) for title, each in SHOWN.items()]
    grades.append(shown("some survive, with --all", MIXED, every=True, slips=True))
    interrupted = "\n".join(interrupted_lines(MIXED))
    grades.append(f"# a run is interrupted\n\n{interrupted}")
    text = click.unstyle("\n\n".join(grades)) + "\n"
    assert max(map(len, text.split("\n"))) <= 80
    verify_document("printed_grades", text)


def test_the_counts_add_up() -> None:
    counts = MIXED.counts
    assert counts.made == counts.killed + counts.survived + counts.pending
    assert counts.made == counts.cached + counts.tested
    assert counts.killed == counts.killed_by_assertion + counts.killed_by_crash + counts.timed_out
    assert (counts.survived, counts.equivalent, counts.not_covered) == (8, 2, 1)


def test_nothing_is_graded_before_a_mutant_was_tested() -> None:
    said = ["Interrupted before a mutant was tested.", "Next: run `dojo mutants` again."]
    assert interrupted_lines(None) == said
    assert interrupted_lines(grade(OPEN)) == said


def test_equivalent_mutants_are_not_in_the_score_and_only_a_full_score_is_shown_as_one() -> None:
    graded = grade(KILL, ALIVE, why=(LONG,))
    assert (graded.counts.score, graded.counts.score_of_all, graded.fails) == (100.0, 50.0, False)
    assert grade(KILL, ALIVE, ALIVE, why=(LONG,)).counts.score == 50.0
    assert grade(*[KILL] * 5000, ALIVE).counts.score == 99.9
