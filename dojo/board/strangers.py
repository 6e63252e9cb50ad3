"""git, run on what is a stranger's: it asks nobody, runs nothing of theirs, and ends.

limit: how many seconds it may take, how many bytes it may print, and how many it may write below a folder.
words: what git said went wrong, in a line that can be shown anywhere.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import IO, NamedTuple

from dojo.errors import WorkspaceError
from dojo.practice import SETTINGS, GitError, variables_to_reach, wait_for, without_passwords
from dojo.text import shortened

if sys.platform == "linux":
    import resource

MIB = 1024**2
MEMORY_BYTES = 1024 * MIB  # for what git makes of endless refs, or of a tree that has itself in it ten times
WIDEST_WORDS = 200
ALONE = {
    "GIT_NO_LAZY_FETCH": "1",  # or a command that lacks an object would ask for it where the rest came from
    "GIT_ALLOC_LIMIT": "128m",  # a message of a gigabyte is sent as a megabyte
    "LC_ALL": "C",
}


class Limit(NamedTuple):
    """How long a command may take, in seconds; how much it may print, and write below a folder, in bytes."""

    seconds: float
    printed_bytes: int = MIB
    written_bytes: int = 64 * MIB


class StoppedError(WorkspaceError):
    """Nobody waits for git any more."""


class Done(NamedTuple):
    """What git printed; and what went wrong, nothing when all went well."""

    printed: bytes
    words: str

    @property
    def well(self) -> bool:
        """Tell whether all went well."""
        return not self.words


class StrangersGit:
    """Runs git, several commands at once if need be, until it is stopped."""

    def __init__(self) -> None:
        """Begin with nothing at work."""
        self._stopped = Event()

    def stop(self) -> None:
        """End all that is at work, and whatever is run from now on."""
        self._stopped.set()

    def run(self, folder: Path, *arguments: str, limit: Limit, given: str = "", **variables: str) -> Done:
        """Run git on the repository in a folder, `given` something to read; what is beyond the limit is not done."""
        self._go_on()
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        with tempfile.TemporaryFile() as read, tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as said:
            read.write(given.encode())
            read.seek(0)
            running = _started(["git", *settings, *arguments], folder, (read, printed, said), variables)
            beyond = wait_for(running, self._limits(folder, printed, said, limit))
            words = beyond or ("" if running.returncode == 0 else _first_words(said) or f"exit {running.returncode}")
            printed.seek(0)
            return Done(printed.read(limit.printed_bytes), words)

    def _limits(self, folder: Path, printed: IO[bytes], said: IO[bytes], limit: Limit) -> Callable[[], str]:
        """Return what says what is beyond a limit, if anything is; StoppedError when nobody waits any more."""
        end = time.monotonic() + limit.seconds

        def beyond() -> str:
            self._go_on()
            if time.monotonic() > end:
                return f"not done in {limit.seconds:g} s"
            if max(_size(printed), _size(said)) > limit.printed_bytes:
                return f"more than {limit.printed_bytes // MIB} MB of text"
            return f"more than {limit.written_bytes // MIB} MB" if _written(folder) > limit.written_bytes else ""

        return beyond

    def _go_on(self) -> None:
        if self._stopped.is_set():
            raise StoppedError("stopped")


def _started(
    command: list[str], folder: Path, streams: tuple[IO[bytes], IO[bytes], IO[bytes]], variables: dict[str, str]
) -> "subprocess.Popen[bytes]":
    read, printed, said = streams
    where = {"GIT_DIR": str(folder / ".git")}
    try:
        running = subprocess.Popen(  # noqa: S603 - git, with arguments of our own
            command,
            cwd=folder,
            env={**variables_to_reach(may_ask=False), **ALONE, **where, **variables},
            stdin=read,
            stdout=printed,
            stderr=said,
            start_new_session=True,
        )
    except FileNotFoundError:
        if not folder.is_dir():
            raise WorkspaceError(f"{folder} was removed meanwhile.") from None
        raise GitError("git is not there; install it, and try again.") from None
    if sys.platform == "linux":  # elsewhere, nobody can tell a process that is at work
        with suppress(ProcessLookupError):
            resource.prlimit(running.pid, resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    return running


def _size(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


def _written(folder: Path) -> int:
    """Return how many bytes git has written that are not in their place yet."""
    total = 0
    for path in unfinished(folder):
        with suppress(FileNotFoundError):  # in its place meanwhile
            total += path.stat().st_size
    return total


def unfinished(folder: Path) -> Iterator[Path]:
    """Return the files that git is writing, or was when it was ended, below a folder."""
    objects = folder / ".git" / "objects"
    for pattern in ("pack/tmp_*", "pack/*.temp", "??/tmp_*", "??/*.temp"):  # the last ones from a host without git
        yield from objects.glob(pattern)


def _first_words(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read(MIB).decode(errors="replace").splitlines()
    telling = [line for line in lines if line.strip() and not line.startswith(("warning:", "remote:", "hint:"))]
    first = (telling or lines or [""])[0].removeprefix("fatal: ").removeprefix("error: ")
    return shortened(without_passwords(first), WIDEST_WORDS)
