"""The pairs of a room, each with its history.

A source is a room (a repository that pairs push to), a practice or a bundle. It is fetched into a clone in the
workspace, and read there. Who deletes a clone loses nothing.
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from itertools import takewhile
from math import inf
from pathlib import Path
from threading import Thread

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.history import LONGEST_NAME, Check, History, read_history
from dojo.practice.model import AMBER, NOTHING_APPROVED, Differences, lock
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.git import RefusedError, display_url, parse_room_url, run_git
from dojo.room.sharing import BRANCHES
from dojo.text import shorten

CLONES = ".dojo-rooms"
REFRESH_SECONDS = 2.0
UNHEARD_SECONDS = 15  # without an answer of a room
FETCH = "fetch --quiet --prune --no-tags --no-write-fetch-head --no-auto-maintenance"


@dataclass(frozen=True)
class Pair:
    """A pair: its name on the board, its history up to the commit `head`, and the repository that has all of it.

    `has_left`: the pair has left this line. `heard`: when the room answered last, or the bundle was made.
    """

    name: str
    history: History
    repository: Repository
    head: str = ""
    has_left: bool = False
    heard: float = inf

    def known(self, now: float) -> float:
        """Return the last moment of which anything is known: now, unless the room does not answer."""
        return now if now - self.heard <= UNHEARD_SECONDS else self.heard

    @property
    def score(self) -> float | None:
        """Return the last score of the tests, from 0 to 1."""
        return [None, *self.history.scores.values()][-1]

    @property
    def approved(self) -> Differences:
        """Return what is approved beside the kata's documents; amber code was not compared with any."""
        compared = [each.approved for each in self.history.checks if each.status != AMBER and not self.reverted(each)]
        return [NOTHING_APPROVED, *compared][-1]

    @property
    def last(self) -> float | None:
        return self.history.checks[-1].moment.timestamp() if self.history.checks else None

    @property
    def since(self) -> float | None:
        """Return the moment of the first check after the last one that was green or reverted."""
        checks = reversed(self.history.checks)
        streak = [*takewhile(lambda check: not (check.green or self.reverted(check)), checks)]
        return streak[-1].moment.timestamp() if streak else None

    @property
    def state(self) -> str:
        """Return the status of the last check, or why there is none."""
        if not self.history.checks:
            return "no check yet"
        last = self.history.checks[-1]
        return "reverted" if self.reverted(last) else last.status

    def reverted(self, check: Check) -> bool:
        return check.snapshot in self.history.reverts


class Clone:
    """The clone of a source, and the pairs that were in it at the last look.

    `heard`: when it answered last, or the bundle was made. `why`: the reason that it does not answer, if it does not.
    """

    def __init__(self, workspace: Path, words: str) -> None:
        """Name a source as a person typed it; WrongUsageError when there can be none."""
        self.address, self.display_name = parse_room_url(words), display_url(words)
        self.label = Path(self.address).stem
        self.folder = workspace / CLONES / sha256(os.fsencode(self.address)).hexdigest()[:16]
        self.repository = Repository(self.folder)
        self.history_of = lru_cache(partial(read_history, self.repository))  # by the last commit
        self.pairs: list[Pair] = []
        self.began, self.why = time.time(), ""
        self.heard: float | None = None

    @property
    def silent_since(self) -> float:
        """When it answered last, or else when it was asked first."""
        return self.heard or self.began

    def follow(self, on_look: Callable[[], bool]) -> None:
        """Look again and again, until `on_look` says that nobody sees it any more."""
        self.refresh()
        while on_look():
            time.sleep(REFRESH_SECONDS)
            self.refresh()

    def refresh(self) -> None:
        try:
            self.read(self.fetch())
        except (WorkspaceError, OSError) as error:
            self.why = str(error)

    def read(self, heads: dict[str, str]) -> None:
        """Read the pairs of branches, or of a practice, which has none, by their last commits."""
        file = Path(self.address)
        heard = file.stat().st_mtime if file.is_file() else time.time()
        pairs = []
        for branch, head in heads.items():
            history = self.history_of(head)
            if history.first_commit:
                name = shorten(branch or history.name or self.label, LONGEST_NAME)
                has_left = branch != "" and history.left == branch
                pairs.append(Pair(name, history, self.repository, head, has_left, heard))
        self.pairs, self.why, self.heard = pairs, "", heard

    def fetch(self) -> dict[str, str]:
        """Fetch what is new, and return the last commit of each branch, without a name for a practice's own."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with lock(self.folder, "fetch"):  # another board may fetch
            if not (self.folder / ".git").exists():
                self.repository.init()
            refspecs = (f"+{ref}*:{ref}*" for ref in (BRANCHES, CHECKS))
            try:
                run_git(self.folder / ".git", *FETCH.split(), "--", self.address, *refspecs)
            except RefusedError as error:
                raise RefusedError(str(error).replace("a git repository", "a room, a practice or a bundle")) from None
        refs = self.repository.git.references.objects
        return {ref.name.removeprefix(BRANCHES).removeprefix(CHECKS): str(ref.target) for ref in refs}


class Room:
    """All pairs of all sources."""

    def __init__(self, workspace: Path, sources: Sequence[str]) -> None:
        """Name sources as a person typed them; WrongUsageError when one cannot be any."""
        self.clones = [Clone(workspace, each) for each in sources]
        self._round, self._began = self.clones[0].folder / "round", time.time()

    def refresh(self) -> None:
        for clone in self.clones:
            clone.refresh()

    def follow(self, on_look: Callable[[], bool]) -> None:
        """Read what is new again and again, each source in a thread, so that none waits for another."""
        for clone in self.clones:
            Thread(target=clone.follow, args=[on_look], daemon=True).start()

    @property
    def end(self) -> float | None:
        """When the round ends, as a board or a page of this room said last; None where it was over before."""
        with suppress(OSError, ValueError):
            end = float(self._round.read_text(encoding="ascii"))
            return end if end >= self._began else None
        return None

    @end.setter
    def end(self, end: float) -> None:
        self._round.parent.mkdir(parents=True, exist_ok=True)
        self._round.write_text(f"{end}", encoding="ascii")

    @property
    def pairs(self) -> list[Pair]:
        """Return all pairs; of two with one name, the second has that of its source, too."""
        pairs: dict[str, Pair] = {}
        for clone in self.clones:
            for pair in clone.pairs:
                name = f"{pair.name} ({clone.label})" if pair.name in pairs else pair.name
                pairs[name] = replace(pair, name=name)
        return list(pairs.values())


def open_history(workspace: Path, words: str, name: str = "") -> tuple[Repository, History]:
    """Return the history in a practice, a bundle, or a room, of the pair of this name if there are several.

    WrongUsageError when that names no history; WorkspaceError when it cannot be read.
    """
    clone = Clone(workspace, words)
    heads = clone.fetch()
    found = [head for branch, head in heads.items() if name in ("", branch)]
    if len(found) == 1:
        return clone.repository, clone.history_of(found[0])
    names = ", ".join(sorted(shorten(each, LONGEST_NAME) for each in heads if each))
    has = f"the practices of {names}. Say whose, with --name." if names else "no practice in it."
    raise WrongUsageError(f"{clone.display_name} has {f'no {name}, but ' if name and names else ''}{has}")
