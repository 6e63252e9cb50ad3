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
    fair_share = (room - how_width(session)) // seats
    if fair_share < ROOMY:
        fair_share = room // seats  # without the words
    column = max(NARROWEST, min(WIDEST, fair_share))
    row = max(1, min(ROW_AT_MOST, lines // lowest(session)))
    sections = sections_of(rows(session.game, []), session.game)
    gap = max(0, lines - row * lowest(session)) // len(sections)
    return Measures(padding, labels, max(0, room - column * seats), column, row, gap)


def cut(text: str, cells: int, end: str = "") -> str:
    """Return what fits of a text, and an end."""
    if cell_len(text) <= cells:
        return text
    end = f"…{end}"
    return set_cell_size(text, cells - cell_len(end)).rstrip() + end


def labels_width(session: Session) -> int:
    """Return the cells of letter, cursor and label."""
    longest = max(cell_len(row.label) for row in rows(session.game, []))
    return MARGIN + min(LONGEST_LABEL, longest)


def how_width(session: Session) -> int:
    """Return the cells of the words that say what a category pays, with a blank at either side."""
    return 2 + max(map(cell_len, how_to_score(session.game).values()))


def readable(session: Session, seats: int) -> int:
    """Return the columns of a screen for a sheet that reads well."""
    return labels_width(session) + READABLE * seats + 2


def wanted(session: Session, seats: int, columns: int) -> int:
    """Return how many of these columns a sheet has a use for."""
    beside_players = labels_width(session) + 2
    with_how = beside_players + how_width(session)
    if columns >= with_how + ROOMY * seats:
        beside_players = with_how
    return min(columns, beside_players + WIDEST * seats)


def lowest(session: Session) -> int:
    """Return the fewest lines that a sheet can do with: a heading, and one for each row."""
    return 1 + len(rows(session.game, []))
