"""Finding the practice that a command is about, and its history."""

from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import find_workspace, is_workspace
from dojo.practice.history import read_started_history
from dojo.practice.model import NAME, STATE_DIRECTORY, Practice, practice_at, workspace_of
from dojo.practice.snapshots import HISTORY

NO_PRACTICE = """\
There is no practice here. In a project of your own, `dojo start --here` begins one.
In a clone of the kata, `dojo start` does."""
NOT_STARTED = """\
There is no practice/ yet. `dojo start` creates one.
In a project of your own, `dojo start --here` begins one."""


def find_practice() -> Practice:
    """Return the practice that `find_practice_folder` finds."""
    return practice_in(find_practice_folder())


def find_practice_folder() -> Path:
    """Return the nearest practice: around the current folder, or in a practice/ in one of these.

    Raises WrongUsageError if there is none.
    """
    here = Path.cwd().resolve()
    for around in (here, *here.parents):
        for folder in (around, around / NAME):
            if is_practice(folder):
                return folder
    try:
        folder = find_workspace() / NAME
    except WorkspaceError:
        raise WrongUsageError(NO_PRACTICE) from None
    if not folder.is_dir():
        raise WrongUsageError(NOT_STARTED)
    return folder


def is_practice(folder: Path) -> bool:
    """Return whether a practice was started in a folder.

    One of an earlier version has no HISTORY, but a folder of its state, and is always in a kata.
    """
    if is_workspace(folder):  # a kata in a kata
        return False
    if (folder / HISTORY).is_dir():
        return True
    is_in_kata = workspace_of(folder) != folder
    return is_in_kata and (folder / STATE_DIRECTORY).is_dir()


def practice_in(folder: Path) -> Practice:
    """Return the practice in a folder. Raises WorkspaceError if its history is lost."""
    return practice_at(folder, read_started_history(folder).choices)
