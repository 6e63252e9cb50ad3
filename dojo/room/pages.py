"""The board as files for a browser: they ask no other host, and work from a file as well as from a web server.

page: the file that a person named. folder: beside it, `board-pairs` for `board.html`, with a page for each pair, and
the news: scripts that an open page loads, for a page that was opened from a file may read nothing else. All begin with
the mark of the command, which is a comment in a script as well; what has none stays as it is.
"""

import json
import re
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from urllib.parse import quote

from dojo.errors import WorkspaceError
from dojo.pages import refuse_page, render, write_page
from dojo.practice.model import Tell
from dojo.progress.differences import diffs_of
from dojo.progress.page import page_of
from dojo.progress.steps import steps_of
from dojo.progress.timeline import summary, timeline_of
from dojo.room.page import board_page
from dojo.room.pairs import Pair
from dojo.room.room import Room
from dojo.room.rows import Roster, View, clock_time
from dojo.room.terminal import Countdown
from dojo.text import counted

READING = "The room is being read."
COMMAND = "dojo room"  # in the mark of all
NEWS, LATEST = "board.js", "latest.js"  # what is new, and since when
NEWS_SECONDS = 2
WIDEST_FILE = 40  # characters of a name
NO_LETTERS = re.compile(r"[^\w-]+")


class Pages:
    """The pages of a room: the board, and one after another, those of the pairs."""

    def __init__(self, room: Room, file: Path, places: Sequence[str], countdown: Countdown | None = None) -> None:
        """Prepare to write; WorkspaceError when what is there was made by somebody else, or cannot be written."""
        self.file, self._room, self._countdown = file, room, countdown
        self._roster = Roster(room, places)
        self._files: dict[str, str] = {}  # names of pages, by those of pairs
        self._waiting: dict[str, Pair] = {}  # whose page is older than their history
        self._written: set[str] = set()  # pairs that have a page by now
        self._failed: dict[str, str] = {}  # why a pair has none
        self._shown: object = None
        self._stamp = ""  # of the board that is shown
        self._folder = file.with_name(f"{file.stem}-pairs")
        refuse_page(file, COMMAND)
        self._folder.mkdir(exist_ok=True)
        refuse_page(self._folder / LATEST, COMMAND)

    @property
    def pairs(self) -> int:
        """Return how many pairs the board has."""
        return len(self._roster.view(0).rows)

    @property
    def behind(self) -> int:
        """Return how many pages of pairs are older than their history."""
        return len(self._waiting)

    @property
    def troubles(self) -> list[str]:
        """Return what is wrong by now, a line each."""
        return self._roster.troubles + [f"no page of {name}: {why}" for name, why in self._failed.items()]

    def refresh(self, now: float, patience_seconds: float | None = None) -> None:
        """Take what is new in the room, and write the board if anything is."""
        changed = self._room.refresh(patience_seconds)
        self._roster.take()
        self._waiting |= {pair.name: pair for pair in changed if pair.lights and not pair.left and not pair.goes_on}
        if self._shown != self._state(now):
            self.write_board(now, live=True)
        else:
            self._write_latest()

    def write_next(self) -> None:
        """Write the page of a pair that waits."""
        name, pair = self._waiting.popitem()
        self._files.setdefault(name, file_name(name, self._files.values()))
        try:
            write_page(self._folder / self._files[name], page_of_pair(self._room, pair), COMMAND)
        except WorkspaceError as error:
            self._failed[name] = error.message
        else:
            self._failed.pop(name, None)
            self._written.add(name)

    def write_board(self, now: float, *, live: bool) -> None:
        """Write the board and the news; `live` when a newer one may come."""
        folder, countdown = quote(self._folder.name), self._countdown
        links = {name: f"{folder}/{quote(self._files[name])}" for name in self._written}
        page = board_page(self._view(now), links, live=live)
        end = countdown.start + countdown.seconds if countdown else None
        until = clock_time(end) if end else ""
        board = render("board.html", page=page, news=folder if live else "", end=end, until=until)
        news = json.dumps(render("board_rows.html", page=page))
        write_page(self.file, board, COMMAND)
        write_page(self._folder / NEWS, f"show({news});\n", COMMAND)
        self._stamp, self._shown = page.stamp, self._state(now)
        self._write_latest()
        if not self.behind:
            self._remove_others()

    def _write_latest(self) -> None:
        """Tell an open page which board is the latest, and when the room was last heard."""
        said = f"latest({json.dumps(self._stamp)}, {json.dumps(self._roster.view(0).as_of)});\n"
        write_page(self._folder / LATEST, said, COMMAND)

    def _view(self, now: float) -> View:
        view = self._roster.view(now)
        advice = [READING] if view.advice and self._room.is_reading else view.advice
        return view._replace(troubles=self.troubles, advice=advice)

    def _state(self, now: float) -> object:
        """Return what a board shows, but for what an open page counts on."""
        view = self._view(now)
        rows = [(row.pair, row.is_gone, row.is_unheard, row.came_late) for row in view.rows]
        return rows, view.left, view.troubles, view.advice, {*self._written}

    def _remove_others(self) -> None:
        """Remove pages of pairs that are not shown any more: they left, or have another name."""
        files = {self._files.get(row.pair.name) for row in self._roster.view(0).rows}
        for page in self._folder.glob("*.html"):
            if page.name not in files:
                with suppress(WorkspaceError):  # somebody else's
                    refuse_page(page, COMMAND)
                    page.unlink()


def write_all(pages: Pages, count: Callable[[int, int], None]) -> None:
    """Write a page for each pair that waits, and the board that leads to them."""
    number = pages.behind
    while pages.behind:
        pages.write_next()
        count(number - pages.behind, number)
    pages.write_board(time.time(), live=False)


def follow(
    pages: Pages,
    notify: Tell,
    rest: Callable[[float], object] = time.sleep,
    now: Callable[[], float] = time.time,
) -> None:
    """Write whatever is new, until Ctrl-C; the board first, pages of pairs while there is time until the next one.

    `notify` is given how far that is. An open page is told the end.
    """
    try:
        while True:
            end = time.monotonic() + NEWS_SECONDS
            pages.refresh(now(), NEWS_SECONDS)
            while pages.behind and time.monotonic() < end:
                pages.write_next()
                notify(f"{counted(pages.behind, 'page')} of pairs to write" if pages.behind else "")
            rest(max(0.0, end - time.monotonic()))
    finally:
        pages.write_board(now(), live=False)


def file_name(name: str, taken: Collection[str]) -> str:
    """Return the name of a file for a page, another than those taken, in whatever case."""
    stem = NO_LETTERS.sub("-", name)[:WIDEST_FILE].strip("-") or "pair"
    used = {each.casefold() for each in taken}
    names = chain([f"{stem}.html"], (f"{stem}-{number}.html" for number in count(2)))
    return next(each for each in names if each.casefold() not in used)


def page_of_pair(room: Room, pair: Pair) -> str:
    """Return the page of a pair that was checked; WorkspaceError when its history cannot be read."""
    repository, story = room.open(pair)
    steps = steps_of(repository, story)
    return page_of(summary(story), timeline_of(steps, story.swaps), diffs_of(repository, steps), pair.name)
