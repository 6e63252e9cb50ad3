"""The timeline: which checks get a row, what is said of red ones, what is known of a practice as it is."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from dojo.practice.model import AMBER, GREEN, RED, Differences, Practice
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import Story, Swap, append_revert, append_score, read_story, restore
from dojo.progress.steps import Step, steps_of
from dojo.progress.timeline import Row, rounds_of, timeline_of
from tests.dojo.practising import git
from tests.dojo.progress.timelines import (
    ONE,
    START,
    THREE,
    TWO,
    amber,
    checked,
    entry,
    green,
    lost,
    never_checked,
    red,
    reverted,
)


def minutes(steps: list[Step]) -> list[float]:
    """Return the minutes of the green rows."""
    moments = [row.start for row in timeline_of(steps).rows if row.is_green]
    return [(moment - START).total_seconds() / 60 for moment in moments]


def streaks_of(steps: list[Step]) -> list[Row]:
    return [row for row in timeline_of(steps).rows if row.kind in {RED, AMBER}]


def streaks(steps: list[Step]) -> list[str]:
    return [row.title for row in streaks_of(steps)]


def finding(step: Step, words: str) -> Step:
    """Return the same step, with what it found first."""
    return replace(step, entry=replace(step.entry, message=words))


def steps(practice: Practice) -> list[Step]:
    """Return what the story of a practice tells."""
    repository = Repository(practice.folder)
    return steps_of(repository, read_story(repository))


# Which checks get a row.


@pytest.mark.parametrize(
    ("checks", "shown"),
    [
        ([green(0), green(1), green(2)], [0, 1, 2]),
        ([green(0, "a"), green(1, "a"), green(2, "b"), green(3, "b"), green(4, "a")], [0, 2, 4]),
        ([green(0, "a"), red(1), green(2, "a")], [0]),
        ([green(0, "a"), green(1, "a", score=0.5), green(2, "a", score=0.5), green(3, "a")], [0, 1]),
        ([green(0), lost(1), lost(2), green(3)], [0, 1, 2, 3]),
        ([lost(0, "a"), lost(1, "a"), lost(2, "b")], [0, 2]),
    ],
    ids=["new code", "code as before", "as before the red one", "a new score", "lost code", "lost code as before"],
)
def test_a_green_check_gets_a_row_where_something_is_new(checks: list[Step], shown: list[int]) -> None:
    assert minutes(checks) == shown


# What is said of red checks.


@pytest.mark.parametrize(
    ("checks", "told"),
    [
        ([green(0), red(1), red(2), red(5), green(7)], ["3 red checks, 6 min"]),
        ([green(0, "a"), red(1), green(2.5, "a")], ["1 red check, 1 min, reverted"]),
        ([green(0, "a"), red(1), green(2.5, "a", tests="new")], ["1 red check, 1 min"]),
        ([lost(0), red(1), lost(2)], ["1 red check, 1 min"]),
        ([green(0), red(1), red(9)], ["2 red checks, 8 min, still red"]),
        ([green(0), red(1)], ["1 red check, still red"]),
        ([red(0), green(0.7)], ["1 red check, 42 s"]),
        ([green(0), red(9), green(4)], ["1 red check"]),
        ([green(0), reverted(1, 2)], ["1 red check, 1 min, reverted"]),
        (
            [green(0), reverted(1, 2), red(5), red(6), green(8)],
            ["1 red check, 1 min, reverted", "2 red checks, 3 min"],
        ),
        ([green(0), red(1), amber(2), green(7)], ["1 red check and 1 amber check, 6 min"]),
        ([green(0), amber(1), amber(9)], ["2 amber checks, 8 min, still amber"]),
    ],
    ids=[
        *("up to green", "taken back", "mended in the tests", "nobody knows", "still red", "just now", "in seconds"),
        *("a clock put back", "reverted by TCR", "red after a revert", "amber apart from red", "amber alone"),
    ],
)
def test_what_is_said_of_a_streak(checks: list[Step], told: list[str]) -> None:
    assert streaks(checks) == told


@pytest.mark.parametrize(("test", "ending"), [("left = 0\n", ", reverted"), ("right = 1\n", "")])
def test_only_files_that_are_all_as_before_were_taken_back(practice: Practice, test: str, ending: str) -> None:
    for minute, status, text in [(0, GREEN, "left = 0\n"), (1, RED, "wrong = 0\n"), (2.5, GREEN, test)]:
        checked(practice, minute, text, status, "tests/test_yatzy.py")
    assert streaks(steps(practice)) == [f"1 red check, 1 min{ending}"]


# What a streak is about.


def approved(minute: float, code: str, changes: int, additions: int = 0) -> Step:
    """Return a green step that goes by so much beside the kata."""
    step = green(minute, code)
    return replace(step, entry=replace(step.entry, approved=Differences(changes, additions)))


def test_where_what_green_goes_by_changes_there_is_a_row() -> None:
    checks = [green(0, "a"), approved(1, "a", 30), approved(2, "a", 30), approved(3, "a", 30, 2), green(4, "a")]
    assert [row.title for row in timeline_of(checks).rows if row.is_break] == [
        "30 places approved otherwise, 19:31",
        "30 places approved otherwise, 2 additions approved, 19:33",
        "as the kata has it again, 19:34",
    ]


def test_a_red_that_was_approved_was_not_mended() -> None:
    assert streaks([green(0, "a"), red(1), approved(3, "b", 30)]) == ["1 red check, 2 min, then approved"]
    assert streaks([green(0, "a"), red(1), approved(3, "b", 0, 2)]) == ["1 red check, 2 min, then approved"]
    assert streaks([approved(0, "a", 30), red(1), approved(3, "b", 30)]) == ["1 red check, 2 min"]
    assert streaks([approved(0, "a", 30), red(1), green(3, "b")]) == ["1 red check, 2 min"]


def test_of_a_streak_that_was_approved_its_last_change_is_named() -> None:
    test, wish, as_before = (replace(red(at), name=name) for at, name in enumerate(["+ test_bonus", "~ bonus", ""], 1))
    [streak] = streaks_of([green(0), test, wish, as_before, approved(5, "b", 30)])
    assert streak.words == "3 red checks, 4 min, then approved: ~ bonus"


def test_a_streak_says_what_was_tried_and_what_its_first_red_check_found() -> None:
    tried = replace(amber(1), name="~ Yatzy.pair")
    found = [finding(red(minute), words) for minute, words in ((2, "expected 4 got 3"), (3, "no method"))]
    [streak] = streaks_of([green(0), tried, *found])
    assert streak.words == "2 red checks and 1 amber check, 2 min, still red: ~ Yatzy.pair"
    assert streak.failed == ["expected 4 got 3", "no method"]


def test_a_streak_that_was_only_amber_says_once_what_its_checks_found() -> None:
    [streak] = streaks_of([finding(amber(minute), "SyntaxError") for minute in range(3)])
    assert (streak.kind, streak.failed) == (AMBER, ["SyntaxError"])


# What is said of a green step.


def said(*steps: Step) -> list[list[str]]:
    """Return what is new of each green step's measures and score."""
    return [list(map(str, row.changes)) for row in timeline_of(list(steps)).rows if row.is_green]


