"""What the board says besides the pairs: the time of day, what is wrong, and how pairs join."""

from collections.abc import Sequence
from datetime import datetime

from dojo.room.room import Room
from dojo.text import shortened

WIDEST_TROUBLE = 300  # characters
MOST_TROUBLES = 3  # lines


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return a moment as the clocks here show it."""
    return f"{datetime.fromtimestamp(moment).astimezone():{form}}"


def troubles_of(room: Room) -> list[str]:
    """Return what is wrong by now, a line each: a room that does not answer, a story that cannot be read."""
    away = [
        f"{source}: not heard since {clock_time(since)}: {words}"
        for source, (since, words) in list(room.unreachable.items())
    ]
    newest_first = list(room.problems.values())[::-1]
    return [shortened(line, WIDEST_TROUBLE) for line in away + newest_first]


def why_not(error: Exception) -> str:
    """Return what an error says, in a line that can be shown anywhere."""
    return shortened(str(error), WIDEST_TROUBLE)


def shown_first(lines: list[str]) -> list[str]:
    """Return what there is room for of what is wrong, and how much more there is."""
    if len(lines) <= MOST_TROUBLES:
        return lines
    return [*lines[: MOST_TROUBLES - 1], f"and {len(lines) - MOST_TROUBLES + 1} more"]


def without_pairs(room: Room, places: Sequence[str]) -> list[str]:
    """Return what to say while there is no pair: how one joins at these places, unless that is not what is wrong."""
    if room.unreachable or room.problems:
        return ["No pair could be read."]
    return [
        "No pair yet. In a practice (`dojo start` makes one), each pair joins with:",
        "",
        *(f"  dojo join {place} --name Panda" for place in places),
        "",
        "Then every check of theirs shows here within seconds.",
    ]
