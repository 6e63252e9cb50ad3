"""Finding the practice that a command is about."""

from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.history import read_history
from dojo.practice.model import NAME, STATE_DIRECTORY, Choices, Practice
from dojo.practice.snapshots import AGAIN, CHECKS, Repository


def find_practice(workspace: Path) -> Practice:
    """Return the archived practice around the current folder, else the one in practice/.

    Raises WrongUsageError if there is none, and WorkspaceError if its history is lost.
    """
    folder = workspace / NAME
    here = Path.cwd().resolve()
    for around in (here, *here.parents):
        if workspace in around.parents and (around / STATE_DIRECTORY).is_dir():
            folder = around
            break
    if not folder.is_dir():
        raise WrongUsageError("There is no practice/ yet. `dojo start` makes one.")
    return Practice(workspace, read_choices(folder), folder.relative_to(workspace).as_posix())


def read_choices(folder: Path) -> Choices:
    """Return the choices made at the start. Raises WorkspaceError if the history is lost."""
    choices, _ = read_start(folder)
    return choices


def read_start(folder: Path) -> tuple[Choices, str]:
    """Return the choices made at the start, and the commit that has them."""
    repository = Repository(folder)
    _ = repository.git  # raises GitError if the repository is gone or broken
    history = read_history(repository)
    if history.started is None:
        raise WorkspaceError(f"{folder.name}/ has lost its history: {CHECKS} is gone from its repository.\n{AGAIN}")
    return history.choices, history.start
