"""The grade of a practice and the verdict: counts, scores, reasons and numbers of survivors."""

from dataclasses import replace
from typing import Any

import click
import pytest

from dojo.errors import WorkspaceError
from dojo.kata.description import NO_KATA
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation.equivalent import Excuse, entry_of, excuse_survivors, mark_equivalent
from dojo.mutation.grade import (
    Grade,
    Verdict,
    grade_so_far,
    has_other_numbers,
    last_grade,
    number_survivors,
    order_survivors,
)
from dojo.mutation.inputs import Inputs
from dojo.mutation.kept import CoveredTest, Kept, ResultFiles
from dojo.mutation.results import (
    ALL,
    EQUIVALENT,
    KILLED,
    NOT_COVERED,
    PENDING,
    SURVIVED,
    TIMED_OUT,
    DifferingCall,
    Mutant,
    Patch,
    Result,
    Twin,
    Why,
)
from dojo.mutation.run import RunResult
from dojo.mutation.text import grade_lines, interrupted_lines
from dojo.mutation.unmutated import Statement
from dojo.next_step import after_interruption
from dojo.practice.model import Practice
from dojo.text import next_step_line
from tests.dojo.mutation.reports import rows
from tests.dojo.practising import MOMENT
from tests.dojo.printed import verify_document

LONG = (
    "It is the same number again, for the best of the dice was found already a few lines above, "
    "and never changes."
)
REASON = "Nobody throws dice that differ."
KILL = Mutant("", "practice/yatzy.py", "Yatzy.pair", 5, ("a = 1",), ("a = 2",), KILLED)
TESTS = ("tests/test_a.py::test_one[1-2]", "tests/test_a.py::TestA::test_two")
ALIVE = replace(KILL, status=SURVIVED, tests=TESTS)
OTHER_TESTS = [f"tests/a.py::test_{'long_' * 6}{letter}" for letter in "abcd"]
OTHER = replace(ALIVE, function="Yatzy.full_house", line=7, tests=OTHER_TESTS)
SAME = replace(ALIVE, status=EQUIVALENT, reason=LONG)
PLACE = ("practice/yatzy.py", 7, "Yatzy.full_house", True)
SAME_AT_CALLS = Why(Twin(PLACE, compared=89), 2)
EXAMPLE = DifferingCall(
    "tests/a.py::test_a", 1, "Yatzy.pair(6, 6)", {"result": "12"}, {"result": "0"}
)
DIFFERS = Why(Twin(PLACE, compared=3, differing=1, example=EXAMPLE), 2)
KINDS = {
    "killed": KILL,
    "crashed": replace(KILL, crashed=True),
    "late": replace(KILL, status=TIMED_OUT),
    "open": replace(KILL, status=PENDING),
    "alive": ALIVE,
    "other": OTHER,
    "doubtful": replace(OTHER, why=SAME_AT_CALLS),
    "unseen": replace(KILL, status=NOT_COVERED, function="Yatzy.chance", line=9),
    "same": SAME,
    "marked": replace(SAME, reason="So it is.", marked=True),
}
WITHOUT_NUMBER = (KILLED, TIMED_OUT, PENDING)
STALE = ("practice/yatzy.py Yatzy.pair", "- a = 1", "+ a = 3")
STATEMENTS = [Statement("practice/rules.py", line, "(module)", "A = 1") for line in (1, 2, 3, 7)]
PASSED = GoldenMasterResult("legacy", passed=True, seconds=0.1, report="")


def mutants_of(kinds: str) -> list[Mutant]:
    """Return mutants of these kinds, with numbers for the survivors."""
    mutants: list[Mutant] = []
    number = 0
    for kind in kinds.split():
        mutant = KINDS[kind]
        if mutant.status not in WITHOUT_NUMBER:
            number += 1
            mutant = replace(mutant, number=number)
        mutants.append(mutant)
    return mutants


def grade(kinds: str, **more: Any) -> Grade:
    return Grade(mutants=mutants_of(kinds), **more)


