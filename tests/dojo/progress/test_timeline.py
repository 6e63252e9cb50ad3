"""The timeline: which checks get a row, what is said of red ones, and what stands between them."""

from dataclasses import replace

import pytest

from dojo.practice.history import Swap
from dojo.practice.model import AMBER, GREEN, RED, ChangedExpectations
from dojo.progress.timeline import TimelineRow
from tests.dojo.progress.timelines import START, Planned, amber, green, red, swap, timeline


def streaks(*planned: Planned) -> list[TimelineRow]:
    return [row for row in timeline(*planned).rows if row.kind in {RED, AMBER}]


def committed(planned: Planned) -> Planned:
    return replace(planned, committed=True)


# Which checks get a row.


@pytest.mark.parametrize(
    ("checks", "shown"),
    [
        ([green(0), green(1), green(2)], [0, 1, 2]),
        ([green(0, "a"), green(1, "a"), green(2, "b"), green(3, "b"), green(4, "a")], [0, 2, 4]),
        ([green(0, "a"), red(1), green(2, "a")], [0]),
        ([green(0, "a"), green(1, "a", tests="b", score=0.5), green(2, "a", tests="b")], [0, 1]),
        ([green(0, "a"), committed(green(1, "a", tests="b"))], [0, 1]),
        ([committed(green(0, "a")), red(1), committed(green(2, "a"))], [0]),
    ],
    ids=[
        *("new code", "code as before", "as before the red one", "a new score"),
        *("a commit of tests", "a commit as before"),
    ],
)
def test_a_green_check_gets_a_row_where_something_is_new(
    checks: list[Planned], shown: list[int]
) -> None:
    moments = [row.start for row in timeline(*checks).rows if row.kind == GREEN]
    assert [(moment - START).total_seconds() / 60 for moment in moments] == shown


# What is said of red checks.


@pytest.mark.parametrize(
    ("checks", "told"),
    [
        ([green(0), red(1), red(2), red(5), green(7)], ["3 red checks, 6 min"]),
        ([green(0, "a"), red(1), green(2.5, "a")], ["1 red check, 1 min 30 s, undone"]),
        ([green(0, "a"), red(1), green(2.5, "a", tests="new")], ["1 red check, 1 min 30 s"]),
        ([green(0), red(1), red(9)], ["2 red checks, 8 min, still red"]),
        ([green(0), red(1)], ["1 red check, still red"]),
        ([red(0), green(0.7)], ["1 red check, 42 s"]),
        ([green(0), red(1, reverted=2)], ["1 red check, 1 min, reverted"]),
        (
            [green(0), red(1, reverted=2), red(5), red(6), green(8)],
            ["1 red check, 1 min, reverted", "2 red checks, 3 min"],
        ),
        ([green(0), red(1), amber(2), green(7)], ["1 red check, 1 amber check, 6 min"]),
        ([green(0), amber(1), amber(9)], ["2 amber checks, 8 min, still amber"]),
        (
            [green(0), red(1), green(3, approved=ChangedExpectations(30))],
            ["1 red check, 2 min, then approved"],
        ),
        (
            [green(0), red(1), green(3, approved=ChangedExpectations(0, 2))],
            ["1 red check, 2 min, then approved"],
        ),
        (
            [
                green(0, approved=ChangedExpectations(30)),
                red(1),
                green(3, approved=ChangedExpectations(30)),
            ],
            ["1 red check, 2 min"],
        ),
        ([green(0, approved=ChangedExpectations(30)), red(1), green(3)], ["1 red check, 2 min"]),
    ],
    ids=[
        *(
            "up to green",
            "undone",
            "mended in the tests",
            "still red",
            "just now",
            "in seconds",
        ),
        *("reverted by TCR", "red after a revert", "amber apart from red", "amber alone"),
        *("approved", "added", "approved before", "approved no more"),
    ],
)
def test_what_is_said_of_a_streak(checks: list[Planned], told: list[str]) -> None:
    assert [row.title for row in streaks(*checks)] == told


