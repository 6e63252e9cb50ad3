"""Who works on a practice: one process at a time for each kind of work.

kind: what is done meanwhile. A check reads the files and writes what it found; `dojo mutants` measures a copy for
minutes, and `dojo approve practice` waits for a person, both beside checks. Who puts the practice aside holds all
kinds. holder: the command that has a kind, and its process. The system lets go of what a process held, however it ends.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import IO, Concatenate, ParamSpec, TypeVar

import click

from dojo.errors import WorkspaceError
from dojo.practice.model import HOME, Practice

CHECK, MUTANTS, APPROVE = KINDS = ("check", "mutants", "approve")
PATIENCE_SECONDS = 60.0  # for a check, which is short
QUIET_SECONDS = 2.0  # of waiting without a word
GLANCE_SECONDS = 0.05
FAR_BYTES = 2**30  # where Windows locks a byte: it lets nobody read a locked one, so it is far from the holder's name

P = ParamSpec("P")
R = TypeVar("R")

HELD_HERE: ContextVar[frozenset[Path]] = ContextVar("held_here", default=frozenset())


class HeldError(WorkspaceError):
    """Somebody else works on the practice, or it was put aside meanwhile; the same command works later."""


def holding(
    kind: str, patience_seconds: float = 0
) -> Callable[[Callable[Concatenate[Practice, P], R]], Callable[Concatenate[Practice, P], R]]:
    """Return a decorator: the function holds a kind of work in the practice that is its first argument."""

    def decorate(function: Callable[Concatenate[Practice, P], R]) -> Callable[Concatenate[Practice, P], R]:
        @wraps(function)
        def holds(practice: Practice, /, *args: P.args, **kwargs: P.kwargs) -> R:
            with hold(practice.folder, kind, patience_seconds):
                return function(practice, *args, **kwargs)

        return holds

    return decorate


@contextmanager
def hold_all(folder: Path, patience_seconds: float = 0) -> Iterator[Callable[[], None]]:
    """Hold every kind of work in the practice at `folder`; give the function that lets go of all before the end."""
    with ExitStack() as stack:
        for kind in KINDS:
            stack.enter_context(hold(folder, kind, patience_seconds))
        yield stack.close


@contextmanager
def hold(folder: Path, kind: str, patience_seconds: float = 0) -> Iterator[None]:
    """Hold a kind of work in the practice at `folder`, after `patience_seconds` of waiting at most.

    What this process holds already, it may hold again. HeldError names the holder.
    """
    path = folder / HOME / f"{kind}.lock"
    if path in HELD_HERE.get():
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as file:
        _wait_for(file, folder, patience_seconds)
        _still_there(file, path)
        _sign(file)
        token = HELD_HERE.set(HELD_HERE.get() | {path})
        try:
            yield
        finally:
            HELD_HERE.reset(token)


def _wait_for(file: IO[str], folder: Path, patience_seconds: float) -> None:
    start = time.monotonic()
    silent = sys.stderr.isatty()
    while not _taken(file):
        waited = time.monotonic() - start
        if waited >= patience_seconds:
            raise HeldError(f"{_holder(file)} is working on {folder.name}/. Wait for it, or stop it.")
        if silent and waited > QUIET_SECONDS:
            click.echo(f"waiting for {_holder(file)}", err=True)
            silent = False
        time.sleep(GLANCE_SECONDS)


if sys.platform == "win32":
    import msvcrt

    def _taken(file: IO[str]) -> bool:
        """Take the lock unless somebody has it; tell whether it was taken."""
        file.seek(FAR_BYTES)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _taken(file: IO[str]) -> bool:
        """Take the lock unless somebody has it; tell whether it was taken."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system that knows no locks: better unguarded than not at all
            return True
        return True


def _still_there(file: IO[str], path: Path) -> None:
    """Refuse a lock in a folder that somebody moved, while this process waited for it."""
    try:
        same = os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        same = False
    if not same:
        raise HeldError("The practice was put aside meanwhile. Run the same command again, for the new one.")


def _holder(file: IO[str]) -> str:
    file.seek(0)
    return file.read().strip() or "Another command"


def _sign(file: IO[str]) -> None:
    """Write into the lock who has it."""
    context = click.get_current_context(silent=True)
    file.truncate(0)
    file.write(f"{context.command_path if context else 'dojo'} (process {os.getpid()})\n")
    file.flush()
