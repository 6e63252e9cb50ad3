"""The signs of a pair's checks, in order, and aligned by the minute."""

from datetime import UTC, datetime

import pytest

from dojo.board.lights import Light, Pair
from dojo.board.signs import HOUR_SECONDS, MUTED, Line, Part, Window, by_minute, in_order, sign_of, span_of, window_of
from dojo.practice import GREEN, RED
from tests.dojo.board.pairs import MINUTE, NOON, pair


def plain(line: Line) -> str:
    return "".join(part.text for part in line)


def clock(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%H:%M}"


def aligned(columns: int, *pairs: Pair, now: float = NOON) -> Window:
    return window_of([span for each in pairs if (span := span_of(each, now))], now, columns)


def test_each_status_has_a_sign_of_its_own() -> None:
    assert plain(in_order(pair("gra<"), 4)) == "●x?<"


def test_green_that_goes_by_places_approved_otherwise_has_a_neutral_sign() -> None:
    assert in_order(pair("g+~"), 3) == [Part("●●", GREEN), Part("~", MUTED)]


def test_red_is_red_whatever_it_goes_by() -> None:
    assert sign_of(RED, 30, reverted=False) == "x"


def test_of_many_checks_the_last_are_shown() -> None:
    assert plain(in_order(pair("rrrrgga"), 3)) == "●●?"


def test_a_swap_stands_between_the_checks_that_it_came_between() -> None:
    assert plain(in_order(pair("grg", swaps=(NOON - 90,)), 5)) == " ●|x●"


def test_a_swap_before_all_checks_and_one_after_are_shown() -> None:
    assert plain(in_order(pair("g", swaps=(NOON - 1, NOON + 1)), 3)) == "|●|"


def test_by_the_minute_each_column_has_the_last_check_of_its_minute() -> None:
    assert plain(by_minute(pair("rgr", apart=20, last=NOON + 59), aligned(5, pair("g"), now=NOON + 59))) == "    x"


def test_pairs_are_aligned_with_each_other() -> None:
    early, late = pair("g", last=NOON - 3 * MINUTE), pair("r")
    window = aligned(5, early, late)
    assert [plain(by_minute(each, window)) for each in (early, late)] == [" ●   ", "    x"]


def test_a_session_that_is_longer_than_the_columns_has_more_minutes_in_each() -> None:
    each = pair("g" * 50)
    assert [aligned(columns, each).minutes for columns in (60, 50, 49, 26, 11)] == [1, 1, 2, 2, 5]
    assert plain(by_minute(each, aligned(26, each)))[0] == "●"


def test_columns_go_on_while_nobody_checks() -> None:
    each = pair("g")
    assert plain(by_minute(each, aligned(4, each, now=NOON + 2 * MINUTE))) == " ●  "


def test_the_end_of_a_session_that_is_over_stays_at_the_right_edge() -> None:
    each = pair("gr")
    assert plain(by_minute(each, aligned(4, each, now=NOON + 30 * HOUR_SECONDS))) == "  ●x"


def test_checks_of_another_day_do_not_press_those_of_today_together() -> None:
    each = pair("ggg")
    before = Pair("Otter", 1, blind=False, lights=[Light(NOON - 40 * HOUR_SECONDS, GREEN, "", reverted=False)])
    assert aligned(30, before, each) == aligned(30, each)


def test_a_clock_that_is_wrong_moves_no_other_pair() -> None:
    liar = pair("g", last=250_000_000_000.0)
    assert aligned(30, liar, pair("ggg")) == aligned(30, pair("ggg"))
    assert plain(by_minute(liar, aligned(4, pair("gg")))) == "   ●"


def test_a_swap_shows_in_its_column_unless_something_worse_does() -> None:
    each = pair("grg", swaps=(NOON, NOON - MINUTE, NOON - 3 * MINUTE))
    assert plain(by_minute(each, Window(int(NOON // 60), 1, 5))) == " |●x|"


def test_a_clock_time_begins_above_the_column_of_its_minute() -> None:
    window = Window(int(NOON // 60), 1, 30)
    axis = window.axis(clock)
    assert axis == "         11:40     11:50      "
    assert window.places([NOON - 20 * MINUTE]) == [axis.index("11:40")]


def test_a_clock_time_stands_as_soon_as_there_is_room_for_it() -> None:
    assert Window(int(NOON // 60) + 4, 1, 30).axis(clock).endswith("   12:00")


@pytest.mark.parametrize("minutes", [1, 2, 5, 10, 15, 30, 60])
def test_clock_times_never_touch(minutes: int) -> None:
    axis = Window(int(NOON // (60 * minutes)), minutes, 150).axis(clock)
    assert len(axis) == 150
    assert len(axis.split()) > 3
    assert all(len(each) == 5 for each in axis.split())
