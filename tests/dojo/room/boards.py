"""Boards for the tests: pairs from a letter for each check, a room that a test fills, a clock."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from typing import cast

from textual.app import App
from textual.pilot import Pilot

from dojo.practice.events import Reverted, Scored, Swapped
from dojo.practice.history import fold
from dojo.practice.model import AMBER, GREEN, NO_CHANGES, RED, ChangedExpectations, Status
from dojo.practice.snapshots import Repository
from dojo.room.board import Board
from dojo.room.pairs import Pair, Room
from dojo.room.rows import View, view_of
from tests.dojo.practising import check_of, entry_of, start_entry
from tests.dojo.table.contrast import contrast
from tests.dojo.table.tables import strips_of, text_of

NOON = 1_767_355_200.0  # 2 January 2026, 12:00 UTC
MINUTE = 60.0
APPROVED = {
    "~": ChangedExpectations(30, 2),
    "R": ChangedExpectations(30, 2),
    "+": ChangedExpectations(0, 2),
}
STATUSES: dict[str, Status] = {
    "g": GREEN,
    "~": GREEN,
    "+": GREEN,
    "r": RED,
    "R": RED,
    "a": AMBER,
    "<": RED,
}  # the last one was reverted

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
    skew: float | None = 0.0,
    step: int = 0,
) -> Pair:
    """Return a pair with a check for each letter.

    They are `apart` seconds from each other, and the last is at the moment `last`. `swaps`: after
    how many checks partners were swapped.
    """
    entries = [start_entry(level=level, blind="yes" if blind else "no", step=step)]
    for number, letter in enumerate(checks, start=1):
        moment = datetime.fromtimestamp(last - apart * (len(checks) - number), UTC)
        commit = f"{number:040}"
        approved = APPROVED.get(letter, NO_CHANGES)
        check = check_of(
            STATUSES[letter],
            findings=0,
            approved_changes=approved.changes,
            approved_additions=approved.additions,
        )
        entries.append(entry_of(check, moment, commit))
        if letter == "<":
            entries.append(entry_of(Reverted(reverts=commit), moment))
        if number in swaps:
            later = moment + timedelta(seconds=1)
            entries.append(entry_of(Swapped(swap="yes", name="Ann"), later))
    if score is not None:
        moment = datetime.fromtimestamp(last, UTC)
        entries.append(entry_of(Scored(score=100 * score, of="1"), moment))
    history = fold(entries)
    return Pair(name, history, Repository(Path()), f"{name}-{checks}", has_left, inf, heard, skew)


class SetRoom(Room):
    """A room whose pairs a test sets, and the time."""

    round_end: float | None = None

    def __init__(self, *pairs: Pair) -> None:
        """Begin with some pairs, at noon."""
        super().__init__(Path("nowhere"), ["/srv/room.git"])
        self.now = NOON
        self.clone = self.clones[0]
        self.clone.pairs, self.clone.answered = [*pairs], NOON

    def follow(self, on_look: Callable[[], bool]) -> None:
        on_look()


def shown(*pairs: Pair, now: float = NOON) -> View:
    """Return what a board says of pairs."""
    return view_of(SetRoom(*pairs), now)


def board(room: SetRoom, minutes: float | None = None) -> Board:
    """Return a board of a room, with a round of so many minutes."""
    room.round_end = room.now + 60 * minutes if minutes else room.round_end
    return Board(room, minutes, lambda: room.now)


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Return what the screen shows after some keys, once all that they began is done."""
    app = cast("Board", pilot.app)
    for key in keys:
        await pilot.press(key)
        await app.workers.wait_for_complete()
    app.update_board()
    await pilot.pause()
    return text_of(app)


def faint_texts(app: App[None]) -> set[str]:
    """Return each text on the screen that cannot be read well on its ground."""
    return {
        segment.text
        for strip in strips_of(app)
        for segment in strip
        if segment.text.strip(DRAWN)
        and segment.style
        and segment.style.color
        and segment.style.bgcolor
        if contrast(
            *(each.get_truecolor().hex for each in (segment.style.color, segment.style.bgcolor))
        )
        < READABLE
    }