def test_at_first_all_is_said_and_then_what_is_new() -> None:
    assert said(green(0), green(1, lines=90), green(2, lines=90)) == [["lines 100"], ["lines 100 → 90"], []]


def test_what_stays_is_not_said_again_though_a_state_between_is_lost() -> None:
    steps = [green(0, score=0.5), green(1, lines=99, score=0.5), lost(2), green(3, lines=98, score=0.998)]
    assert said(*steps) == [
        *(["mutants killed 50.0 %", "lines 100"], ["lines 100 → 99"], []),
        ["mutants killed 99.8 %", "lines 99 → 98"],
    ]


def test_what_is_better_is_told_from_what_is_not() -> None:
    rows = timeline_of([green(0), green(1, lines=90, methods=6)]).rows
    assert [(change.name, change.is_better) for change in rows[1].changes] == [("lines", True), ("methods", False)]


def test_a_row_that_begins_another_day_says_which() -> None:
    assert [row.day for row in timeline_of([green(0), green(1), green(24 * 60)]).rows] == ["", "", "2026-11-22", ""]


# Breaks: swaps and pauses.


def rows(steps: list[Step], *swaps: Swap) -> list[str]:
    """Return the rows in words: the minute of a step, a streak, a break."""
    found = timeline_of(steps, swaps).rows
    return [f"{(row.start - START).seconds // 60} min" if row.is_green else row.title for row in found]


def swapped(minute: float, after: int, name: str = "Ann and Cem") -> Swap:
    return Swap(START + timedelta(minutes=minute), name, after)


def test_a_swap_stands_between_two_checks() -> None:
    swaps = swapped(2, 1), swapped(4, 2, "Dora")
    assert rows([green(0), green(3)], *swaps) == [*("0 min", "swap: Ann and Cem, 19:32", "3 min", "swap: Dora, 19:34")]


def test_ten_minutes_without_a_check_begin_another_round() -> None:
    steps = [green(0), green(9.9), green(19.9), green(20), green(95)]
    assert [row for row in rows(steps) if row.startswith("round")] == [
        "round 2, after 10 min without a check",
        "round 3, after 1 h 15 min without a check",
    ]
    assert rounds_of(steps) == [1, 1, 2, 2, 3]


def test_a_swap_in_a_pause_stands_before_the_next_round() -> None:
    assert rows([green(0), green(15)], swapped(5, 1))[1:3] == [
        "swap: Ann and Cem, 19:35",
        "round 2, after 15 min without a check",
    ]


def test_a_streak_ends_at_a_swap_and_goes_on_as_another() -> None:
    assert rows([green(0), red(1), red(5), red(7), green(8)], swapped(6, 3)) == [
        *("0 min", "2 red checks, 5 min, still red at the swap", "swap: Ann and Cem, 19:36"),
        *("1 red check, 1 min", "8 min"),
    ]


def test_nobody_is_red_in_a_pause() -> None:
    assert rows([green(0), red(1), red(3), green(20)])[1] == "2 red checks, 2 min, still red at the pause"


