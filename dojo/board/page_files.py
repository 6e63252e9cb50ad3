"""The files of the board's pages: what they are called, and that nobody else's is among them."""

import re
from collections.abc import Collection
from pathlib import Path
from unicodedata import normalize

from dojo.errors import WorkspaceError, words_of
from dojo.kata import refuse_page

COMMAND = "dojo room"  # in the mark of all
NEWS, LATEST = "board.js", "latest.js"  # what is new, and since when
WIDEST_FILE = 40  # characters of a name
NO_LETTERS = re.compile(r"[^\w-]+")
NO_FILES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)  # on Windows


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
    """Return the name of a file for a page, good on every system, and another than those taken, in whatever case."""
    stem = NO_LETTERS.sub("-", normalize("NFKC", name))[:WIDEST_FILE].strip("-")
    stem = f"{stem}-pair" if NO_FILES.fullmatch(stem) else stem or "pair"
    used = {normalize("NFKC", each.casefold()) for each in taken}
    number, found = 1, f"{stem}.html"
    while normalize("NFKC", found.casefold()) in used:
        number += 1
        found = f"{stem}-{number}.html"
    return found
