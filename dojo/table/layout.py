"""How the table shares out a screen.

side: the sheet beside the felt. tall: the felt above the sheet, as on a phone held upright. too small: neither fits.
felt: prompt, dice, a button and words, from top to bottom; the dice have what the others leave.
"""

from enum import Enum
from typing import NamedTuple

from dojo.table.dice import Size
from dojo.table.measures import lowest, readable, wanted
from dojo.table.session import Session
from dojo.table.tray import breadth, height

TALL_COLUMNS, TALL_ROWS = range(42, 100), 35
DICE_COLUMNS = [breadth(size) for size in reversed(Size)]
FELT_ROWS, LEAST_FELT_ROWS = 22, 14
PROMPT_ROWS = 2
BUTTON_ROWS = 3
GAP = 1  # rows between the button and the words, where there is room
WORDS_AT_LEAST, WORDS_AT_MOST = 3, 20  # rows


class Layout(Enum):
    """Where things lie; the values are classes of textual's style sheets."""

    SIDE = "side"
    TALL = "tall"
    TOO_SMALL = "too-small"


class Room(NamedTuple):
    """Columns and rows."""

    columns: int
    rows: int


LEAST = Room(80, 20)  # of a table with its sheet at the side
BARS = {Layout.SIDE: 2, Layout.TALL: 3}  # rows: whose turn it is, above; the keys, below, in two lines on a phone


def layout_for(screen: Room) -> Layout:
    """Return how the table lies on a screen."""
    columns, rows = screen
    if columns in TALL_COLUMNS and rows >= TALL_ROWS and (rows > columns or columns < LEAST.columns):
        return Layout.TALL
    return Layout.SIDE if columns >= LEAST.columns and rows >= LEAST.rows else Layout.TOO_SMALL


def sheet_and_felt(session: Session, screen: Room) -> tuple[Room, Room]:
    """Return the room of the sheet, and that of the felt, on a screen that is large enough."""
    layout = layout_for(screen)
    columns, rows = screen.columns, screen.rows - BARS[layout]
    if layout is Layout.TALL:
        comfortable = max(rows * 3 // 5, rows - FELT_ROWS)
        high = max(lowest(session), min(rows - LEAST_FELT_ROWS, comfortable))
        return Room(columns, high), Room(columns, rows - high)
    wide = sheet_columns(session, columns)
    return Room(wide, rows), Room(columns - wide, rows)


def sheet_columns(session: Session, columns: int) -> int:
    """Return the columns of a sheet at the side: the dice are as large as they may be while it reads well."""
    seats = len(session.cards)
    for dice in DICE_COLUMNS:
        left = columns - dice - 2
        if left >= readable(session, seats):
            return wanted(session, seats, left)
    return wanted(session, seats, columns - DICE_COLUMNS[-1])


def gap_and_words(felt: Room) -> tuple[int, int]:
    """Return the rows of the words below the dice on a felt, and of the gap over them."""
    gap = GAP if felt.rows > FELT_ROWS else 0
    dice = max(height(size) for size in Size if size is Size.SMALL or breadth(size) <= felt.columns)
    left = felt.rows - PROMPT_ROWS - BUTTON_ROWS - gap - dice
    return gap, max(WORDS_AT_LEAST, min(WORDS_AT_MOST, felt.rows // 3, left))
