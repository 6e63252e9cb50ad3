"""The folder of a worker: a copy of the project, which is put in order after each job."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

# Bytecode is valid for a second of the file's time, so each patched file gets a time of its own.
FIRST_TIME = 1_000_000_000


State = tuple[int, int]  # the time of a file in nanoseconds, and its size in bytes
FOLDER = (0, -1)


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

    def create(self) -> None:
        """Copy the project, unless an earlier worker did."""
        if not self.folder.exists():
            shutil.copytree(self.original, self.folder, symlinks=True)
            self.temporary.mkdir()
        self.remember()

    def remember(self) -> None:
        """Remember all files, so that `restore` can find changes."""
        self.states = self._scan()

    def write(self, path: str, content: bytes) -> None:
        """Write a patched file."""
        file = self.folder / path
        file.write_bytes(content)
        self.patches += 1
        moment = FIRST_TIME + self.patches
        os.utime(file, (moment, moment))

    def restore(self) -> None:
        """Bring back files that were changed or removed, and remove new ones."""
        now = self._scan()
        for name in sorted(now.keys() - self.states.keys(), reverse=True):
            _remove(self.folder / name, is_folder=now[name] == FOLDER)
        for name, state in self.states.items():
            if now.get(name) != state:
                self._restore_file(name, state)
        for entry in self.temporary.iterdir():
            _remove(entry, is_folder=entry.is_dir() and not entry.is_symlink())

    def _restore_file(self, name: str, state: State) -> None:
        original = self.original / name
        if not original.exists():
            return
        file = self.folder / name
        if state == FOLDER:
            file.mkdir(parents=True, exist_ok=True)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(original, file, follow_symlinks=False)

    def _scan(self) -> dict[str, State]:
        """Return the state of all files and folders. Bytecode does not count."""
        states: dict[str, State] = {}
        waiting = [""]
        while waiting:
            below = waiting.pop()
            with suppress(OSError), os.scandir(f"{self.folder}/{below}") as entries:
                for entry in entries:
                    name = below + entry.name
                    if not entry.is_dir(follow_symlinks=False):
                        found = entry.stat(follow_symlinks=False)
                        states[name] = (found.st_mtime_ns, found.st_size)
                    elif entry.name != "__pycache__":
                        states[name] = FOLDER
                        waiting.append(f"{name}/")
        return states


def _remove(path: Path, *, is_folder: bool) -> None:
    with suppress(OSError):
        if is_folder:
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
