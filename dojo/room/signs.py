"""The signs of a pair's checks, in order and by the minute."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from dojo.practice.history import Step
from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.pairs import Pair
from dojo.text import STATUS_MARKS

SYMBOLS = {GREEN: "●", **STATUS_MARKS}
REVERTED = "<"
SWAPPED = "|"
APPROVED = "*"
KEY = "● green  x red  ? amber  < reverted  | partners swapped  * approved otherwise"

# Roles beside the statuses: a role is a colour of the screen, and a class of the page.
LONG = "long-red"
MUTED = "muted"
STRONG = "strong"

MINUTE_SECONDS = 60
HOUR_SECONDS = 3600
SESSION_SECONDS = 12 * HOUR_SECONDS  # older checks would press all others together
FROM_BEST = ("", GREEN, MUTED, AMBER, RED)  # roles of signs


class Part(NamedTuple):
    """A piece of a line, and its role."""

    text: str
    role: str = ""


BoardLine = list[Part]
BLANK = Part(" ")


def symbol_of(step: Step) -> str:
    if step.reverted:
        return REVERTED
    if step.is_green and step.approved.changes:
        return APPROVED
    return SYMBOLS[step.status]


def sign_of(step: Step) -> Part:
    """Return the sign of a check. With changed expectations, it has not the colour of green."""
    symbol = symbol_of(step)
    return Part(symbol, MUTED if symbol == APPROVED else step.status)


def signs_in_order(pair: Pair, columns: int) -> BoardLine:
    """Return the last signs of a pair, the newest in the last column."""
    signs = [sign_of(step) for step in pair.history.steps]
    for swap in reversed(pair.history.swaps):
        signs.insert(swap.after, Part(SWAPPED, MUTED))
    return [BLANK] * (columns - len(signs)) + signs[-columns:]


class Window(NamedTuple):
    """Columns of so many minutes each. `first`: the number of the first column since 1970."""

    first: int
    minutes: int
    columns: int

    def column(self, moment: float) -> int:
        """Return the column of a moment, negative before the first. The future is in the last."""
        number = int(moment // (self.minutes * MINUTE_SECONDS))
        return min(number - self.first, self.columns - 1)

    def axis(self) -> str:
        """Return the time of day above every tenth column."""
        line = ""
        for column in range(self.columns - len("2:00")):
            number = self.first + column
            if number % 10 == 0:
                moment = number * self.minutes * MINUTE_SECONDS
                line = line.ljust(column) + clock_time(moment)
        return line.ljust(self.columns)


def window_of(pairs: Iterable[Pair], now: float, columns: int) -> Window:
    """Return a window on the whole session, up to its last check.

    A check that a wrong clock puts in the future counts as now.
    """
    moments = [min(step.moment.timestamp(), now) for pair in pairs for step in pair.history.steps]
    end = max(moments, default=now)
    session = [moment for moment in moments if end - moment < SESSION_SECONDS]
    start = min(session, default=end)
    minutes = 1
    while True:
        first = int(end // (minutes * MINUTE_SECONDS)) - columns + 1
        window = Window(first, minutes, columns)
        if window.column(start) >= 0:
            return window
        minutes += 1


def signs_by_minute(pair: Pair, window: Window) -> BoardLine:
    """Return the worst sign of each column. A swap shows unless something worse does."""
    signs: dict[int, Part] = {}
    for step in pair.history.steps:
        column = window.column(step.moment.timestamp())
        both = [sign_of(step), signs.get(column, BLANK)]
        signs[column] = max(both, key=lambda sign: FROM_BEST.index(sign.role))
    for swap in pair.history.swaps:
        column = window.column(swap.moment.timestamp())
        if signs.get(column, BLANK).role in ("", GREEN):
            signs[column] = Part(SWAPPED, MUTED)
    return [signs.get(column, BLANK) for column in range(window.columns)]


def joined(signs: BoardLine) -> BoardLine:
    """Join neighbours of one role, because there are many signs."""
    return [Part(plain(run), role) for role, run in groupby(signs, key=lambda sign: sign.role)]


def plain(line: Iterable[Part]) -> str:
    """Return a line without its colours."""
    return "".join(part.text for part in line)


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return the time of day here, of a moment in seconds since 1970."""
    return f"{datetime.fromtimestamp(moment).astimezone():{form}}"
