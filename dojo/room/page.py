"""The board as pages for a browser, which need no server.

Beside `board.html` is the folder `board-pairs`. It has a page for each pair, and a script with the
newest board. An open page loads that script: a page opened from a file may read nothing else.
"""

import json
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from dojo.files import write_atomically
from dojo.pages import render, write_page
from dojo.practice.history import MAX_STEP_SECONDS
from dojo.practice.model import GREEN, Notify
from dojo.progress.page import diffs_of, page_of
from dojo.progress.steps import measured_steps
from dojo.progress.timeline import summary, timeline_of
from dojo.room.pairs import REFRESH_SECONDS, Pair, Sources
from dojo.room.rows import LONG, SYMBOLS, BoardLine, BoardRow, Part, View, view_of
from dojo.room.text import Window, joined, signs_by_minute, window_of
from dojo.text import STATUS_MARKS
from dojo.times import clock_time

COLUMNS_BY_MINUTE = 60
# The size of a table, by the most pairs in it. The fewer pairs there are, the larger are the rows.
SIZES = {6: "six", 12: "twelve", 24: "two-dozen"}


class BoardPages:
    """The pages of a room. `heads` has the last commit on the page of each pair."""

    def __init__(self, sources: Sources, file: Path) -> None:
        self.sources = sources
        self.file = file
        self.folder = file.with_name(f"{file.stem}-pairs")
        self.heads: dict[str, str] = {}

    def write(self, *, live: bool) -> View:
        """Write the board, and return it."""
        view = view_of(self.sources, time.time())
        url = quote(self.folder.name)
        news_url = url if live else ""
        end = None
        timer = None
        if view.report.round is not None:
            end = view.report.round.end
            timer = {"end": end, "until": clock_time(end)}
        page = board_page(view, url, live=live)
        rows = render("board_rows.html", page=page)
        html = Markup(rows)  # noqa: S704 - a template has escaped it
        board = render("board.html", rows=html, now=view.now, news_url=news_url, timer=timer)
        write_page(self.file, board)
        self.folder.mkdir(exist_ok=True)
        news = json.dumps([rows, view.as_of, end, view.now])
        write_atomically(self.folder / "board.js", f"show(...{news});\n".encode())
        return view

    def write_pairs(self, notify: Notify) -> None:
        """Write the pages of the pairs with a longer history than before."""
        for pair in self.sources.pairs:
            if pair.history.steps and pair.head != self.heads.get(pair.name):
                notify(f"Writing the page of {pair.name} ...")
                self.heads[pair.name] = pair.head
                write_page(self.folder / page_name(pair.name), page_of_pair(pair))
        notify("")

    def follow(self, notify: Notify) -> None:
        """Write the pages again when something is new, until Ctrl-C."""
        self.sources.follow(lambda: None)
        try:
            while True:
                self.write(live=True)
                self.write_pairs(notify)
                time.sleep(REFRESH_SECONDS)
        finally:
            self.write(live=False)


def page_name(pair: str) -> str:
    """Return the file name for the page of a pair. It may have letters of any language."""
    return re.sub(r"[^\w-]+", "-", pair) + ".html"


def page_of_pair(pair: Pair) -> str:
    steps = measured_steps(pair.repository, pair.history)
    timeline = timeline_of(steps, pair.history)
    return page_of(summary(pair.history), timeline, diffs_of(pair.repository, steps), pair.name)


def board_page(view: View, folder: str, *, live: bool) -> dict[str, Any]:
    """Return what the template of a board needs.

    `folder`: the URL of the folder with the pages of the pairs. A live page counts the pairs that
    are red for too long itself.
    """
    window = window_of([row.pair for row in view.rows], view.now, COLUMNS_BY_MINUTE)
    overdue = [row for row in view.rows if row.report.overdue and not live]
    overdue.sort(key=lambda row: row.report.not_green_since or 0)
    return {
        "view": view,
        "is_live": live,
        "size": table_size(len(view.rows)),
        "counts": [part for part in view.counts if part.role != LONG],
        "axis": window.axis(),
        "rows": [page_row(row, folder, window, view.now, live=live) for row in view.rows],
        "overdue": overdue,
        "advice": [line for line in view.advice.split("\n") if line],
        "has_predictions": any(row.predictions for row in view.rows),
        "has_slips": any(row.slips for row in view.rows),
        "longest_step": MAX_STEP_SECONDS,
    }


def table_size(pairs: int) -> str:
    """Return the class by which the stylesheet sizes the rows of a table for so many pairs."""
    for most, size in SIZES.items():
        if pairs <= most:
            return size
    return "many"


def page_row(
    row: BoardRow, folder: str, window: Window, now: float, *, live: bool
) -> dict[str, Any]:
    """Return the variables of the template. A live page counts on from `since` and `last`."""
    report = row.report
    checks = len(row.pair.history.steps)
    state = f"{STATUS_MARKS.get(report.state, '')} {report.state}".strip()
    if report.silent:
        state = f"{report.state}?"
    link = ""
    if checks:
        link = f"{folder}/{quote(page_name(report.name))}"
    counts_on = live and row.age != ""
    return {
        "row": row,
        "link": link,
        "checks": checks,
        "state": state,
        "role": "" if report.silent else report.state,
        "signs": _lights(row.signs),
        "signs_by_minute": _lights(signs_by_minute(row.pair, window, now)),
        "is_overdue": report.overdue and not live,
        "since": report.not_green_since if counts_on else None,
        "last": report.last_check if counts_on else None,
    }


def _lights(signs: BoardLine) -> BoardLine:
    """Return signs as the page has them: its colours show green, and a dot is narrower."""
    return [Part(text.replace(SYMBOLS[GREEN], "."), role) for text, role in joined(signs)]
