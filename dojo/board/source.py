"""Where stories come from.

source: a room (a repository that pairs push to), a clone of one, a practice, or a bundle of any of them; its words are
what a person typed, its place is what git is given. story: the end of a chain of checks there, and whose it is.
"""

import re
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WrongUsageError
from dojo.text import shortened

BRANCHES = "refs/heads/dojo/"  # of a room
CLONED = "refs/remotes/origin/dojo/"  # of a clone of a room
OWN = "refs/dojo/checks"  # of a practice
PLACES = (BRANCHES, CLONED)

WIDEST_NAME, WIDEST_SOURCE = 40, 60
URL = re.compile(r"(?:https?|ssh|git|file)://\S+", re.IGNORECASE)
BRIEF_URL = re.compile(r"(?:[\w.-]+@)?[\w.-]+:(?![:/\\])\S+")  # as ssh has it: host:path
CREDENTIALS = re.compile(r"(?<=://)[^/@]*@")


class Source(NamedTuple):
    """The place that git is given, and what a person may read of it."""

    place: str
    shown: str

    @property
    def label(self) -> str:
        """Return a short name: the last part of the place."""
        last = re.split(r"[/\\:]", self.place.rstrip("/\\"))[-1]
        return shortened(last.removesuffix(".git").removesuffix(".bundle"), WIDEST_NAME) or "room"


class Ending(NamedTuple):
    """The end of a chain of checks: its commit, and whose it is; nothing when only the story says so."""

    commit: str
    name: str


def find_source(words: str) -> Source:
    """Return the source that a person means; WrongUsageError when git could not be given it."""
    shown = shortened(CREDENTIALS.sub("", words), WIDEST_SOURCE)
    path = Path(words).expanduser()
    if words and words.isprintable() and path.exists():
        return Source(str(path.resolve()), shown)
    if words.isprintable() and (URL.fullmatch(words) or (BRIEF_URL.fullmatch(words) and not words.startswith("-"))):
        return Source(words, shown)
    raise WrongUsageError(f"There is no room {shown!r}: give a URL, a folder with a repository, or a .bundle file.")


def endings_in(printed: str) -> dict[str, Ending]:
    """Return the ends of the stories that `git ls-remote` lists, by the name of the ref; in a clone, the room's own."""
    found: dict[str, tuple[str, Ending]] = {}
    for line in printed.splitlines():
        commit, _, ref = line.partition("\t")
        place = next((each for each in PLACES if ref.startswith(each)), None)
        if ref == OWN or place:
            name = ref.removeprefix(place) if place else ""
            found[name] = (ref, Ending(commit, shortened(name, WIDEST_NAME)))
    return dict(found.values())
