"""Where the histories of pairs come from, and a bare clone of each, so that each history is fetched, and read, once.

source: a room (a repository that pairs push to), a clone of one, a practice, or a bundle of any of them. A clone is
nobody's work: who removes it loses nothing.
"""

import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import NamedTuple

from dojo.errors import WorkspaceError, WrongUsageError, words_of
from dojo.practice.model import Tell, hold, silent
from dojo.practice.rooms import BRANCHES, LONGEST_NAME, RefusedError, reach, room_url, same_name, shown_url
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import Story, read_story
from dojo.room.pairs import Pair, read_pair
from dojo.text import printable, shortened

CLONED = "refs/remotes/origin/dojo/"  # of a clone of a room
WIDEST_LABEL = 40

HOME = ".dojo-rooms"
KIND = "fetch"  # of work: one board at a time fetches into a clone
PATIENCE_SECONDS = 60.0  # for another board that does
KEPT_SECONDS = 30 * 24 * 3600  # after which a clone goes that nobody looked at
FETCH = (
    *("fetch", "--quiet", "--prune", "--no-tags", "--update-shallow"),
    *("--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules"),
)
HINTS = {  # by words of git
    "dubious ownership": "if you trust whose it is: git config --global --add safe.directory {}",
    "not appear to be": "is it typed right? It is a URL, a folder with a repository, or a bundle",
    "could not read": "a board asks for no password: set up a key, or git config --global credential.helper cache",
}
SHOWN_NAMES = 8


class Source(NamedTuple):
    """The address that git is given, what a person may read of it, a short name, and below which refs pairs are."""

    address: str
    shown: str
    label: str
    branches: tuple[str, ...]

    def pair_of(self, ref: str) -> str:
        """Return the name of the pair that a ref is of; nothing of a practice's own, whose name the history says."""
        beginning = next((each for each in self.branches if ref.startswith(each)), CHECKS)
        return ref.removeprefix(beginning)


def find_source(words: str) -> Source:
    """Return the source that a person means; WrongUsageError when there can be none."""
    address, shown = room_url(words), shown_url(words)
    is_here = Path(address).is_absolute()
    last = re.split(r"[/\\:]", address.rstrip("/\\"))[-1]
    label = printable(last.removesuffix(".git").removesuffix(".bundle"))[:WIDEST_LABEL]
    # What others keep of a room elsewhere may not stand for the room's own.
    return Source(address, shown, label or "room", (BRANCHES, CLONED) if is_here else (BRANCHES,))


class Clone:
    """The clone of a source in a workspace, and what was found there; nothing is, before the first look.

    lines: pairs by their names there. unread: names of what is no history of a practice. away: since when, in seconds
    since 1970, the source is not heard, and why. heard: when it answered the last time.
    """

    def __init__(
        self, workspace: Path, source: Source, notify: Tell = silent, clock: Callable[[], float] = time.time
    ) -> None:
        """`notify` is given how far it is read."""
        self.source, self.notify, self.clock = source, notify, clock
        name = sha256(source.address.encode(errors="surrogateescape")).hexdigest()[:16]
        self.folder = workspace / HOME / name
        self.repository = Repository(self.folder)
        self.lines: dict[str, Pair] = {}
        self.unread: list[str] = []
        self.away: tuple[float, str] | None = None
        self.heard: float | None = None
        self._known: dict[str, Pair | None] = {}  # by the last commit

    def look(self, stopped: Event) -> None:
        """Fetch what is new, and take it over."""
        why = ""
        try:
            found = self._read_all(self.fetch(stopped))
            made = self._made()
        except WorkspaceError as error:
            why = error.message
        except OSError as error:
            why = f"on this computer: {words_of(error)}"
        now = self.clock()
        if why:
            since = self.away[0] if self.away else self.heard or now
            self.away = since, why
            return
        self.away, self.heard = None, now
        self.unread = [name for name, pair in found.items() if pair is None]
        self.lines = {
            name: replace(
                pair,
                name=name or pair.name or self.source.label,
                left=pair.left if pair.left == name else "",
                heard=now if made is None else made,
            )
            for name, pair in found.items()
            if pair
        }

    def _made(self) -> float | None:
        """Return when a bundle was made, which tells nothing that came later; None of any other source."""
        file = Path(self.source.address)
        return file.stat().st_mtime if file.is_file() else None

    def _read_all(self, heads: dict[str, str]) -> dict[str, Pair | None]:
        """Return each pair by its name there, None where there is no history of a practice."""
        known = {head: self._known[head] for head in heads.values() if head in self._known}
        for number, head in enumerate(each for each in heads.values() if each not in known):
            self.notify(f"reading {self.source.label}: {number} of {len(heads)} pairs")
            known[head] = read_pair(self.read(head), self.source.address, head)
        self.notify("")
        self._known = known
        return {name: known[head] for name, head in heads.items()}

    def fetch(self, stopped: Event | None = None) -> dict[str, str]:
        """Fetch what is new, and return the last commit of each pair; WorkspaceError when that fails."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.utime(self.folder)
        self._remove_old_clones()
        refs = [f"{each}*" for each in (*self.source.branches, CHECKS)]  # as a pattern, none need be there
        with hold(self.folder, KIND, PATIENCE_SECONDS, self.notify):
            if not (self.folder / ".git" / "HEAD").exists():
                self.repository.init()
            command = (*FETCH, "--", self.source.address, *(f"+{each}:{each}" for each in refs))
            try:
                reach(self.folder / ".git", *command, stopped=(stopped or Event()).is_set)
            except RefusedError as error:
                raise WorkspaceError(self._with_hint(str(error))) from None
        found = self.repository.git.references.objects
        return {self.source.pair_of(ref.name): str(ref.target) for ref in found}

    def read(self, head: str) -> Story:
        """Return the history up to a commit."""
        return read_story(self.repository, head)

    def is_after(self, head: str, before: str) -> bool:
        """Tell whether the history up to a commit goes on from another's."""
        git = self.repository.git
        return before in git and git.descendant_of(head, before)

    def _with_hint(self, words: str) -> str:
        hints = [f"; {hint}" for key, hint in HINTS.items() if key in words]
        return words + "".join(hints).format(self.source.address)

    def _remove_old_clones(self) -> None:
        for other in self.folder.parent.iterdir():
            if other.is_dir() and other.stat().st_mtime < time.time() - KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


def opened(workspace: Path, words: str, name: str = "") -> tuple[Repository, Story]:
    """Return the history in a practice, a bundle, or a room, of the pair of this name if there are several.

    WrongUsageError when that names no history; WorkspaceError when it cannot be read.
    """
    clone = Clone(workspace, find_source(words))
    heads = clone.fetch()
    alike = [each for each in heads if not name or same_name(name) == same_name(each)]
    found = [each for each in alike if name == each] or alike
    if len(found) != 1:
        raise WrongUsageError(_which(clone.source.shown, "" if found else name, found or list(heads)))
    return clone.repository, clone.read(heads[found[0]])


def _which(shown: str, name: str, pairs: list[str]) -> str:
    """Say whose histories there are, where it is not clear which one is meant."""
    names = sorted(shortened(each, LONGEST_NAME) or "the practice's own" for each in pairs)
    if not names:
        return f"{shown} has no story of a practice: neither {CHECKS}, nor a branch dojo/NAME."
    more = f", and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    there = f"{', '.join(names[:SHOWN_NAMES])}{more}"
    if name:
        return f"{shown} has no story of {shortened(name, LONGEST_NAME)}, but of {there}."
    return f"{shown} has several stories: {there}. Say whose, with --name."
