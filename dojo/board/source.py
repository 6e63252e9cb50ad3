"""Where stories come from.

source: a room (a repository that pairs push to), a clone of one, a practice, or a bundle of any of them; its words are
what a person typed, its place is what git is given.
"""

import re
from pathlib import Path
from typing import NamedTuple

from dojo.practice import BRANCHES, CHECKS, room_url, shown_url
from dojo.text import printable

CLONED = "refs/remotes/origin/dojo/"  # of a clone of a room
WIDEST_LABEL = 40


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
        return printable(last.removesuffix(".git").removesuffix(".bundle"))[:WIDEST_LABEL] or "room"

    def pair_of(self, ref: str) -> str:
        """Return the name of the pair that a ref is of; nothing of a practice's own, where only the story says it."""
        place = next((each for each in self.places if ref.startswith(each)), CHECKS)
        return ref.removeprefix(place)


def find_source(words: str) -> Source:
    """Return the source that a person means; WrongUsageError when there can be none."""
    return Source(room_url(words), shown_url(words))
