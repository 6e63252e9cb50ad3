"""Pages for a browser that a command makes, and makes again: the first line of each is the mark of that command."""

from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.files import write_whole


def write_page(path: Path, page: str, command: str) -> None:
    """Write a page; WorkspaceError, and the file stays, when it cannot be written or is no page of that command."""
    mark = f"<!-- made by {command} -->"
    try:
        if _is_there(path) and not (path.is_file() and _first_line(path) == mark):
            raise WorkspaceError(
                f"{path} is there, and was not made by `{command}`; it stays as it is. Choose another name."
            )
        write_whole(path.resolve(), f"{mark}\n{page}".encode())
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
    return path.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
