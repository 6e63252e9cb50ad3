"""The board as pages for a browser, which need no server.

Beside `board.html` is the folder `board-pairs`. It has a page for each pair, and a script with the
newest board. An open page loads that script: a page opened from a file may read nothing else.
"""

import json
import re
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from dojo.files import write_atomically
from dojo.pages import render, write_page
from dojo.practice.history import MAX_RED_SECONDS, MAX_STEP_SECONDS
from dojo.practice.model import GREEN, Notify
from dojo.progress.page import diffs_of, page_of
from dojo.progress.steps import measured_steps
from dojo.progress.timeline import summary, timeline_of
from dojo.room.pairs import REFRESH_SECONDS, Pair, Room
from dojo.room.rows import BoardRow, View, view_of
from dojo.room.signs import (
    LONG,
    SYMBOLS,
    BoardLine,
    Part,
    Window,
    clock_time,
    joined,
    signs_by_minute,
    signs_in_order,
    window_of,
)
from dojo.text import STATUS_MARKS

MAX_SIGNS_IN_ORDER = 200
COLUMNS_BY_MINUTE = 60
# The size of a table, by the most pairs in it. The fewer pairs there are, the larger are the rows.
SIZES = {6: "six", 12: "twelve", 24: "two-dozen"}


@dataclass(frozen=True)
class PageRow:
    """A row of the board. A live page counts on from `since` and `last`."""

    row: BoardRow
    link: str
    checks: int
    state: str
    lights: dict[str, BoardLine]
    level: str
    is_overdue: bool
    since: datetime | None
    last: datetime | None


@dataclass(frozen=True)
class BoardPage:
    """A board. `overdue`: the pairs that are red for too long, which a live page counts itself."""

    view: View
    is_live: bool
    size: str
    counts: list[Part]
    axis: str
    rows: list[PageRow]
    overdue: list[BoardRow]
    advice: list[str]
    longest_red: int = MAX_RED_SECONDS
    longest_step: int = MAX_STEP_SECONDS


class Pages:
    """The pages of a room. `heads` has the last commit on the page of each pair."""

    def __init__(self, room: Room, file: Path) -> None:
        self.room = room
        self.file = file
        self.folder = file.with_name(f"{file.stem}-pairs")
        self.heads: dict[str, str] = {}

    def write(self, *, live: bool) -> View:
        """Write the board, and return it."""
        view = view_of(self.room, time.time())
        url = quote(self.folder.name)
        page = board_page(view, url, live=live)
        end = self.room.round_end
        board = render(
            "board.html",
            page=page,
            news=url if live else "",
            until=clock_time(end) if end else "",
            end=round(end) if end else None,
        )
        write_page(self.file, board)
        self.folder.mkdir(exist_ok=True)
        news = (render("board_rows.html", page=page), view.as_of, end)
        arguments = ", ".join(json.dumps(each) for each in news)
        write_atomically(self.folder / "board.js", f"show({arguments});\n".encode())
        return view

    def write_pairs(self, notify: Notify) -> None:
        """Write the pages of the pairs whose history has grown."""
        for pair in self.room.pairs:
            if pair.history.steps and pair.head != self.heads.get(pair.name):
                notify(f"Writing the page of {pair.name}.")
                self.heads[pair.name] = pair.head
                write_page(self.folder / file_name(pair.name), page_of_pair(pair))
        notify("")

    def follow(self, notify: Notify) -> None:
        """Write the pages again when something is new, until Ctrl-C."""
        self.room.follow(lambda: True)
        try:
            while True:
                self.write(live=True)
                self.write_pairs(notify)
                time.sleep(REFRESH_SECONDS)
        finally:
            self.write(live=False)


def file_name(name: str) -> str:
    """Return the file name for the page of a pair. It may have letters of any language."""
    return re.sub(r"[^\w-]+", "-", name) + ".html"


def page_of_pair(pair: Pair) -> str:
    steps = measured_steps(pair.repository, pair.history)
    timeline = timeline_of(steps, pair.history)
    return page_of(summary(pair.history), timeline, diffs_of(pair.repository, steps), pair.name)


def board_page(view: View, folder: str, *, live: bool) -> BoardPage:
    """Lay out a board. `folder`: the URL of the folder with the pages of the pairs."""
    window = window_of([row.pair for row in view.rows], view.now, COLUMNS_BY_MINUTE)
    overdue: list[BoardRow] = []
    if not live:
        overdue = [row for row in view.rows if row.is_overdue]
        overdue.sort(key=_red_since)
    sizes = [size for most, size in SIZES.items() if len(view.rows) <= most]
    return BoardPage(
        view=view,
        is_live=live,
        size=sizes[0] if sizes else "many",
        counts=[part for part in view.counts if part.role != LONG],
        axis=window.axis(),
        rows=[page_row(row, folder, window, live=live) for row in view.rows],
        overdue=overdue,
        advice=[line for line in view.advice.split("\n") if line],
    )


def _red_since(row: BoardRow) -> float:
    since = row.pair.history.red_since
    return since.timestamp() if since else 0


def page_row(row: BoardRow, folder: str, window: Window, *, live: bool) -> PageRow:
    pair = row.pair
    history = pair.history
    checks = len(history.steps)
    link = ""
    if checks:
        link = f"{folder}/{quote(file_name(pair.name))}"
    level = "own"
    if history.choices.level:
        level = str(history.choices.level)
        if history.choices.blind:
            level += " blind"
    columns = min(MAX_SIGNS_IN_ORDER, checks + len(history.swaps))
    since: datetime | None = None
    last: datetime | None = None
    if live and not row.is_unheard and history.last:
        since = history.red_since
        last = history.last.moment
    return PageRow(
        row=row,
        link=link,
        checks=checks,
        state=f"{STATUS_MARKS.get(row.state, '')} {row.state}".strip(),
        lights={
            "order": _lights(signs_in_order(pair, columns)),
            "minute": _lights(signs_by_minute(pair, window)),
        },
        level=level,
        is_overdue=row.is_overdue and not live,
        since=since,
        last=last,
    )


def _lights(signs: BoardLine) -> BoardLine:
    """Return signs as the page has them: its colours show green, and a dot is narrower."""
    return [Part(part.text.replace(SYMBOLS[GREEN], "."), part.role) for part in joined(signs)]
