"""Files that are read as a whole, and replaced as a whole: a full disk leaves the old one as it was.

unfinished: the new file, beside the old one until all of it is written.
"""

import errno
import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from dojo.errors import WorkspaceError


def content_of(path: Path) -> bytes:
    """Return what a file holds; OSError where none is, or something else, for a pipe would be waited for."""
    refuse_no_file(path)
    return path.read_bytes()


def refuse_no_file(path: Path) -> None:
    """Raise OSError where something else than a file is, or nothing."""
    mode = path.stat().st_mode
    if S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is no file", str(path))


def make_way(path: Path) -> None:
    """Remove what is in the place of a file that commands write for themselves, and is none; OSError where it stays."""
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    elif path.is_symlink() or (path.exists() and not path.is_file()):
        path.unlink()


def text_of(path: Path) -> str:
    """Return the text of a file that belongs to the kata; WorkspaceError, which says how to have it back, without."""
    try:
        return io.TextIOWrapper(io.BytesIO(content_of(path)), "utf-8-sig").read()
    except UnicodeDecodeError:
        reason = "it is no text in UTF-8"
    except OSError as error:
        reason = error.strerror or str(error)
    name = os.path.relpath(path)
    raise WorkspaceError(f"{name} cannot be read: {reason}.\n`git checkout -- {name}` brings it back.")


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
