"""Who works on a practice: one process at a time for each kind of work.

kind: what is done meanwhile. A check reads the files and writes what it found; `dojo mutants` measures a copy for
minutes, and `dojo approve practice` waits for a person, both beside checks. Who puts the practice aside holds all
kinds. holder: the command that has a kind, and its process. The system lets go of what a process held, however it ends.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import click
from filelock import FileLock, Timeout

from dojo.errors import WorkspaceError
from dojo.practice.model import home_of

CHECK, MUTANTS, APPROVE = KINDS = ("check", "mutants", "approve")
CHECK_PATIENCE_SECONDS = 60.0  # for it is short; nobody waits for another kind
QUIET_SECONDS = 2.0  # that a person waits without a word

Tell = Callable[[str], None]  # is given what a person waits for, and "" when that is over


class HeldError(WorkspaceError):
    """Somebody else works on the practice; the same command works later."""


def silent(_: str) -> None:
    """Tell nobody."""


@cache
def _lock(path: Path, _process: int) -> FileLock:
    """Return the lock that a process has of a file; it is never removed: a Ctrl-C that comes in a `__del__` is lost."""
    return FileLock(path)


@contextmanager
def hold(folder: Path, kind: str, patience_seconds: float | None = None, tell: Tell = silent) -> Iterator[None]:
    """Hold a kind of work in the practice at `folder`, or once more what is held here; HeldError names the holder."""
    home_of(folder).mkdir(exist_ok=True)
    lock = _lock(home_of(folder) / f"{kind}.lock", os.getpid())
    holder = home_of(folder) / f"{kind}.holder"
    patience = (kind == CHECK) * CHECK_PATIENCE_SECONDS if patience_seconds is None else patience_seconds
    try:
        lock.acquire(timeout=min(QUIET_SECONDS, patience))
    except Timeout:
        _wait_for(lock, holder, patience - QUIET_SECONDS, tell)
    context = click.get_current_context(silent=True)
    holder.write_text(f"{context.command_path if context else 'dojo'} (process {os.getpid()})", encoding="utf-8")
    try:
        yield
    finally:
        lock.release()


def _wait_for(lock: FileLock, holder: Path, patience_seconds: float, tell: Tell) -> None:
    who = holder.read_text(encoding="utf-8") if holder.exists() else "Another command"
    tell(f"waiting for {who}")
    try:
        lock.acquire(timeout=max(0, patience_seconds))
    except Timeout:
        raise HeldError(f"{who} is working on {holder.parents[1].name}/. Wait for it, or stop it.") from None
    finally:
        tell("")
