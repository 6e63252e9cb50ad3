"""Files that are replaced as a whole: a full disk leaves the old one as it was; and files that grow line by line.

unfinished: the new file, beside the old one until all of it is written.
"""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or leave the one that is there as it is and raise OSError; nothing unfinished is left."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_bytes(content)
        if path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def append_line(path: Path, content: dict[str, Any]) -> None:
    """Add a JSON object to a file, in one write; a line that was cut short by a power loss is left as it is."""
    text = json.dumps(content) + "\n"
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, 2)
            text = text if file.read(1) == b"\n" else "\n" + text
        file.write(text.encode())


def read_lines(path: Path, read: Callable[[dict[str, Any]], T]) -> list[T]:
    """Return what the lines of a file are read as, oldest first; one that cannot be read counts for nothing."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    found = []
    for line in text.splitlines():
        with suppress(ValueError, TypeError, KeyError, AttributeError, ZeroDivisionError, RecursionError):
            found.append(read(json.loads(line)))
    return found
