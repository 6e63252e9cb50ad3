"""Received files of approval tests: a check leaves one beside each approved file that differs."""

from collections.abc import Collection
from pathlib import Path

from dojo.files import read_json, write_json
from dojo.practice.code import find_files, is_hidden_or_ignored
from dojo.practice.model import STATE_DIRECTORY

# In the state directory: the files that checks left, as paths from the practice on.
LEFT_FILE = "received.json"


def find_received(folder: Path) -> dict[Path, int]:
    """Return when each received file was written, in nanoseconds."""
    found: dict[Path, int] = {}
    for file in find_files(folder, skip=_is_skipped):
        if ".received" in file.name:
            found[file] = file.stat().st_mtime_ns
    return found


def _is_skipped(name: str) -> bool:
    return ".received" not in name and is_hidden_or_ignored(name)


def note_received(folder: Path, before: Collection[Path]) -> None:
    """Note which received files are new since `before`, so that they can be removed later."""
    left = _read_left(folder)
    for file in find_received(folder):
        if file not in before:
            left.add(file.relative_to(folder).as_posix())
    if left:
        write_json(folder / STATE_DIRECTORY / LEFT_FILE, sorted(left))


def remove_received(folder: Path) -> None:
    """Remove the received files that checks left."""
    for path in _read_left(folder):
        (folder / path).unlink(missing_ok=True)
    (folder / STATE_DIRECTORY / LEFT_FILE).unlink(missing_ok=True)


def _read_left(folder: Path) -> set[str]:
    file = folder / STATE_DIRECTORY / LEFT_FILE
    if not file.exists():
        return set()
    return set(read_json(file, list[str]))
