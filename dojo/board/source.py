"""Where stories come from.

source: a room (a repository that pairs push to), a clone of one, a practice, or a bundle of any of them; its words are
what a person typed, its place is what git is given. story: the end of a chain of checks there, and whose it is.
"""

import re
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WrongUsageError
from dojo.practice import BRANCHES, CHECKS, room_url, shown_url
from dojo.text import printable

CLONED = "refs/remotes/origin/dojo/"  # of a clone of a room
PLACES = (BRANCHES, CLONED)  # others are practices, whose own is CHECKS

WIDEST_NAME = 40


class Source(NamedTuple):
    """The place that git is given, and what a person may read of it."""

    place: str
    shown: str

    @property
    def label(self) -> str:
        """Return a short name: the last part of the place."""
        last = re.split(r"[/\\:]", self.place.rstrip("/\\"))[-1]
        return printable(last.removesuffix(".git").removesuffix(".bundle"))[:WIDEST_NAME] or "room"


class Ending(NamedTuple):
    """The end of a chain of checks: its commit, and whose it is; nothing when only the story says so."""

    commit: str
    name: str


def find_source(words: str) -> Source:
    """Return the source that a person means; WrongUsageError when there can be none."""
    place = room_url(words)
    if Path(place).is_absolute() and not Path(place).exists():
        raise WrongUsageError(f"There is no {shown_url(place)}: give a URL, a folder with a repository, or a bundle.")
    return Source(place, shown_url(words))


def endings_in(printed: str) -> dict[str, Ending]:
    """Return the ends of the stories that `git ls-remote` lists, by the name of the ref; in a clone, the room's own."""
    found: dict[str, tuple[str, Ending]] = {}
    for line in printed.splitlines():
        commit, _, ref = line.partition("\t")
        place = next((each for each in PLACES if ref.startswith(each)), None)
        if ref == CHECKS or place:
            name = ref.removeprefix(place) if place else ""
            found[name] = (ref, Ending(commit, printable(name)[:WIDEST_NAME]))
    return dict(found.values())
