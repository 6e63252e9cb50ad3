"""A practice: the folder `practice/` of the workspace, or one that was put aside; a git repository of its own.

Commands work on it at the same time, but only one does work of a kind: it checks, or it grades with mutants.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from filelock import FileLock, Timeout

from dojo.errors import WorkspaceError
from dojo.kata.workspace import ALL_LEVELS, Level
from dojo.text import quantity

Status = Literal["green", "amber", "red"]
GREEN: Status = "green"
AMBER: Status = "amber"
RED: Status = "red"
STATUSES: tuple[Status, ...] = (GREEN, AMBER, RED)
NAME = "practice"
EARLIER = "practices"  # the folder of those that were put aside; an older dojo put them beside it
STATE_DIRECTORY = ".dojo"  # in the folder of a practice: what the dojo knows of it
CHECK, MUTANTS = ("check", "mutants")  # kinds of work, of which there is one at a time
PATIENCE_SECONDS = 60.0  # a check is short
GOLDEN_MASTER = "golden_master.md"  # the file that its scenarios seem to be in, for pytest


class Differences(NamedTuple):
    """In how many places documents of somebody's own say something else than the kata's, and how much they add."""

    changes: int = 0
    additions: int = 0

    def __str__(self) -> str:
        """Say it in a few words, an empty text when there are none: a customer may have wished all of it."""
        kinds = [
            (self.changes, "place", "approved otherwise"),
            (self.additions, "addition", "approved"),
        ]
        return ", ".join(
            f"{quantity(number, what)} {words}" for number, what, words in kinds if number
        )


NOTHING_APPROVED = Differences()


def status_in_words(status: str, approved: Differences) -> str:
    """Say the status of a check, and what it goes by beside the kata's documents."""
    return ", ".join(filter(None, (status, str(approved))))


@dataclass(frozen=True)
class Choices:
    """What was chosen at the start: the number of the level (1-4); blind, without a golden master; who practises.

    `step`: the one of the worked way after which the practice begins, 0 for the tangle. `code`: the name of the code,
    where it is not the kata's; then there is no level, which is 0.
    """

    level: int = 1
    blind: bool = False
    name: str = ""
    step: int = 0
    code: str = ""

    @property
    def about(self) -> str:
        """What is practised on, and how it is guarded."""
        blind = "blind" if self.blind and not self.code else ""
        return ", ".join(filter(None, (self.code, ALL_LEVELS[self.level].heading, blind)))


@dataclass(frozen=True)
class Practice:
    """A practice that was started: the workspace around it, what was chosen, and its folder there."""

    workspace: Path
    choices: Choices
    name: str = NAME

    @property
    def folder(self) -> Path:
        return self.workspace / self.name

    @property
    def state_directory(self) -> Path:
        return self.folder / STATE_DIRECTORY

    @property
    def level(self) -> Level:
        return ALL_LEVELS[self.choices.level]

    @property
    def is_own_code(self) -> bool:
        return bool(self.choices.code)

    @property
    def own_documents(self) -> Path:
        """The folder for documents that differ from the shared golden master."""
        return self.folder / "approved_files"

    def guarded(self, *, blind: bool) -> "Practice":
        """Return the same practice, guarded by the golden master, or `blind` by the person's own tests alone."""
        return replace(self, choices=replace(self.choices, blind=blind))

    def display_path(self, path: Path) -> str:
        """Show a path as a person in the workspace would type it."""
        return (
            path.relative_to(self.workspace).as_posix()
            if path.is_relative_to(self.workspace)
            else str(path)
        )


def workspace_of(folder: Path) -> Path:
    """Return the workspace around the folder of a practice."""
    return folder.parent.parent if folder.parent.name == EARLIER else folder.parent


Notify = Callable[[str], None]  # is given what a person waits for, and "" when that is over


class LockedError(WorkspaceError):
    """Somebody else works on the practice; the same command works later."""


def silent(_: str) -> None:
    """Tell nobody."""


@cache
def _lock(path: Path, _process: int) -> FileLock:
    """Return the lock that a process has of a file; it is never removed: a Ctrl-C that comes in a `__del__` is lost."""
    return FileLock(path)


@contextmanager
def lock(
    folder: Path, kind: str, patience_seconds: float = PATIENCE_SECONDS, notify: Notify = silent
) -> Iterator[None]:
    """Hold a kind of work in the practice at `folder`, or once more what is held here; LockedError when others do."""
    path = folder / STATE_DIRECTORY / f"{kind}.lock"
    path.parent.mkdir(exist_ok=True)
    notify("waiting for another command")
    try:
        held = _lock(path, os.getpid()).acquire(timeout=patience_seconds)
    except Timeout:
        message = f"Another command ({kind}) is working on {folder.name}/. Wait for it, or stop it."
        raise LockedError(message) from None
    finally:
        notify("")
    with held:
        yield
