"""Rules of the signs below a time axis."""

import pytest

from dojo.room.pairs import Pair
from dojo.room.text import plain, signs_by_minute, window_of
from dojo.times import HOUR_SECONDS
from tests.dojo.room.boards import MINUTE, NOON, pair


def by_minute(each: Pair, now: float = NOON, columns: int = 12) -> str:
    """Return the signs of a pair, in columns of 20 seconds."""
    window = window_of([each], now, columns)
    return plain(signs_by_minute(each, window, now))


@pytest.mark.parametrize(
    ("each", "signs"),
    [
        (pair("ggg", last=NOON), "●  ●  ●   "),
        (pair("grgg"), "●  xxx●  ●  "),
        (pair("gr", last=NOON - 60), "●  xxxx   "),
        (pair("ga", last=NOON - 60), "●  ????   "),
        (pair("gr|", last=NOON - 60), "●  xxxx   "),
        (pair("gr", last=NOON - 60, heard=NOON - 61), "●  x      "),
        (pair("g<g"), "●  <  ●   "),
        (pair(last=NOON - 40, earlier=pair("gr", last=NOON - 60).history), "●  x/xx   "),
    ],
)
def test_a_failing_check_fills_the_columns_until_it_ends(each: Pair, signs: str):
    assert by_minute(each) == signs


@pytest.mark.parametrize(("columns", "seconds"), {300: 10, 60: 60, 26: 120, 11: 300}.items())
def test_a_column_has_the_least_time_that_fits(columns: int, seconds: int):
    assert window_of([pair("g" * 50)], NOON, columns).seconds == seconds


@pytest.mark.parametrize("last", [NOON - 40 * HOUR_SECONDS, 250_000_000_000.0])
def test_a_wrong_clock_or_another_day_moves_nobody_else(last: float):
    pairs = [pair("g", last=NOON - 3 * MINUTE), pair("g")]
    window = window_of([*pairs, pair("g", last=last)], NOON, 20)
    signs = [plain(signs_by_minute(each, window, NOON)).rstrip() for each in pairs]
    assert signs == ["●", "                  ●"]
