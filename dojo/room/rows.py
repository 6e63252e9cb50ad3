"""What a board says: the one model of which the screen, the text, the JSON and the page are made.

row: a pair at a moment, in words. roster: all pairs, those that are gone among them. view: its rows at a moment, and
what is said above and below them. overdue: red or amber for longer than anybody should be. late: no check came for too
long. unheard: a pair whose room is not heard; nobody knows what it did since. gone: a pair that was there, and is in
the room no more. left: a line that its pair has left. hidden: one that somebody does not want to see; it is counted
with the others, and calls nobody.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from dojo.practice.model import GREEN
from dojo.room.pairs import Pair
from dojo.room.room import Room
from dojo.room.signs import HOUR_SECONDS, MINUTE_SECONDS, OTHERWISE
from dojo.text import printable, shortened

LONGEST_RED_SECONDS = 2 * MINUTE_SECONDS  # "nobody is red for longer than two minutes", as docs/facilitating.md has it
OVERDUE = f"over {LONGEST_RED_SECONDS // MINUTE_SECONDS} min"
LONGEST_STEP_SECONDS = 5 * MINUTE_SECONDS  # from a check to the next: whoever takes longer may need help
LATE_SHOWN_SECONDS = 5 * MINUTE_SECONDS  # after checks came late
REVERTED, NO_CHECK, GONE = "reverted", "no check yet", "gone"  # states of a pair that has no status
LEFT, HIDDEN = "left", "hidden"  # lines that are not shown
UNHEARD_SIGN = "?"
DAY_HOURS = 24
WIDEST_TROUBLE = 300  # characters
NUMBER = re.compile(r"(\d{1,9})")


class Row(NamedTuple):
    """A pair at a moment, in words.

    `state`: the status of its last check, or why it has none. `lasted`: for how long it is not green; `otherwise`: in
    how many places green is what was approved otherwise than the kata. `age`: how long ago the last check was.
    """

    pair: Pair
    name: str
    state: str
    otherwise: str
    lasted: str
    age: str
    score: str
    came_late: str
    is_gone: bool
    is_unheard: bool
    is_overdue: bool
    is_late: bool


class View(NamedTuple):
    """All that a board shows at a moment; `troubles`: what is wrong, a line each. `advice`: while there is no pair."""

    now: float
    rows: list[Row]
    hidden: list[Row]
    left: list[str]
    troubles: list[str]
    advice: list[str]
    heard: float | None = None

    @property
    def as_of(self) -> str:
        """Say when a room was last heard; nothing before that."""
        return "" if self.heard is None else f"as of {clock_time(self.heard, '%H:%M:%S')}"

    @property
    def present(self) -> list[Row]:
        """Return the rows of all pairs that are in the room, hidden or not."""
        return [row for row in self.rows + self.hidden if not row.is_gone]

    @property
    def states(self) -> Counter[str]:
        """Return how many rows there are of each state, and of what is not shown."""
        states = Counter(row.state for row in self.present)
        gone = sum(row.is_gone for row in self.rows)
        return states + Counter({GONE: gone, LEFT: len(self.left), HIDDEN: len(self.hidden)})

    @property
    def checks(self) -> int:
        """Return how many checks all pairs made."""
        return sum(len(row.pair.lights) for row in self.present)


class Roster:
    """The pairs of a room, by their names, in the order of a list for people."""

    def __init__(self, room: Room, places: Sequence[str]) -> None:
        """Begin with no pair; they can join at these places."""
        self.room, self.places = room, places
        self.pairs: dict[str, Pair] = {}
        self.hidden: set[str] = set()
        self.troubles: list[str] = []
        self.heard: float | None = None
        self._present: Collection[str] = ()

    def take(self) -> None:
        """Take what is in the room by now."""
        self._present = self.room.pairs.keys()
        pairs = self.pairs | self.room.pairs
        self.pairs = {name: pairs[name] for name in sorted(pairs, key=as_people_sort)}
        self.troubles, self.heard = troubles_of(self.room), self.room.heard

    def view(self, now: float) -> View:
        """Return all as it is at a moment."""
        lines = {name: pair for name, pair in self.pairs.items() if not pair.goes_on}
        rows = {
            name: row_of(pair, now, is_gone=name not in self._present) for name, pair in lines.items() if not pair.left
        }
        return View(
            now,
            [row for name, row in rows.items() if name not in self.hidden],
            [row for name, row in rows.items() if name in self.hidden],
            [name for name, pair in lines.items() if pair.left],
            self.troubles,
            [] if self.pairs else advice_of(self.room, self.places),
            self.heard,
        )


def row_of(pair: Pair, now: float, *, is_gone: bool = False) -> Row:
    """Return a pair as it is at a moment."""
    known, since, last, late = pair.known(now), pair.since, pair.last, pair.late
    is_unheard = known < now
    sign = UNHEARD_SIGN if is_unheard else ""
    is_new = late is not None and now - late.moment.timestamp() < LATE_SHOWN_SECONDS
    return Row(
        pair,
        printable(pair.name),
        GONE if is_gone else state_of(pair),
        otherwise=f"{OTHERWISE}{pair.approved.changes}" if pair.approved.changes else "",
        lasted="" if since is None else lasting(known - since) + sign,
        age="" if last is None else age_of(known - last) + sign,
        score="" if pair.score is None else f"{100 * pair.score:.1f} %",
        came_late=f"{late.checks} came late" if late and is_new else "",
        is_gone=is_gone,
        is_unheard=is_unheard,
        is_overdue=since is not None and now - since > LONGEST_RED_SECONDS and not is_unheard and not is_gone,
        is_late=last is not None and now - last > LONGEST_STEP_SECONDS and not is_unheard,
    )


def state_of(pair: Pair) -> str:
    """Return the status of a pair; or that it has none, for TCR took the last check back, or there was none."""
    if pair.status is None:
        return NO_CHECK
    return REVERTED if pair.since is None and pair.status != GREEN else pair.status


def lasting(seconds: float) -> str:
    """Return how long something has lasted, in six characters at most: 3:12, or 5 h, or 12 d."""
    hours = int(max(0, seconds)) // HOUR_SECONDS
    if hours >= DAY_HOURS:
        return f"{min(hours // DAY_HOURS, 999)} d"
    minutes, left = divmod(int(max(0, seconds)), MINUTE_SECONDS)
    return f"{hours} h" if hours else f"{minutes}:{left:02}"


def age_of(seconds: float) -> str:
    """Return how long ago something was, in seven characters at most; seconds do not count: they would never rest."""
    if seconds < MINUTE_SECONDS:
        return "< 1 min"
    return f"{int(seconds) // MINUTE_SECONDS} min" if seconds < HOUR_SECONDS else lasting(seconds)


def as_people_sort(name: str) -> list[tuple[bool, int, str]]:
    """Return what puts names in the order of a list for people: Panda-2 comes before Panda-10."""
    pieces = NUMBER.split(name.casefold())
    return [(piece.isdecimal(), int(piece) if piece.isdecimal() else 0, piece) for piece in pieces]


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return a moment as the clocks here show it."""
    return f"{datetime.fromtimestamp(moment).astimezone():{form}}"


