"""Slips: mistakes that a person makes while refactoring, and that mutmut does not make.

slip: a small change of the tangle, kept as a patch, and its story, one line in front of the patch that says what goes
wrong. It belongs to the lowest level whose part of the tangle it touches.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata import TANGLE, Level, tangle
from dojo.practice import run_git

FOLDER = "tests/slips"


@dataclass(frozen=True)
class Slip:
    """A slip: its level, where its patch is, its story, and what it changes, as git shows it."""

    level: int
    path: Path
    story: str
    change: str

    @property
    def name(self) -> str:
        """Return its level and its file's name, without the ending."""
        return f"{self.path.parent.name}/{self.path.stem}"


def slips_of(workspace: Path, level: Level) -> list[Slip]:
    """Return the slips of a level, with those of the levels that it contains, lowest first; never none."""
    found = [
        _read(number, path)
        for number in range(1, level.number + 1)
        for path in sorted((workspace / FOLDER / f"level{number}").glob("*.patch"))
    ]
    if not found:
        raise WorkspaceError(f"{FOLDER}/ has no slip. `git checkout {FOLDER}` brings them back.")
    return found


def _read(level: int, path: Path) -> Slip:
    story, _, change = path.read_text(encoding="utf-8").partition("\n\n")
    return Slip(level, path, story, change)


def slipped(workspace: Path, level: Level, slip: Slip) -> str:
    """Return the part of the tangle that the level is about, with the slip in it; WorkspaceError if it does not fit.

    git does not look for a repository around the folder in which it applies the patch.
    """
    apply = ("-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", str(slip.path.resolve()))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder).resolve()
        (place / TANGLE).parent.mkdir()
        shutil.copy(workspace / TANGLE, place / TANGLE)
        if run_git(place, *apply, GIT_CEILING_DIRECTORIES=str(place.parent)).returncode != 0:
            patch = f"{FOLDER}/{slip.name}.patch does not fit {TANGLE}."
            raise WorkspaceError(f"{patch}\n`git checkout {FOLDER} legacy` brings both back.")
        return tangle(place, level)