MIXED = grade(
    "killed killed killed crashed late same marked other other other other unseen doubtful open",
    run=RunResult(4, MOMENT),
    unmutated=[*STATEMENTS, Statement("practice/yatzy.py", 9, "Yatzy.pair", "return a")],
    stale=[STALE],
)
ESTIMATE = RunResult(1, MOMENT, estimates=1)
SHOWN = {
    "some survive": MIXED,
    "all are killed": grade("killed late", run=RunResult(changed="Python")),
    "all are killed, by an estimate": grade("killed killed", run=ESTIMATE),
    "one is equivalent": grade("killed same"),
    "one has no result": grade("killed open"),
    "a survivor has another number": grade("killed alive", is_renumbered=True),
}


def shown(title: str, grade: Grade, *, every: bool = False, slips: bool = False) -> str:
    lines = grade_lines(grade, "practice/equivalent.txt", every=every, slips=slips)
    return "\n".join([f"# {title}", "", *lines])


@pytest.mark.parametrize(
    ("kinds", "score"),
    [
        ("killed alive", 50),
        ("late alive", 50),
        ("killed alive same", 50),
        ("killed open", 50),
        ("killed killed alive", 66.7),
    ],
)
def test_a_limit_is_compared_with_the_score_as_it_is_shown(kinds: str, score: float):
    grade = Grade(mutants=[KINDS[kind] for kind in kinds.split()])
    assert [grade.score < lowest for lowest in (score, score + 0.1)] == [False, True]


@pytest.mark.parametrize(
    ("before", "now", "is_other"),
    [
        ("", "ab", False),
        ("ab", "abc", False),
        ("ab", "b", True),
        ("ab", "ba", True),
        ("a", "b", False),
    ],
)
def test_a_survivor_that_was_listed_may_have_another_number(
    before: str, now: str, *, is_other: bool
):
    assert has_other_numbers(before, now) is is_other


def interrupted(graded: Grade | None) -> list[str]:
    """Return what is printed after Ctrl-C."""
    return [*interrupted_lines(graded), next_step_line(after_interruption(graded))]


def test_grades_as_text():
    grades = [shown(title, grade) for title, grade in SHOWN.items()]
    grades.append(shown("some survive, with --all", MIXED, every=True, slips=True))
    grades.append("\n".join(["# a run is interrupted", "", *interrupted(MIXED)]))
    text = click.unstyle("\n\n".join(grades))
    assert max(map(len, text.split("\n"))) <= 80
    verify_document("printed_grades", text)


COUNTS = """made=14, cached=4, tested=10, estimate=False, \
killed=5, killed_by_assertion=3, killed_by_crash=1, out_of_memory=0, timed_out=1, \
survived=8, equivalent=2, not_covered=1, pending=1, score=41.7, score_of_all=35.7, """


def test_the_counts_add_up():
    assert COUNTS in str(MIXED.report)
    assert MIXED.tested == MIXED.report.killed + len(MIXED.to_kill)


@pytest.mark.parametrize(
    "row",
    rows("""
    50.0   50.0  killed alive
    100.0  50.0  killed same
    75.0   75.0  killed late crashed unseen
    66.7   66.7  killed killed alive
    """),
)
def test_equivalent_mutants_are_not_in_the_score(row: list[str]):
    score, score_of_all, kinds = row
    counts = grade(kinds).report
    assert (counts.score, counts.score_of_all) == (float(score), float(score_of_all))


@pytest.mark.parametrize(
    "row",
    rows("""
    same         for reasons in the kata;
    marked       for reasons that you wrote;
    same marked  for reasons in the kata and, for 1, reasons that you wrote;
    """),
)
def test_the_authors_of_the_reasons_are_named(row: list[str]):
    kinds, words = row
    text = " ".join(shown("", grade(f"killed {kinds}")).split())
    assert f"no test is needed, {words}" in text


def test_only_a_full_score_is_100_percent():
    assert grade("killed " * 5000 + "alive").report.score == 99.9


