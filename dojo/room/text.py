"""The board as lines of text: in colours on the screen, without them for `dojo room` in a pipe."""

from rich.cells import cell_len, set_cell_size

from dojo.room.pairs import Room
from dojo.room.rows import BoardRow, View, view_of
from dojo.room.signs import (
    KEY,
    MUTED,
    STRONG,
    SYMBOLS,
    BoardLine,
    Part,
    Window,
    clock_time,
    joined,
    plain,
    signs_by_minute,
    signs_in_order,
    window_of,
)
from dojo.text import WIDTH

MIN_NAME_COLUMNS = 8
MIN_SIGNS = 8
STATE_COLUMNS = 12
SCORE_COLUMNS = 8
AGE_COLUMNS = 7
HEADINGS = " lvl now            score checked "
NEWEST = "checks, newest at the right"


def board_lines(room: Room, now: float) -> list[str]:
    """Return the board as plain text."""
    view = view_of(room, now)
    counts = "  ".join(part.text for part in view.counts)
    lines = [f"{counts}  at {clock_time(now)}", *view.troubles, ""]
    if view.advice:
        return [*lines, view.advice]
    table = [plain(line).rstrip() for line in table_lines(view, WIDTH)]
    return [*lines, *table, "", KEY]


def table_lines(view: View, width: int, *, by_minute: bool = False) -> list[BoardLine]:
    """Return the headings, and a line for each pair. `by_minute`: its checks below a time axis."""
    pairs = [row.pair for row in view.rows]
    longest = max([MIN_NAME_COLUMNS, *(cell_len(pair.name) for pair in pairs)])
    name_columns = min(longest, width // 5)
    headings = "pair".ljust(name_columns) + HEADINGS
    columns = max(width - len(headings), MIN_SIGNS)
    window = None
    above_signs = NEWEST.rjust(columns)[-columns:]
    if by_minute:
        window = window_of(pairs, view.now, columns)
        above_signs = window.axis()
    lines = [_row_line(row, name_columns, columns, window) for row in view.rows]
    return [[Part(headings + above_signs, MUTED)], *lines]


def _row_line(row: BoardRow, name_columns: int, columns: int, window: Window | None) -> BoardLine:
    if window:
        signs = signs_by_minute(row.pair, window)
    else:
        signs = signs_in_order(row.pair, columns)
    state = state_part(row)
    age = f"{row.age}!" if row.is_late else row.age
    score_columns = STATE_COLUMNS + SCORE_COLUMNS - len(state.text)
    return [
        Part(f"{set_cell_size(row.pair.name, name_columns)} {row.level:<3} "),
        state,
        Part(row.score.rjust(score_columns) + " "),
        Part(age.rjust(AGE_COLUMNS)[-AGE_COLUMNS:], STRONG if row.is_late else MUTED),
        Part(" ", MUTED),
        *joined(signs),
    ]


def state_part(row: BoardRow) -> Part:
    """Return the state and its detail, with an exclamation mark if it is not green for too long."""
    text = f"{row.state} {row.detail}".rstrip()
    if row.is_overdue:
        return Part(f"{text}!", f"long-{row.state}")
    return Part(text, row.state if row.state in SYMBOLS else MUTED)
