"""Saved files: what shows, without reading a file, that it is another than before."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Stat(NamedTuple):
    """When a file was saved, in nanoseconds, its bytes, and its number on the disk."""

    saved: int
    size: int
    number: int


def stat_of(path: Path) -> Stat | None:
    """Return what shows that a file is another; None when it is not there."""
    with suppress(OSError):
        stat = path.stat()
        return Stat(stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return None
