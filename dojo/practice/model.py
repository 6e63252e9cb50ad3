"""Somebody's practice.

practice: the folder `practice/` of the workspace, a git repository of its own, in which one person (or a pair, or a
room) works; or one that was put aside, for whoever is inside it. choices: the level, and whether it was started blind.
home: `practice/.dojo/`, where the dojo keeps what it needs to know; git does not see it.
"""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import LEVELS, Level, Shelf, free_name
from dojo.text import stamp

NAME = "practice"
HOME = ".dojo"
CHOICES = "choices.json"


@dataclass(frozen=True)
class Choices:
    """What was chosen at the start: the number of the level (1-4); blind, without a golden master."""

    level: int
    blind: bool


@dataclass(frozen=True)
class Practice:
    """A practice that was started: the workspace around it, what was chosen, and the name of its folder."""

    workspace: Path
    choices: Choices
    name: str = NAME

    @property
    def folder(self) -> Path:
        """Return where the person's own code is."""
        return self.workspace / self.name

    @property
    def home(self) -> Path:
        """Return where the dojo keeps what it knows of this practice."""
        return self.folder / HOME

    @property
    def level(self) -> Level:
        """Return the level."""
        return LEVELS[self.choices.level]

    @property
    def own_documents(self) -> Path:
        """Return where the practice keeps documents that differ from the shared golden master."""
        return self.folder / "approved_files"

    def guarded(self, *, blind: bool) -> "Practice":
        """Return the same practice, guarded by the golden master, or `blind` by the person's own tests alone."""
        return replace(self, choices=replace(self.choices, blind=blind))

    def shown(self, path: Path) -> str:
        """Show a path as a person in the workspace would type it."""
        return path.relative_to(self.workspace).as_posix() if path.is_relative_to(self.workspace) else str(path)


def find_practice(workspace: Path) -> Practice:
    """Return the practice, or the one put aside that the current folder is in; WrongUsageError when there is none."""
    here = Path.cwd().resolve()
    around = here.relative_to(workspace).parts[:1] if here.is_relative_to(workspace) else ()
    name = next((each for each in around if (workspace / each / HOME / CHOICES).is_file()), NAME)
    if not (workspace / name).is_dir():
        raise WrongUsageError("There is no practice/ yet. `dojo start` makes one.")
    return Practice(workspace, read_choices(workspace / name), name)


def write_choices(folder: Path, choices: Choices) -> None:
    """Note what was chosen."""
    (folder / HOME).mkdir(parents=True, exist_ok=True)
    (folder / HOME / CHOICES).write_text(json.dumps(asdict(choices)) + "\n", encoding="utf-8")


def read_choices(folder: Path) -> Choices:
    """Return what was chosen; WorkspaceError when that is lost."""
    try:
        found: Any = json.loads((folder / HOME / CHOICES).read_text(encoding="utf-8"))
        return Choices(LEVELS[found["level"]].number, found["blind"] is True)
    except (OSError, ValueError, KeyError, TypeError):
        raise WorkspaceError(
            f"{folder.name}/ was not made by `dojo start`, or {folder.name}/{HOME}/{CHOICES} is damaged.\n"
            "`dojo start --again` puts practice/ aside as it is, and makes a new one; take your files over from there."
        ) from None


def own_documents(practice: Practice) -> Shelf:
    """Return where a practice's own documents are; WrongUsageError if it is blind, WorkspaceError if that is a link."""
    if practice.choices.blind:
        raise WrongUsageError(
            "A blind start has no golden master to approve. Approve documents in your own tests, with approvaltests."
        )
    if practice.own_documents.is_symlink():
        raise WorkspaceError(
            f"{practice.shown(practice.own_documents)} is a link; nothing is written through it. Put a folder there."
        )
    home = free_name(practice.home / "replaced" / stamp())
    return Shelf(practice.own_documents, home, practice.workspace / "approved_files")
