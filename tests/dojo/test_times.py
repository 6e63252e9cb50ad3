"""Times and durations as the board shows them."""

from datetime import datetime

import pytest

from dojo.times import clock_time, format_age, format_long_ago, format_minutes

DURATIONS = {-5: "0:00", 0.9: "0:00", 61: "1:01", 1500: "25:00"}
AGES = {-5: "< 1 min", 59: "< 1 min", 60: "1 min", 119.5: "1 min", 3599: "59 min", 7200: "2 h"}
SILENCES = {3599: "59:59", 3600: "1 h", 7200: "2 h", 86_399: "23 h", 86_400: "1 d", 172_800: "2 d"}


@pytest.mark.parametrize(("seconds", "shown"), DURATIONS.items())
def test_a_duration_is_in_minutes(seconds: float, shown: str):
    assert format_minutes(seconds) == shown


@pytest.mark.parametrize(("seconds", "shown"), AGES.items())
def test_an_age_is_to_the_minute(seconds: float, shown: str):
    assert format_age(seconds) == shown


@pytest.mark.parametrize(("seconds", "shown"), SILENCES.items())
def test_a_long_silence_is_in_hours_or_days(seconds: float, shown: str):
    assert format_long_ago(seconds) == shown


def test_the_time_of_day_is_to_the_minute():
    moment = datetime(2026, 1, 2, 12, 1, 1).astimezone()
    assert clock_time(moment.timestamp()) == "12:01"
