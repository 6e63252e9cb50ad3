"""The board as files for a browser.

page: the file that a person named. folder: beside it, `board-pairs` for `board.html`, with a page for each pair, and
the news: scripts that an open page loads, for a page that was opened from a file may read nothing else. All begin with
the mark of the command, which is a comment in a script as well; what has none stays as it is.
waiting: the pairs whose page is older than their story. One after another is made, and the board before all: that one
takes seconds keeps nothing new from the board.
"""

import json
import re
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from urllib.parse import quote

from dojo.board.countdown import Countdown
from dojo.board.lights import Pair
from dojo.board.page import Shown, html_of, page_around
from dojo.board.room import Room
from dojo.board.roster import Roster
from dojo.board.rows import is_unheard, late_of
from dojo.board.words import troubles_of, without_pairs
from dojo.errors import WorkspaceError, words_of
from dojo.pages import refuse_page, write_page
from dojo.progress.differences import diffs_of
from dojo.progress.page import page_of
from dojo.progress.steps import steps_of
from dojo.progress.timeline import summary, timeline_of

READING = "The room is being read."
COMMAND = "dojo room"  # in the mark of all
NEWS, LATEST = "board.js", "latest.js"  # what is new, and since when
WIDEST_FILE = 40  # characters of a name
NO_LETTERS = re.compile(r"[^\w-]+")

PageOf = Callable[[Pair], str]


class Pages:
    """The pages of a room."""

    def __init__(
        self, room: Room, file: Path, page_of: PageOf, places: Sequence[str], countdown: Countdown | None = None
    ) -> None:
        """Prepare to write; WorkspaceError when what is there was made by somebody else, or cannot be written.

        `page_of` makes the page of a pair, and may raise WorkspaceError. `places`: where pairs can join.
        """
        self.waiting: dict[str, None] = {}
        self.file, self._room, self._page_of = file, room, page_of
        self._places, self._countdown = places, countdown
        self._roster = Roster()
        self._files: dict[str, str] = {}  # names of pages, by those of pairs
        self._written: set[str] = set()  # pairs that have a page by now
        self._failed: dict[str, str] = {}  # why a pair has none
        self._maker = ThreadPoolExecutor(1)
        self._making: tuple[str, Future[str]] | None = None
        self._shown: object = None
        refuse_page(file, COMMAND)
        self._folder = file.with_name(f"{file.stem}-pairs")
        prepare_folder(self._folder)

    @property
    def pairs(self) -> int:
        """Return how many pairs the board has."""
        return len(self._roster.names)

    def refresh(self, now: float, patience_seconds: float | None = None) -> None:
        """Take what is new in the room, and write the board if anything is."""
        changed = self._room.refresh(patience_seconds)
        self._roster.take(self._room.pairs)
        self.waiting |= dict.fromkeys(pair.name for pair in changed if pair.lights and pair.name in self._roster.names)
        self._shown = None if changed else self._shown
        if self._shown != self._state(now):
            self.write_board(now, live=True)

    @property
    def behind(self) -> int:
        """Return how many pages of pairs are older than their story."""
        return len(self.waiting) + (self._making is not None)

    def write_next(self, patience_seconds: float | None = None) -> None:
        """Write the page of a pair; one that takes longer than our patience, if that has an end, is written later."""
        if self._making is None:
            name = next(iter(self.waiting))
            del self.waiting[name]
            self._making = name, self._maker.submit(self._page_of, self._roster.pairs[name])
        name, page = self._making
        if wait([page], patience_seconds).done:
            self._making = None
            self._write(name, page)

    def _write(self, name: str, page: Future[str]) -> None:
        """Write a page that was made."""
        if name not in self._files:
            self._files[name] = file_name(name, self._files.values())
        try:
            write_page(self._folder / self._files[name], page.result(), COMMAND)
        except WorkspaceError as error:
            self._failed[name] = error.message
        else:
            self._failed.pop(name, None)
            self._written.add(name)

    def write_board(self, now: float, *, live: bool) -> None:
        """Write the board and the news; `live` when a newer one may come."""
        roster, news = self._roster, quote(self._folder.name)
        shown = Shown(
            now=now,
            pairs={name: roster.pairs[name] for name in roster.names},
            gone=frozenset(roster.gone),
            left=len(roster.left),
            troubles=self.troubles,
            links={name: f"{news}/{quote(self._files[name])}" for name in self._written},
            advice=self._advice(),
            live=live,
        )
        html = html_of(shown)
        write_page(self.file, page_around(html, self._countdown, news if live else ""), COMMAND)
        write_page(self._folder / NEWS, f"show({json.dumps(html)});\n", COMMAND)
        write_page(self._folder / LATEST, f'latest("{shown.stamp}");\n', COMMAND)
        self._shown = self._state(now)
        if not self.behind:
            self._remove_others()

    def _remove_others(self) -> None:
        """Remove pages of pairs that are not shown any more: they left, or have another name."""
        files = {self._files.get(name) for name in self._roster.names}
        for page in self._folder.glob("*.html"):
            if page.name not in files:
                with suppress(WorkspaceError):  # somebody else's
                    refuse_page(page, COMMAND)
                    page.unlink()

    def _state(self, now: float) -> object:
        """Return what a board shows besides the pairs, and what it says of each for a while."""
        said = [(is_unheard(pair, now), late_of(pair, now)) for pair in self._roster.pairs.values()]
        return self.troubles, self._advice(), frozenset(self._roster.gone), frozenset(self._written), said

    def _advice(self) -> list[str]:
        """Return what to say while there is no pair."""
        if self._roster.pairs:
            return []
        return [READING] if self._room.is_reading else without_pairs(self._room, self._places)

    @property
    def troubles(self) -> list[str]:
        """Return what is wrong by now, a line each."""
        return troubles_of(self._room) + [f"no page of {name}: {why}" for name, why in self._failed.items()]


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


def page_of_pair(room: Room, pair: Pair) -> str:
    """Return the page of a pair that was checked; WorkspaceError when its story cannot be read."""
    repository, story = room.open(pair)
    steps = steps_of(repository, story)
    return page_of(summary(story), timeline_of(steps, story.swaps), diffs_of(repository, steps), pair.name)
