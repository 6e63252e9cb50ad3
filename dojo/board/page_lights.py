"""The lights of a pair on the page: in order, and by the minute; which of the two is seen, the page's switch says.

A light is a letter, and the page draws a bar behind it; neighbours of one status are one piece.
"""

from html import escape
from itertools import count, groupby, islice

from dojo.board.lights import Pair
from dojo.board.signs import SWAP, Line, Window, by_minute, in_order

SHOWN_LIGHTS, SHOWN_COLUMNS = 200, 60  # of a row: in order, and by the minute
MOST_RUNS = 5  # lights of one status in a row, in words
AS_BARS = str.maketrans("●", ".")  # in every typewriter's width, and not seen on its bar


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
    runs = groupby(reversed(pair.lights), key=lambda light: light.status)
    words = [f"{sum(1 for _ in run)} {status}" for status, run in islice(runs, MOST_RUNS)]
    return f"newest first: {', '.join(words)}" if words else "no check yet"