def troubles_of(room: Room) -> list[str]:
    """Return what is wrong by now, a line each: a room that does not answer, a history that cannot be read."""
    away = [
        f"{source}: not heard since {clock_time(since)}: {words}" for source, (since, words) in room.unreachable.items()
    ]
    newest_first = room.problems[::-1]
    return [shortened(line, WIDEST_TROUBLE) for line in away + newest_first]


def advice_of(room: Room, places: Sequence[str]) -> list[str]:
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


def board_data(room: Room) -> dict[str, Any]:
    """Return the board for a program; moments are seconds since 1970, a score is from 0 to 1."""
    roster = Roster(room, [])
    roster.take()
    view = roster.view(0)
    away = {source: {"since": since, "why": why} for source, (since, why) in room.unreachable.items()}
    return {
        "pairs": [_pair_data(row) for row in view.rows],
        "left": view.left,
        "problems": room.problems,
        "unreachable": away,
    }


def _pair_data(row: Row) -> dict[str, Any]:
    pair = row.pair
    return {
        "name": pair.name,
        "level": pair.level,
        "blind": pair.blind,
        "status": row.state if pair.lights else None,
        "approved": pair.approved._asdict(),
        "not_green_since": pair.since,
        "last_check": pair.last,
        "score": pair.score,
        "swaps": pair.swaps,
        "came_late": pair.late and {"checks": pair.late.checks, "at": pair.late.moment.timestamp()},
        "checks": [light._asdict() | {"approved": light.approved._asdict()} for light in pair.lights],
    }
