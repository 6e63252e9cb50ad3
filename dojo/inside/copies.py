"""The folder of a worker: a copy of the practice, which is put in order after each job."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from dojo.inside.swap import encoding_of, patched_lines

# Bytecode is valid for a second of the file's time, so each patched file gets a time of its own.
FIRST_TIME = 1_000_000_000


class State(NamedTuple):
    """A file as it is: its time in nanoseconds, its size in bytes, and whether it is a folder."""

    time: int
    size: int
    is_folder: bool


class WorkingCopy:
    """The folder that a worker's tests run in. `original` has the same files, and stays as it is.

    `temporary`: the folder for temporary files of the tests.
    """

    def __init__(self, folder: Path, original: Path, temporary: Path) -> None:
        self.folder = folder
        self.original = original
        self.temporary = temporary
        self.states: dict[str, State] = {}
        self.patches = 0

    def remember(self) -> None:
        """Remember all files, so that `restore` can find changes."""
        self.states = dict(self._scan(""))

    def write_patch(self, patch: dict[str, Any], lines: list[str]) -> None:
        file = self.folder / patch["path"]
        text = "".join(patched_lines(lines, patch))
        file.write_bytes(text.encode(encoding_of(file)))
        self.patches += 1
        moment = FIRST_TIME + self.patches
        os.utime(file, (moment, moment))

    def restore(self) -> None:
        """Bring back files that were changed or removed, and remove new ones."""
        now = dict(self._scan(""))
        for name in sorted(now.keys() - self.states.keys(), reverse=True):
            _remove(self.folder / name, is_folder=now[name].is_folder)
        for name, state in self.states.items():
            original = self.original / name
            if now.get(name) == state or not original.exists():
                continue
            if state.is_folder:
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            else:
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(original, self.folder / name, follow_symlinks=False)
        for entry in self.temporary.iterdir():
            _remove(entry, is_folder=entry.is_dir() and not entry.is_symlink())

    def _scan(self, below: str) -> Iterator[tuple[str, State]]:
        with suppress(OSError), os.scandir(self.folder / below) as entries:
            for entry in entries:
                name = below + entry.name
                if entry.is_dir(follow_symlinks=False):
                    yield name, State(0, 0, is_folder=True)
                    yield from self._scan(f"{name}/")
                else:
                    found = entry.stat(follow_symlinks=False)
                    yield name, State(found.st_mtime_ns, found.st_size, is_folder=False)


def _remove(path: Path, *, is_folder: bool) -> None:
    with suppress(OSError):
        if is_folder:
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
