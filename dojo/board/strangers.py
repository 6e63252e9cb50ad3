"""git, run on what is a stranger's: it asks nobody, runs nothing of theirs, and ends.

limit: how many seconds it may take, how many bytes it may print, and how many it may write below a folder.
words: what git said went wrong, in a line that can be shown anywhere.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Event
from typing import IO, NamedTuple

from dojo.errors import WorkspaceError
from dojo.practice import SETTINGS, GitError, environment
from dojo.text import shortened

MIB = 1024**2
GLANCE_SECONDS = 0.05
WIDEST_WORDS = 200
ALONE = {
    "GIT_NO_LAZY_FETCH": "1",  # or a command that lacks an object would ask for it where the rest came from
    "GIT_ALLOC_LIMIT": "128m",  # a message of a gigabyte is sent as a megabyte
    "SSH_ASKPASS_REQUIRE": "never",
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
            try:
                beyond = self._wait(running, folder, printed, said, limit)
            finally:
                _end(running)
            words = beyond or ("" if running.returncode == 0 else _first_words(said) or f"exit {running.returncode}")
            printed.seek(0)
            return Done(printed.read(limit.printed_bytes), words)

    def _wait(
        self, running: "subprocess.Popen[bytes]", folder: Path, printed: IO[bytes], said: IO[bytes], limit: Limit
    ) -> str:
        """Wait for git to end; return what is beyond the limit, if anything is."""
        end = time.monotonic() + limit.seconds
        while True:
            try:
                running.wait(GLANCE_SECONDS)
            except subprocess.TimeoutExpired:
                pass
            else:
                return ""
            self._go_on()
            if time.monotonic() > end:
                return f"not done in {limit.seconds:g} s"
            if max(_size(printed), _size(said)) > limit.printed_bytes:
                return f"more than {limit.printed_bytes // MIB} MB of text"
            if _written(folder) > limit.written_bytes:
                return f"more than {limit.written_bytes // MIB} MB"

    def _go_on(self) -> None:
        if self._stopped.is_set():
            raise StoppedError("stopped")


def _started(
    command: list[str], folder: Path, streams: tuple[IO[bytes], IO[bytes], IO[bytes]], variables: dict[str, str]
) -> "subprocess.Popen[bytes]":
    read, printed, said = streams
    where = {"GIT_DIR": str(folder / ".git")}
    try:
        return subprocess.Popen(  # noqa: S603 - git, with arguments of our own
            command,
            cwd=folder,
            env=environment(**ALONE, **where, **variables),
            stdin=read,
            stdout=printed,
            stderr=said,
            start_new_session=True,
        )
    except FileNotFoundError:
        raise GitError("git is not there; install it, and try again.") from None


def _end(running: "subprocess.Popen[bytes]") -> None:
    """End git, and all that it has started."""
    if running.poll() is None:
        if sys.platform == "win32":
            running.kill()
        else:
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def _size(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


def _written(folder: Path) -> int:
    """Return how many bytes git has written that are not in their place yet."""
    return sum(path.stat().st_size for path in (folder / ".git/objects/pack").glob("tmp_pack_*"))


def _first_words(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read(MIB).decode(errors="replace").splitlines()
    telling = [line for line in lines if line.strip() and not line.startswith(("warning:", "remote:", "hint:"))]
    return shortened((telling or lines or [""])[0].removeprefix("fatal: ").removeprefix("error: "), WIDEST_WORDS)
