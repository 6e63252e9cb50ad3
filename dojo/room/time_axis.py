"""The signs of a pair's checks by the minute, below a time axis."""

from collections.abc import Iterable
from typing import NamedTuple

from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.pairs import Pair
from dojo.room.rows import (
    HOUR_SECONDS,
    MINUTE_SECONDS,
    MUTED,
    SWAPPED,
    BoardLine,
    Part,
    clock_time,
    sign_of,
)

# Older checks would press all others together.
SESSION_SECONDS = 12 * HOUR_SECONDS
ROLES_FROM_BEST = ("", GREEN, MUTED, AMBER, RED)
BLANK = Part(" ")


class Window(NamedTuple):
    """Columns of some minutes each. `first`: the number of the first column since 1970."""

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
    moments: list[float] = []
    for pair in pairs:
        moments += [min(step.moment.timestamp(), now) for step in pair.history.steps]
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
        signs[column] = max(both, key=lambda sign: ROLES_FROM_BEST.index(sign.role))
    for swap in pair.history.swaps:
        column = window.column(swap.moment.timestamp())
        if signs.get(column, BLANK).role in ("", GREEN):
            signs[column] = Part(SWAPPED, MUTED)
    return [signs.get(column, BLANK) for column in range(window.columns)]
