"""Boards for the tests: a room whose pairs a test sets, and a clock."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from rich.style import Style
from textual.app import App
from textual.pilot import Pilot

from dojo.errors import WorkspaceError
from dojo.practice.snapshots import Repository
from dojo.practice.story import Story
from dojo.room.board import Board
from dojo.room.pairs import Pair
from dojo.room.room import Room
from dojo.room.rows import Roster, View
from tests.dojo.room.pairs import NOON

READABLE = 4.5  # contrast of a text with its ground, as the web's guidelines have it
DRAWN = "▁▂▃▄▅▆▇█▍▎▏╭─╮│╰╯ "  # scrollbars and edges, which are no text
SIZES = ((80, 24), (120, 40), (200, 60))


@dataclass
class SetRoom:
    """A room whose pairs a test sets; a history may be missing."""

    pairs: dict[str, Pair] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unreachable: dict[str, tuple[float, str]] = field(default_factory=dict)
    stories: dict[str, tuple[Path, Story]] = field(default_factory=dict)
    changed: list[Pair] = field(default_factory=list)
    is_reading: bool = False
    heard: float | None = NOON

    def refresh(self, _patience_seconds: float | None = None) -> list[Pair]:
        changed, self.changed = self.changed, []
        return changed

    def open(self, pair: Pair) -> tuple[Repository, Story]:
        if pair.name not in self.stories:
            raise WorkspaceError(f"The story of {pair.name} cannot be read.")
        folder, story = self.stories[pair.name]
        return Repository(folder), story

    def stop(self) -> None:
        pass

    def fill(self, *pairs: Pair) -> None:
        """Put these pairs in place of all."""
        self.pairs = {each.name: each for each in pairs}
        self.changed += pairs


@dataclass
class World:
    """What a board has from outside: the time."""

    now: float = NOON


def as_room(room: SetRoom) -> Room:
    return cast("Room", room)


def view_of(*pairs: Pair, now: float = NOON) -> View:
    """Return what a board says of pairs."""
    room = SetRoom()
    room.fill(*pairs)
    roster = Roster(as_room(room), ["room.git"])
    roster.take()
    return roster.view(now)


def board(room: SetRoom, world: World, minutes: float | None = None, messages: Sequence[str] = ()) -> Board:
    """Return a board of a room, in a world."""
    return Board(as_room(room), ["/srv/room.git"], minutes, messages, lambda: world.now)


async def settle(pilot: Pilot[None]) -> None:
    """Let the room and git answer, and everything be shown."""
    app = cast("Board", pilot.app)
    await pilot.pause()
    await app.ask_room()
    for worker in app.workers:
        if worker.node is app.screen:
            await worker.wait()
    app.show()
    await pilot.pause()


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
