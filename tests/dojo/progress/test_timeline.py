"""The timeline: its rows for green checks, for streaks of failing ones, and for breaks."""

import pytest

from dojo.practice.history import History
from dojo.practice.model import GREEN, RED
from dojo.progress.timeline import TimelineRow, summary
from tests.dojo.practice.histories import (
    amber,
    at,
    committed,
    green,
    history,
    history_of,
    red,
    scored,
    swapped,
)
from tests.dojo.progress.timelines import measures, timeline


def rows_of(line: str) -> list[TimelineRow]:
    return timeline(history_of(line)).rows


def titles_of(found: History) -> list[str]:
    return [row.title for row in timeline(found).rows]


def green_numbers(found: History) -> str:
    rows = timeline(found).rows
    return " ".join(row.numbers for row in rows if row.kind == GREEN)


# Green checks.


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("green a, green b, green c", "1 2 3"),
        ("green a, green b, green b-tests, green a", "1 2 4"),
        ("green a, red, green a", "1"),
        ("green a-tests, green a, green b", "1 3"),
    ],
)
def test_a_green_check_of_new_code_has_a_row(line: str, shown: str):
    assert green_numbers(history_of(line)) == shown


def test_a_green_check_with_a_new_score_has_a_row():
    graded = scored(3, 50, check=2)
    found = history(green(1, "a"), green(2, "a-tests"), graded, green(4, "a"))
    assert green_numbers(found) == "1 2"


def test_a_commit_of_tests_has_a_row():
    found = history(green(1, "a"), green(2, "a-tests"), committed(3, "a-tests", "Test it"))
    assert green_numbers(found) == "1 2"


def test_a_commit_of_the_same_files_has_no_second_row():
    found = history(green(1, "a"), red(2), green(3, "a"), committed(4, "a", "It works"))
    assert green_numbers(found) == "1"


def test_a_row_has_the_measures_that_changed():
    better = measures(worst_complexity=8, lines=90)
    found = timeline(history_of("green a, green b, green c"), {2: better, 3: measures(lines=90)})
    words = [change.words for row in found.rows[1:] for change in row.changes]
    assert words == ["worst complexity 9 → 8", "lines 100 → 90", "worst complexity 8 → 9"]
    assert [change.is_better for change in found.rows[1].changes] == [True, False]


def test_a_row_has_a_score_that_changed():
    first = scored(1, 50, check=1)
    same = scored(2, 50, check=2)
    better = scored(3, 99.8, check=3)
    found = history(green(1), first, green(2), same, green(3), better)
    one, two, three = timeline(found).rows
    assert one.changes[0].words == "mutants killed 50.0 %"
    assert two.changes == []
    assert [change.words for change in three.changes] == ["mutants killed 99.8 %"]


def test_changed_expectations_have_a_row():
    found = history(
        green(1, "a", approved_changes=30),
        green(2, "a-tests", approved_changes=30),
        green(3, "a", approved_changes=30, approved_additions=2),
        green(4, "a"),
    )
    assert [row.title for row in timeline(found).rows if not row.steps] == [
        "30 expected results changed, 10:01",
        "30 expected results changed, 2 additions to expected results, 10:03",
        "the expected results are the kata's again, 10:04",
    ]


# Streaks of failing checks.


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("red, wait, red, wait, green", "2 red checks, 4 min"),
        ("red, amber, green", "1 red check, 1 amber check, 2 min"),
        ("red", "1 red check, still red"),
        ("red, amber", "1 red check, 1 amber check, 1 min, still amber"),
        ("amber, green", "1 amber check, 1 min"),
        ("red, revert", "1 red check, 1 min, reverted"),
        ("green a, red, green a", "1 red check, 1 min, undone"),
        ("green a, red, green a-tests", "1 red check, 1 min"),
    ],
)
def test_the_title_of_a_streak(line: str, title: str):
    streaks = [row for row in rows_of(line) if row.kind != GREEN]
    assert streaks[0].title == title


def test_a_streak_may_end_with_more_changed_expectations():
    streak, *_ = titles_of(history(red(1), green(2.5, approved_changes=30)))
    assert streak == "1 red check, 1 min 30 s, then approved"


def test_a_streak_is_red_if_one_of_its_checks_is():
    [streak] = rows_of("amber, red, amber")
    assert streak.kind == RED
    assert streak.numbers == "1-3"
    assert streak.start == at(1)
    assert streak.seconds == 120


def test_a_streak_is_named_after_its_first_named_check():
    [title] = titles_of(history(red(1), red(2, "b"), committed(3, "b", "~ Yatzy.pair")))
    assert title == "2 red checks, 1 min, still red: ~ Yatzy.pair"


def test_a_streak_has_each_finding_once():
    checks = [red(2, finding="no pair"), red(3, finding="no pair"), red(4, finding="no roll")]
    [row] = timeline(history(amber(1), *checks)).rows
    assert row.failed == ["no pair", "no roll"]


def test_only_the_checks_of_a_streak_are_in_its_row():
    _, first, second = rows_of("green a, red, revert, red, red")
    assert first.numbers == "2"
    assert second.numbers == "3-4"


# Breaks.


def test_a_swap_stands_between_two_checks():
    _, swap, _ = rows_of("green, swap Ann, green")
    assert swap.title == "swap: Ann, 10:02"
    assert swap.mark == "⇄"
    assert swap.start == at(2)
    assert swap.numbers == ""


def test_swaps_may_come_first_or_last():
    found = history_of("swap Ann, green, swap Cem")
    assert titles_of(found) == ["swap: Ann, 10:01", "the code from the start", "swap: Cem, 10:03"]


def test_a_pause_begins_a_round():
    _, pause = timeline(history(green(1, "a"), green(9, "a"), green(84, "a"))).rows
    assert pause.title == "round 2, after 1 h 15 min without a check"
    assert pause.mark == "2"
    assert pause.start == at(84)


def test_a_swap_in_a_pause_stands_before_the_round():
    _, swap, pause = titles_of(history(green(1, "a"), swapped(5, "Ann"), green(20, "a")))
    assert swap == "swap: Ann, 10:05"
    assert pause == "round 2, after 19 min without a check"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("green a, red, swap Ann, green a", "1 red check, 2 min, undone"),
        ("green a, red, swap Ann, red, green b", "2 red checks, 3 min"),
        ("green a, red, swap Ann", "1 red check, still red"),
    ],
)
def test_a_swap_during_a_streak_stands_after_it(line: str, title: str):
    titles = titles_of(history_of(line))
    assert titles[1:3] == [title, "swap: Ann, 10:03"]


def test_a_streak_that_is_undone_after_a_pause_is_not_red_any_more():
    found = history(green(1, "a"), red(2), green(20, "a"))
    pause = "round 2, after 18 min without a check"
    assert titles_of(found)[1:] == ["1 red check, undone", pause]


def test_a_streak_before_a_pause_is_still_red_if_it_fails_after_it():
    first, _, second, _ = titles_of(history(red(1), red(20), green(21)))
    assert (first, second) == ("1 red check, still red", "1 red check, 1 min")


# The summary.


@pytest.mark.parametrize(
    ("line", "checks"),
    [
        ("green a", "1 check, 0 red"),
        ("green a, red b, red c", "3 checks, 2 red"),
        ("green a, amber b", "2 checks, 0 red, 1 amber"),
        ("green a, green a, green a, red b", "2 checks, 1 red, 2 repeated"),
    ],
)
def test_a_summary_counts_the_checks(line: str, checks: str):
    assert summary(history_of(line)) == f"Level 1, scoring, since 2026-01-02 10:01: {checks}"
