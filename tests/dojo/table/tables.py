"""Tables to play at, for the tests: what the screen shows, and how to get to a moment of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from dojo.games.seats import PERSON
from dojo.table.app import Table
from dojo.table.session import Record, Session
from refactored.rulesets import game_named
from refactored.scorecard import Scorecard

SIZES = ((80, 24), (120, 40))


@dataclass
class Timer:
    """Something to be done later, unless it is stopped."""

    do: Callable[[], None]
    is_stopped: bool = False

    def stop(self) -> None:
        self.is_stopped = True


class Timers:
    """Timers that run when a test says so, in their order."""

    def __init__(self) -> None:
        """Begin with none."""
        self._waiting: list[Timer] = []

    def after(self, _seconds: float, do: Callable[[], None]) -> Timer:
        self._waiting.append(Timer(do))
        return self._waiting[-1]

    def run(self) -> int:
        """Run them, and those that they set, until there are none; return how many."""
        number = 0
        while self._waiting:
            timer = self._waiting.pop(0)
            if not timer.is_stopped:
                timer.do()
                number += 1
        return number


def table_for(
    folder: Path, game: str = "yahtzee", seed: int = 3, *, timers: Timers | None = None, **kinds: str
) -> Table:
    """Lay a table without motion; for Ann alone unless others are named. Without timers of a test, none runs."""
    return laid(folder, Record(game, kinds or {"Ann": PERSON}, seed), timers)


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


def laid(folder: Path, record: Record, timers: Timers | None = None) -> Table:
    """Lay a table at which keys may be pressed as fast as a test presses them."""
    table = Table(folder, record, motion=False, after=(timers or Timers()).after)
    table.held.seconds = 0
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
