"""The grade of a practice and the verdict: counts, scores, reasons and numbers of survivors."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import pytest

from dojo.errors import WorkspaceError
from dojo.files import write_json
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation.equivalent import Explanation, entry_of, mark_equivalent
from dojo.mutation.grade import (
    Grade,
    Verdict,
    explain_survivors,
    grade_so_far,
    inputs_of,
    last_grade,
    number_survivors,
    order_survivors,
    run_mutants,
)
from dojo.mutation.inputs import Inputs, changed_names
from dojo.mutation.results import (
    EQUIVALENT,
    KILLED,
    NOT_COVERED,
    PENDING,
    STATS,
    SURVIVED,
    TIMED_OUT,
    Mutant,
)
from dojo.mutation.run import MANIFEST_FILE, Manifest, RunResult
from dojo.mutation.sandbox import order_file_of
from dojo.mutation.text import grade_lines, interrupted_lines
from dojo.mutation.unmutated import Statement
from dojo.practice.model import Practice
from tests.dojo.practising import write_files
from tests.dojo.printed import verify_document
from tests.dojo.small_kata import SmallKata

MOMENT = datetime(2026, 1, 2, 21, 40, tzinfo=UTC)
LONG = (
    "It is the same number again, for the best of the dice was found already a few lines above, "
    "and never changes."
)
KILL = Mutant("", "practice/yatzy.py", "Yatzy.pair", 5, ("a = 1",), ("a = 2",), KILLED)
CRASH = replace(KILL, crashed=True)
LATE = replace(KILL, status=TIMED_OUT)
OPEN = replace(KILL, status=PENDING)
TESTS = ("tests/test_a.py::test_one[1-2]", "tests/test_a.py::TestA::test_two")
ALIVE = replace(KILL, status=SURVIVED, tests=TESTS)
OTHER_TESTS = [f"tests/a.py::test_{'long_' * 6}{letter}" for letter in "abcd"]
OTHER = replace(ALIVE, function="Yatzy.full_house", line=7, tests=OTHER_TESTS)
DOUBTFUL = replace(OTHER, removed=("for a in range(1, 7):",), added=("for a in range(7):",))
UNSEEN = replace(KILL, status=NOT_COVERED, function="Yatzy.chance", line=9)
SAME = replace(ALIVE, status=EQUIVALENT, reason=LONG)
MARKED = replace(SAME, reason="So it is.", marked=True)
STALE = ("practice/yatzy.py Yatzy.pair", "- a = 1", "+ a = 3")
STATEMENTS = [
    *(Statement("practice/rules.py", line, "(module)", "A = 1") for line in (1, 2, 3, 7)),
    Statement("practice/yatzy.py", 9, "Yatzy.pair", "return a"),
]
# A source, and what mutmut makes of it.
SOURCE = "PAYS = 2\n\n\ndef pair(first, second):\n    return first + second\n"
GENERATED = """\
def x_pair__mutmut_orig(first, second):
    return first + second
def x_pair__mutmut_1(first, second):
    return first - second
