"""Locks of a practice: commands may work on it at the same time.

Only one of them checks it, and only one grades it with mutants.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from filelock import FileLock, Timeout

from dojo.errors import WorkspaceError
from dojo.practice.model import STATE_DIRECTORY, Notify, silent

CHECK = "check"
MUTANTS = "mutants"
PATIENCE_SECONDS = 60.0  # a check is short


class LockedError(WorkspaceError):
    """Another command works on the practice. The same command works later."""


@cache
def _lock(path: Path, _process: int) -> FileLock:
    # It is kept for ever: a Ctrl-C that comes while a lock is deleted would be lost.
    return FileLock(path)


@contextmanager
def lock(
    folder: Path, kind: str, patience_seconds: float = PATIENCE_SECONDS, notify: Notify = silent
) -> Iterator[None]:
    """Hold a lock of the practice in a folder. A process may take it again while it holds it.

    Waits for another process, and calls `notify` before and after. Raises LockedError if that
    process still holds it after `patience_seconds`.
    """
    path = folder / STATE_DIRECTORY / f"{kind}.lock"
    path.parent.mkdir(exist_ok=True)
    notify("waiting for another command")
    try:
        held = _lock(path, os.getpid()).acquire(timeout=patience_seconds)
    except Timeout:
        message = f"Another command ({kind}) is using {folder.name}/. Wait for it, or stop it."
        raise LockedError(message) from None
    finally:
        notify("")
    with held:
        yield
