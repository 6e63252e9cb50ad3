"""Tables to play at, for the tests: what the screen shows, and how to get to a moment of a game."""

from pathlib import Path

from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from dojo.games.players import PERSON
from dojo.table.app import Table
from dojo.table.session import Record, Session
from refactored.rulesets import game_named
from refactored.scorecard import Scorecard

SIZES = ((80, 24), (120, 40))


def table_for(folder: Path, game: str = "yahtzee", seed: int = 3, **kinds: str) -> Table:
    """Lay a table without motion; for Ann alone unless others are named."""
    return laid(folder, Record(game, kinds or {"Ann": PERSON}, seed))


def table_near_the_end(folder: Path, game: str, rounds_left: int) -> Table:
    """Lay a table without motion, for Ann alone, where most of a game is played."""
    moves = list(game_named(game).categories)[:-rounds_left]
    return laid(folder, Record(game, {"Ann": PERSON}, seed=3, moves=[*moves]))


def table_in_round(folder: Path, game: str, number: int, seed: int, **kinds: str) -> Table:
    """Lay a table without motion at the beginning of a round; until then, careful players have had everybody's seat."""
    until_then = Session(Record(game, dict.fromkeys(kinds, "careful"), seed))
    while until_then.round < number:
        until_then.move(until_then.answer_of_computer())
    return laid(folder, Record(game, kinds, seed, until_then.record.moves))


def laid(folder: Path, record: Record) -> Table:
    """Lay a table."""
    return Table(folder, record, motion=False)


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