"""
SPANS = {"x_pair__mutmut_orig": (1, 2), "x_pair__mutmut_1": (3, 4)}
REASON = "Nobody throws dice that differ."


def numbered(*mutants: Mutant) -> list[Mutant]:
    """Return the mutants with numbers for the survivors."""
    numbered: list[Mutant] = []
    number = 0
    for mutant in mutants:
        if mutant.status in (SURVIVED, NOT_COVERED, EQUIVALENT):
            number += 1
            numbered.append(replace(mutant, number=number))
        else:
            numbered.append(mutant)
    return numbered


def grade(*mutants: Mutant, **more: Any) -> Grade:
    return Grade(mutants=numbered(*mutants), **more)


SURVIVORS = (SAME, MARKED, OTHER, DOUBTFUL, OTHER, OTHER, OTHER, UNSEEN)
MIXED = grade(
    *(KILL, KILL, KILL, CRASH, LATE, *SURVIVORS, OPEN),
    run=RunResult(4, MOMENT),
    unmutated=STATEMENTS,
    stale=[STALE],
)
SHOWN = {
    "some survive": MIXED,
    "all are killed": grade(KILL, LATE, run=RunResult(why="Python")),
    "all are killed, by an estimate": grade(KILL, KILL, run=RunResult(1, MOMENT, estimate=True)),
    "one is equivalent": grade(KILL, SAME),
    "one has no result": grade(KILL, OPEN),
}


def shown(title: str, grade: Grade, *, every: bool = False, slips: bool = False) -> str:
    lines = grade_lines(grade, "practice/equivalent.txt", every=every, slips=slips)
    return "\n".join([f"# {title}", "", *lines])


def test_grades_as_text() -> None:
    grades = [shown(title, grade) for title, grade in SHOWN.items()]
    grades.append(shown("some survive, with --all", MIXED, every=True, slips=True))
    grades.append("\n".join(["# a run is interrupted", "", *interrupted_lines(MIXED)]))
    text = click.unstyle("\n\n".join(grades)) + "\n"
    assert max(map(len, text.split("\n"))) <= 80
    verify_document("printed_grades", text)


def test_the_counts_add_up() -> None:
    counts = MIXED.counts
    assert (counts.made, counts.cached, counts.tested) == (14, 4, 10)
    assert (counts.killed, counts.survived, counts.pending) == (5, 8, 1)
    assert (counts.killed_by_assertion, counts.killed_by_crash, counts.timed_out) == (3, 1, 1)
    assert (counts.equivalent, counts.not_covered, counts.estimate) == (2, 1, False)
    assert MIXED.tested == counts.killed + len(MIXED.unexplained)


@pytest.mark.parametrize(
    ("mutants", "score", "of_all"),
    [
        ([KILL, ALIVE], 50.0, 50.0),
        ([KILL, SAME], 100.0, 50.0),
        ([KILL, LATE, CRASH, UNSEEN], 75.0, 75.0),
        ([KILL, KILL, ALIVE], 66.7, 66.7),
        ([KILL] * 5000 + [ALIVE], 99.9, 99.9),  # only a full score is 100
    ],
)
def test_equivalent_mutants_are_not_in_the_score(
    mutants: list[Mutant], score: float, of_all: float
) -> None:
    counts = grade(*mutants).counts
    assert (counts.score, counts.score_of_all) == (score, of_all)


def test_mutants_without_a_result_leave_a_range_of_scores() -> None:
    graded = grade(KILL, KILL, OPEN, ALIVE, SAME)
    assert (graded.lowest_score, graded.highest_score) == (50.0, 75.0)


@pytest.mark.parametrize(
    ("mutant", "fails"),
    [(KILL, False), (LATE, False), (SAME, False), (ALIVE, True), (UNSEEN, True), (OPEN, True)],
)
def test_a_survivor_without_a_reason_fails(mutant: Mutant, *, fails: bool) -> None:
    assert grade(KILL, mutant).fails == fails


@pytest.mark.parametrize("first", [[], [KILL]])
def test_survivors_are_in_the_order_of_their_numbers(first: list[Mutant]) -> None:
    last = replace(ALIVE, number=2)
    graded = Grade(mutants=[*first, last, replace(SAME, number=1)])
    assert [mutant.number for mutant in graded.survivors] == [1, 2]
    assert graded.unexplained == [last]
    assert [mutant.reason for mutant in graded.equivalent] == [LONG]


def test_nothing_is_graded_before_a_mutant_was_tested() -> None:
    lines = ["Interrupted before a mutant was tested.", "Next: run `dojo mutants` again."]
    assert interrupted_lines(None) == lines
    assert interrupted_lines(grade(OPEN)) == lines


@pytest.mark.parametrize(
    "problem",
    [
        {"mutants": []},
        {"mutants": numbered(KILL, ALIVE)},
        {"stale": [STALE]},
        {"unlisted": ["legacy/yatzy.py (module): A = 1"]},
        {"obsolete": ["legacy/yatzy.py (module): A = 1"]},
        {"golden_master": GoldenMasterResult("legacy", passed=False, seconds=0.1, report="")},
    ],
)
def test_a_verdict_fails_for_each_problem(problem: dict[str, Any]) -> None:
    passed = GoldenMasterResult("legacy", passed=True, seconds=0.1, report="")
    verdict = {"golden_master": passed, "mutants": numbered(KILL, SAME)}
    assert not Verdict(**verdict).fails
    assert Verdict(**verdict | problem).fails


# Reasons.


@pytest.mark.parametrize(
    ("entries", "reasons", "unused"),
    [
        ([], ["", ""], 0),
        ([LONG], [LONG, ""], 0),  # two survivors alike need two entries
        ([LONG, "So it is."], [LONG, "So it is."], 0),
        ([LONG, LONG, LONG], [LONG, LONG], 1),
        ([""], ["", ""], 0),
    ],
)
def test_an_entry_explains_one_survivor(
    entries: list[str], reasons: list[str], unused: int
) -> None:
    explanations = [Explanation(entry_of(ALIVE), reason) for reason in entries]
    found, left = explain_survivors([KILL, ALIVE, ALIVE], explanations, [])
    assert [mutant.reason for mutant in found] == ["", *reasons]
    assert [mutant.status == EQUIVALENT for mutant in found[1:]] == list(map(bool, reasons))
    assert left == [entry_of(ALIVE)] * unused


def test_an_entry_of_another_mutant_explains_nothing() -> None:
    found, left = explain_survivors([ALIVE], [Explanation(STALE, LONG)], [])
    assert (found, left) == ([ALIVE], [STALE])


def test_a_reason_of_the_person_is_marked() -> None:
    [found], _ = explain_survivors([UNSEEN], [Explanation(entry_of(UNSEEN), LONG)], [])
    assert (found.status, found.marked, found.earlier_reason) == (EQUIVALENT, True, "")


# Numbers.


def named(name: str, function: str = "f", **more: Any) -> Mutant:
    return replace(ALIVE, name=name, function=function, **more)


def test_what_most_probably_lacks_a_test_has_the_first_numbers() -> None:
    mutants = [
        named("equivalent", status=EQUIVALENT),
        named("not covered", status=NOT_COVERED),
        named("doubtful", removed=("break",), added=("return",)),
        named("in a method with a doubt", "method", removed=("break",), added=("return",)),
        named("first of the method", "method"),
        named("killed", status=KILLED),
    ]
    assert order_survivors(mutants) == [
        "first of the method",
        "in a method with a doubt",
        "doubtful",
        "not covered",
        "equivalent",
    ]


def test_survivors_of_other_lines_come_before_a_second_of_one_line() -> None:
    mutants = [named("a", line=1), named("b", line=1), named("c", line=2)]
    assert order_survivors(mutants) == ["a", "c", "b"]


def test_a_function_with_survivors_on_more_lines_comes_first() -> None:
    mutants = [
        named("a", "one line", line=1),
        named("b", "one line", line=1),
        named("c", "two lines", line=5),
        named("d", "two lines", line=6),
    ]
    assert order_survivors(mutants) == ["c", "d", "a", "b"]


def test_numbers_of_an_earlier_order_are_kept() -> None:
    mutants = [named("a"), named("b"), named("new"), named("killed", status=KILLED)]
    found = number_survivors(mutants, ["b", "a"])
    assert [mutant.number for mutant in found] == [2, 1, 3, 0]


def test_a_verdict_depends_on_files_but_not_on_reasons(kata: SmallKata) -> None:
    before = inputs_of(kata.folder)
    for name in ("survivors.approved.txt", "pairs.received.txt", ".replaced/pairs.approved.txt"):
        kata.write(f"approved_files/{name}", "A reason, or what a run leaves.\n")
    assert inputs_of(kata.folder) == before
    for name in ("approved_files/pairs.approved.txt", "pyproject.toml", "legacy/yatzy.py"):
        text = kata.read(name)
        kata.write(name, "\n")
        assert changed_names(before.other, inputs_of(kata.folder).other) == [name]
        kata.write(name, text)


# Results that are read, without a run of mutmut.


def write_run(workdir: Path, folder: str, module: str, exit_code: int, inputs: Inputs) -> None:
    """Write the files of a finished run with one mutant."""
    name = f"{module}.x_pair__mutmut_1"
    results = {"exit_code_by_key": {name: exit_code}, "durations_by_key": {name: 0.5}}
    stats = {"tests_by_mangled_function_name": {f"{module}.x_pair": ["tests/test_a.py::test_a"]}}
    write_files(
        workdir,
        {
            f"{folder}/yatzy.py": GENERATED,
            f"{folder}/yatzy.py.meta": json.dumps(results),
            f"{folder}/yatzy.py.spans": json.dumps({"spans": SPANS}),
            STATS: json.dumps(stats),
        },
    )
    write_json(workdir / MANIFEST_FILE, Manifest(inputs, MOMENT, estimate=False))


def verdict_on(kata: SmallKata, exit_code: int) -> Verdict:
    """Return the verdict on a run of legacy that is finished."""
    kata.write("legacy/yatzy.py", SOURCE)
    (kata.folder / "legacy/__init__.py").unlink()
    inputs = inputs_of(kata.folder)
    write_run(kata.folder / "mutants", "legacy", "legacy.yatzy", exit_code, inputs)
    passed = GoldenMasterResult("legacy", passed=True, seconds=0.1, report="")
    [verdict] = run_mutants(kata.folder, [passed], inputs, lambda _done, _all: None)
    return verdict


def test_a_finished_run_is_the_verdict(kata: SmallKata) -> None:
    entries = f"Survivors.\n\nlegacy/yatzy.py pair\n    - a\n    + b\n    Why: {REASON}\n"
    kata.write("approved_files/survivors.approved.txt", entries)
    verdict = verdict_on(kata, exit_code=0)
    assert (verdict.name, verdict.run, verdict.changed) == ("legacy", RunResult(1, MOMENT), [])
    [survivor] = verdict.survivors
    assert (survivor.place, survivor.number) == ("legacy/yatzy.py:5", 1)
    assert survivor.diff == ["- return first + second", "+ return first - second"]
    assert verdict.sources["legacy/yatzy.py"] == SOURCE
    assert [each.text for each in verdict.unmutated] == ["PAYS = 2"]
    assert verdict.unlisted == ["legacy/yatzy.py (module): PAYS = 2"]
    assert verdict.stale == [("legacy/yatzy.py pair", "- a", "+ b")]
    assert verdict.obsolete == []


def test_a_reason_of_the_kata_explains_its_own_implementation(kata: SmallKata) -> None:
    diff = "    - return first + second\n    + return first - second\n"
    entries = [
        f"{name}/yatzy.py pair\n{diff}    Why: {REASON}\n" for name in ("legacy", "refactored")
    ]
    kata.write("approved_files/survivors.approved.txt", "\n".join(["Survivors.", "", *entries]))
    verdict = verdict_on(kata, exit_code=0)
    assert [mutant.reason for mutant in verdict.equivalent] == [REASON]
    assert verdict.stale == []


def write_practice_run(practice: Practice) -> None:
    sandbox = practice.state_directory / "mutation"
    write_files(sandbox, {"src/yatzy.py": SOURCE})
    write_run(sandbox / "mutants", "src", "yatzy", 0, Inputs({}, {}))


def test_there_is_no_grade_before_a_run(practice: Practice) -> None:
    assert grade_so_far(practice) is None
    with pytest.raises(WorkspaceError, match="There are no results yet"):
        last_grade(practice)
    write_practice_run(practice)
    with pytest.raises(WorkspaceError, match="There are no results yet"):
        last_grade(practice)


def test_the_last_grade_has_the_numbers_that_it_showed(practice: Practice) -> None:
    write_practice_run(practice)
    write_json(order_file_of(practice), ["another", "yatzy.x_pair__mutmut_1"])
    [survivor] = last_grade(practice).survivors
    assert (survivor.number, survivor.reason) == (2, "")
    mark_equivalent(practice, survivor, REASON)
    [survivor] = last_grade(practice).survivors
    assert (survivor.number, survivor.reason, survivor.marked) == (2, REASON, True)


def test_the_grade_so_far_has_all_mutants(practice: Practice) -> None:
    write_practice_run(practice)
    graded = grade_so_far(practice)
    assert graded is not None
    assert [mutant.status for mutant in graded.mutants] == [SURVIVED]
    assert graded.sources == {"practice/yatzy.py": SOURCE}
    assert [each.text for each in graded.unmutated] == ["PAYS = 2"]
