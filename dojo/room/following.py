"""Writing the pages of a room: all of them once, or again and again whatever is new."""

import time
from collections.abc import Callable

from dojo.errors import WorkspaceError
from dojo.practice import Tell
from dojo.room.pages import Pages
from dojo.text import counted

NEWS_SECONDS = 2


def write_all(pages: Pages, count: Callable[[int, int], None]) -> None:
    """Write a page for each pair that waits, and the board that leads to them."""
    number = pages.behind
    while pages.behind:
        pages.write_next()
        count(number - pages.behind, number)
    pages.write_board(time.time(), live=False)


def follow(
    pages: Pages,
    tell: Tell,
    warn: Tell,
    rest: Callable[[float], object] = time.sleep,
    now: Callable[[], float] = time.time,
) -> None:
    """Write whatever is new, until Ctrl-C; the board first, pages of pairs while there is time until the next one.

    `tell` is given how far that is; `warn` what could not be written, once, for it is tried again. An open page is told
    the end.
    """
    said = ""
    try:
        while True:
            end = time.monotonic() + NEWS_SECONDS
            try:
                pages.refresh(now(), NEWS_SECONDS)
            except WorkspaceError as error:
                if error.message != said:
                    warn(error.message)
                said = error.message
            while pages.behind and (left := end - time.monotonic()) > 0:
                pages.write_next(left)
                tell(f"{counted(pages.behind, 'page')} of pairs to write" if pages.behind else "")
            rest(max(0.0, end - time.monotonic()))
    finally:
        pages.write_board(now(), live=False)
