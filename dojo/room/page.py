"""The board as files for a browser: they ask no other host, and work from a file as well as from a web server.

page: the file that a person named. folder: beside it, `board-pairs` for `board.html`, with a page for each pair, and
the news: scripts that an open page loads, for a page that was opened from a file may read nothing else. All begin with
the mark of the command, which is a comment in a script as well; what has none stays as it is.
The checks of a pair stand in order, and by the minute; which of the two is seen, the page's switch says. A check is a
letter, and the page draws a bar behind it.
"""

import json
import re
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import groupby, islice
from math import inf
from pathlib import Path
from urllib.parse import quote

from dojo.pages import refuse_page, render, write_page
from dojo.practice.model import GREEN, Tell, status_in_words
from dojo.progress.page import diffs_of, page_of
from dojo.progress.steps import steps_of
from dojo.progress.timeline import summary, timeline_of
from dojo.room.pairs import Pair, Room
from dojo.room.rows import (
    LONGEST_RED_SECONDS,
    LONGEST_STEP_SECONDS,
    OVERDUE,
    SIGNS,
    SWAP,
    Line,
    Part,
    Row,
    View,
    Window,
    by_minute,
    clock_time,
    in_order,
    view_of,
    window_of,
)
from dojo.text import STATUS_MARKS, WorkspaceError, counted

SHOWN_LIGHTS, SHOWN_COLUMNS = 200, 60  # of a row: in order, and by the minute
MOST_RUNS = 5  # checks of one status in a row, in words
SIZES = {6: "six", 12: "twelve", 24: "two-dozen"}  # of a table, by the most pairs in it; else it has many
COMMAND = "dojo room"  # in the mark of all
NEWS, LATEST = "board.js", "latest.js"  # what is new, and since when
NEWS_SECONDS = 2
NO_LETTERS = re.compile(r"[^\w-]+")


class Pages:
    """The pages of a room: the board, and one after another, those of the pairs.

    heads: the last commit that is on the page of each pair that has one. failed: why a pair has none.
    """

    def __init__(self, room: Room, file: Path, places: Sequence[str], end: float | None = None) -> None:
        """Prepare to write; WorkspaceError when what is there was made by somebody else, or cannot be written.

        `end`: of a round that begins with the pages, and is counted down.
        """
        self.room, self.file, self.places = room, file, places
        if end is not None:
            room.end = end
        self.folder = file.with_name(f"{file.stem}-pairs")
        self.heads: dict[str, str] = {}
        self.failed: dict[str, str] = {}
        self._shown: object = None
        self._stamp = ""  # tells the board that is shown from an older one
        refuse_page(file, COMMAND)
        self.folder.mkdir(exist_ok=True)

    def view(self, now: float) -> View:
        """Return what the board shows."""
        view = view_of(self.room, self.places, now)
        return view._replace(
            troubles=view.troubles + [f"no page of {name}: {why}" for name, why in self.failed.items()]
        )

    def write(self, now: float, *, live: bool) -> None:
        """Write the board, if anything is new in the room; `live` when a newer one may come."""
        view, end = self.view(now), self.room.end
        rows = [(row.pair, row.is_unheard, row.came_late) for row in view.rows]  # and not what an open page counts on
        shown = rows, view.left, view.troubles, view.advice, {*self.heads}, live, end
        if shown != self._shown:
            self._shown, self._stamp = shown, f"{now:.3f}"
            folder = quote(self.folder.name)
            links = {name: f"{folder}/{quote(file_name(name))}" for name in {*self.heads} - {*self.failed}}
            page = board_page(view, links) | {"stamp": self._stamp, "live": live}
            until = clock_time(end) if end else ""
            board = render("board.html", page=page, news=folder if live else "", end=end, until=until)
            news = json.dumps(render("board_rows.html", page=page))
            write_page(self.file, board, COMMAND)
            write_page(self.folder / NEWS, f"show({news});\n", COMMAND)
        latest = f"latest({json.dumps(self._stamp)}, {json.dumps(view.as_of)}, {json.dumps(end)});\n"
        write_page(self.folder / LATEST, latest, COMMAND)

    def write_pairs(self, notify: Tell, until: float = inf) -> None:
        """Write pages that are older than the history of their pair, while there is time; `notify` is told how many."""
        pairs = [row.pair for row in self.view(0).rows]
        waiting = [pair for pair in pairs if pair.lights and pair.head != self.heads.get(pair.name)]
        while waiting and time.monotonic() < until:
            notify(f"{counted(len(waiting), 'page')} of pairs to write")
            pair = waiting.pop()
            self.heads[pair.name] = pair.head
            try:
                write_page(self.folder / file_name(pair.name), page_of_pair(self.room, pair), COMMAND)
                self.failed.pop(pair.name, None)
            except WorkspaceError as error:
                self.failed[pair.name] = error.message
        notify("")


