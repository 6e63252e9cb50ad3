"""Boards for the tests: a room whose pairs a test sets, a clock, and timers that run when a test says so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from rich.style import Style
from textual.app import App
from textual.timer import Timer

from dojo.errors import WorkspaceError
from dojo.practice import Repository, Story
from dojo.room import Board, Room
from dojo.room.app import Means
from dojo.room.pairs import Pair
from tests.dojo.room.pairs import NOON

READABLE = 4.5  # contrast of a text with its ground, as the web's guidelines have it
DRAWN = "▁▂▃▄▅▆▇█▍▎▏╭─╮│╰╯ "  # scrollbars and edges, which are no text
SIZES = ((80, 24), (120, 40), (200, 60))


@dataclass
class SetRoom:
    """A room whose pairs a test sets; a story may be missing."""

    pairs: dict[str, Pair] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    unreachable: dict[str, tuple[float, str]] = field(default_factory=dict)
    stories: dict[str, tuple[Path, Story]] = field(default_factory=dict)
    is_reading: bool = False

    def refresh(self, _patience_seconds: float | None = None) -> list[Pair]:
        return []

    def open(self, pair: Pair) -> tuple[Repository, Story]:
        if pair.name not in self.stories:
            raise WorkspaceError(f"The story of {pair.name} cannot be read.")
        folder, story = self.stories[pair.name]
        return Repository(folder), story

    def fill(self, *pairs: Pair) -> None:
        self.pairs = {each.name: each for each in pairs}


@dataclass
class World:
    """What a board has from outside: the time, and what waits for it, or for git."""

    now: float = NOON
    waiting: list[tuple[float, Callable[[], None]]] = field(default_factory=list)
    asked: list[Callable[[], None]] = field(default_factory=list)

    def after(self, seconds: float, do: Callable[[], None]) -> Timer:
        self.waiting.append((self.now + seconds, do))
        return cast("Timer", None)

    def pass_seconds(self, seconds: float) -> None:
        """Let time pass, and run what waited for it."""
        self.now += seconds
        due = [do for moment, do in self.waiting if moment <= self.now]
        self.waiting = [each for each in self.waiting if each[0] > self.now]
        for do in due:
            do()

    def answer(self) -> None:
        """Let git be done with all that it was asked."""
        asked = list(self.asked)
        self.asked.clear()
        for do in asked:
            do()


def board(room: SetRoom, world: World, minutes: float | None = None, messages: Sequence[str] = ()) -> Board:
    """Return a board of a room, in a world."""
    means = Means(lambda: world.now, world.after, world.asked.append)
    return Board(cast("Room", room), ["/srv/room.git"], minutes, messages, means)


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