def test_mutants_without_a_result_leave_a_range_of_scores():
    graded = grade("killed killed open alive same")
    assert (graded.score, graded.highest_score) == (50.0, 75.0)


@pytest.mark.parametrize("kinds", ["killed", "late", "same"])
def test_a_mutant_that_is_killed_or_explained_does_not_fail(kinds: str):
    assert not grade(kinds).fails


@pytest.mark.parametrize("kinds", ["alive", "unseen", "open"])
def test_a_survivor_without_a_reason_fails(kinds: str):
    assert grade(f"killed {kinds}").fails


def test_survivors_are_in_the_order_of_their_numbers():
    last = replace(ALIVE, number=2)
    graded = Grade(mutants=[KILL, last, replace(SAME, number=1)])
    assert [mutant.number for mutant in graded.survivors] == [1, 2]
    assert graded.to_kill == [last]
    assert [mutant.reason for mutant in graded.equivalent] == [LONG]


@pytest.mark.parametrize("graded", [None, grade("open")])
def test_nothing_is_graded_before_a_mutant_was_tested(graded: Grade | None):
    lines = ["Interrupted before a mutant was tested.", "Next: run `dojo mutants` again."]
    assert interrupted(graded) == lines


def test_a_verdict_with_all_mutants_killed_passes():
    assert not Verdict(kata=NO_KATA, golden_master=PASSED, mutants=mutants_of("killed same")).fails


@pytest.mark.parametrize(
    "problem",
    [
        {"mutants": []},
        {"mutants": mutants_of("killed alive")},
        {"stale": [STALE]},
        {"unlisted": ["legacy/yatzy.py (module): A = 1"]},
        {"obsolete": ["legacy/yatzy.py (module): A = 1"]},
        {"golden_master": replace(PASSED, passed=False)},
    ],
)
def test_a_verdict_fails_for_each_problem(problem: dict[str, Any]):
    verdict = {"kata": NO_KATA, "golden_master": PASSED, "mutants": mutants_of("killed same")}
    assert Verdict(**verdict | problem).fails


# Reasons.


def explain(*excuses: Excuse) -> tuple[list[str], int]:
    """Return the reasons of two survivors alike, and how many excuses are unused."""
    found, unused = excuse_survivors([KILL, ALIVE, ALIVE], list(excuses), [])
    return [mutant.reason for mutant in found[1:]], len(unused)


@pytest.mark.parametrize(
    ("count", "reasons", "unused"),
    [(0, ["", ""], 0), (1, [LONG, ""], 0), (2, [LONG, LONG], 0), (3, [LONG, LONG], 1)],
)
def test_an_entry_explains_one_survivor(count: int, reasons: list[str], unused: int):
    excuses = [Excuse(entry_of(ALIVE), LONG)] * count
    assert explain(*excuses) == (reasons, unused)


def test_an_entry_without_a_reason_explains_nothing():
    assert explain(Excuse(entry_of(ALIVE), "")) == (["", ""], 0)


def test_an_entry_of_another_mutant_explains_nothing():
    found, left = excuse_survivors([ALIVE], [Excuse(STALE, LONG)], [])
    assert (found, left) == ([ALIVE], [STALE])


def test_a_reason_of_the_person_is_marked():
    unseen = KINDS["unseen"]
    [found], _ = excuse_survivors([unseen], [Excuse(entry_of(unseen), LONG)], [])
    assert (found.status, found.marked, found.earlier_reason) == (EQUIVALENT, True, "")


# Numbers.


def survivor(name: str, function: str = "f", line: str = "1", removed: str = "a = 1") -> Mutant:
    return replace(
        ALIVE, name=name, function=function, line=int(line), removed=(removed,), added=("return",)
    )


def order(*mutants: Mutant) -> str:
    return ", ".join(order_survivors(mutants))


def test_survivors_that_were_equivalent_in_the_tangle_come_later():
    known = replace(survivor("known", function="g"), earlier_reason=LONG)
    assert order(known, survivor("a")) == "a, known"