def follow(
    pages: Pages,
    notify: Tell,
    rest: Callable[[float], object] = time.sleep,
    now: Callable[[], float] = time.time,
) -> None:
    """Write whatever is new, until Ctrl-C; the board first, pages of pairs while there is time until the next one.

    An open page is told the end.
    """
    pages.room.follow(lambda: None)
    try:
        while True:
            end = time.monotonic() + NEWS_SECONDS
            pages.write(now(), live=True)
            pages.write_pairs(notify, end)
            rest(max(0.0, end - time.monotonic()))
    finally:
        pages.write(now(), live=False)


def file_name(name: str) -> str:
    """Return the name of the file for a page of a pair: letters of any language, and else what no other name has."""
    letters = NO_LETTERS.sub("-", name)
    return f"{letters}.html" if letters == name else f"{letters}-{sha256(name.encode()).hexdigest()[:6]}.html"


def page_of_pair(room: Room, pair: Pair) -> str:
    """Return the page of a pair that was checked; WorkspaceError when its history cannot be read."""
    repository, story = room.open(pair)
    steps = steps_of(repository, story)
    return page_of(summary(story), timeline_of(steps, story.swaps), diffs_of(repository, steps), pair.name)


def board_page(view: View, links: dict[str, str]) -> dict[str, object]:
    """Return what the page of a board shows; `links`: the addresses of the pages of pairs, where there are any.

    What nobody has is no column. The fewer pairs there are, the larger is a row: they fit on a projector.
    """
    window = window_of([row.pair for row in view.rows], view.now, SHOWN_COLUMNS)
    overdue = [row for row in view.rows if row.is_overdue]
    columns = {
        "checked": any(row.age for row in view.rows),
        "level": True,
        "score": any(row.score for row in view.rows),
        "delayed": any(row.came_late for row in view.rows),
    }
    return {
        "view": view,
        "rows": [page_row(row, links.get(row.pair.name, ""), window) for row in view.rows],
        "axis": window.axis(),
        "columns": ["now", *(column for column, is_told in columns.items() if is_told)],
        "size": next((size for most, size in SIZES.items() if len(view.rows) <= most), "many"),
        "problems": counted(len(view.troubles), "problem"),
        "overdue": sorted(overdue, key=lambda row: row.pair.since or 0),
        "overdue_words": OVERDUE.capitalize(),
        "longest_red": LONGEST_RED_SECONDS,
        "longest_step": LONGEST_STEP_SECONDS,
    }


def page_row(row: Row, link: str, window: Window) -> dict[str, object]:
    """Return a row of the page; `numbers`: of the last check in each column that has the sign of one, by the minute.

    `since` and `at`: the moments from which the page counts on, nothing where it may not.
    """
    pair, minute = row.pair, by_minute(row.pair, window)
    last = {window.column(light.moment): number for number, light in enumerate(pair.lights, start=1)}
    columns = enumerate("".join(part.text for part in minute))
    return {
        "row": row,
        "link": link,
        "state": f"{STATUS_MARKS.get(row.state, '')} {row.state}".strip(),
        "level": f"{pair.level}{' blind' if pair.blind else ''}" if pair.level else "own",
        "since": "" if pair.since is None or row.is_unheard else f"{pair.since:.0f}",
        "at": "" if pair.last is None or row.is_unheard else f"{pair.last:.0f}",
        "order": as_bars(in_order(pair, min(SHOWN_LIGHTS, len(pair.lights) + len(pair.swaps)))),
        "minute": as_bars(minute),
        "numbers": " ".join(str(last[column]) for column, sign in columns if sign not in (" ", SWAP)),
        "words": in_words(pair),
    }


def as_bars(line: Line) -> Line:
    """Return a line with green as a sign of every typewriter's width, not seen on the bar that the page draws."""
    return [Part(part.text.replace(SIGNS[GREEN], "."), part.role) for part in line]


def in_words(pair: Pair) -> str:
    """Return the last checks in words, the newest first."""
    runs = groupby(reversed(pair.lights), key=lambda light: status_in_words(light.status, light.approved))
    words = [f"{sum(1 for _ in run)} {status}" for status, run in islice(runs, MOST_RUNS)]
    return f"newest first: {', '.join(words)}" if words else "no check yet"
