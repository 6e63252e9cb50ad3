"""How a practice was begun, as the commit says with which its story begins, and which practice a command is about."""

from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.model import HOME, NAME, Choices, Practice
from dojo.practice.snapshots import AGAIN, CHECKS, Repository
from dojo.practice.story import read_story


def read_beginning(folder: Path) -> tuple[Choices, str]:
    """Return what was chosen, and the commit that says so; WorkspaceError when nobody knows."""
    if not (folder / HOME).is_dir() and not (folder / ".git").is_dir():
        raise WorkspaceError(f"{folder.name}/ was not made by `dojo start`.\n{AGAIN}")
    repository = Repository(folder)
    _ = repository.git  # which says so, if the repository is gone or broken
    story = read_story(repository)
    if story.choices is None:
        raise WorkspaceError(f"{folder.name}/ has lost its story: {CHECKS} is gone from its repository.\n{AGAIN}")
    return story.choices, story.beginning


def read_choices(folder: Path) -> Choices:
    """Return what was chosen; WorkspaceError when that is lost."""
    return read_beginning(folder)[0]


def find_practice(workspace: Path) -> Practice:
    """Return the practice, or the one put aside that the current folder is in; WrongUsageError when there is none."""
    here = Path.cwd().resolve()
    around = here.relative_to(workspace).parts if here.is_relative_to(workspace) else ()
    names = ("/".join(around[:depth]) for depth in (1, 2))
    name = next((each for each in names if (workspace / each / HOME).is_dir()), NAME)
    if not (workspace / name).is_dir():
        raise WrongUsageError("There is no practice/ yet. `dojo start` makes one.")
    return Practice(workspace, read_choices(workspace / name), name)
