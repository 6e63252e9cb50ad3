"""Times of day and durations as the board shows them."""

from datetime import datetime

MINUTE_SECONDS = 60
HOUR_SECONDS = 60 * MINUTE_SECONDS
DAY_SECONDS = 24 * HOUR_SECONDS


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return the time of day here, of a moment in seconds since 1970."""
    return f"{datetime.fromtimestamp(moment).astimezone():{form}}"


def format_minutes(seconds: float) -> str:
    """Return minutes and seconds, as in 25:00."""
    minutes, rest = divmod(int(max(0, seconds)), MINUTE_SECONDS)
    return f"{minutes}:{rest:02}"


def format_age(seconds: float) -> str:
    """Return how long ago something was, in seven characters, to the minute."""
    if seconds < MINUTE_SECONDS:
        return "< 1 min"
    minutes = int(seconds) // MINUTE_SECONDS
    if seconds < HOUR_SECONDS:
        return f"{minutes} min"
    return f"{minutes // 60} h"


def format_long_ago(seconds: float) -> str:
    """Return how long ago something was: in minutes and seconds, hours, or days."""
    if seconds < HOUR_SECONDS:
        return format_minutes(seconds)
    if seconds < DAY_SECONDS:
        return f"{int(seconds) // HOUR_SECONDS} h"
    return f"{int(seconds) // DAY_SECONDS} d"
