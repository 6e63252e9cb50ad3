"""Files that are read as a whole, and replaced as a whole: a full disk leaves the old one as it was.

unfinished: the new file, beside the old one until all of it is written; or a folder that is there for as long as
something is done. Each has the number of its process in its name: what one that was killed has left goes with the next.
"""

import errno
import io
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from dojo.errors import WorkspaceError, words_of
from dojo.kata.workspace import checkout

TMP = ".tmp"
LARGEST_BYTES = 100_000_000  # of a file that is read as a whole


def content_of(path: Path) -> bytes:
    """Return what a file holds; OSError where none is, or too large a one, or a pipe, which would be waited for."""
    refuse_no_file(path)
    if path.stat().st_size > LARGEST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
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
        if any(path.iterdir()):
            raise OSError(errno.ENOTEMPTY, "A folder is where a file belongs, and is not empty; move it", str(path))
        path.rmdir()
    elif path.is_symlink() or (path.exists() and not path.is_file()):
        path.unlink()


def files_in(folder: Path, ending: str) -> list[Path]:
    """Return what is in a folder under names with an ending, in order; nothing without a folder; OSError if unread."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return sorted(folder / name for name in os.listdir(folder) if name.endswith(ending))  # noqa: PTH208 - as below
    return []


def make_folder(path: Path) -> None:
    """Make a folder that commands have for themselves, in the place of whatever else is there."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        path.unlink()
    path.mkdir(exist_ok=True)


def refuse_links(*folders: Path) -> None:
    """Raise WorkspaceError where a folder that commands write in is a link: it may lead to somebody's own files."""
    for folder in filter(Path.is_symlink, folders):
        raise WorkspaceError(f"{os.path.relpath(folder)} is a link; nothing is written through it. Remove it.")


def text_of(path: Path) -> str:
    """Return the text of a file that belongs to the kata; WorkspaceError, which says how to have it back, without."""
    try:
        return io.TextIOWrapper(io.BytesIO(content_of(path)), "utf-8-sig").read()
    except UnicodeDecodeError:
        reason = "it is no text in UTF-8"
    except OSError as error:
        reason = words_of(error)
    again = checkout(path.parent, path.name)
    raise WorkspaceError(f"{os.path.relpath(path)} cannot be read: {reason}.\n{again} brings it back.")


@contextmanager
def staged(path: Path, content: bytes) -> Iterator[Callable[[], object]]:
    """Have a file written beside its place, and give what moves it there; if it was not moved, nothing of it is left.

    OSError where it cannot be written, or a folder is in its place; what is there stays as it is.
    """
    for left in left_by_the_killed(path.parent, f".{path.name}."):
        if left.suffix == TMP:
            left.unlink(missing_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{TMP}")
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


@contextmanager
def unfinished_folder(parent: Path, name: str) -> Iterator[Path]:
    """Have an empty folder in another one, for as long as something is done."""
    for left in left_by_the_killed(parent, f"{name}-"):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=begin_of_name(name), dir=parent) as folder:
        yield Path(folder)


def temporary_folder(name: str) -> AbstractContextManager[Path]:
    """Have an empty folder where the system has such folders, for as long as something is done."""
    return unfinished_folder(Path(tempfile.gettempdir()), f"dojo-{name}")


def begin_of_name(name: str) -> str:
    """Return how the name of an unfinished folder of this process begins."""
    return f"{name}-{os.getpid()}-"


def left_by_the_killed(parent: Path, beginning: str) -> list[Path]:
    """Return what is in a folder under a name with this beginning, then the number of a process that runs no more."""
    found: list[Path] = []
    with suppress(OSError):  # a folder that cannot be read has nothing that could be removed
        names = [name for name in os.listdir(parent) if name.startswith(beginning)]  # noqa: PTH208 - names are enough
        found = [parent / name for name in names if _has_ended(name.removeprefix(beginning))]
    return found


def _has_ended(rest: str) -> bool:
    """Tell whether a name goes on with the number of a process that has ended."""
    import psutil  # noqa: PLC0415 - it takes a while to load, and hardly anything is ever left

    number = rest.replace(".", "-").partition("-")[0]
    with suppress(IndexError):  # as psutil does where the system shows nobody its processes
        return number.isdecimal() and number.isascii() and not psutil.pid_exists(int(number))
    return False