def test_where_what_green_goes_by_changes_there_is_a_row() -> None:
    approved = [
        ChangedExpectations(),
        ChangedExpectations(30),
        ChangedExpectations(30),
        ChangedExpectations(30, 2),
        ChangedExpectations(),
    ]
    rows = timeline(
        *(green(minute, "a", approved=each) for minute, each in enumerate(approved))
    ).rows
    assert [row.title for row in rows if not row.steps] == [
        "30 expected results changed, 19:31",
        "30 expected results changed, 2 additions to expected results, 19:33",
        "the expected results are the kata's again, 19:34",
    ]


def test_a_streak_says_what_was_tried_and_what_its_first_red_check_found() -> None:
    checks = [
        amber(1, name="~ Yatzy.pair"),
        red(2, "expected 4 got 3"),
        red(3, "no method"),
        red(4, "no method"),
    ]
    [streak] = streaks(green(0), *checks)
    assert streak.title == "3 red checks, 1 amber check, 3 min, still red: ~ Yatzy.pair"
    assert (streak.kind, streak.failed, streak.numbers) == (
        RED,
        ["expected 4 got 3", "no method"],
        "2-5",
    )


# What is said of a green step.


def test_at_first_all_is_said_and_then_what_is_new_and_whether_it_is_better() -> None:
    rows = timeline(
        green(0, score=0.5),
        green(1, worst_complexity=8, lines=90, score=0.5),
        green(2, lines=90, score=0.998),
    ).rows
    assert [[change.words for change in row.changes] for row in rows] == [
        ["mutants killed 50.0 %", "worst complexity 9", "lines 100"],
        ["worst complexity 9 → 8", "lines 100 → 90"],
        ["mutants killed 99.8 %", "worst complexity 8 → 9"],
    ]
    assert [change.is_better for row in rows[1:] for change in row.changes] == [
        True,
        False,
        False,
        False,
    ]


# Breaks: swaps and pauses.


@pytest.mark.parametrize(
    ("checks", "swaps", "rows"),
    [
        (
            [green(0), green(3)],
            [swap(2, 1), swap(4, 2, "Dora")],
            [
                "the code from the start",
                "swap: Ann and Cem, 19:32",
                "no change",
                "swap: Dora, 19:34",
            ],
        ),
        (
            [green(0, "a"), green(9.9, "a"), green(19.9, "a"), green(20, "a"), green(95, "a")],
            [],
            [
                "the code from the start",
                "round 2, after 10 min without a check",
                "round 3, after 1 h 15 min without a check",
            ],
        ),
        (
            [green(0, "a"), green(15, "a")],
            [swap(5, 1)],
            [
                "the code from the start",
                "swap: Ann and Cem, 19:35",
                "round 2, after 15 min without a check",
            ],
        ),
        (
            [green(0, "a"), red(1), red(5), red(7), green(8, "a")],
            [swap(6, 3)],
            [
                *(
                    "the code from the start",
                    "2 red checks, 5 min, still red",
                    "swap: Ann and Cem, 19:36",
                ),
                "1 red check, 1 min, undone",
            ],
        ),
        (
            [green(0, "a"), red(1), red(3), green(20, "a")],
            [],
            [
                *("the code from the start", "2 red checks, 2 min, still red"),
                "round 2, after 17 min without a check",
            ],
        ),
        (
            [green(0, "a"), red(1, reverted=2), green(5, "a")],
            [swap(4, 2)],
            ["the code from the start", "1 red check, 1 min, reverted", "swap: Ann and Cem, 19:34"],
        ),
    ],
    ids=[
        "swaps",
        "rounds",
        "a swap in a pause",
        "a streak over a swap",
        "red before a pause",
        "reverted, then a swap",
    ],
)
def test_what_stands_between_checks(
    checks: list[Planned], swaps: list[Swap], rows: list[str]
) -> None:
    assert [row.title for row in timeline(*checks, swaps=swaps).rows] == rows
