"""Files in a practice that nobody means as part of it: those that tools, editors and operating systems leave.

They are no save and no change; no snapshot, commit or revert takes them. pattern: a name, or the shape of one, in the
letters that git and fnmatch read alike; it fits a file or a folder at any depth. A person who wants such a file all the
same says so in practice/.gitignore (`!name`).
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from pathlib import Path

from dojo.kata import write_whole

GITIGNORE = Path(__file__).with_name("gitignore.txt").read_text(encoding="utf-8").replace(r"\r", "\r")
TO_THE_BYTE = "* -text -filter -ident -working-tree-encoding"  # whatever a person's own .gitattributes would change
NAMES = re.compile("|".join(translate(line) for line in GITIGNORE.split("\n") if line and not line.startswith("# ")))


def is_ignored(name: str) -> bool:
    """Tell whether a file or folder of this name, without the folders around it, is no part of a practice."""
    return NAMES.match(name) is not None


def settle(repository: Path) -> None:
    """Have a repository keep what is part of the practice, to the byte, by lists in `info/`; what is there stays."""
    (repository / "info").mkdir(exist_ok=True)
    _add_lines(repository / "info" / "exclude", GITIGNORE)
    _add_lines(repository / "info" / "attributes", TO_THE_BYTE, at_the_end=True)


def _add_lines(file: Path, lines: str, *, at_the_end: bool = False) -> None:
    """Have lines in a file, perhaps at its end, where no other takes back what they say."""
    there = file.read_bytes() if file.exists() else b""
    wanted = lines.encode().split(b"\n")
    missing = [line for line in wanted if line not in there.split(b"\n")]
    if missing or (at_the_end and not there.endswith(b"\n".join(wanted) + b"\n")):
        missing = wanted if at_the_end else missing
        separator = b"\n" if there and not there.endswith(b"\n") else b""
        write_whole(file, there + separator + b"\n".join(missing) + b"\n")


def files_of(folder: Path, is_left_out: Callable[[str], bool] = is_ignored) -> Iterator[Path]:
    """Return the files that are part of a practice, in the order of their names; folders that vanish have none."""
    try:
        paths = sorted(folder.iterdir())
    except OSError:  # an editor's own folder, gone by now
        return
    for path in paths:
        if path.name == ".git" or is_left_out(path.name):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from files_of(path, is_left_out)
        elif path.is_file():
            yield path
