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
WIDEST_NAME = 40


class Source(NamedTuple):
    """The place that git is given, and what a person may read of it."""

    place: str
    shown: str

    @property
    def is_here(self) -> bool:
        """Tell whether it is on this computer."""
        return Path(self.place).is_absolute()

    @property
    def places(self) -> tuple[str, ...]:
        """Return below which refs pairs are; what others keep of a room elsewhere may not stand for the room's own."""
        return (BRANCHES, CLONED) if self.is_here else (BRANCHES,)

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
    source = Source(place, shown_url(words))
    if source.is_here and not Path(place).exists():
        raise WrongUsageError(f"There is no {shown_url(place)}: give a URL, a folder with a repository, or a bundle.")
    return source


def endings_in(printed: str, places: tuple[str, ...]) -> dict[str, Ending]:
    """Return the ends of the stories that `git ls-remote` lists, by ref; in a clone, the room's before its own."""
    found: dict[str, tuple[str, Ending]] = {}
    for line in printed.split("\n"):  # and nothing else that may stand in a name
        commit, _, ref = line.partition("\t")
        place = next((each for each in places if ref.startswith(each)), None)
        if ref == CHECKS or place:
            name = ref.removeprefix(place) if place else ""
            found[name] = (ref, Ending(commit, printable(name)[:WIDEST_NAME]))
    return dict(found.values())
