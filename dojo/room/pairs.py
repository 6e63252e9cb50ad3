"""The pairs of a room, each with its history.

A source is a room, a practice or a bundle. It is fetched into a clone in the workspace, which can
be deleted at any time.
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Thread

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.events import MAX_NAME
from dojo.practice.history import History, read_history
from dojo.practice.model import lock
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.git import RefusedError, display_url, parse_room_url, run_git
from dojo.room.sharing import BRANCHES
from dojo.text import shorten

CLONES = ".dojo-rooms"
REFRESH_SECONDS = 2.0
# Without an answer from the room for longer, nobody knows the state of its pairs.
UNHEARD_SECONDS = 15
FETCH = (
    *("fetch", "--quiet", "--prune", "--no-tags"),
    *("--no-write-fetch-head", "--no-auto-maintenance"),
)


@dataclass(frozen=True)
class Pair:
    """A pair: its name on the board, and its history up to the commit `head`.

    `heard`: when the room answered last, or when the bundle was written.
    """

    name: str
    history: History
    repository: Repository
    head: str
    has_left: bool
    heard: float

    def known_until(self, now: float) -> float:
        """Return now, or, if the room stopped answering, when it answered last."""
        if now - self.heard <= UNHEARD_SECONDS:
            return now
        return self.heard


class Clone:
    """The clone of a source, and the pairs that the last fetch found.

    `heard`: when the source answered last, or when the bundle was written. `failure`: why it
    does not answer now.
    """

    def __init__(self, workspace: Path, source: str) -> None:
        """Raise WrongUsageError if the source is neither a URL nor a path."""
        self.address = parse_room_url(source)
        self.display_name = display_url(source)
        self.label = Path(self.address).stem
        digest = sha256(os.fsencode(self.address)).hexdigest()
        self.folder = workspace / CLONES / digest[:16]
        self.repository = Repository(self.folder)
        self.history_of = lru_cache(partial(read_history, self.repository))
        self.pairs: list[Pair] = []
        self.began = time.time()
        self.heard: float | None = None
        self.failure = ""

    @property
    def silent_since(self) -> float:
        """Return when the source answered last, or when it was asked first."""
        return self.heard or self.began

    def follow(self, on_refresh: Callable[[], bool]) -> None:
        """Refresh again and again, until `on_refresh` returns False."""
        self.refresh()
        while on_refresh():
            time.sleep(REFRESH_SECONDS)
            self.refresh()

    def refresh(self) -> None:
        """Fetch, and read the pairs. If that fails, they do not change, and `failure` is set."""
        try:
            heads = self.fetch()
            self.pairs = self._read_pairs(heads)
            self.failure = ""
        except (WorkspaceError, OSError) as error:
            self.failure = str(error)

    def _read_pairs(self, heads: dict[str, str]) -> list[Pair]:
        file = Path(self.address)
        self.heard = time.time()
        if file.is_file():
            self.heard = file.stat().st_mtime
        pairs: list[Pair] = []
        for branch, head in heads.items():
            history = self.history_of(head)
            if history.started is None:
                continue
            name = shorten(branch or history.name or self.label, MAX_NAME)
            has_left = branch != "" and history.left == branch
            pairs.append(Pair(name, history, self.repository, head, has_left, self.heard))
        return pairs

    def fetch(self) -> dict[str, str]:
        """Fetch, and return the head of each branch.

        A practice or a bundle has one, without a name. Raises RefusedError if the source does not
        answer.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with lock(self.folder, "fetch"):  # another board may fetch, too
            if not (self.folder / ".git").exists():
                self.repository.init()
            refspecs = [f"+{ref}*:{ref}*" for ref in (BRANCHES, CHECKS)]
            try:
                run_git(self.folder / ".git", *FETCH, "--", self.address, *refspecs)
            except RefusedError as error:
                expected = "a room, a practice or a bundle"
                raise RefusedError(str(error).replace("a git repository", expected)) from None
        heads: dict[str, str] = {}
        for ref in self.repository.git.references.objects:
            branch = ref.name.removeprefix(BRANCHES).removeprefix(CHECKS)
            heads[branch] = str(ref.target)
        return heads


class Room:
    """All pairs of some sources, and the round that a board counts down."""

    def __init__(self, workspace: Path, sources: Sequence[str]) -> None:
        """Raise WrongUsageError if a source is neither a URL nor a path."""
        self.clones = [Clone(workspace, source) for source in sources]
        self._round_file = self.clones[0].folder / "round"
        self._began = time.time()

    def refresh(self) -> None:
        for clone in self.clones:
            clone.refresh()

    def follow(self, on_refresh: Callable[[], bool]) -> None:
        """Refresh in the background. Each source has a thread, so that none waits for another."""
        for clone in self.clones:
            Thread(target=clone.follow, args=[on_refresh], daemon=True).start()

    @property
    def round_end(self) -> float | None:
        """When the round ends: a board and a page of the same room share it in a file."""
        with suppress(OSError, ValueError):
            end = float(self._round_file.read_text(encoding="ascii"))
            if end >= self._began:
                return end
        return None

    @round_end.setter
    def round_end(self, end: float) -> None:
        self._round_file.parent.mkdir(parents=True, exist_ok=True)
        self._round_file.write_text(f"{end}", encoding="ascii")

    @property
    def pairs(self) -> list[Pair]:
        """Return all pairs. If two have one name, the second has the name of its source, too."""
        pairs: dict[str, Pair] = {}
        for clone in self.clones:
            for pair in clone.pairs:
                name = pair.name
                if name in pairs:
                    name = f"{pair.name} ({clone.label})"
                pairs[name] = replace(pair, name=name)
        return list(pairs.values())


def open_history(workspace: Path, source: str, name: str = "") -> tuple[Repository, History]:
    """Return the history in a practice, a bundle or a room. `name`: of the pair, if it has several.

    Raises WrongUsageError if there is no such history, and WorkspaceError if it cannot be fetched.
    """
    clone = Clone(workspace, source)
    heads = clone.fetch()
    matching = [head for branch, head in heads.items() if name in ("", branch)]
    if len(matching) == 1:
        return clone.repository, clone.history_of(matching[0])
    names = sorted(shorten(branch, MAX_NAME) for branch in heads if branch)
    if not names:
        raise WrongUsageError(f"{clone.display_name} has no practice in it.")
    missing = ""
    if name:
        missing = f"no {name}, but "
    practices = f"{missing}the practices of {', '.join(names)}"
    raise WrongUsageError(f"{clone.display_name} has {practices}. Say whose, with --name.")
