"""Boards for the tests: pairs with a letter for each check, a room that a test fills, and a clock."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from rich.style import Style
from textual.app import App
from textual.pilot import Pilot

from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, RED, Differences
from dojo.practice.snapshots import Repository
from dojo.practice.story import Late, Story, Swap
from dojo.room.board import Board
from dojo.room.pairs import Light, Pair, Room
from dojo.room.rows import View, view_of
from dojo.text import WorkspaceError

NOON = 1_767_355_200.0  # 2 January 2026, 12:00 UTC
MINUTE = 60.0
FIVE_LATE = Late(datetime.fromtimestamp(NOON, UTC), 5)
APPROVED = {"~": Differences(30, 2), "+": Differences(0, 2)}
STATUSES = {"g": GREEN, "~": GREEN, "+": GREEN, "r": RED, "a": AMBER, "<": RED}  # the last one was reverted

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
) -> Pair:
    """Return a pair with checks that are so many seconds apart, the last at a moment; swapped after so many checks."""
    moments = [last - apart * number for number in reversed(range(len(checks)))]
    lights = [
        Light(moment, STATUSES[letter], f"{number:040}", letter == "<", APPROVED.get(letter, NOTHING_APPROVED))
        for number, (letter, moment) in enumerate(zip(checks, moments, strict=True))
    ]
    swapped = [Swap(datetime.fromtimestamp(moments[after - 1] + 1, UTC), "Ann", after) for after in swaps]
    return Pair(name, level, blind, lights, swapped, score, head=f"{name}-{checks}")


@dataclass
class SetRoom:
    """A room whose pairs a test sets, and the time; a history may be missing."""

    pairs: list[Pair] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unreachable: dict[str, tuple[float, str]] = field(default_factory=dict)
    stories: dict[str, tuple[Path, Story]] = field(default_factory=dict)
    is_reading: bool = False
    heard: float | None = NOON
    now: float = NOON
    end: float | None = None

    def follow(self, on_look: Callable[[], object]) -> None:
        on_look()

    def open(self, pair: Pair) -> tuple[Repository, Story]:
        if pair.name not in self.stories:
            raise WorkspaceError(f"The story of {pair.name} cannot be read.")
        folder, story = self.stories[pair.name]
        return Repository(folder), story

    @property
    def as_room(self) -> Room:
        return cast("Room", self)


def shown(*pairs: Pair, now: float = NOON) -> View:
    """Return what a board says of pairs."""
    return view_of(SetRoom([*pairs]).as_room, ["room.git"], now)


def board(room: SetRoom, minutes: float | None = None) -> Board:
    """Return a board of a room."""
    return Board(room.as_room, ["/srv/room.git"], minutes, lambda: room.now)


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Return what the screen shows after some keys, once all that they began is done."""
    app = cast("Board", pilot.app)
    for key in keys:
        await pilot.press(key)
    await app.workers.wait_for_complete()
    app.show()
    await pilot.pause()
    return text_of(app)


def text_of(app: App[None]) -> str:
    """Return the text on the screen, a line each, without trailing blanks."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - the picture before it becomes escape codes
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips).rstrip() + "\n"


def faint_texts(app: App[None]) -> set[tuple[str, float]]:
    """Return each text on the screen that cannot be read well, and its contrast with its ground."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - the picture before it becomes escape codes
    styled = ((text.strip(), style) for strip in strips for text, style, _ in strip if style)
    found = {(text, contrast_of(style)) for text, style in styled if text.strip(DRAWN)}
    return {(text, contrast) for text, contrast in found if contrast < READABLE}


def contrast_of(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    darker, lighter = sorted(luminance(*color.get_truecolor()) for color in (style.color, style.bgcolor))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(*colour: int) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
