"""How a score sheet shares out its room: cells from left to right, lines from top to bottom.

line: what a screen has; a row takes one or more. gap: lines between two sections. how: the words that say what a
category pays, where there is room for them.
"""

from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.table.session import Session
from dojo.table.sheet_rows import how_to_score, sections_of
from refactored import rows

MARGIN = 2  # cells in front of a label: a letter, and the cursor
NARROWEST, READABLE, ROOMY, WIDEST = 4, 6, 8, 12  # cells of a player's column
LONGEST_LABEL = 30  # cells
ROW_AT_MOST = 3  # lines


class Measures(NamedTuple):
    """Cells of a sheet, from left to right, with a padding at both sides; lines of a row, and of a gap."""

    padding: int
    labels: int
    how: int
    column: int
    row: int
    gap: int


def measures(session: Session, seats: int, columns: int, lines: int) -> Measures:
    """Return how a sheet with so many players' columns shares out so much room."""
    labels = min(labels_width(session), columns - NARROWEST * seats)
    padding = 1 if columns >= readable(session, seats) else 0
    room = columns - labels - 2 * padding
    beside_how = (room - how_width(session)) // seats
    column = max(NARROWEST, min(WIDEST, beside_how if beside_how >= ROOMY else room // seats))
    row = max(1, min(ROW_AT_MOST, lines // lowest(session)))
    gap = max(0, lines - row * lowest(session)) // len(sections_of(rows(session.game, []), session.game))
    return Measures(padding, labels, max(0, room - column * seats), column, row, gap)


def cut(text: str, cells: int, end: str = "") -> str:
    """Return what fits of a text, and an end."""
    end = f"…{end}"
    return text if cell_len(text) <= cells else set_cell_size(text, cells - cell_len(end)).rstrip() + end


def labels_width(session: Session) -> int:
    """Return the cells of letter, cursor and label."""
    return MARGIN + min(LONGEST_LABEL, max(cell_len(row.label) for row in rows(session.game, [])))


def how_width(session: Session) -> int:
    """Return the cells of the words that say what a category pays, with a blank at either side."""
    return 2 + max(map(cell_len, how_to_score(session.game).values()))


def readable(session: Session, seats: int) -> int:
    """Return the columns of a screen for a sheet that reads well."""
    return labels_width(session) + READABLE * seats + 2


def wanted(session: Session, seats: int, columns: int) -> int:
    """Return how many of these columns a sheet has a use for."""
    rest = labels_width(session) + 2
    with_how = rest + how_width(session)
    return min(columns, (with_how if columns >= with_how + ROOMY * seats else rest) + WIDEST * seats)


def lowest(session: Session) -> int:
    """Return the fewest lines that a sheet can do with: a heading, and one for each row."""
    return 1 + len(rows(session.game, []))
