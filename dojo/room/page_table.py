"""The table of the page: a row for each pair, and a column for whatever there is to say of any of them.

The lights of a pair stand in order, and by the minute; which of the two is seen, the page's switch says. A light is a
letter, and the page draws a bar behind it; neighbours of one status are one piece.
"""

from collections.abc import Callable, Collection
from html import escape
from itertools import count, groupby, islice
from typing import NamedTuple

from dojo.kata import status_in_words
from dojo.room.pairs import Pair
from dojo.room.rows import (
    GONE,
    UNHEARD_SIGN,
    age_of,
    is_late,
    is_overdue,
    is_unheard,
    lasting,
    late_of,
    otherwise_of,
    score_of,
    state_of,
)
from dojo.room.signs import SWAP, Line, Window, by_minute, in_order, span_of, window_of
from dojo.room.words import clock_time
from dojo.text import STATUS_MARKS, printable

KEY = (
    'Checks of each pair, the newest at the right: <b class="green">green</b>, ~ green with places approved otherwise'
    ' than the kata (~30: in 30 of them), <b class="amber">? amber</b> (could not run), <b class="red">x red</b>,'
    " &lt; taken back by TCR, | partners swapped."
)
SHOWN_LIGHTS, SHOWN_COLUMNS = 200, 60  # of a row: in order, and by the minute
MOST_RUNS = 5  # lights of one status in a row, in words
AS_BARS = str.maketrans("●", ".")  # in every typewriter's width, and not seen on its bar
SIZES = {6: "six", 12: "twelve", 24: "two-dozen"}  # of a table, by the most pairs in it; else it has many


class Row(NamedTuple):
    """A pair by now, whether it is gone from the room, and the address of its page, if there is one."""

    pair: Pair
    now: float
    is_gone: bool
    link: str | None

    @property
    def is_overdue(self) -> bool:
        """Tell whether it is red or amber for longer than anybody should be."""
        return not self.is_gone and is_overdue(self.pair, self.now)


def table_of(rows: Collection[Row], now: float) -> str:
    """Return the table."""
    window = window_of([span for row in rows if (span := span_of(row.pair, now))], now, SHOWN_COLUMNS)
    cells = [[cell_of(row) for cell_of in COLUMNS.values()] for row in rows]
    told = [place for place in range(len(COLUMNS)) if any(texts[place] for texts in cells)]
    lines = (
        f'<tr{" class=long" * row.is_overdue}><th scope="row">{_linked(row)}</th>'
        f'<td class="lights">{lights_of(row.pair, window)}</td>{_cells(texts, told)}</tr>'
        for row, texts in zip(rows, cells, strict=True)
    )
    size = next((size for most, size in SIZES.items() if len(rows) <= most), "many")
    head = f'<table class="{size}">\n<caption>{KEY}</caption>\n{_headings(window, told)}'
    return "\n".join([head, "<tbody>", *lines, "</tbody>", "</table>"])


def name_of(pair: Pair) -> str:
    """Return a name, which cannot turn round what stands beside it."""
    return f"<bdi>{escape(printable(pair.name))}</bdi>"


def lasts(pair: Pair, now: float) -> str:
    """Return how long a pair has been red or amber."""
    return f"{lasting(pair.known(now) - (pair.since or now))}{UNHEARD_SIGN * is_unheard(pair, now)}"


def _headings(window: Window, told: list[int]) -> str:
    axis = escape(window.axis(clock_time))
    lights = f'<div class="order">newest</div><div class="minute"><i class="axis">{axis}</i></div>'
    names = list(COLUMNS)
    cells = "".join(f'<th scope="col" class="{names[place]}">{names[place]}</th>' for place in told)
    return f'<thead><tr><th scope="col">pair</th><th scope="col" class="lights">{lights}</th>{cells}</tr></thead>'


def _cells(texts: list[str], told: list[int]) -> str:
    names = list(COLUMNS)
    return "".join(f'<td class="{names[place]}">{texts[place]}</td>' for place in told)


def _linked(row: Row) -> str:
    name = name_of(row.pair)
    return name if row.link is None else f'<a href="{escape(row.link)}">{name}</a>'


def _stands(row: Row) -> str:
    """Say the state of a pair with its sign, and when it is red or amber, for how long; that is counted on."""
    if row.is_gone:
        return GONE
    state = state_of(row.pair)
    said = f'<strong class="{state}">{" ".join([*STATUS_MARKS.get(state, ""), state])}</strong>'
    since = row.pair.since
    lasted = ""
    if since is not None:
        counted_on = "" if is_unheard(row.pair, row.now) else f' data-since="{since:.0f}"'
        lasted = f"<span{counted_on}>{lasts(row.pair, row.now)}</span>"
    return " ".join(filter(None, (said, otherwise_of(row.pair), lasted)))


def _checked(row: Row) -> str:
    """Say how long ago the last check was; that is counted on, too."""
    last = row.pair.last
    if last is None:
        return ""
    unheard, age = is_unheard(row.pair, row.now), escape(age_of(row.pair.known(row.now) - last))
    late = " class=late" * is_late(row.pair, row.now)
    return f"{age}{UNHEARD_SIGN}" if unheard else f'<span data-at="{last:.0f}"{late}>{age}</span>'


def lights_of(pair: Pair, window: Window) -> str:
    """Return the lights of a pair in order, and by the minute."""
    in_columns = by_minute(pair, window)
    in_a_row = in_order(pair, min(SHOWN_LIGHTS, len(pair.lights) + len(pair.swaps)))
    told = f'role="img" aria-label="{_told(pair)}"'
    return (
        f'<div class="order" {told} data-last="{len(pair.lights)}">{_drawn(in_a_row)}</div>'
        f'<div class="minute" {told} data-numbers="{_numbers(pair, window, in_columns)}">{_drawn(in_columns)}</div>'
    )


def _numbers(pair: Pair, window: Window, signs: Line) -> str:
    """Return the number of the last check in each column that has the sign of one."""
    last = dict(zip(window.places(light.moment for light in pair.lights), count(1), strict=False))
    columns = enumerate("".join(part.text for part in signs))
    return " ".join(str(last[column]) for column, sign in columns if sign not in (" ", SWAP))


def _drawn(line: Line) -> str:
    return "".join(
        f"<i{f' class={part.role}' if part.role else ''}>{escape(part.text.translate(AS_BARS))}</i>" for part in line
    )


def _told(pair: Pair) -> str:
    """Return the last lights in words, the newest first."""
    runs = groupby(reversed(pair.lights), key=lambda light: status_in_words(light.status, light.approved))
    words = [f"{sum(1 for _ in run)} {status}" for status, run in islice(runs, MOST_RUNS)]
    return f"newest first: {', '.join(words)}" if words else "no check yet"


COLUMNS: dict[str, Callable[[Row], str]] = {  # after the lights: what a cell says; where none does, there is no column
    "now": _stands,
    "checked": _checked,
    "level": lambda row: f"{row.pair.level}{' blind' * row.pair.blind}",
    "score": lambda row: score_of(row.pair),
    "delayed": lambda row: late_of(row.pair, row.now),
}
