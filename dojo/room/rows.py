"""What a board says: the one model of which the screen, the text, the JSON and the page are made.

sign: a character for a check, told apart without colour: ● green, * green with places approved otherwise, x red,
? amber, < one that TCR took back; and | for a swap of partners. role: what a piece of a line is, for whoever paints it;
of a sign, the status of its check, and none of it where that goes by other documents than the kata's.
window: the minutes that are shown when checks are aligned, so many to a column; at its right edge is now, or of a
session that is over, its last check.
row: a pair at a moment, in words. view: all rows at a moment, and what is said above and below them. overdue: red or
amber for longer than anybody should be. late: no check came for too long. unheard: a pair whose room is not heard;
nobody knows what it did since. left: a line that its pair has left. hidden: one that somebody does not want to see; it
is counted with the others, and calls nobody.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.pairs import Light, Pair, Room
from dojo.text import STATUS_MARKS, counted, percent, shortened

SIGNS = {GREEN: "●", **STATUS_MARKS}
STATUSES = (GREEN, AMBER, RED)  # in the order of their counts
REVERTED_SIGN, SWAP, OTHERWISE = "<", "|", "*"
MUTED = "muted"  # a role

MINUTE_SECONDS = 60
HOUR_SECONDS = 60 * MINUTE_SECONDS
QUIET_SECONDS = HOUR_SECONDS  # after which a session is over, and no time is added to it
SESSION_SECONDS = 12 * HOUR_SECONDS  # what was longer ago is not aligned: it would press all else together
COLUMN_MINUTES = (1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960)  # of a column, and from one clock time to the next
CLOCK_COLUMNS, GAP_COLUMNS = 5, 3  # of a clock time, and at least of what is between two
LONGEST_RED_SECONDS = 2 * MINUTE_SECONDS  # "nobody is red for longer than two minutes", as docs/facilitating.md has it
OVERDUE = f"over {LONGEST_RED_SECONDS // MINUTE_SECONDS} min"
LONGEST_STEP_SECONDS = 5 * MINUTE_SECONDS  # from a check to the next: whoever takes longer may need help
LATE_SHOWN_SECONDS = 5 * MINUTE_SECONDS  # after checks came late
DAY_HOURS = 24
REVERTED, NO_CHECK = "reverted", "no check yet"  # states of a pair that has no status
UNHEARD_SIGN = "?"
WIDEST_TROUBLE = 300  # characters
NUMBER = re.compile(r"(\d+)")


class Part(NamedTuple):
    """A piece of a line: its text, and what it is."""

    text: str
    role: str = ""


Line = list[Part]


class Window(NamedTuple):
    """So many columns of so many minutes each; `first`: the number of the one at the left edge, counted from 1970."""

    first: int
    minutes: int
    columns: int

    def column(self, moment: float) -> int:
        """Return the column of a moment, negative before the first; what is yet to come stands in the last."""
        return min(column_number(moment, self.minutes) - self.first, self.columns - 1)

    def axis(self) -> str:
        """Return the clock times over the columns, each beginning above its own."""
        apart = next(each for each in COLUMN_MINUTES if each >= self.minutes * (CLOCK_COLUMNS + GAP_COLUMNS))
        line = ""
        for column in range(self.columns - CLOCK_COLUMNS + 1):
            minute = (self.first + column) * self.minutes
            if minute % apart < self.minutes:
                line = line.ljust(column) + clock_time(minute * MINUTE_SECONDS)
        return line.ljust(self.columns)


class Row(NamedTuple):
    """A pair at a moment, in words.

    `state`: the status of its last check, or why it has none. `lasted`: for how long it is not green; `otherwise`: in
    how many places green is what was approved otherwise than the kata. `age`: how long ago the last check was.
    """

    pair: Pair
    state: str
    otherwise: str
    lasted: str
    age: str
    score: str
    came_late: str
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
    as_of: str

    @property
    def counts(self) -> Line:
        """Say how many pairs there are, of each status where there are any, and how many checks they made."""
        rows = self.rows + self.hidden
        states = Counter(row.state for row in rows)
        unseen = {"left": len(self.left), "hidden": len(self.hidden)}
        return [
            Part(counted(len(rows), "pair")),
            *(Part(f"{states[status]} {status}", status) for status in STATUSES if states[status]),
            *(Part(f"{number} {what}", MUTED) for what, number in unseen.items() if number),
            Part(counted(sum(len(row.pair.lights) for row in rows), "check")),
        ]


def view_of(room: Room, places: Sequence[str], now: float, hidden: Collection[str] = ()) -> View:
    """Return all as it is at a moment; pairs can join at these places, and names of some are hidden."""
    pairs = sorted(room.pairs, key=lambda pair: as_people_sort(pair.name))
    rows = [row_of(pair, now) for pair in pairs if not pair.left]
    return View(
        now,
        rows=[row for row in rows if row.pair.name not in hidden],
        hidden=[row for row in rows if row.pair.name in hidden],
        left=[pair.name for pair in pairs if pair.left],
        troubles=troubles_of(room),
        advice=[] if pairs else advice_of(room, places),
        as_of="" if room.heard is None else f"as of {clock_time(room.heard, '%H:%M:%S')}",
    )


def row_of(pair: Pair, now: float) -> Row:
    """Return a pair as it is at a moment."""
    known, since, last, late = pair.known(now), pair.since, pair.last, pair.late
    is_unheard = known < now
    sign = UNHEARD_SIGN if is_unheard else ""
    is_new = late is not None and now - late.moment.timestamp() < LATE_SHOWN_SECONDS
    return Row(
        pair,
        state_of(pair),
        otherwise=f"{OTHERWISE}{pair.approved.changes}" if pair.approved.changes else "",
        lasted="" if since is None else lasting(known - since) + sign,
        age="" if last is None else age_of(known - last) + sign,
        score=percent(pair.score),
        came_late=f"{late.checks} came late" if late and is_new else "",
        is_unheard=is_unheard,
        is_overdue=since is not None and now - since > LONGEST_RED_SECONDS and not is_unheard,
        is_late=last is not None and now - last > LONGEST_STEP_SECONDS and not is_unheard,
    )


def level_in_short(level: int | None, *, blind: bool) -> str:
    """Return a level as a column has it: b for a blind practice; own code has none."""
    return f"{level}{'b' if blind else ''}" if level else "own"


def state_of(pair: Pair) -> str:
    """Return the status of a pair; or that it has none, for TCR took the last check back, or there was none."""
    if not pair.lights:
        return NO_CHECK
    status = pair.lights[-1].status
    return REVERTED if pair.since is None and status != GREEN else status


def lasting(seconds: float) -> str:
    """Return how long something has lasted, in six characters: 3:12, or 5 h, or 12 d."""
    minutes, left = divmod(int(max(0, seconds)), MINUTE_SECONDS)
    hours = minutes * MINUTE_SECONDS // HOUR_SECONDS
    if hours >= DAY_HOURS:
        return f"{hours // DAY_HOURS} d"
    return f"{hours} h" if hours else f"{minutes}:{left:02}"


def age_of(seconds: float) -> str:
    """Return how long ago something was, in seven characters; seconds do not count: they would never rest."""
    if seconds < MINUTE_SECONDS:
        return "< 1 min"
    return f"{int(seconds) // MINUTE_SECONDS} min" if seconds < HOUR_SECONDS else lasting(seconds)


def as_people_sort(name: str) -> list[Any]:
    """Return what puts names in the order of a list for people: Panda-2 comes before Panda-10."""
    return [int(piece) if piece.isdecimal() else piece for piece in NUMBER.split(name.casefold())]


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return a moment as the clocks here show it."""
    return f"{datetime.fromtimestamp(moment).astimezone():{form}}"


