"""Who works on a practice: one process at a time for each kind of work.

kind: what is done meanwhile. A check reads the files and writes what it found; `dojo mutants` measures a copy for
minutes, and `dojo approve practice` waits for a person, both beside checks. Who puts the practice aside holds all
kinds. holder: the command that has a kind, and its process. The system lets go of what a process held, however it ends.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from dojo.errors import WorkspaceError
from dojo.practice.model import home_of

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

CHECK, MUTANTS, APPROVE = KINDS = ("check", "mutants", "approve")
CHECK_PATIENCE_SECONDS = 60.0  # for it is short; nobody waits for another kind
QUIET_SECONDS = 2.0  # that a person waits without a word
GLANCE_SECONDS = 0.05
FAR_BYTES = 2**30  # where Windows locks a byte: it lets nobody read a locked one, so it is far from the holder's name

Tell = Callable[[str], None]  # is given what a person waits for, and "" when that is over

HELD_HERE: set[Path] = set()  # by this process


class HeldError(WorkspaceError):
    """Somebody else works on the practice; the same command works later."""


def silent(_: str) -> None:
    """Tell nobody."""


@contextmanager
def hold(folder: Path, kind: str, patience_seconds: float | None = None, tell: Tell = silent) -> Iterator[None]:
    """Hold a kind of work in the practice at `folder`, or once more what is held here; HeldError names the holder."""
    path = home_of(folder) / f"{kind}.lock"
    if path in HELD_HERE:
        yield
        return
    path.parent.mkdir(exist_ok=True)
    with path.open("a+", encoding="utf-8") as file:
        patience = (kind == CHECK) * CHECK_PATIENCE_SECONDS if patience_seconds is None else patience_seconds
        try:
            _wait_for(file, folder, patience, tell)
        finally:
            tell("")
        _name_holder(file)
        HELD_HERE.add(path)
        try:
            yield
        finally:
            HELD_HERE.remove(path)


def _wait_for(file: IO[str], folder: Path, patience_seconds: float, tell: Tell) -> None:
    start = time.monotonic()
    while not _take(file):
        file.seek(0)
        holder = file.read().strip() or "Another command"
        waited = time.monotonic() - start
        if waited >= patience_seconds:
            raise HeldError(f"{holder} is working on {folder.name}/. Wait for it, or stop it.")
        if waited > QUIET_SECONDS:
            tell(f"waiting for {holder}")
        time.sleep(GLANCE_SECONDS)


def _name_holder(file: IO[str]) -> None:
    """Say in a lock which command has it, and its process."""
    context = click.get_current_context(silent=True)
    file.truncate(0)
    file.write(f"{context.command_path if context else 'dojo'} (process {os.getpid()})\n")
    file.flush()


def _take(file: IO[str]) -> bool:
    """Take the lock unless somebody has it; tell whether it was taken."""
    try:
        if sys.platform == "win32":
            file.seek(FAR_BYTES)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
