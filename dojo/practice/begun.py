"""How a practice was begun, as the commit says with which its story begins, and which practice a command is about."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import LEVELS
from dojo.practice.appending import guard_trailers, message_with
from dojo.practice.model import HOME, NAME, Choices, Practice
from dojo.practice.pair_names import LONGEST_NAME
from dojo.practice.snapshots import AGAIN, CHECKS, Repository
from dojo.practice.story import Story, beginnings
from dojo.text import shortened


class Beginning(NamedTuple):
    """What was chosen, and the commit that says so, of which no other practice has the like."""

    choices: Choices
    commit: str


def begin(repository: Repository, choices: Choices) -> None:
    """Begin the story of a practice with its last commit."""
    (repository.folder / HOME).mkdir(exist_ok=True)
    name = shortened(choices.name, LONGEST_NAME)
    parts = (f"level {choices.level}", LEVELS[choices.level].title, "blind" if choices.blind else "", name)
    guard = guard_trailers(choices.level, blind=choices.blind)
    trailers = {**guard, "Name": name, "Practice": uuid4().hex}
    message = message_with(f"started: {', '.join(filter(None, parts))}", trailers)
    repository.append(message, repository.tree_of("HEAD"))


def read_beginning(folder: Path) -> Beginning:
    """Return how a practice was begun; WorkspaceError when nobody knows."""
    if not (folder / HOME).is_dir() and not (folder / ".git").is_dir():
        raise WorkspaceError(f"{folder.name}/ was not made by `dojo start`.\n{AGAIN}")
    repository = Repository(folder)
    _ = repository.git  # which says so, if the repository is gone or broken
    story = Story()
    for record in beginnings(repository):
        with suppress(KeyError, ValueError):
            story.add(record)
        if story.choices is not None:
            return Beginning(story.choices, record.commit)
    raise WorkspaceError(f"{folder.name}/ has lost its story: {CHECKS} is gone from its repository.\n{AGAIN}")


def read_choices(folder: Path) -> Choices:
    """Return what was chosen; WorkspaceError when that is lost."""
    return read_beginning(folder).choices


def find_practice(workspace: Path) -> Practice:
    """Return the practice, or the one put aside that the current folder is in; WrongUsageError when there is none."""
    here = Path.cwd().resolve()
    around = here.relative_to(workspace).parts if here.is_relative_to(workspace) else ()
    names = ("/".join(around[:depth]) for depth in (1, 2))
    name = next((each for each in names if (workspace / each / HOME).is_dir()), NAME)
    if not (workspace / name).is_dir():
        raise WrongUsageError("There is no practice/ yet. `dojo start` makes one.")
    return Practice(workspace, read_choices(workspace / name), name)
