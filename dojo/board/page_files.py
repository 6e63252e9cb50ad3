"""The files of the board's pages: what they are called, and that nobody else's is among them."""

import re
from collections.abc import Collection
from itertools import chain, count
from pathlib import Path

from dojo.errors import WorkspaceError, words_of
from dojo.kata import refuse_page

COMMAND = "dojo room"  # in the mark of all
NEWS, LATEST = "board.js", "latest.js"  # what is new, and since when
WIDEST_FILE = 40  # characters of a name
NO_LETTERS = re.compile(r"[^\w-]+")


def prepare_folder(folder: Path) -> None:
    """Make a folder for pages; WorkspaceError when it cannot be, or holds what somebody else made."""
    try:
        folder.mkdir(exist_ok=True)
        if any(folder.iterdir()) and not (folder / LATEST).exists():
            raise WorkspaceError(
                f"{folder}/ is there, and was not made by `{COMMAND}`; it stays as it is. Choose another name."
            )
    except OSError as error:
        raise WorkspaceError(f"{folder} could not be made: {words_of(error)}.") from None
    refuse_page(folder / LATEST, COMMAND)


def file_name(name: str, taken: Collection[str]) -> str:
    """Return the name of a file for a page, another than those taken, in whatever case."""
    stem = NO_LETTERS.sub("-", name)[:WIDEST_FILE].strip("-") or "pair"
    used = {each.casefold() for each in taken}
    names = chain([f"{stem}.html"], (f"{stem}-{number}.html" for number in count(2)))
    return next(each for each in names if each.casefold() not in used)
