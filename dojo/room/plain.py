"""The board where there is no screen: once, as lines of text; or for a program, as what JSON can hold."""

from collections.abc import Sequence
from typing import Any

from dojo.room.pairs import Pair
from dojo.room.room import Room
from dojo.room.roster import Roster
from dojo.room.signs import Line
from dojo.room.words import clock_time, troubles_of, without_pairs
from dojo.text import WIDTH


def board_lines(room: Room, places: Sequence[str], now: float, width: int = WIDTH) -> list[str]:
    """Return the board as it is now, the lights as signs; pairs join at these places."""
    roster = Roster(width)
    roster.take(room.pairs)
    head = [f"{_plain(roster.summary(now))}  at {clock_time(now)}", *troubles_of(room), ""]
    if not roster.pairs:
        return head + without_pairs(room, places)
    return [
        *head,
        _plain(roster.headings(clock_time)),
        *(_plain(roster.line(at, now)) for at in range(len(roster.names))),
    ]


def _plain(line: Line) -> str:
    return "".join(part.text for part in line).rstrip()


def board_data(room: Room) -> dict[str, Any]:
    """Return the board for a program; moments are seconds since 1970, a score is from 0 to 1."""
    away = {source: {"since": since, "why": why} for source, (since, why) in room.unreachable.items()}
    return {
        "pairs": [_pair_data(pair) for pair in room.pairs.values() if not pair.left and not pair.goes_on],
        "left": [pair.name for pair in room.pairs.values() if pair.left and not pair.goes_on],
        "problems": list(room.problems.values()),
        "unreachable": away,
    }


def _pair_data(pair: Pair) -> dict[str, Any]:
    return {
        "name": pair.name,
        "level": pair.level,
        "blind": pair.blind,
        "status": pair.status,
        "approved": pair.approved._asdict(),
        "not_green_since": pair.since,
        "last_check": pair.last,
        "score": pair.score,
        "swaps": pair.swaps,
        "came_late": pair.late and {"checks": pair.late.checks, "at": pair.late.moment.timestamp()},
        "checks": [light._asdict() | {"approved": light.approved._asdict()} for light in pair.lights],
    }
