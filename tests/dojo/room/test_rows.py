"""Rules of the rows of the board: states, signs, ages, counts and notes."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.pairs import Clone
from dojo.room.rows import (
    APPROVED,
    MUTED,
    NOT_HEARD,
    BoardRow,
    Part,
    View,
    clock_time,
    format_age,
    format_long_ago,
    format_minutes,
    format_start,
    natural_order,
    row_of,
    view_of,
)
from tests.dojo.room.boards import NOON, SetRoom, pair

STATES = {
    "": "no check yet",
    "rg": GREEN,
    "gr": RED,
    "ga": AMBER,
    "g<": "reverted",
    "~": APPROVED,
    "+": GREEN,
    "~g": GREEN,
    "~a": AMBER,
    "~<": "reverted",
}
SIGNS = {
    "g": Part("●", GREEN),
    "+": Part("●", GREEN),
    "~": Part("*", APPROVED),
    "r": Part("x", RED),
    "R": Part("x", RED),
    "a": Part("?", AMBER),
    "<": Part("<", RED),
}
# By the checks, and by the seconds since the last one.
DETAILS = {
    "g 60": "",
    "grr 0": "1:00",
    "a 192": "3:12",
    "r< 60": "",
    "~ 60": "*30",
    "~r 60": "1:00",
}
DURATIONS = {-5: "0:00", 0.9: "0:00", 61: "1:01", 1500: "25:00"}
AGES = {-5: "< 1 min", 59: "< 1 min", 60: "1 min", 119.5: "1 min", 3599: "59 min", 7200: "2 h"}
SILENCES = {3599: "59:59", 3600: "1 h", 7200: "2 h", 86_399: "23 h", 86_400: "1 d", 172_800: "2 d"}


def row(checks: str, seconds: float = 0, **about: Any) -> BoardRow:
    """Return the row of a pair some seconds after its last check."""
    return row_of(pair(checks, **about), NOON + seconds)


def text(each: BoardRow) -> str:
    return "".join(sign.text for sign in each.signs)


# A pair.


@pytest.mark.parametrize(("checks", "state"), STATES.items())
def test_the_state_is_that_of_the_last_check(checks: str, state: str) -> None:
    assert row(checks).state == state


@pytest.mark.parametrize(("since", "detail"), DETAILS.items())
def test_the_detail_says_how_long_a_pair_is_not_green(since: str, detail: str) -> None:
    checks, seconds = since.split()
    assert row(checks, float(seconds)).detail == detail


def test_more_than_two_minutes_of_red_are_too_long() -> None:
    assert [row("r", seconds).is_overdue for seconds in (120, 121)] == [False, True]


def test_more_than_five_minutes_without_a_check_are_late() -> None:
    assert [row("g", seconds).is_late for seconds in (300, 301)] == [False, True]


@pytest.mark.parametrize(("checks", "age"), {"gg": "1 min", "": ""}.items())
def test_the_age_is_that_of_the_last_check(checks: str, age: str) -> None:
    assert row(checks, 119).age == age


@pytest.mark.parametrize(("score", "shown"), {None: "", 0.914: "91.4 %"}.items())
def test_the_score_is_in_percent(score: float | None, shown: str) -> None:
    assert row("g", score=score).score == shown


def test_the_level_says_how_a_pair_began() -> None:
    assert row("", level=2, blind=True, step=3).level == "2b from 3"


# Without a sign of life.


def test_a_pair_is_silent_after_a_minute_without_a_sign() -> None:
    silent = [row("r", seconds, heard=NOON).is_silent for seconds in (60, 61)]
    assert silent == [False, True]


def test_a_silent_pair_says_when_it_was_heard_last() -> None:
    silent = row("r", 200, heard=NOON + 2)
    assert (silent.state, silent.detail, silent.counted_as) == (RED, "last heard 3:18", "silent")


def test_a_silent_pair_is_neither_late_nor_red_for_too_long() -> None:
    silent = row("r", 900, heard=NOON + 400)
    assert (silent.is_overdue, silent.is_late, silent.age) == (False, False, "")


# Clocks that differ.


def test_ages_do_not_depend_on_the_clock_of_the_pair() -> None:
    wrong = row("r", 130, last=NOON - 420, skew=-420.0)
    assert (wrong.detail, wrong.age, wrong.is_overdue) == ("2:10", "2 min", True)
    assert wrong.is_exact


def test_times_by_an_unknown_clock_are_approximate() -> None:
    unknown = row("r", 400, skew=None)
    assert (unknown.detail, unknown.age, unknown.is_exact) == ("~6:40", "~6 min", False)
    assert row("r", 400, skew=None, heard=NOON).detail == "last heard ~6:40"


def test_by_an_unknown_clock_nobody_is_late() -> None:
    unknown = row("r", 400, skew=None)
    assert (unknown.is_overdue, unknown.is_late) == (False, False)


# Signs.


@pytest.mark.parametrize(("letter", "sign"), SIGNS.items())
def test_each_check_has_a_sign(letter: str, sign: Part) -> None:
    assert row(letter).signs == [sign]


@pytest.mark.parametrize(("swaps", "signs"), {(1,): "●|x●", (3,): "●x●|", (1, 2): "●|x|●"}.items())
def test_a_swap_stands_between_checks(swaps: tuple[int, ...], signs: str) -> None:
    swapped = row("grg", swaps=swaps)
    assert text(swapped) == signs
    assert Part("|", MUTED) in swapped.signs


def test_a_new_start_keeps_the_signs_from_before() -> None:
    again = row("a", earlier=pair("gr").history)
    assert text(again) == "●x/?"
    assert again.signs[2].role == MUTED


def test_a_new_start_keeps_the_red_time() -> None:
    again = row("", 292, earlier=pair("gr").history)
    assert (again.state, again.detail, again.is_overdue) == ("no check yet", "4:52", True)


# Texts.


@pytest.mark.parametrize(("seconds", "shown"), DURATIONS.items())
def test_a_duration_is_in_minutes(seconds: float, shown: str) -> None:
    assert format_minutes(seconds) == shown


@pytest.mark.parametrize(("seconds", "shown"), AGES.items())
def test_an_age_is_to_the_minute(seconds: float, shown: str) -> None:
    assert format_age(seconds) == shown


@pytest.mark.parametrize(("seconds", "shown"), SILENCES.items())
def test_a_long_silence_is_in_hours_or_days(seconds: float, shown: str) -> None:
    assert format_long_ago(seconds) == shown


def test_a_start_has_its_level_unless_the_code_is_your_own() -> None:
    assert format_start(1, 0, blind=False) == "1"
    assert format_start(1, 17, blind=True) == "1b from 17"
    assert format_start(0, 0, blind=True) == "own"


def test_the_time_of_day_is_to_the_minute() -> None:
    assert clock_time(NOON + 61) == "12:01"


def test_names_are_in_the_order_of_their_numbers() -> None:
    names = ["Panda-10", "otter", "Panda-2", "Ñandú", "7"]
    names.sort(key=natural_order)
    assert names == ["7", "otter", "Panda-2", "Panda-10", "Ñandú"]


# The whole board.


def view(room: SetRoom, seconds: float = 0) -> View:
    return view_of(room, NOON + seconds)


def test_rows_are_in_the_order_of_names() -> None:
    left = pair("r", name="Lynx", has_left=True)
    shown = view(SetRoom(pair(name="Panda-10"), left, pair(name="Panda-2")))
    assert [each.pair.name for each in shown.rows] == ["Panda-2", "Panda-10"]
    assert shown.left == ["Lynx"]


def test_each_pair_is_counted_in_one_state() -> None:
    pairs = [pair(checks, name=f"A{checks}") for checks in ("g", "~", "a", "rrrr", "g<", "")]
    pairs.append(pair("r", name="Silent", heard=NOON - 61))
    pairs.append(pair("g", name="Hidden"))
    pairs.append(pair("g", name="Left", has_left=True))
    shown = view_of(SetRoom(*pairs), NOON, {"Hidden"})
    assert dict(shown.counts) == {
        "9 pairs": "",
        "1 green": GREEN,
        "1 approved": APPROVED,
        "1 amber": AMBER,
        "1 red": RED,
        "(1 over 2 min)": "long-red",
        "1 reverted": MUTED,
        "1 no check yet": MUTED,
        "1 silent": MUTED,
        "1 left": MUTED,
        "1 hidden": MUTED,
        "10 checks": "",
    }


def test_checks_before_a_new_start_are_counted() -> None:
    shown = view(SetRoom(pair("g", earlier=pair("gr").history)))
    assert shown.counts[-1].text == "3 checks"


def with_another_room(*pairs: Any) -> SetRoom:
    """Return the board of two rooms. The first one never answered."""
    room = SetRoom(*pairs)
    room.clones.insert(0, Clone(Path("nowhere"), "/srv/two words.git"))
    return room


def test_the_board_is_as_of_the_newest_answer() -> None:
    shown = view(with_another_room(pair("g")), 9)
    assert (shown.as_of, shown.now) == ("as of 12:00:00", NOON + 9)


def test_a_room_without_pairs_says_how_to_join() -> None:
    lines = view(with_another_room()).advice.splitlines()
    start = "  dojo start --again --name Panda --room"
    assert lines[2:4] == [f"{start} '/srv/two words.git'", f"{start} /srv/room.git"]


@pytest.mark.parametrize("has_left", [False, True])
def test_a_room_with_a_pair_needs_no_advice(*, has_left: bool) -> None:
    assert view(SetRoom(pair("g", has_left=has_left))).advice == ""


def test_a_room_that_never_answered_has_no_advice() -> None:
    room = SetRoom()
    room.clone.answered = None
    assert (view(room).advice, view(room).as_of) == (NOT_HEARD, "")


def test_a_source_that_does_not_answer_is_named() -> None:
    room = with_another_room(pair("g"))
    room.clone.failure = "no route to host"
    expected = "/srv/room.git: no answer since 12:00: no route to host"
    assert view(room, 61).troubles == [expected]


def test_a_closed_room_is_named() -> None:
    room = SetRoom(pair("g"))
    room.clone.is_closed = True
    assert view(room).notes == ["/srv/room.git is closed."]


def test_wrong_clocks_are_named() -> None:
    skews = (-420.0, 20.0, 21.0, 180.0, None)
    pairs = [pair("g", name=f"{skew}", skew=skew) for skew in skews]
    gone = pair("g", name="Gone", skew=180.0, has_left=True)
    clocks = "-420.0 7 min behind, 21.0 21 s ahead, 180.0 3 min ahead"
    expected = f"Wrong clocks: {clocks}. The times here are corrected."
    assert view(SetRoom(gone, *pairs)).notes == [expected]


def test_one_sign_does_not_tell_that_a_clock_is_wrong() -> None:
    panda = replace(pair("g", skew=-25.0), samples=1)
    assert view(SetRoom(panda)).notes == []
