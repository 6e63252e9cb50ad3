"""Pairs for the tests of the board, with a letter for each check."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path

from msgspec import structs

from dojo.practice.events import Checked, Entry, Reverted, Swapped
from dojo.practice.history import History, fold
from dojo.practice.model import AMBER, GREEN, RED, Status
from dojo.practice.snapshots import Repository
from dojo.room.pairs import Pair, Sources
from dojo.room.remote import Sighting
from tests.dojo.practising import check_of, entry_of, start_entry

NOON = 1_767_355_200.0  # 2 January 2026, 12:00 UTC
MINUTE = 60.0
STATUSES: dict[str, Status] = {
    "g": GREEN,
    "r": RED,
    "a": AMBER,
    # Reverted.
    "<": RED,
    # With changed expectations, or additional ones.
    "~": GREEN,
    "R": RED,
    "+": GREEN,
}


def moment_at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def check_of_letter(letter: str) -> Checked:
    changes = 30 if letter in "~R" else 0
    additions = 2 if letter in "~R+" else 0
    status = STATUSES[letter]
    return check_of(status, findings=0, approved_changes=changes, approved_additions=additions)


def entries_of(letters: str, apart: float, last: float) -> list[Entry]:
    """Return a check for each letter, `apart` seconds from each other, the last at `last`."""
    moment = moment_at(last - apart * len(letters.replace("|", "")))
    entries: list[Entry] = []
    for number, letter in enumerate(letters):
        if letter == "|":
            entries.append(entry_of(Swapped(swap="yes", name="Ann"), moment))
            continue
        moment += timedelta(seconds=apart)
        entries.append(entry_of(check_of_letter(letter), moment, f"{number}"))
        if letter == "<":
            entries.append(entry_of(Reverted(reverts=f"{number}"), moment))
    return entries


def pair(  # noqa: PLR0913 - each is a column of the board
    checks: str = "",
    *,
    name: str = "Panda",
    level: int = 1,
    blind: bool = False,
    score: float | None = None,
    apart: float = MINUTE,
    last: float = NOON,
    has_left: bool = False,
    heard: float = inf,
    sighting: Sighting | None = None,
    step: int = 0,
    earlier: History | None = None,
) -> Pair:
    """Return a pair. `checks` has a letter for each check, and | where partners were swapped."""
    start = start_entry(level=level, blind="yes" if blind else "no", step=step)
    start = start._replace(moment=moment_at(last))
    history = fold([start, *entries_of(checks, apart, last)])
    history.score = score
    history.earlier = earlier
    no_files = Repository(Path("nowhere"))
    last = Sighting("", heard) if sighting is None else structs.replace(sighting, heard=heard)
    return Pair(name, history, no_files, f"{name}-{checks}", has_left, inf, last)


class SetRoom(Sources):
    """A room whose pairs a test sets, and its time."""

    def __init__(self, *pairs: Pair):
        super().__init__(["/srv/room.git"])
        self.now = NOON
        self.clone = self.clones[0]
        self.clone.pairs = list(pairs)
        self.clone.answered = NOON

    def follow(self, redraw: Callable[[], object]):
        redraw()
