"""A clone of what pairs told a source, so that each story is fetched, and read, once.

It is nobody's work: who removes it loses nothing. Nothing in it is ever checked out.
"""

import os
import shutil
import time
from hashlib import sha256
from pathlib import Path
from threading import Event

from dojo.board.lights import Pair, read_pair
from dojo.board.source import Source, find_source
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice import (
    CHECKS,
    LONGEST_NAME,
    RefusedError,
    Repository,
    Story,
    Tell,
    hold,
    reach,
    read_story,
    same_name,
    silent,
)
from dojo.text import shortened

HOME = ".dojo-rooms"
KIND = "fetch"  # of work: one board at a time fetches into a clone
PATIENCE_SECONDS = 60.0  # for another board that does
KEPT_SECONDS = 30 * 24 * 3600  # after which a clone goes that nobody looked at
FETCH = (
    *("fetch", "--quiet", "--prune", "--no-tags", "--update-shallow"),
    *("--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules"),
)
HINTS = {  # by words of git
    "dubious ownership": "if you trust whose it is: git config --global --add safe.directory {place}",
    "not appear to be": "is it typed right? It is a URL, a folder with a repository, or a bundle",
    "could not read": "a board asks for no password: set up a key, or git config --global credential.helper cache",
}
SHOWN_NAMES = 8


class Clone:
    """The clone of a source in a workspace."""

    def __init__(self, workspace: Path, source: Source, tell: Tell = silent) -> None:
        """Say where it is; nothing is there before the first fetch. `tell` is given how far it is read."""
        self.source, self.tell = source, tell
        self.folder = workspace / HOME / sha256(source.place.encode(errors="surrogateescape")).hexdigest()[:16]
        self.repository = Repository(self.folder)
        self._known: dict[str, Pair | None] = {}  # by the end of a story

    def look(self, stopped: Event) -> dict[str, Pair | None]:
        """Fetch what is new; return each pair that is there now, by its name there, None where there is no story."""
        ends = self.fetch(stopped)
        known = {end: self._known[end] for end in ends.values() if end in self._known}
        for number, end in enumerate(end for end in ends.values() if end not in known):
            self.tell(f"reading {self.source.label}: {number} of {len(ends)} pairs")
            known[end] = read_pair(self.read(end), self.source.place, end)
        self.tell("")
        self._known = known
        return {name: known[end] for name, end in ends.items()}

    def fetch(self, stopped: Event | None = None) -> dict[str, str]:
        """Fetch what is new, and return the end of each story, by its pair; WorkspaceError when that fails."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.utime(self.folder)
        self._forget_others()
        wanted = [*(f"{each}*" for each in self.source.places), f"{CHECKS}*"]  # as a pattern, none need be there
        with hold(self.folder, KIND, PATIENCE_SECONDS, self.tell):
            if not (self.folder / ".git" / "HEAD").exists():
                self.repository.init()
            try:
                reach(
                    self.folder / ".git",
                    *(*FETCH, "--", self.source.place, *(f"+{each}:{each}" for each in wanted)),
                    stopped=stopped,
                )
            except RefusedError as error:
                raise WorkspaceError(self._with_help(str(error))) from None
        refs = self.repository.git.references.objects
        return {self.source.pair_of(ref.name): str(ref.target) for ref in refs}  # in a clone, the room's, not its own

    def read(self, end: str) -> Story:
        """Return the story up to its end."""
        return read_story(self.repository, end)

    def is_after(self, end: str, before: str) -> bool:
        """Tell whether the story up to an end goes on from another's."""
        git = self.repository.git
        return before in git and git.descendant_of(end, before)

    def _with_help(self, words: str) -> str:
        helps = [f"; {help_}" for key, help_ in HINTS.items() if key in words]
        return words + "".join(helps).format(place=self.source.place)

    def _forget_others(self) -> None:
        """Remove the clones that nobody has looked at for long."""
        for other in self.folder.parent.iterdir():
            if other.is_dir() and other.stat().st_mtime < time.time() - KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


def opened(workspace: Path, words: str, name: str = "") -> tuple[Repository, Story]:
    """Return the story in a practice, a bundle, or a room, of the pair of this name if there are several.

    WrongUsageError when that names no story; WorkspaceError when it cannot be read.
    """
    clone = Clone(workspace, find_source(words))
    ends = clone.fetch()
    alike = [each for each in ends if not name or same_name(name) == same_name(each)]
    found = [each for each in alike if name == each] or alike
    if len(found) != 1:
        raise WrongUsageError(_which(clone.source.shown, "" if found else name, found or list(ends)))
    return clone.repository, clone.read(ends[found[0]])


def _which(shown: str, name: str, pairs: list[str]) -> str:
    """Say whose stories there are, where it is not clear which one is meant."""
    names = sorted(shortened(each, LONGEST_NAME) or "the practice's own" for each in pairs)
    if not names:
        return f"{shown} has no story of a practice: neither {CHECKS}, nor a branch dojo/NAME."
    more = f", and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    there = f"{', '.join(names[:SHOWN_NAMES])}{more}"
    if name:
        return f"{shown} has no story of {shortened(name, LONGEST_NAME)}, but of {there}."
    return f"{shown} has several stories: {there}. Say whose, with --name."
