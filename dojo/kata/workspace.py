"""Where the kata is.

workspace: the folder that holds `legacy/`, `refactored/`, the golden master and the approved files.
implementation: a package of the workspace that offers class Yatzy; legacy is the one that the golden master is
written from.
"""

import os
import shlex
from itertools import chain, count
from pathlib import Path

from dojo.errors import WorkspaceError

LEGACY = "legacy"
CLEAN = "refactored"
IMPLEMENTATIONS = (LEGACY, CLEAN)
DAMAGED = "legacy/yatzy.py or approved_files/ is not there, or something else is in its place."


def find_workspace() -> Path:
    """Return the workspace around the current folder, else that of the installed command; or raise WorkspaceError."""
    here = Path.cwd().resolve()
    for folder in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (folder / "approved_files").is_dir() and (folder / "legacy" / "yatzy.py").is_file():
            return folder
        if sum(os.path.lexists(folder / name) for name in ("approved_files", *IMPLEMENTATIONS)) > 1:
            raise WorkspaceError(f"{DAMAGED}\n{checkout(folder, LEGACY, 'approved_files')} brings them back.")
    raise WorkspaceError(
        "This is no kata workspace: no legacy/yatzy.py beside approved_files/. Change into your clone of the kata."
    )


def checkout(folder: Path, *names: str) -> str:
    """Return what brings back files in a folder of the kata: what to type, where a commit has them, or a clone."""
    if not any((each / ".git").exists() for each in (folder.resolve(), *folder.resolve().parents)):
        return "A fresh clone"
    return f"`{git_in(folder)} checkout -- {' '.join(map(shlex.quote, names))}`"


def git_in(folder: Path) -> str:
    """Return how git is told to work in a folder, from wherever a person is: in a practice, git sees that alone."""
    place = os.path.relpath(folder.resolve(), Path.cwd())
    return "git" if place == "." else f"git -C {shlex.quote(place)}"


def free_name(path: Path) -> Path:
    """Return a path, or when something has that name already, the first of -2, -3 and so on that nothing has."""
    others = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(each for each in chain([path], others) if not each.exists())
