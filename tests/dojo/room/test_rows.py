"""The model: what a board says of a pair at a moment, and of all pairs; and the signs of checks."""

from dataclasses import replace

import pytest

from dojo.practice.model import GREEN, RED
from dojo.room.rows import (
    HOUR_SECONDS,
    MUTED,
    OTHERWISE,
    REVERTED_SIGN,
    SIGNS,
    SWAP,
    Line,
    Part,
    Window,
    age_of,
    board_data,
    by_minute,
    in_order,
    row_of,
    sign_of,
    view_of,
    window_of,
)
from dojo.room.terminal import plain, summary
from tests.dojo.room.boards import FIVE_LATE, MINUTE, NOON, SetRoom, pair, shown


def drawn(line: Line) -> str:
    return "".join(part.text for part in line)


# A pair.


def test_a_pair_that_is_red_says_since_when_and_two_minutes_are_not_too_long() -> None:
    rows = [row_of(pair("grr"), NOON + seconds) for seconds in (0, 60, 61)]
    assert [(row.state, row.lasted, row.is_overdue) for row in rows] == [
        ("red", "1:00", False),
        ("red", "2:00", False),
        ("red", "2:01", True),
    ]
    assert row_of(pair("a"), NOON + 121).is_overdue


def test_a_pair_that_is_green_by_what_it_approved_says_in_how_many_places() -> None:
    rows = [row_of(pair(checks), NOON) for checks in ("~", "~+", "~r")]
    assert [(row.state, row.otherwise) for row in rows] == [("green", "*30"), ("green", ""), ("red", "")]


def test_what_was_approved_stays_so_while_code_is_amber_and_after_a_revert() -> None:
    assert [pair(checks).approved.changes for checks in ("~aa", "~<", "~g")] == [30, 30, 0]


def test_a_pair_that_checked_nothing_for_more_than_five_minutes_is_late() -> None:
    rows = [row_of(pair("g"), NOON + seconds) for seconds in (300, 301)]
    assert [(row.age, row.is_late) for row in rows] == [("5 min", False), ("5 min", True)]


def test_an_age_changes_once_a_minute() -> None:
    ages = [age_of(seconds) for seconds in (-5, 59, 60, 119, 3599, 3600, 90_000)]
    assert ages == ["< 1 min", "< 1 min", "1 min", "1 min", "59 min", "1 h", "1 d"]


def test_of_a_pair_whose_room_is_not_heard_nobody_says_that_it_is_late_or_red_for_too_long() -> None:
    row = row_of(replace(pair("gr", apart=100), heard=NOON + 45), NOON + 900)
    assert (row.lasted, row.age, row.is_overdue, row.is_late) == ("0:45?", "< 1 min?", False, False)


def test_checks_that_came_late_are_told_for_a_while() -> None:
    late = replace(pair("g"), late=FIVE_LATE)
    assert [row_of(late, NOON + seconds).came_late for seconds in (299, 300)] == ["5 came late", ""]


# All pairs.


def test_pairs_stand_in_the_order_of_a_list_for_people() -> None:
    view = shown(*(pair(name=name) for name in ("Panda-10", "otter", "Panda-2", "Ñandú", "7", "Lynx")))
    assert [row.pair.name for row in view.rows] == ["7", "Lynx", "otter", "Panda-2", "Panda-10", "Ñandú"]


def test_a_line_that_was_left_is_counted_and_not_shown() -> None:
    view = shown(replace(pair("r" * 9), left="Panda"), pair("g", name="Otter"))
    assert (len(view.rows), plain(summary(view))) == (1, "1 pair  1 green  1 left  1 check")


def test_a_line_that_is_hidden_is_counted_and_calls_nobody() -> None:
    room = SetRoom([pair("g", name="Otter"), pair("rrrrr")])
    view = view_of(room.as_room, [], NOON, {"Panda"})
    assert (len(view.rows), plain(summary(view))) == (1, "2 pairs  1 green  1 red  1 hidden  6 checks")


