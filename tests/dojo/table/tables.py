"""Tables to play at, for the tests: what the screen shows, and how to get to a moment of a game."""

from pathlib import Path

from textual.app import App

from dojo.games.seats import PERSON
from dojo.table.app import Table
from dojo.table.session import Record

SIZES = ((80, 24), (120, 40))


def table_for(folder: Path, game: str = "yahtzee", seed: int = 3, **kinds: str) -> Table:
    """Lay a table without motion; for Ann alone unless others are named."""
    return Table(folder, Record(game, kinds or {"Ann": PERSON}, seed), motion=False)


def text_of(app: App[None]) -> str:
    """Return the text on the screen, a line each, without trailing blanks."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - the picture before it becomes escape codes
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips).rstrip() + "\n"
