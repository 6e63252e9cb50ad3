"""Where the kata is.

workspace: the folder that holds `legacy/`, `refactored/`, the golden master and the approved files.
implementation: a package of the workspace that offers class Yatzy; legacy is the one that the golden master is
written from.
"""

import os
import shlex
from pathlib import Path

from dojo.errors import WorkspaceError

LEGACY = "legacy"
CLEAN = "refactored"
IMPLEMENTATIONS = (LEGACY, CLEAN)


def find_workspace() -> Path:
    """Return the workspace around the current folder, else that of the installed command; or raise WorkspaceError."""
    here = Path.cwd().resolve()
    for folder in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (folder / "approved_files").is_dir() and (folder / "legacy" / "yatzy.py").is_file():
            return folder
    raise WorkspaceError(
        "This is no kata workspace: no legacy/yatzy.py beside approved_files/. Change into your clone of the kata."
    )


def checkout(folder: Path, *names: str, here: Path | None = None) -> str:
    """Return what brings back files in a folder of the kata: what to type, where a commit has them, or a clone."""
    absolute = folder.resolve()
    if not any((each / ".git").exists() for each in (absolute, *absolute.parents)):
        return "A fresh clone"
    paths = " ".join(map(shlex.quote, names))
    return f"`{git_in(folder, here)} checkout -- {paths}`"


def git_in(folder: Path, here: Path | None = None) -> str:
    """Return how git is told to work in a folder, from wherever a person is: in a practice, git sees that alone."""
    place = os.path.relpath(folder.resolve(), here or Path.cwd())
    return "git" if place == "." else f"git -C {shlex.quote(place)}"


def free_name(path: Path) -> Path:
    """Return a path, or when something has that name already, the first of -2, -3 and so on that nothing has."""
    free = path
    number = 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free
