"""Boards for the tests: pairs with a letter for each check, a room that a test fills, and a clock."""

from collections.abc import Callable
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import cast

from textual.app import App
from textual.pilot import Pilot

from dojo.practice.history import Check, History, Swap
from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, RED, Choices, Differences
from dojo.practice.snapshots import Repository
from dojo.room.board import Board
from dojo.room.pairs import Pair, Room
from dojo.room.rows import View, view_of
from tests.dojo.table.contrast import contrast
from tests.dojo.table.tables import strips_of, text_of

NOON = 1_767_355_200.0  # 2 January 2026, 12:00 UTC
MINUTE = 60.0
APPROVED = {"~": Differences(30, 2), "R": Differences(30, 2), "+": Differences(0, 2)}
STATUSES = {"g": GREEN, "~": GREEN, "+": GREEN, "r": RED, "R": RED, "a": AMBER, "<": RED}  # the last one was reverted

READABLE = 4.5  # contrast of a text with its ground, as the web's guidelines have it
DRAWN = "▁▂▃▄▅▆▇█▍▎▏╭─╮│╰╯ "  # scrollbars and edges, which are no text
SIZES = ((80, 24), (120, 40), (200, 60))


def pair(  # noqa: PLR0913 - each is a column of the board
    checks: str = "",
    *,
    name: str = "Panda",
    level: int = 1,
    blind: bool = False,
    score: float | None = None,
    apart: float = MINUTE,
    last: float = NOON,
    swaps: tuple[int, ...] = (),
    has_left: bool = False,
    heard: float = inf,
) -> Pair:
    """Return a pair with checks that are so many seconds apart, the last at a moment; swapped after so many checks."""
    history = History(choices=Choices(level, blind))
    for number, letter in enumerate(checks, start=1):
        moment, commit = datetime.fromtimestamp(last - apart * (len(checks) - number), UTC), f"{number:040}"
        approved = APPROVED.get(letter, NOTHING_APPROVED)
        history.checks.append(Check(moment, 1, False, STATUSES[letter], 0.5, 0, "", commit, "", approved=approved))
        if letter == "<":
            history.reverts[commit] = moment
        if number in swaps:
            history.swaps.append(Swap(datetime.fromtimestamp(moment.timestamp() + 1, UTC), "Ann", number))
    if score is not None:
        history.scores["1"] = score
    return Pair(name, history, Repository(Path()), f"{name}-{checks}", has_left, heard)


class SetRoom(Room):
    """A room whose pairs a test sets, and the time."""

    end: float | None = None

    def __init__(self, *pairs: Pair) -> None:
        """Begin with some pairs, at noon."""
        super().__init__(Path("nowhere"), ["/srv/room.git"])
        self.now = NOON
        self.clone = self.clones[0]
        self.clone.pairs, self.clone.heard = [*pairs], NOON

    def follow(self, on_look: Callable[[], bool]) -> None:
        on_look()


def shown(*pairs: Pair, now: float = NOON) -> View:
    """Return what a board says of pairs."""
    return view_of(SetRoom(*pairs), now)


def board(room: SetRoom, minutes: float | None = None) -> Board:
    """Return a board of a room, with a round of so many minutes."""
    room.end = room.now + 60 * minutes if minutes else room.end
    return Board(room, minutes, lambda: room.now)


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Return what the screen shows after some keys, once all that they began is done."""
    app = cast("Board", pilot.app)
    for key in keys:
        await pilot.press(key)
        await app.workers.wait_for_complete()
    app.show()
    await pilot.pause()
    return text_of(app)


def faint_texts(app: App[None]) -> set[str]:
    """Return each text on the screen that cannot be read well on its ground."""
    return {
        segment.text
        for strip in strips_of(app)
        for segment in strip
        if segment.text.strip(DRAWN) and segment.style and segment.style.color and segment.style.bgcolor
        if contrast(*(each.get_truecolor().hex for each in (segment.style.color, segment.style.bgcolor))) < READABLE
    }
