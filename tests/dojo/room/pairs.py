"""Pairs for the tests of the board: a letter for each check."""

from datetime import UTC, datetime

from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, RED, Differences
from dojo.practice.story import Late
from dojo.room.pairs import Light, Pair

NOON = 1_767_355_200.0  # 2 January 2026, 12:00 UTC
MINUTE = 60.0
FIVE_LATE = Late(datetime.fromtimestamp(NOON, UTC), 5)
APPROVED = {"~": Differences(30, 2), "+": Differences(0, 2)}
STATUSES = {"g": GREEN, "~": GREEN, "+": GREEN, "r": RED, "a": AMBER, "<": RED}  # the last one was reverted


def pair(  # noqa: PLR0913 - each is a column of the board
    checks: str = "",
    *,
    name: str = "Panda",
    level: int = 1,
    blind: bool = False,
    score: float | None = None,
    apart: float = MINUTE,
    last: float = NOON,
    swaps: tuple[float, ...] = (),
) -> Pair:
    """Return a pair with checks that are so many seconds apart, the last at a moment."""
    moments = [last - apart * number for number in reversed(range(len(checks)))]
    lights = [
        Light(moment, STATUSES[letter], f"{number:040}", letter == "<", APPROVED.get(letter, NOTHING_APPROVED))
        for number, (letter, moment) in enumerate(zip(checks, moments, strict=True))
    ]
    return Pair(name, level, blind, lights, list(swaps), score)