def troubles_of(room: Room) -> list[str]:
    """Return what is wrong by now, a line each: a room that does not answer, a history that cannot be read."""
    away = [
        f"{source}: not heard since {clock_time(since)}: {words}" for source, (since, words) in room.unreachable.items()
    ]
    return [shortened(line, WIDEST_TROUBLE) for line in away + room.problems]


def advice_of(room: Room, places: Sequence[str]) -> list[str]:
    """Return what to say while there is no pair: how one joins at these places, unless that is not what is wrong."""
    if room.is_reading:
        return ["Looking into the room."]
    if room.unreachable or room.problems:
        return ["No pair could be read."]
    return [
        "No pair yet. In a practice (`dojo start` makes one), each pair joins with:",
        "",
        *(f"  dojo join {place} --name Panda" for place in places),
        "",
        "Then every check of theirs shows here within seconds.",
    ]


# The checks of a pair, in order and by the minute.


def sign_of(status: str, otherwise: int, *, reverted: bool) -> str:
    """Return the sign of a check, with so many places approved otherwise."""
    if reverted:
        return REVERTED_SIGN
    return OTHERWISE if otherwise and status == GREEN else SIGNS[status]


def in_order(pair: Pair, columns: int) -> Line:
    """Return the last signs of a pair, a column each, the newest at the right edge."""
    signs = [_sign(light) for light in pair.lights]
    for swap in reversed(pair.swaps):
        signs.insert(swap.after, Part(SWAP, MUTED))
    return _joined([*[Part(" ")] * (columns - len(signs)), *signs[-columns:]])


