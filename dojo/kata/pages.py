"""Pages for a browser that a command makes, and makes again: the first line of each is the mark of that command."""

from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.files import write_whole


def write_page(path: Path, page: str, command: str) -> None:
    """Write a page; WorkspaceError, and the file stays, when it cannot be written or is no page of that command."""
    mark = f"<!-- made by {command} -->"
    try:
        if path.exists() and not (path.is_file() and mark in path.read_text(encoding="utf-8", errors="replace")):
            raise WorkspaceError(
                f"{path} is there, and was not made by `{command}`; it stays as it is. Choose another name."
            )
        write_whole(path.resolve(), f"{mark}\n{page}".encode())
    except OSError as error:
        raise WorkspaceError(f"{path} could not be written: {error.strerror or error}.") from None
