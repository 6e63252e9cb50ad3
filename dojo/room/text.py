"""The board as lines: coloured on the screen, plain for `dojo room` in a pipe."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.practice.model import AMBER
from dojo.room.rows import (
    KEY,
    LONG,
    LONG_AMBER,
    MUTED,
    STRONG,
    SYMBOLS,
    BoardLine,
    BoardRow,
    Part,
    View,
)
from dojo.room.time_axis import Window, columns_for, signs_by_minute, window_of
from dojo.text import WIDTH, fill
from dojo.times import clock_time, format_minutes

MIN_NAME_COLUMNS = 8
MIN_SIGNS = 8
MIN_STATE_COLUMNS = 8
AGE_COLUMNS = 8
MIN_LEVEL_COLUMNS = 3
SCORE_COLUMNS = 7
EXPECTED = "expected"
SLIPS = "slips"
EXPECTED_COLUMNS = 1 + len("10 of 12")


class Columns(NamedTuple):
    """How wide the columns of a board are. `expected`, `slips`: 0 if no pair has any."""

    name: int
    signs: int
    state: int
    level: int
    expected: int
    slips: int


def board_lines(view: View) -> list[str]:
    """Return the board as plain text."""
    counts = [part.text for part in view.counts]
    current = view.report.round
    if current is not None and view.now < current.end:
        counts.append(f"{format_minutes(current.end - view.now)} left")
    heading = fill("  ".join([*counts, f"at {clock_time(view.now)}"]))
    lines = [heading, *view.troubles, *view.notes, ""]
    if view.advice:
        return [*lines, view.advice]
    table = [plain(line).rstrip() for line in table_lines(view, WIDTH)]
    return [*lines, *table, "", KEY]


def table_lines(view: View, width: int, *, by_minute: bool = False) -> list[BoardLine]:
    """Return the headings, and a line for each pair. `by_minute`: its checks below a time axis."""
    columns = columns_of(view, width, by_minute=by_minute)
    window = None
    above_signs = "checks".ljust(columns.signs)
    if by_minute:
        pairs = [row.pair for row in view.rows]
        window = window_of(pairs, view.now, columns.signs)
        columns = columns._replace(signs=window.columns)
        above_signs = window.axis()
    headings = [
        "pair".ljust(columns.name),
        above_signs,
        "now".ljust(columns.state),
        "checked".rjust(AGE_COLUMNS),
        "lvl".ljust(columns.level),
        "score".rjust(SCORE_COLUMNS),
    ]
    expected = EXPECTED.rjust(columns.expected)[: columns.expected]
    slips = SLIPS.rjust(columns.slips)[: columns.slips]
    lines: list[BoardLine] = [[Part(" ".join(headings) + expected + slips, MUTED)]]
    for row in view.rows:
        signs = _row_signs(row, view.now, columns.signs, window)
        name = Part(f"{set_cell_size(row.report.name, columns.name)} ")
        lines.append([name, *signs, *_cells_after_signs(row, columns)])
    return lines


def columns_of(view: View, width: int, *, by_minute: bool) -> Columns:
    """Return the columns. The signs take the rest, but not more than they need."""
    names = [cell_len(row.report.name) for row in view.rows]
    levels = [len(row.level) for row in view.rows]
    states = [len(state_part(row).text) for row in view.rows if not row.report.silent]
    silent = [len(state_part(row).text) - AGE_COLUMNS - 1 for row in view.rows if row.report.silent]
    name = min(max([MIN_NAME_COLUMNS, *names]), width // 5)
    level = max([MIN_LEVEL_COLUMNS, *levels])
    state = max([MIN_STATE_COLUMNS, *states, *silent])
    has_predictions = any(row.predictions for row in view.rows)
    expected = EXPECTED_COLUMNS if has_predictions else 0
    longest_slips = max([0, *(len(row.slips) for row in view.rows)])
    slips = max(longest_slips, len(SLIPS)) + 1 if longest_slips else 0
    spaces = 5
    others = name + state + AGE_COLUMNS + level + SCORE_COLUMNS + expected + slips + spaces
    signs = max(width - others, MIN_SIGNS)
    if not by_minute:
        most = max([0, *(len(row.signs) for row in view.rows)])
        signs = min(signs, columns_for(most))
    return Columns(name, signs, state, level, expected, slips)


def _row_signs(row: BoardRow, now: float, columns: int, window: Window | None) -> BoardLine:
    """Return the last signs of a row, the newest last, or its signs by the minute."""
    if window is not None:
        return joined(signs_by_minute(row.pair, window, now))
    signs = row.signs[-columns:]
    return joined([*signs, Part(" " * (columns - len(signs)))])


def _cells_after_signs(row: BoardRow, columns: Columns) -> BoardLine:
    state = state_part(row)
    age = row.age
    age_role = MUTED
    if row.report.late:
        age = f"{age}!"
        age_role = STRONG
    state_columns = columns.state
    cells: BoardLine = [Part(" "), state]
    if row.report.silent:
        # Nobody knows how old its last check is, so the state takes that column, too.
        state_columns += 1 + AGE_COLUMNS
        age = ""
    cells.append(Part(" " * (state_columns - len(state.text))))
    if not row.report.silent:
        cells.append(Part(" " + age.rjust(AGE_COLUMNS)[-AGE_COLUMNS:], age_role))
    level = f" {row.level.ljust(columns.level)} "
    score = row.score.rjust(SCORE_COLUMNS) + row.predictions.rjust(columns.expected)
    return [*cells, Part(level), Part(score + row.slips.rjust(columns.slips))]


def state_part(row: BoardRow) -> Part:
    """Return the state and its detail, with an exclamation mark if it is not green for too long."""
    if row.report.silent:
        return Part(f"{row.report.state}? {row.detail}", MUTED)
    text = f"{row.report.state} {row.detail}".rstrip()
    if row.report.overdue:
        role = LONG_AMBER if row.report.state == AMBER else LONG
        return Part(f"{text}!", role)
    if row.report.state in SYMBOLS:
        return Part(text, row.report.state)
    return Part(text, MUTED)


def joined(signs: BoardLine) -> BoardLine:
    """Join neighbours of one role, because there are many signs."""
    return [Part(plain(run), role) for role, run in groupby(signs, key=lambda sign: sign.role)]


def plain(line: Iterable[Part]) -> str:
    """Return a line without its colours."""
    return "".join(part.text for part in line)
