"""All pairs as the board has them: in the order of their names, laid out for a width, each a line at a moment.

key: what a room knows a pair by; a name is only what is shown. gone: a pair that was there, and is in the room no more;
it stays as it was last seen. Signs are kept, for they change with a check, and not with every second.
"""

from collections.abc import Collection, Mapping

from dojo.board.pairs import Pair
from dojo.board.rows import headings, layout_of, row_of, summary
from dojo.board.signs import Clock, Line, Window, by_minute, in_order, window_of
from dojo.text import WIDTH


class Roster:
    """The pairs of a board."""

    def __init__(self, width: int = WIDTH) -> None:
        """Begin with no pair, for so many columns, the lights in order."""
        self.pairs: dict[str, Pair] = {}
        self.gone: set[str] = set()
        self.keys: list[str] = []
        self.is_aligned = False
        self.window: Window | None = None
        self._signs: dict[str, Line] = {}
        self.width, self.layout = width, layout_of([], width)

    def take(self, pairs: Mapping[str, Pair], changed: Collection[str]) -> None:
        """Take what is in the room by now, and which of it changed."""
        self.gone = self.pairs.keys() - pairs.keys()
        self.pairs |= pairs
        self.keys = sorted(self.pairs, key=lambda key: (self.pairs[key].name.casefold(), key))
        for key in changed:
            self._signs.pop(key, None)
        self.lay_out(self.width)

    def lay_out(self, width: int) -> None:
        """Share out so many columns."""
        layout = layout_of([pair.name for pair in self.pairs.values()], width)
        if layout != self.layout:
            self._signs.clear()
        self.width, self.layout = width, layout

    def align(self, now: float) -> None:
        """Put the window of the lights to where it is by now; there is none while they stand in order."""
        window = window_of(self.pairs.values(), now, self.layout.lights) if self.is_aligned else None
        if window != self.window:
            self.window = window
            self._signs.clear()

    def line(self, number: int, now: float) -> Line:
        """Return the line of a pair, by its place in the order."""
        key = self.keys[number]
        if key not in self._signs:
            pair = self.pairs[key]
            self._signs[key] = by_minute(pair, self.window) if self.window else in_order(pair, self.layout.lights)
        return [*row_of(self.pairs[key], self.layout, now, is_gone=key in self.gone), *self._signs[key]]

    def headings(self, clock: Clock) -> Line:
        """Return the line above all pairs."""
        return headings(self.layout, self.window, clock)

    def summary(self, now: float) -> Line:
        """Return the line about all pairs."""
        return summary(self.pairs.values(), len(self.gone), now)