def by_minute(pair: Pair, window: Window) -> Line:
    """Return the last sign in each column of a window; a swap of partners shows unless something worse does."""
    latest = {window.column(light.moment): light for light in pair.lights}
    signs = [_sign(latest[column]) if column in latest else Part(" ") for column in range(window.columns)]
    for swap in pair.swaps:
        column = window.column(swap.moment.timestamp())
        if column >= 0 and signs[column].role in ("", GREEN):
            signs[column] = Part(SWAP, MUTED)
    return _joined(signs)


def window_of(pairs: Iterable[Pair], now: float, columns: int) -> Window:
    """Return a window with the whole session in it, up to now, or to its last check when that was long ago."""
    moments = [min(light.moment, now) for pair in pairs for light in pair.lights]
    last = max(moments, default=now)
    end = last if now - last > QUIET_SECONDS else now
    start = min((moment for moment in moments if end - moment < SESSION_SECONDS), default=end)
    fitting = (each for each in COLUMN_MINUTES if column_number(end, each) - column_number(start, each) < columns)
    minutes = next(fitting)
    return Window(column_number(end, minutes) - columns + 1, minutes, columns)


def column_number(moment: float, minutes: int) -> int:
    """Return the number of the column that a moment is in, counted from 1970."""
    return int(moment // (minutes * MINUTE_SECONDS))


def _sign(light: Light) -> Part:
    sign = sign_of(light.status, light.approved.changes, reverted=light.reverted)
    return Part(sign, MUTED if sign == OTHERWISE else light.status)


def _joined(signs: Line) -> Line:
    """Return the same with neighbours of one role in one piece."""
    runs = groupby(signs, key=lambda sign: sign.role)
    return [Part("".join(sign.text for sign in run), role) for role, run in runs]


# For a program.


def board_data(room: Room) -> dict[str, Any]:
    """Return the board for a program; moments are seconds since 1970, a score is from 0 to 1."""
    view = view_of(room, [], now=0)
    away = {source: {"since": since, "why": why} for source, (since, why) in room.unreachable.items()}
    pairs = [_pair_data(row) for row in view.rows]
    return {"pairs": pairs, "left": view.left, "problems": room.problems, "unreachable": away}


def _pair_data(row: Row) -> dict[str, Any]:
    pair = row.pair
    return {
        "name": pair.name,
        "level": pair.level or None,
        "blind": pair.blind,
        "status": row.state if pair.lights else None,
        "approved": pair.approved._asdict(),
        "not_green_since": pair.since,
        "last_check": pair.last,
        "score": pair.score,
        "swaps": [swap.moment.timestamp() for swap in pair.swaps],
        "came_late": pair.late and {"checks": pair.late.checks, "at": pair.late.moment.timestamp()},
        "checks": [light._asdict() | {"approved": light.approved._asdict()} for light in pair.lights],
    }
