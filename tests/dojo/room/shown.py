"""Boards for the tests of the page, and a room that says once what is new."""

from typing import Any

from dojo.room.page import Shown
from dojo.room.pairs import Pair
from tests.dojo.room import pairs
from tests.dojo.room.pairs import NOON as NOW


def pair(name: str, checks: str = "", *, every: float = 60, ago: float = 0, swaps: tuple[float, ...] = ()) -> Pair:
    """Return a pair; the last check was so many seconds ago, swaps so many seconds before it."""
    last = NOW - ago
    return pairs.pair(checks, name=name, apart=every, last=last, swaps=tuple(last - each for each in swaps))


def board(*pairs: Pair, **more: Any) -> Shown:  # as a board has it
    """Return what a board of these pairs shows."""
    return Shown(NOW, {each.name: each for each in pairs}, **more)


class SmallRoom:
    """A room that has what a test puts there."""

    def __init__(self, *pairs: Pair) -> None:
        """Begin with these pairs, all of them new."""
        self.pairs: dict[str, Pair] = {}
        self.problems: dict[str, str] = {}
        self.unreachable: dict[str, tuple[float, str]] = {}
        self.is_reading = False
        self._changed: list[Pair] = []
        self.put(*pairs)

    def put(self, *pairs: Pair) -> None:
        """Add pairs, or what they are by now."""
        self.pairs |= {each.name: each for each in pairs}
        self._changed += pairs

    def refresh(self, _patience_seconds: float | None = None) -> list[Pair]:
        """Say once what is new."""
        changed, self._changed = self._changed, []
        return changed
