"""Files that are replaced as a whole: a full disk leaves the old one as it was.

unfinished: the new file, beside the old one until all of it is written.
"""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def staged(path: Path, content: bytes) -> Iterator[Callable[[], object]]:
    """Have a file written beside its place, and give what moves it there; if it was not moved, nothing of it is left.

    OSError where it cannot be written, or something else than a file is in its place; what is there stays as it is.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_bytes(content)
        if path.exists():
            shutil.copymode(path, unfinished)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        yield lambda: unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or leave the one that is there as it is and raise OSError; nothing unfinished is left."""
    with staged(path, content) as put:
        put()
