"""Reading and writing files: atomically, as JSON, under a free name, in a temporary folder."""

import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")

DamagedError = ValueError  # msgspec's errors for a file that is cut short, or has other types


def read_text(path: Path) -> str:
    """Return the text of a file, without the byte order mark that some editors write."""
    return path.read_text(encoding="utf-8-sig")


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file, or the file that a link names, in one step.

    Raises OSError, and leaves the old file, if that fails.
    """
    path = path.resolve()
    unfinished = path.with_name(f".{path.name}.tmp")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def read_json(path: Path, kind: type[T]) -> T:
    """Return the value of this type in a file. Raises DamagedError if it has none."""
    return msgspec.json.decode(path.read_bytes(), type=kind)


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON, atomically."""
    write_atomically(path, msgspec.json.encode(value))


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, or, if it is taken, the first of NAME_2, NAME_3 and so on that is not."""
    free = name
    number = 2
    while free in taken:
        free = f"{name}_{number}"
        number += 1
    return free


def free_path(path: Path) -> Path:
    """Return the path, or, if it exists, the first of NAME-2, NAME-3 and so on that does not."""
    free = path
    number = 2
    while free.exists():
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free


@contextmanager
def temporary_folder(name: str) -> Iterator[Path]:
    """Create an empty folder with `name` in its name, and remove it at the end."""
    with tempfile.TemporaryDirectory(prefix=f"dojo-{name}-") as folder:
        yield Path(folder)
