"""The board as a page has it: the rows of the model, with what only a page shows of them.

The checks of a pair stand in order, and by the minute; which of the two is seen, the page's switch says. A check is a
letter, and the page draws a bar behind it.
"""

from itertools import groupby, islice
from typing import NamedTuple

from dojo.practice.model import AMBER, GREEN, RED, status_in_words
from dojo.room.pairs import Pair
from dojo.room.rows import (
    GONE,
    LEFT,
    LONGEST_RED_SECONDS,
    LONGEST_STEP_SECONDS,
    OVERDUE,
    REVERTED,
    Row,
    View,
    clock_time,
)
from dojo.room.signs import SIGNS, SWAP, Line, Part, Window, by_minute, in_order, window_of
from dojo.text import STATUS_MARKS, counted

SHOWN_LIGHTS, SHOWN_COLUMNS = 200, 60  # of a row: in order, and by the minute
MOST_RUNS = 5  # checks of one status in a row, in words
SIZES = {6: "six", 12: "twelve", 24: "two-dozen"}  # of a table, by the most pairs in it; else it has many
STATES = (GREEN, AMBER, RED, REVERTED, GONE, LEFT)  # that are counted


class PageRow(NamedTuple):
    """A row of the page; `numbers`: of the last check in each column that has the sign of one, by the minute.

    `since` and `at`: the moments from which the page counts on, nothing where it may not.
    """

    row: Row
    link: str
    state: str
    level: str
    since: str
    at: str
    order: Line
    minute: Line
    numbers: str
    words: str


class BoardPage(NamedTuple):
    """What the page of a board shows; `live`: a newer one may come."""

    view: View
    rows: list[PageRow]
    axis: str
    live: bool
    overdue_words: str = OVERDUE.capitalize()
    longest_red: int = LONGEST_RED_SECONDS
    longest_step: int = LONGEST_STEP_SECONDS

    @property
    def stamp(self) -> str:
        """Return what tells this board from an older one."""
        return f"{self.view.now:.3f}"

    @property
    def summary(self) -> list[tuple[str, str]]:
        """Return how many pairs there are, and of each state, and how many checks; each with its state."""
        states = self.view.states
        counts = [(f"{states[state]} {state}", state) for state in STATES if states[state]]
        return [(counted(len(self.view.present), "pair"), ""), *counts, (counted(self.view.checks, "check"), "")]

    @property
    def problems(self) -> str:
        """Return how much is wrong."""
        return counted(len(self.view.troubles), "problem")

    @property
    def overdue(self) -> list[Row]:
        """Return who has been red or amber for too long, the longest first."""
        overdue = [row for row in self.view.rows if row.is_overdue]
        return sorted(overdue, key=lambda row: row.pair.since or 0)

    @property
    def columns(self) -> list[str]:
        """Return what stands after the checks: what nobody has is no column."""
        rows = self.view.rows
        told = {
            "now": True,
            "checked": any(row.age for row in rows),
            "level": True,
            "score": any(row.score for row in rows),
            "delayed": any(row.came_late for row in rows),
        }
        return [column for column, is_told in told.items() if is_told]

    @property
    def size(self) -> str:
        """Return how large the rows are: as many as there are fit on a projector."""
        return next((size for most, size in SIZES.items() if len(self.rows) <= most), "many")


def board_page(view: View, links: dict[str, str], *, live: bool) -> BoardPage:
    """Return the page of a view; `links`: the addresses of the pages of pairs, where there are any."""
    window = window_of([row.pair for row in view.rows], view.now, SHOWN_COLUMNS)
    rows = [page_row(row, links.get(row.pair.name, ""), window) for row in view.rows]
    return BoardPage(view, rows, window.axis(clock_time), live)


def page_row(row: Row, link: str, window: Window) -> PageRow:
    """Return a row of the page."""
    pair, minute = row.pair, by_minute(row.pair, window)
    last = {window.column(light.moment): number for number, light in enumerate(pair.lights, start=1)}
    columns = enumerate("".join(part.text for part in minute))
    numbers = [str(last[column]) for column, sign in columns if sign not in (" ", SWAP)]
    return PageRow(
        row,
        link,
        state=f"{STATUS_MARKS.get(row.state, '')} {row.state}".strip(),
        level=f"{pair.level}{' blind' if pair.blind else ''}",
        since="" if pair.since is None or row.is_unheard else f"{pair.since:.0f}",
        at="" if pair.last is None or row.is_unheard else f"{pair.last:.0f}",
        order=as_bars(in_order(pair, min(SHOWN_LIGHTS, len(pair.lights) + len(pair.swaps)))),
        minute=as_bars(minute),
        numbers=" ".join(numbers),
        words=in_words(pair),
    )


def as_bars(line: Line) -> Line:
    """Return a line with green as a sign of every typewriter's width, not seen on the bar that the page draws."""
    return [Part(part.text.replace(SIGNS[GREEN], "."), part.role) for part in line]


def in_words(pair: Pair) -> str:
    """Return the last checks in words, the newest first."""
    runs = groupby(reversed(pair.lights), key=lambda light: status_in_words(light.status, light.approved))
    words = [f"{sum(1 for _ in run)} {status}" for status, run in islice(runs, MOST_RUNS)]
    return f"newest first: {', '.join(words)}" if words else "no check yet"
