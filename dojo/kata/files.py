"""Files of the kata, and folders for as long as something is done."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from dojo.errors import WorkspaceError, words_of
from dojo.kata.workspace import checkout


def text_of(path: Path) -> str:
    """Return the text of a file that belongs to the kata; WorkspaceError, which says how to have it back, without."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        reason = "it is no text in UTF-8"
    except OSError as error:
        reason = words_of(error)
    again = checkout(path.parent, path.name)
    raise WorkspaceError(f"{os.path.relpath(path)} cannot be read: {reason}.\n{again} brings it back.")


@contextmanager
def unfinished_folder(parent: Path, name: str) -> Iterator[Path]:
    """Have an empty folder in another one, for as long as something is done."""
    with tempfile.TemporaryDirectory(prefix=f"{name}-", dir=parent) as folder:
        yield Path(folder)


def temporary_folder(name: str) -> AbstractContextManager[Path]:
    """Have an empty folder where the system has such folders, for as long as something is done."""
    return unfinished_folder(Path(tempfile.gettempdir()), f"dojo-{name}")
