"""A copy of what is in a source, so that it is fetched once.

It is nobody's work: whatever is wrong with it, it is made anew. Nothing in it is ever checked out. What a source may
leave out of it, by a filter of git's own, is fetched later by nobody.
"""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from dojo.board.strangers import MIB, Limit, StrangersGit, unfinished
from dojo.errors import WorkspaceError
from dojo.practice import HeldError, Tell, hold, silent

HOME = ".dojo-rooms"
KIND = "copy"  # of work: one command at a time is at a copy
KEPT_SECONDS = 30 * 24 * 3600  # after which a copy goes that nobody looked at
PATIENCE_SECONDS = 60.0  # for another board that is at work on the same copy
OURS = Limit(seconds=60, printed_bytes=8 * MIB)

REMOTES = {"GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh"}
LAID_OUT = {"protocol.allow": "never", "remote.room.promisor": "true"}  # nothing comes but by a fetch of ours
FETCH = (
    *("-c", "transfer.fsckObjects=true", "-c", "core.logAllRefUpdates=false", "fetch", "--quiet", "--stdin"),
    *("--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules", "--update-shallow"),
)


def named(text: str) -> str:
    """Return a name for a file or a ref, the same for the same text, and another for any other."""
    return sha256(text.encode(errors="surrogateescape")).hexdigest()[:20]


def forget_old(home: Path) -> None:
    """Remove the copies in a folder that nobody has looked at for long."""
    for folder in home.iterdir():
        with suppress(HeldError, OSError):
            if folder.stat().st_mtime < time.time() - KEPT_SECONDS:
                with hold(folder, KIND, patience_seconds=0):
                    shutil.rmtree(folder, ignore_errors=True)


class Copy:
    """A copy in a folder; the filter says what is left out of it, where the source can do that."""

    def __init__(self, folder: Path, place: str, left_out: str, git: StrangersGit) -> None:
        """Say where it is, and what it is of; nothing is there before it is opened."""
        self.folder = folder
        self.git = git
        self.place = place
        self._filter = left_out
        self._settled = False

    @contextmanager
    def opened(self, tell: Tell = silent) -> Iterator[None]:
        """Have the copy for oneself, made if it is not there, or is broken; HeldError when another has it too long."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WorkspaceError(f"{HOME}/ cannot be written: {error.strerror}.") from None
        with hold(self.folder, KIND, PATIENCE_SECONDS, tell):
            os.utime(self.folder)
            if not self._settled or not (self.folder / ".git").is_dir():
                self._settle()
            yield

    def fetch(self, wanted: dict[str, str], limit: Limit) -> str:
        """Fetch commits to refs of the copy, all in one go or none; return what went wrong."""
        lines = "".join(f"+{commit}:{ref}\n" for ref, commit in wanted.items())
        remote = ("-c", f"remote.room.url={self.place}")
        what = (f"--filter={self._filter}", "room")
        words = self.git.run(self.folder, *remote, *FETCH, *what, limit=limit, given=lines, **REMOTES).words
        if words:
            self._clear()
        return words

    def _settle(self) -> None:
        """Make the copy ready: without what was left by a command that was killed, or anew."""
        self._clear()
        if not self._is_whole():
            git_folder = self.folder / ".git"
            shutil.rmtree(git_folder, ignore_errors=True)
            with suppress(OSError):  # unless it was no folder
                git_folder.unlink(missing_ok=True)
            self._create()
        self._settled = True

    def _clear(self) -> None:
        """Remove what is left of a command that was ended."""
        git_folder = self.folder / ".git"
        kept = (git_folder / "objects" / "pack").glob("*.keep")
        for left in (*git_folder.rglob("*.lock"), *kept, *unfinished(self.folder)):
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)

    def _is_whole(self) -> bool:
        return (self.folder / ".git").is_dir() and self.git.run(
            self.folder, "rev-list", "--all", "--count", limit=OURS
        ).well

    def _create(self) -> None:
        done = self.git.run(self.folder, "init", "--quiet", "--template=", limit=OURS)
        for key, value in {**LAID_OUT, "remote.room.partialCloneFilter": self._filter}.items():
            done = self.git.run(self.folder, "config", key, value, limit=OURS) if done.well else done
        if not done.well:
            raise WorkspaceError(f"{HOME}/ cannot be made ready; git said: {done.words}")
