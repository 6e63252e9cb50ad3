"""Pages for a browser that a command makes, and makes again: the first line of each is the mark of that command."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.files import write_whole

WIDEST_LINE_BYTES = 1_000  # that is read: what has the name of a page may be somebody's video


def write_page(path: Path, page: str, command: str) -> None:
    """Write a page; WorkspaceError, and the file stays, when it cannot be written or is no page of that command."""
    refuse_page(path, command)
    with _told(path):
        write_whole(path.resolve(), f"{_mark(command)}\n{page}".encode())


def refuse_page(path: Path, command: str) -> None:
    """Raise WorkspaceError where a page of this command cannot be written, as far as that is seen before."""
    with _told(path):
        path.absolute().parent.stat()
        if _is_there(path) and not (path.is_file() and _first_line(path) == _mark(command)):
            raise WorkspaceError(
                f"{path} is there, and was not made by `{command}`; it stays as it is. Choose another name."
            )


def _mark(command: str) -> str:
    return f"<!-- made by {command} -->"


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell what went wrong with a page in a line."""
    try:
        yield
    except OSError as error:
        raise WorkspaceError(f"{path} could not be written: {error.strerror or error}.") from None


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