def test_differences_come_first_and_what_makes_none_last():
    different = replace(survivor("different", function="z"), why=DIFFERS)
    same = replace(survivor("same", function="a"), why=SAME_AT_CALLS)
    unseen = replace(KINDS["unseen"], name="not covered")
    found = order(same, unseen, survivor("unknown"), different)
    assert found == "different, unknown, not covered, same"


def test_survivors_that_no_test_reaches_come_later():
    same = replace(SAME, name="equivalent")
    unseen = replace(KINDS["unseen"], name="not covered")
    assert order(same, unseen, survivor("a"), KILL) == "a, not covered, equivalent"


def test_survivors_of_other_lines_come_before_a_second_of_one_line():
    assert order(survivor("a"), survivor("b"), survivor("c", line="2")) == "a, c, b"


def test_a_function_with_survivors_on_more_lines_comes_first():
    table = "a  one line  1\nb  one line  1\nc  two lines  5\nd  two lines  6"
    assert order(*[survivor(*row) for row in rows(table)]) == "c, d, a, b"


def test_a_default_value_and_the_body_of_its_function_are_shown_apart():
    default = replace(ALIVE, name="default", at_import=True, number=1)
    body = replace(ALIVE, name="body", line=6, number=2)
    found = Grade(mutants=[default, body])
    lines = grade_lines(found, "equivalent.txt", every=False, slips=False)
    assert lines.count("Yatzy.pair: 1 mutant survived") == 2
    assert order(default, body, replace(default, name="b", line=6)) == "default, b, body"


def test_numbers_of_an_earlier_order_are_kept():
    killed = replace(KILL, name="killed")
    mutants = [survivor("a"), survivor("b"), survivor("new"), killed]
    found = number_survivors(mutants, ["b", "a"])
    assert [mutant.number for mutant in found] == [2, 1, 3, 0]


# Results that are read, without a run.

SOURCE = "PAYS = 2\n\n\ndef pair(first, second):\n    return first + second\n"
REGION = "practice/yatzy.py::pair"
NAME = "yatzy.x_pair__mutmut_1"
RESULTS = Kept(
    inputs=Inputs({}, frozenset()),
    moment=MOMENT,
    sources={"practice/yatzy.py": SOURCE},
    patches={REGION: [Patch(NAME, REGION, (1, 17, 1, 18), "-")]},
    results={NAME: Result(SURVIVED)},
    tests={"tests/test_a.py::test_a": CoveredTest({REGION}, set(), 0.1, 0.1)},
)


@pytest.fixture
def tested(practice: Practice) -> Practice:
    """Give a practice with a run whose order of survivors is not written yet."""
    ResultFiles(practice.state_directory).write(RESULTS)
    return practice


def test_there_is_no_grade_before_a_run(practice: Practice):
    assert grade_so_far(practice, ALL) is None
    with pytest.raises(WorkspaceError, match="There are no results yet"):
        last_grade(practice)


def test_there_is_no_last_grade_before_it_was_shown(tested: Practice):
    with pytest.raises(WorkspaceError, match="There are no results yet"):
        last_grade(tested)


def test_the_last_grade_has_the_numbers_that_it_showed(tested: Practice):
    ResultFiles(tested.state_directory).write_numbered(["another", NAME])
    [survivor] = last_grade(tested).survivors
    assert (survivor.number, survivor.reason) == (2, "")
    mark_equivalent(tested, survivor, REASON)
    [survivor] = last_grade(tested).survivors
    assert (survivor.number, survivor.reason, survivor.marked) == (2, REASON, True)


def test_the_grade_so_far_has_all_mutants(tested: Practice):
    graded = grade_so_far(tested, ALL)
    assert graded is not None
    assert [mutant.diff for mutant in graded.mutants] == [
        ["- return first + second", "+ return first - second"]
    ]
    assert graded.sources == {"practice/yatzy.py": SOURCE}
    assert [each.text for each in graded.unmutated] == ["PAYS = 2"]
