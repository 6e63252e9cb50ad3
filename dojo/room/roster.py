"""All pairs as the board has them: in the order of their names, laid out for a width, each a line at a moment.

gone: a pair that was there, and is in the room no more; it stays as it was last seen. left: a line that its pair has
left; it is not shown. hidden: nor is a line that somebody does not want to see, until they do again; it is counted
with the others, and calls nobody.
"""

import re
from collections.abc import Collection, Mapping

from dojo.room.pairs import Pair
from dojo.room.rows import GONE, HIDDEN, LEFT, headings, late_of, layout_of, row_of, summary
from dojo.room.signs import MUTED, Clock, Line, Part, Window, by_minute, in_order, span_of, window_of
from dojo.text import WIDTH

NUMBER = re.compile(r"(\d{1,9})")


class Roster:
    """The pairs of a board; of those in the room, and of those that are gone, a line each."""

    def __init__(self, width: int = WIDTH) -> None:
        """Begin with no pair, for so many columns, the lights in order."""
        self.pairs: dict[str, Pair] = {}
        self.gone: set[str] = set()
        self.left: set[str] = set()
        self.hidden: set[str] = set()
        self.names: list[str] = []
        self.is_aligned = False
        self.window: Window | None = None
        self.width, self.layout = width, layout_of([], width)

    def take(self, pairs: Mapping[str, Pair]) -> None:
        """Take what is in the room by now."""
        self.pairs |= pairs
        self.gone = {name for name, _ in self._lines() if name not in pairs}
        self.left = {name for name, pair in self.pairs.items() if pair.left and not pair.goes_on}
        self.hide([])

    def hide(self, names: Collection[str] | None) -> None:
        """Hide these lines as well, or for None, no line any more; put those in order that are shown."""
        self.hidden = set() if names is None else self.hidden.union(names)
        self.names = sorted((name for name, _ in self._lines() if name not in self.hidden), key=as_people_sort)
        self.lay_out(self.width)

    def _lines(self) -> list[tuple[str, Pair]]:
        """Return all lines that are some pair's own by now, hidden or not."""
        return [(name, pair) for name, pair in self.pairs.items() if not pair.left and not pair.goes_on]

    def lay_out(self, width: int) -> None:
        """Share out so many columns."""
        self.width, self.layout = width, layout_of(self.names, width)

    def align(self, now: float) -> None:
        """Put the window of the lights to where it is by now; there is none while they stand in order."""
        spans = [span for name in self.names if (span := span_of(self.pairs[name], now))]
        self.window = window_of(spans, now, self.layout.lights) if self.is_aligned else None

    def line(self, number: int, now: float) -> Line:
        """Return the line of a pair, by its place in the order."""
        name = self.names[number]
        pair = self.pairs[name]
        late = "" if self.window else f"{late_of(pair, now)} ".lstrip()
        signs = by_minute(pair, self.window) if self.window else in_order(pair, self.layout.lights - len(late))
        return [*row_of(pair, self.layout, now, is_gone=name in self.gone), Part(late, MUTED), *signs]

    def headings(self, clock: Clock) -> Line:
        """Return the line above all pairs."""
        return headings(self.layout, self.window, clock)

    def summary(self, now: float) -> Line:
        """Return the line about all pairs, and how many lines are not shown."""
        there = [pair for name, pair in self._lines() if name not in self.gone]
        away = {GONE: len(self.gone - self.hidden), LEFT: len(self.left), HIDDEN: len(self.hidden - self.left)}
        return summary(there, away, now, self.hidden)


def as_people_sort(name: str) -> list[tuple[bool, int, str]]:
    """Return what puts names in the order of a list for people: Panda-2 comes before Panda-10."""
    pieces = NUMBER.split(name.casefold())
    return [(piece.isdecimal(), int(piece) if piece.isdecimal() else 0, piece) for piece in pieces]
