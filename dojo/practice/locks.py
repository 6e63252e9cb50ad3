"""Who works on a practice: one process at a time for each kind of work.

kind: what is done meanwhile. A check reads the files and writes what it found; `dojo mutants` measures a copy for
minutes, and `dojo approve practice` waits for a person, both beside checks. Who puts the practice aside holds all
kinds. holder: the command that has a kind, and its process. The system lets go of what a process held, however it ends.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO

import click

from dojo.errors import WorkspaceError
from dojo.kata import make_way
from dojo.practice.model import home_of
from dojo.text import shortened

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

CHECK, MUTANTS, APPROVE = KINDS = ("check", "mutants", "approve")
CHECK_PATIENCE_SECONDS = 60.0  # for it is short; nobody waits for another kind
QUIET_SECONDS = 2.0  # that a person waits without a word
GLANCE_SECONDS = 0.05
LONGEST_HOLDER = 80  # characters of what it is called
FAR_BYTES = 2**30  # where Windows locks a byte: it lets nobody read a locked one, so it is far from the holder's name

Tell = Callable[[str], None]  # is given what a person waits for, and "" when that is over

HELD_HERE: ContextVar[frozenset[Path]] = ContextVar("held_here", default=frozenset())


class HeldError(WorkspaceError):
    """Somebody else works on the practice, or it was put aside meanwhile; the same command works later."""


def silent(_: str) -> None:
    """Tell nobody."""


@contextmanager
def hold(folder: Path, kind: str, patience_seconds: float | None = None, tell: Tell = silent) -> Iterator[None]:
    """Hold a kind of work in the practice at `folder`, or once more what is held here; HeldError names the holder."""
    path = home_of(folder) / f"{kind}.lock"
    if path in HELD_HERE.get():
        yield
        return
    path.parent.mkdir(exist_ok=True)
    make_way(path)
    with path.open("a+", encoding="utf-8", errors="replace") as file:
        patience = (kind == CHECK) * CHECK_PATIENCE_SECONDS if patience_seconds is None else patience_seconds
        try:
            _wait_for(file, folder, patience, tell)
        finally:
            tell("")
        _refuse_moved(file, path)
        _name_holder(file)
        token = HELD_HERE.set(HELD_HERE.get() | {path})
        try:
            yield
        finally:
            HELD_HERE.reset(token)


def _wait_for(file: IO[str], folder: Path, patience_seconds: float, tell: Tell) -> None:
    start = time.monotonic()
    while not _taken(file):
        file.seek(0)
        holder = shortened(file.read(), LONGEST_HOLDER) or "Another command"
        waited = time.monotonic() - start
        if waited >= patience_seconds:
            raise HeldError(f"{holder} is working on {folder.name}/. Wait for it, or stop it.")
        if waited > QUIET_SECONDS:
            tell(f"waiting for {holder}")
        time.sleep(GLANCE_SECONDS)


def _refuse_moved(file: IO[str], path: Path) -> None:
    """Raise HeldError where somebody has moved the folder around a file that is open."""
    with suppress(FileNotFoundError):
        if os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return
    raise HeldError("The practice was put aside meanwhile. Run the same command again, for the new one.")


def _name_holder(file: IO[str]) -> None:
    """Say in a lock which command has it, and its process."""
    context = click.get_current_context(silent=True)
    file.truncate(0)
    file.write(f"{context.command_path if context else 'dojo'} (process {os.getpid()})\n")
    file.flush()


def _taken(file: IO[str]) -> bool:
    """Take the lock unless somebody has it; tell whether it was taken."""
    try:
        if sys.platform == "win32":
            file.seek(FAR_BYTES)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:  # elsewhere, any other: a file system without locks; better unguarded than not at all
        return sys.platform != "win32" and not isinstance(error, BlockingIOError)
    return True
