"""The signs of a pair's checks, in order, and aligned by the minute."""

from datetime import UTC, datetime

import pytest

from dojo.practice.model import GREEN, RED
from dojo.room.signs import (
    HOUR_SECONDS,
    MUTED,
    OTHERWISE,
    REVERTED,
    SIGNS,
    SWAP,
    Line,
    Part,
    Window,
    by_minute,
    in_order,
    sign_of,
    window_of,
)
from dojo.room.terminal import plain
from tests.dojo.room.pairs import MINUTE, NOON, pair


def drawn(line: Line) -> str:
    return "".join(part.text for part in line)


def clock(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%H:%M}"


def test_each_status_has_a_sign_of_its_own() -> None:
    assert drawn(in_order(pair("gra<"), 4)) == "●x?<"


def test_green_that_goes_by_places_approved_otherwise_has_a_neutral_sign() -> None:
    assert in_order(pair("g+~"), 3) == [Part("●●", GREEN), Part("*", MUTED)]


def test_no_sign_of_a_check_is_a_mark_of_what_a_step_changed() -> None:
    assert not {*SIGNS.values(), REVERTED, SWAP, OTHERWISE} & {*"+~-"}


def test_red_is_red_whatever_it_goes_by() -> None:
    assert sign_of(RED, 30, reverted=False) == "x"


def test_of_many_checks_the_last_are_shown() -> None:
    assert drawn(in_order(pair("rrrrgga"), 3)) == "●●?"


@pytest.mark.parametrize(
    ("checks", "swaps", "signs"),
    [("grg", (-90,), " ●|x●"), ("g", (-1, 1), "  |●|"), ("gggggg", (-400, 1), "●●●●|")],
)
def test_a_swap_stands_between_checks(checks: str, swaps: tuple[float, ...], signs: str) -> None:
    assert drawn(in_order(pair(checks, swaps=tuple(NOON + each for each in swaps)), 5)) == signs


def test_by_the_minute_each_column_has_the_last_check_of_its_minute() -> None:
    each = pair("rgr", apart=20, last=NOON + 59)
    assert drawn(by_minute(each, window_of([each], NOON + 59, 5))) == "x    "


def test_pairs_are_aligned_with_each_other() -> None:
    pairs = pair("g", last=NOON - 3 * MINUTE), pair("r")
    window = window_of(pairs, NOON, 5)
    assert [drawn(by_minute(each, window)) for each in pairs] == ["●    ", "   x "]


def test_a_session_that_is_longer_than_the_columns_has_more_minutes_in_each() -> None:
    each = pair("g" * 50)
    assert [window_of([each], NOON, columns).minutes for columns in (60, 50, 49, 26, 11)] == [1, 1, 2, 2, 5]
    assert drawn(by_minute(each, window_of([each], NOON, 26)))[0] == "●"


def test_a_session_goes_on_while_nobody_checks_until_it_is_over() -> None:
    each = pair("gr")
    assert [window_of([each], NOON + later, 4).minutes for later in (60, 600, 30 * HOUR_SECONDS)] == [1, 5, 1]


def test_a_session_that_just_began_begins_at_the_left_under_its_own_time() -> None:
    each = pair("gr")
    window = window_of([each], NOON + 3 * MINUTE, 12)
    assert (drawn(by_minute(each, window)), window.axis(clock)) == ("●x          ", " 12:00      ")


def test_checks_of_another_day_do_not_press_those_of_today_together() -> None:
    each, before = pair("ggg"), pair("g", last=NOON - 40 * HOUR_SECONDS)
    assert window_of([before, each], NOON, 30) == window_of([each], NOON, 30)


def test_a_clock_that_is_wrong_moves_no_other_pair() -> None:
    liar = pair("g", last=250_000_000_000.0)
    assert window_of([liar, pair("ggg")], NOON, 30) == window_of([pair("ggg")], NOON, 30)
    assert drawn(by_minute(liar, window_of([pair("gg")], NOON, 4))) == "   ●"


def test_a_swap_shows_in_its_column_unless_something_worse_does() -> None:
    each = pair("grg", swaps=(NOON, NOON - MINUTE, NOON - 3 * MINUTE))
    assert plain(by_minute(each, Window(int(NOON // 60), 1, 5))) == " |●x|"


def test_a_clock_time_begins_above_the_column_of_its_minute() -> None:
    window = Window(int(NOON // 60), 1, 30)
    axis = window.axis(clock)
    assert (axis, window.column(NOON - 20 * MINUTE)) == ("         11:40     11:50      ", axis.index("11:40"))
    assert Window(int(NOON // 60) + 4, 1, 30).axis(clock).endswith("   12:00")


@pytest.mark.parametrize("minutes", [1, 2, 5, 10, 15, 30, 60])
def test_clock_times_never_touch(minutes: int) -> None:
    axis = Window(int(NOON // (60 * minutes)), minutes, 150).axis(clock)
    assert (len(axis), len(axis.split()) > 3, {len(each) for each in axis.split()}) == (150, True, {5})
