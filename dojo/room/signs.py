"""The checks of a pair as signs: in order, or aligned by the minute.

sign: a character for a check, told apart without colour: ● green, * green with places approved otherwise, x red,
? amber, < one that TCR took back; and | for a swap of partners. role: what a piece of a line is, for whoever paints it;
of a sign, the status of its check, and none of it where that goes by other documents than the kata's.
window: the minutes that are shown when checks are aligned, so many to a column; the first check is at the left edge,
and what is yet to come at the right.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

from dojo.practice.model import GREEN
from dojo.room.pairs import Light, Pair
from dojo.text import STATUS_MARKS

SIGNS = {GREEN: "●", **STATUS_MARKS}
REVERTED, SWAP, OTHERWISE = "<", "|", "*"
MUTED = "muted"  # a role

MINUTE_SECONDS = 60
HOUR_SECONDS = 60 * MINUTE_SECONDS
QUIET_SECONDS = HOUR_SECONDS  # after which a session is over, and no time is added to it
SESSION_SECONDS = 12 * HOUR_SECONDS  # what was longer ago is not aligned: it would press all else together
COLUMN_MINUTES = (1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960)  # of a column, and from one clock time to the next
CLOCK_COLUMNS, GAP_COLUMNS = 5, 3  # of a clock time, and at least of what is between two


class Part(NamedTuple):
    """A piece of a line: its text, and what it is."""

    text: str
    role: str = ""


Line = list[Part]
Clock = Callable[[float], str]  # says a moment, in seconds since 1970, as clocks do: 14:02


class Window(NamedTuple):
    """So many columns of so many minutes each; `last`: the number of the one at the right edge, counted from 1970."""

    last: int
    minutes: int
    columns: int

    def column(self, moment: float) -> int:
        """Return the column of a moment, negative before the first; what is yet to come stands in the last."""
        return min(column_number(moment, self.minutes), self.last) + self.columns - 1 - self.last

    def axis(self, clock: Clock) -> str:
        """Return the clock times over the columns, each beginning above its own."""
        apart = fitting_minutes(self.minutes * (CLOCK_COLUMNS + GAP_COLUMNS))
        line = ""
        for column in range(self.columns - CLOCK_COLUMNS + 1):
            minute = (self.last - self.columns + 1 + column) * self.minutes
            if minute % apart < self.minutes:
                line = line.ljust(column) + clock(minute * MINUTE_SECONDS)
        return line.ljust(self.columns)


def column_number(moment: float, minutes: int) -> int:
    """Return the number of the column that a moment is in, counted from 1970."""
    return int(moment // (minutes * MINUTE_SECONDS))


def fitting_minutes(minutes: float) -> int:
    """Return the smallest of the usual spans that has at least so many minutes."""
    return next((each for each in COLUMN_MINUTES if each >= minutes), COLUMN_MINUTES[-1])


def window_of(pairs: Iterable[Pair], now: float, columns: int) -> Window:
    """Return a window with the whole session in it, from its first check on."""
    moments = [min(light.moment, now) for pair in pairs for light in pair.lights]
    last = max(moments, default=now)
    end = last if now - last > QUIET_SECONDS else now
    start = min((moment for moment in moments if end - moment < SESSION_SECONDS), default=end)
    fitting = (each for each in COLUMN_MINUTES if column_number(end, each) - column_number(start, each) < columns)
    minutes = next(fitting, COLUMN_MINUTES[-1])
    last = max(column_number(end, minutes), column_number(start, minutes) + columns - 1)
    return Window(last, minutes, columns)


def in_order(pair: Pair, columns: int) -> Line:
    """Return the last signs of a pair, a column each, the newest at the right edge."""
    swaps = sorted(pair.swaps)
    signs: Line = []
    for light in pair.lights[-columns:]:
        while swaps and swaps[0] <= light.moment:
            signs.append(Part(SWAP, MUTED))
            swaps.pop(0)
        signs.append(_sign(light))
    signs += [Part(SWAP, MUTED) for _ in swaps]
    return _joined([*[Part(" ")] * (columns - len(signs)), *signs[-columns:]])


def by_minute(pair: Pair, window: Window) -> Line:
    """Return the last sign in each column of a window; a swap of partners shows unless something worse does."""
    latest = {window.column(light.moment): light for light in pair.lights}
    signs = [_sign(latest[column]) if column in latest else Part(" ") for column in range(window.columns)]
    for column in map(window.column, pair.swaps):
        if column >= 0 and signs[column].role in ("", GREEN):
            signs[column] = Part(SWAP, MUTED)
    return _joined(signs)


def sign_of(status: str, otherwise: int, *, reverted: bool) -> str:
    """Return the sign of a check, with so many places approved otherwise."""
    if reverted:
        return REVERTED
    return OTHERWISE if otherwise and status == GREEN else SIGNS[status]


def _sign(light: Light) -> Part:
    sign = sign_of(light.status, light.approved.changes, reverted=light.reverted)
    return Part(sign, MUTED if sign == OTHERWISE else light.status)


def _joined(signs: Line) -> Line:
    """Return the same with neighbours of one role in one piece."""
    runs = groupby(signs, key=lambda sign: sign.role)
    return [Part("".join(sign.text for sign in run), role) for role, run in runs]
