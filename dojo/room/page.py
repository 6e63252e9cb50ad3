"""The board as files for a browser: they ask no other host, and work from a file as well as from a web server.

Beside `board.html` stands the folder `board-pairs` with a page for each pair, and a script with the newest board, which
an open page loads: a page that was opened from a file may read nothing else.
"""

import json
import re
import time
from pathlib import Path
from urllib.parse import quote

from dojo.files import write_atomically
from dojo.pages import render, write_page
from dojo.practice.history import MAX_RED_SECONDS, MAX_STEP_SECONDS
from dojo.practice.locks import Notify
from dojo.progress.page import diffs_of, page_of
from dojo.progress.steps import measured_steps
from dojo.progress.timeline import summary, timeline_of
from dojo.room.pairs import REFRESH_SECONDS, Pair, Room
from dojo.room.rows import BoardRow, View, view_of
from dojo.room.signs import Window, clock_time, joined, signs_by_minute, signs_in_order, window_of
from dojo.text import STATUS_MARKS

MOST_SIGNS, COLUMNS = 200, 60  # of a row: in order, and by the minute
SIZES = {6: "six", 12: "twelve", 24: "two-dozen"}  # of a table, by the most pairs in it


class Pages:
    """The pages of a room: the board, and those of the pairs. heads: the last commit that is on the page of a pair."""

    def __init__(self, room: Room, file: Path) -> None:
        self.room, self.file = room, file
        self.folder = file.with_name(f"{file.stem}-pairs")
        self.heads: dict[str, str] = {}

    def write(self, *, live: bool) -> View:
        """Write the board, and return what it shows; a page that is `live` counts on, and a newer one may come."""
        view, end = view_of(self.room, time.time()), self.room.round_end
        url = quote(self.folder.name)
        rows = render("board_rows.html", page=board_page(view, url), live=live)
        until = clock_time(end) if end else ""
        board = render("board.html", rows=rows, news=url if live else "", end=end, until=until)
        write_page(self.file, board)
        self.folder.mkdir(exist_ok=True)
        news = ", ".join(map(json.dumps, (rows, view.as_of, end)))
        write_atomically(self.folder / "board.js", f"show({news});\n".encode())
        return view

    def write_pairs(self, notify: Notify) -> None:
        """Write the pages that are older than the history of their pair."""
        for pair in self.room.pairs:
            if pair.history.steps and pair.head != self.heads.get(pair.name):
                notify(f"Writing the page of {pair.name}.")
                self.heads[pair.name] = pair.head
                write_page(self.folder / file_name(pair.name), page_of_pair(pair))
        notify("")

    def follow(self, notify: Notify) -> None:
        """Write whatever is new, until Ctrl-C."""
        self.room.follow(lambda: True)
        try:
            while True:
                self.write(live=True)
                self.write_pairs(notify)
                time.sleep(REFRESH_SECONDS)
        finally:
            self.write(live=False)


def file_name(name: str) -> str:
    """Return the name of the file for a page of a pair, of letters of any language."""
    return re.sub(r"[^\w-]+", "-", name) + ".html"


def page_of_pair(pair: Pair) -> str:
    """Return the page of a pair that was checked."""
    steps = measured_steps(pair.repository, pair.history)
    timeline = timeline_of(steps, pair.history)
    return page_of(summary(pair.history), timeline, diffs_of(pair.repository, steps), pair.name)


def board_page(view: View, folder: str) -> dict[str, object]:
    """Return what the page of a board shows. The fewer pairs there are, the larger is a row."""
    window = window_of([row.pair for row in view.rows], view.now, COLUMNS)
    overdue = [row for row in view.rows if row.is_overdue]
    return {
        "view": view,
        "rows": [page_row(row, folder, window) for row in view.rows],
        "axis": window.axis(),
        "size": next((size for most, size in SIZES.items() if len(view.rows) <= most), "many"),
        "overdue": sorted(
            overdue,
            key=lambda row: row.pair.history.red_since.timestamp() if row.pair.history.red_since else 0,
        ),
        "longest_red": MAX_RED_SECONDS,
        "longest_step": MAX_STEP_SECONDS,
    }


def page_row(row: BoardRow, folder: str, window: Window) -> dict[str, object]:
    """Return a row of the page."""
    pair, checks = row.pair, len(row.pair.history.steps)
    return {
        "row": row,
        "since": pair.history.red_since.timestamp() if pair.history.red_since else None,
        "last": pair.history.last.moment.timestamp() if pair.history.last else None,
        "checks": checks,
        "link": f"{folder}/{quote(file_name(pair.name))}" if checks else "",
        "state": f"{STATUS_MARKS.get(row.state, '')} {row.state}".strip(),
        "lights": {
            "order": joined(signs_in_order(pair, min(MOST_SIGNS, checks + len(pair.history.swaps)))),
            "minute": joined(signs_by_minute(pair, window)),
        },
    }