def test_what_tcr_reverted_is_not_red_at_a_swap() -> None:
    assert rows([green(0), reverted(1, 2), green(5)], swapped(4, 2))[1] == "1 red check, 1 min, reverted"


# What a step is called.


def named(practice: Practice) -> list[str]:
    return [step.name for step in steps(practice)]


def commit(practice: Practice, subject: str) -> None:
    """Commit as a person would."""
    repository = Repository(practice.folder)
    repository.commit(repository.tree(), subject)


def test_a_step_is_called_as_the_persons_commit_of_its_files(practice: Practice) -> None:
    for minute, (code, subject) in enumerate([(ONE, "Extract one"), (TWO, "one asks")]):
        checked(practice, minute, code)
        commit(practice, subject)
    assert named(practice) == ["Extract one", "one asks"]


def test_without_the_persons_branch_it_is_called_as_a_later_check_tells(practice: Practice) -> None:
    checked(practice, 0, ONE)
    commit(practice, "Extract one")
    checked(practice, 1, TWO)
    git(practice.folder, "update-ref", "-d", "HEAD")
    assert named(practice) == ["Extract one", "~ one"]


def test_else_it_is_called_after_what_changed(practice: Practice) -> None:
    checked(practice, 0, ONE, RED)
    checked(practice, 1, f"{ONE}\n\n{THREE}")
    assert named(practice) == ["+ one, + yatzy.py", "~ yatzy.py"]


def test_what_is_there_again_is_called_so(practice: Practice) -> None:
    for minute, code in enumerate([ONE, TWO, THREE, TWO]):
        checked(practice, minute, code)
    assert named(practice)[3] == "as in step 2 again"


def test_what_was_committed_is_called_so_where_it_is_there_again(practice: Practice) -> None:
    for minute, code in enumerate([ONE, TWO, THREE, TWO]):
        checked(practice, minute, code)
    commit(practice, "one asks")
    assert named(practice)[1::2] == ["one asks", "as in step 2 again (one asks)"]


def test_what_is_restored_is_called_after_the_step_that_it_is_as(practice: Practice) -> None:
    for minute, code in enumerate([ONE, TWO, THREE]):
        checked(practice, minute, code)
    restore(practice, "refs/dojo/checks~1")
    checked(practice, 3, TWO)
    restore(practice, "refs/dojo/checks~4")
    checked(practice, 4, ONE)
    checked(practice, 5, ONE)
    assert named(practice)[3:] == ["as in step 2 again", "as in step 1 again", ""]


def test_what_is_restored_and_no_check_saw_is_called_so(practice: Practice) -> None:
    checked(practice, 0, ONE)
    first = Repository(practice.folder).commit_named(CHECKS)
    (practice.folder / "yatzy.py").write_text(TWO, encoding="utf-8")
    restore(practice, first)
    restore(practice, None)
    checked(practice, 1, TWO)
    assert named(practice)[1] == "restored"


def test_a_step_that_nobody_looks_at_is_known_from_the_story_alone(practice: Practice) -> None:
    for minute, code in enumerate([ONE, TWO]):
        checked(practice, minute, code)
    repository = Repository(practice.folder)
    found = steps_of(repository, read_story(repository), {2})
    assert [(step.number, step.name, step.measures is None) for step in found] == [(1, "", True), (2, "~ one", False)]


# A practice, as it is.


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return never_checked(tmp_path)


def test_tests_are_no_code(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, TWO, file="tests/test_yatzy.py")
    assert len(timeline_of(steps(practice)).rows) == 1


def test_files_that_are_lost_leave_the_others(practice: Practice) -> None:
    story = Story([checked(practice, 0, ONE), entry(1, tree="0" * 40), entry(2), checked(practice, 3, THREE)])
    assert [step.measures and step.measures.lines for step in steps_of(Repository(practice.folder), story)] == [
        2,
        None,
        None,
        1,
    ]


def test_of_a_state_with_a_lost_part_nothing_is_known(practice: Practice) -> None:
    tree = checked(practice, 0, ONE, file="rules/one.py").tree
    part = git(practice.folder, "rev-parse", f"{tree}:rules")
    (practice.folder / ".git/objects" / part[:2] / part[2:]).unlink()
    assert [step.code for step in steps(practice)] == [None]


def test_code_that_was_red_is_not_measured_though_another_check_was_green(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, ONE, RED)
    assert [step.measures is None for step in steps(practice)] == [False, True]


def test_the_revert_of_a_check_is_known(practice: Practice) -> None:
    append_revert(Repository(practice.folder), checked(practice, 1, ONE, RED))
    assert [step.reverted is None for step in steps(practice)] == [False]


def test_the_score_of_a_check_is_that_of_all_checks_of_the_same_files(practice: Practice) -> None:
    entries = [checked(practice, minute, code) for minute, code in enumerate([ONE, ONE, TWO])]
    append_score(Repository(practice.folder), str(entries[1].snapshot), 75.0, {"Mutants": 4})
    assert [step.score for step in steps(practice)] == [0.75, 0.75, None]
