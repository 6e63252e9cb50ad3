"""Files in a practice that nobody means as part of it: those that tools, editors and operating systems leave.

They are no save and no change; no snapshot, commit or revert takes them. pattern: a name, or the shape of one, in the
letters that git and fnmatch read alike; it fits a file or a folder at any depth. A person who wants such a file all the
same says so in practice/.gitignore (`!name`).
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from fnmatch import translate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pygit2

GITIGNORE = Path(__file__).with_name("gitignore.txt").read_text(encoding="utf-8").replace(r"\r", "\r")
TO_THE_BYTE = "* -text -filter -ident -working-tree-encoding"  # whatever a person's own .gitattributes would change
SETTINGS = {
    "core.autocrlf": "false",
    "core.excludesFile": "",
    "core.attributesFile": "",
}  # whatever a person set for all
NAMES = re.compile("|".join(translate(line) for line in GITIGNORE.split("\n") if line and not line.startswith("# ")))


class Stat(NamedTuple):
    """What shows that a file was saved: when that was, in nanoseconds, its bytes, and its number on the disk."""

    saved: int
    size: int
    number: int


def is_ignored(name: str) -> bool:
    """Tell whether a file or folder of this name, without the folders around it, is no part of a practice."""
    return NAMES.match(name) is not None


def settle(git: "pygit2.Repository") -> None:
    """Have a repository keep what is part of the practice, to the byte; what is there in `info/` stays."""
    for key, value in SETTINGS.items():
        if key not in git.config or git.config[key] != value:
            git.config[key] = value
    info = Path(git.path, "info")
    info.mkdir(exist_ok=True)
    _add_lines(info / "exclude", GITIGNORE)
    _add_lines(info / "attributes", TO_THE_BYTE)


def _add_lines(file: Path, lines: str) -> None:
    """Have lines in a file, after those that are there."""
    there = file.read_text(encoding="utf-8") if file.exists() else ""
    missing = [line for line in lines.split("\n") if line not in there.split("\n")]
    if missing:
        file.write_text("\n".join([there, *missing, ""]), encoding="utf-8", newline="\n")


def files_of(folder: Path, is_left_out: Callable[[str], bool] = is_ignored) -> Iterator[Path]:
    """Return the files that are part of a practice, in the order of their names, those of a folder first."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git" and not is_left_out(name))
        paths = (Path(place, name) for name in sorted(names) if name != ".git" and not is_left_out(name))
        yield from filter(Path.is_file, paths)


def stat_of(path: Path) -> Stat | None:
    """Return what shows that a file is another; None when it is not there."""
    with suppress(OSError):
        stat = path.stat()
        return Stat(stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return None
