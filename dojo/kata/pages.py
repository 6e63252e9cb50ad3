"""Files that a command makes, and makes again: what somebody else made, or made read-only, is never replaced.

page: such a file for a browser; its first line is the mark of the command.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dojo.errors import WorkspaceError, words_of
from dojo.kata.files import write_whole

WIDEST_LINE_BYTES = 1_000  # that is read: what has the name of a page may be somebody's video


def write_page(path: Path, page: str, command: str) -> None:
    """Write a page; WorkspaceError, and the file stays, when it cannot be written or is no page of that command."""
    refuse_page(path, command)
    write_made(path, f"{_mark(command)}\n{page}".encode(errors="backslashreplace"))


def refuse_page(path: Path, command: str) -> None:
    """Raise WorkspaceError where a page of this command cannot be written, as far as that is seen before."""
    refuse_others(path, command, lambda: _first_line(path) == _mark(command))


def write_made(path: Path, content: bytes) -> None:
    """Write a file, wherever a link leads; WorkspaceError, and the file stays, when it cannot be written."""
    with _in_a_line(path):
        write_whole(path.resolve(), content)


def refuse_others(path: Path, command: str, is_own: Callable[[], bool]) -> None:
    """Raise WorkspaceError where a command cannot write, as far as that is seen, or another's file is.

    `is_own` tells of a file that is there whether this command made it.
    """
    with _in_a_line(path):
        is_there = _is_there(path)
        folder = path.resolve().parent
        folder.stat()
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, "its folder may not be written to")
        if is_there and not (path.is_file() and is_own()):
            raise WorkspaceError(
                f"{path} is there, and was not made by `{command}`; it stays as it is. Choose another name."
            )
        if is_there and not path.stat().st_mode & stat.S_IWUSR:
            raise PermissionError(errno.EACCES, "it is read-only")


def _mark(command: str) -> str:
    return f"<!-- made by {command} -->"


@contextmanager
def _in_a_line(path: Path) -> Iterator[None]:
    """Say what went wrong with a file in a line."""
    try:
        yield
    except OSError as error:
        hint = "\nMake its folder first, or choose another." if isinstance(error, FileNotFoundError) else ""
        raise WorkspaceError(f"{path} could not be written: {words_of(error)}.{hint}") from None


def _is_there(path: Path) -> bool:
    """Tell whether a file is there; OSError for a link that leads to itself, of which Path.exists says nothing."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def _first_line(path: Path) -> str:
    with path.open("rb") as file:
        return file.readline(WIDEST_LINE_BYTES).decode(errors="replace").rstrip("\r\n")
