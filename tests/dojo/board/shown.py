"""Pairs and boards as tests need them, without a room."""

from typing import NamedTuple

from dojo.board import Light, Pair, Refreshed
from dojo.board.page import Shown

NOW = 1_767_348_000.0  # 2 January 2026, 10:00, in seconds since 1970
SHORT = {"g": "green", "a": "amber", "r": "red", "t": "red"}  # the last one is reverted


def pair(name: str, checks: str = "", *, every: float = 60, ago: float = 0, swaps: tuple[float, ...] = ()) -> Pair:
    """Return a pair by the first letters of its checks, so many seconds from one to the next, the last so long ago."""
    last = NOW - ago
    lights = [
        Light(last - every * (len(checks) - number), SHORT[letter], f"{number:040x}", letter == "t")
        for number, letter in enumerate(checks, start=1)
    ]
    return Pair(name, 1, blind=False, lights=lights, swaps=[last - each for each in swaps])


def board(*pairs: Pair, **more: object) -> Shown:
    """Return a board of these pairs."""
    return Shown(NOW, {each.name: each for each in pairs}, **more)  # type: ignore[arg-type]  # as a test gives them


class News(NamedTuple):
    """What a room will say."""

    pairs: dict[str, Pair]
    changed: list[Pair]


class SmallRoom:
    """A room that has what a test puts there."""

    def __init__(self, *pairs: Pair) -> None:
        """Begin with these pairs, all of them new."""
        self.pairs: dict[str, Pair] = {}
        self.problems: dict[str, str] = {}
        self.unreachable: dict[str, tuple[float, str]] = {}
        self._changed: list[Pair] = []
        self.put(*pairs)

    def put(self, *pairs: Pair) -> None:
        """Add pairs, or what they are by now."""
        self.pairs |= {each.name: each for each in pairs}
        self._changed += pairs

    def refresh(self, _patience_seconds: float | None = None) -> Refreshed:
        """Say once what is new."""
        changed, self._changed = self._changed, []
        return Refreshed(changed)
