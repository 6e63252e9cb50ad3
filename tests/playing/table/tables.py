"""Tables for tests: how to open one in the middle of a game, and use it."""

from pathlib import Path

from textual.pilot import Pilot

from playing.games.players import PERSON
from playing.table.app import TableApp
from playing.table.session import Record, Session

SMALL = (80, 24)
LARGE = (120, 40)


def table_for(folder: Path, game: str = "yahtzee", **kinds: str) -> TableApp:
    """Return a table without motion, for Ann alone unless there are other kinds."""
    return table_with(folder, Record(game, kinds or {"Ann": PERSON}, 3))


def table_with(folder: Path, record: Record) -> TableApp:
    """Return a table without motion, with the game of this record."""
    table = TableApp(folder, record)
    table.animation_level = "none"
    return table


def record_after(game: str, *categories: str, seed: int = 3, **kinds: str) -> Record:
    """Return the record of a game in which Ann took these categories after the first throw."""
    session = Session(Path(), Record(game, kinds or {"Ann": PERSON}, seed))
    for category in categories:
        session.move(category)
        while session.is_computers_turn:
            session.move(session.choose_computer_move())
    return session.record


async def press(pilot: Pilot[None], *keys: str):
    """Press keys, and wait after each until its effects are done."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def points_of(session: Session) -> dict[str, int]:
    """Return the points of the categories that Ann has taken, by name."""
    taken = session.cards["Ann"].taken()
    return {category.name: points for category, points in taken.items()}