def test_a_room_that_does_not_answer_is_none_to_be_joined() -> None:
    room = SetRoom(problems=["Evil: too \x1b[1m large"], unreachable={"ssh://host/room": (NOON, "no route")})
    view = view_of(room.as_room, ["room.git"], NOON)
    assert view.troubles == ["ssh://host/room: not heard since 12:00: no route", r"Evil: too \x1b[1m large"]
    assert view.advice == ["No pair could be read."]


def test_a_program_gets_the_status_that_the_board_shows() -> None:
    told = board_data(SetRoom([pair(checks, name=checks) for checks in ("g<", "gr", "g", "")]).as_room)["pairs"]
    found = {each["name"]: (each["status"], each["not_green_since"]) for each in told}
    assert found == {"g<": ("reverted", None), "gr": ("red", NOON), "g": ("green", None), "": (None, None)}


# Signs, in order.


def test_each_status_has_a_sign_of_its_own_and_of_many_checks_the_last_are_shown() -> None:
    assert drawn(in_order(pair("rrgra<"), 4)) == "●x?<"
    assert not {*SIGNS.values(), REVERTED_SIGN, SWAP, OTHERWISE} & {*"+~-"}  # marks of what a step changed


def test_green_that_goes_by_places_approved_otherwise_has_a_neutral_sign_and_red_is_red() -> None:
    assert in_order(pair("g+~"), 3) == [Part("●●", GREEN), Part("*", MUTED)]
    assert sign_of(RED, 30, reverted=False) == "x"


@pytest.mark.parametrize(("checks", "swap", "signs"), [("grg", 1, " ●|x●"), ("g", 1, "   ●|"), ("rggggg", 1, "●●●●●")])
def test_a_swap_stands_between_checks(checks: str, swap: int, signs: str) -> None:
    assert drawn(in_order(pair(checks, swaps=(swap,)), 5)) == signs


# Signs, by the minute.


def test_each_column_has_the_last_check_of_its_minute_and_a_swap_unless_something_worse() -> None:
    each = pair("rgr", apart=20, last=NOON + 59)
    assert drawn(by_minute(each, window_of([each], NOON + 59, 5))) == "    x"
    assert drawn(by_minute(pair("grg", swaps=(2, 3)), Window(int(NOON // 60) - 3, 1, 5))) == " ●x| "


def test_pairs_are_aligned_with_each_other() -> None:
    pairs = pair("g", last=NOON - 3 * MINUTE), pair("r")
    window = window_of(pairs, NOON, 5)
    assert [drawn(by_minute(each, window)) for each in pairs] == [" ●   ", "    x"]


def test_a_session_that_is_longer_than_the_columns_has_more_minutes_in_each_until_it_is_over() -> None:
    each = pair("g" * 50)
    assert [window_of([each], NOON, columns).minutes for columns in (60, 50, 49, 26, 11)] == [1, 1, 2, 2, 5]
    assert [window_of([each], NOON + later, 50).minutes for later in (60, 30 * HOUR_SECONDS)] == [2, 1]


def test_checks_of_another_day_do_not_press_those_of_today_together() -> None:
    each, before = pair("ggg"), pair("g", last=NOON - 40 * HOUR_SECONDS)
    assert window_of([before, each], NOON, 30) == window_of([each], NOON, 30)


def test_a_clock_that_is_wrong_moves_no_other_pair() -> None:
    liar = pair("g", last=250_000_000_000.0)
    assert window_of([liar, pair("ggg")], NOON, 30) == window_of([pair("ggg")], NOON, 30)
    assert drawn(by_minute(liar, window_of([pair("gg")], NOON, 4))) == "   ●"


@pytest.mark.parametrize("minutes", [1, 2, 5, 10, 15, 30, 60])
def test_a_clock_time_begins_above_the_column_of_its_minute_and_touches_no_other(minutes: int) -> None:
    four = NOON + 4 * HOUR_SECONDS
    window = Window(int(four // (60 * minutes)) - 70, minutes, 150)
    axis = window.axis()
    assert (len(axis), len(axis.split()) > 3, {len(each) for each in axis.split()}) == (150, True, {5})
    assert axis[window.column(four) :].startswith("16:00")
