"""The timeline: which checks get a row, what is said of red ones, what is known of a practice as it is."""

from pathlib import Path

import pytest

from dojo.practice import GREEN, RED, Practice, Repository, Story, append_revert, append_score, read_story
from dojo.progress.timeline import Step, Streak, steps_of, timeline_of
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
    moments = [each.entry.moment for each in timeline_of(steps).rows if isinstance(each, Step)]
    return [(moment - START).total_seconds() / 60 for moment in moments]


def streaks(steps: list[Step]) -> list[str]:
    return [str(each) for each in timeline_of(steps).rows if isinstance(each, Streak)]


def steps(practice: Practice) -> list[Step]:
    """Return what the story of a practice tells."""
    return steps_of(practice, read_story(Repository(practice.folder)))


# Which checks get a row.


def test_a_green_check_with_new_code_gets_a_row() -> None:
    assert minutes([green(0), green(1), green(2)]) == [0, 1, 2]


def test_a_green_check_with_the_code_before_gets_none() -> None:
    assert minutes([green(0, "a"), green(1, "a"), green(2, "b"), green(3, "b"), green(4, "a")]) == [0, 2, 4]


def test_nor_does_it_after_a_red_one() -> None:
    assert minutes([green(0, "a"), red(1), green(2, "a")]) == [0]


def test_a_new_score_gets_a_row_though_the_code_is_the_same() -> None:
    steps = [green(0, "a"), green(1, "a", score=0.5), green(2, "a", score=0.5), green(3, "a")]
    assert minutes(steps) == [0, 1]


def test_code_that_is_lost_gets_a_row() -> None:
    assert minutes([green(0), lost(1), lost(2), green(3)]) == [0, 1, 2, 3]


def test_the_same_lost_snapshot_gets_one_row() -> None:
    assert minutes([lost(0, "a"), lost(1, "a"), lost(2, "b")]) == [0, 2]


# What is said of red checks.


def test_a_streak_lasts_from_its_first_check_to_green() -> None:
    assert streaks([green(0), red(1), red(2), red(5), green(7)]) == ["3 red checks, 6 min"]


def test_a_streak_that_ends_where_it_began_was_taken_back() -> None:
    assert streaks([green(0, "a"), red(1), green(2.5, "a")]) == ["1 red check, 1 min, reverted"]


def test_what_was_mended_in_the_tests_was_not_taken_back() -> None:
    assert streaks([green(0, "a"), red(1), green(2.5, "a", tests="new")]) == ["1 red check, 1 min"]


@pytest.mark.parametrize(("test", "ending"), [("left = 0\n", ", reverted"), ("right = 1\n", "")])
def test_only_files_that_are_all_as_before_were_taken_back(practice: Practice, test: str, ending: str) -> None:
    for minute, status, text in [(0, GREEN, "left = 0\n"), (1, RED, "wrong = 0\n"), (2.5, GREEN, test)]:
        checked(practice, minute, text, status, "tests/test_yatzy.py")
    assert streaks(steps(practice)) == [f"1 red check, 1 min{ending}"]


def test_nothing_is_taken_back_where_nobody_knows_the_code() -> None:
    assert streaks([lost(0), red(1), lost(2)]) == ["1 red check, 1 min"]


def test_a_streak_without_end_is_still_red() -> None:
    assert streaks([green(0), red(1), red(63)]) == ["2 red checks, 1 h 2 min, still red"]


def test_a_streak_that_tcr_reverted_ends_there() -> None:
    assert streaks([green(0), reverted(1, 2), green(60)]) == ["1 red check, 1 min, reverted"]


def test_what_tcr_reverted_last_is_not_still_red() -> None:
    assert streaks([green(0), reverted(1, 2)]) == ["1 red check, 1 min, reverted"]


def test_red_after_a_revert_is_another_streak() -> None:
    told = ["1 red check, 1 min, reverted", "2 red checks, 3 min"]
    assert streaks([green(0), reverted(1, 2), red(5), red(6), green(8)]) == told


def test_amber_is_counted_apart_from_red() -> None:
    assert streaks([green(0), red(1), amber(2), green(7)]) == ["1 red check and 1 amber check, 6 min"]


def test_what_was_only_amber_is_not_called_red() -> None:
    assert streaks([green(0), amber(1), amber(63)]) == ["2 amber checks, 1 h 2 min, still amber"]


def test_one_red_check_at_the_end_has_not_lasted() -> None:
    assert streaks([green(0), red(1)]) == ["1 red check, still red"]


def test_less_than_a_minute_is_told_in_seconds() -> None:
    assert streaks([red(0), green(0.7)]) == ["1 red check, 42 s"]


def test_a_clock_put_back_takes_no_time() -> None:
    assert streaks([green(0), red(9), green(4)]) == ["1 red check"]


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
    assert [step.measures and step.measures.lines for step in steps_of(practice, story)] == [2, None, None, 1]


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
