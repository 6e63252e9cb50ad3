"""What the board says besides the pairs: the time of day, what is wrong, and how pairs join."""

from datetime import datetime

from dojo.board.pairs import Room
from dojo.text import shortened

WIDEST_TROUBLE = 300  # characters


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return a moment as the clocks here show it; ? for what is no time that there can be."""
    try:
        return f"{datetime.fromtimestamp(moment).astimezone():{form}}"
    except (OverflowError, ValueError, OSError):
        return "?"


def troubles_of(room: Room) -> list[str]:
    """Return what is wrong by now, a line each: which room does not answer, and whose story is skipped."""
    away = [
        f"{source}: unreachable since {clock_time(since)}, still trying: {words}"
        for source, (since, words) in room.unreachable.items()
    ]
    skipped = [f"skipped {ref}: {words}" for ref, words in room.problems.items()]
    return [shortened(line, WIDEST_TROUBLE) for line in away + skipped]


def how_to_join(room: Room) -> list[str]:
    """Return what to say to pairs while there is none."""
    return [
        "No pair yet. In a practice (`dojo start` makes one), each pair joins with:",
        "",
        *(f"  dojo join {source} --name Panda" for source in room.sources),
        "",
        "Then every check of theirs shows here within seconds.",
    ]
