"""Tables to play at, for the tests: what the screen shows, and how to get to a moment of a game."""

from pathlib import Path

from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from dojo.games.players import PERSON, PLAYER_CLASSES
from dojo.table.app import Table
from dojo.table.session import Record, Session
from refactored.scorecard import Scorecard

SIZES = ((80, 24), (120, 40))


def table_for(folder: Path, game: str = "yahtzee", seed: int = 3, **kinds: str) -> Table:
    """Lay a table without motion; for Ann alone unless others are named."""
    return laid(folder, Record(game, kinds or {"Ann": PERSON}, seed))


def record_after(game: str, *categories: str, seed: int = 3, **kinds: str) -> Record:
    """Return a game of Ann, alone or with computer players, in which she took these at once, and they played."""
    session = Session(Path(), Record(game, kinds or {"Ann": PERSON}, seed))
    for category in categories:
        session.move(category)
        while session.kind in PLAYER_CLASSES:
            session.move(session.answer())
    return session.record


def laid(folder: Path, record: Record) -> Table:
    """Lay a table without motion."""
    table = Table(folder, record)
    table.animation_level = "none"
    return table


def strips_of(app: App[None]) -> list[Strip]:
    """Return the screen, line by line."""
    visible_screen_stack.set(app._background_screens)  # noqa: SLF001 - what a dialog lies upon
    return app.screen._compositor.render_strips()  # noqa: SLF001 - the picture before it becomes escape codes


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each when nothing is under way any more."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def text_of(app: App[None]) -> str:
    """Return the text on the screen, a line each, without trailing blanks."""
    return "\n".join(strip.text.rstrip() for strip in strips_of(app)).rstrip() + "\n"


def taken(card: Scorecard) -> dict[str, int]:
    """Return the points of the categories that are taken, by name."""
    return {category.name: points for category, points in card.taken().items()}
