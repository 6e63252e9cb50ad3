"""The board as lines: coloured on the screen, plain for `dojo room` in a pipe; and as JSON."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from rich.cells import cell_len, set_cell_size

from dojo.practice.history import Step
from dojo.room.pairs import Pair, Room
from dojo.room.rows import (
    KEY,
    MUTED,
    STRONG,
    SYMBOLS,
    BoardLine,
    BoardRow,
    Part,
    View,
    clock_time,
    present_and_left,
    timestamp_of,
    view_of,
)
from dojo.room.time_axis import Window, signs_by_minute, window_of
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
    lines: list[BoardLine] = [[Part(headings + above_signs, MUTED)]]
    for row in view.rows:
        lines.append([*_row_cells(row, name_columns), *_row_signs(row, columns, window)])
    return lines


def _row_cells(row: BoardRow, name_columns: int) -> BoardLine:
    """Return a row but its signs."""
    state = state_part(row)
    score_columns = STATE_COLUMNS + SCORE_COLUMNS - len(state.text)
    age = row.age
    age_role = MUTED
    if row.is_late:
        age = f"{age}!"
        age_role = STRONG
    return [
        Part(f"{set_cell_size(row.pair.name, name_columns)} {row.level:<3} "),
        state,
        Part(row.score.rjust(score_columns) + " "),
        Part(age.rjust(AGE_COLUMNS)[-AGE_COLUMNS:], age_role),
        Part(" ", MUTED),
    ]


def _row_signs(row: BoardRow, columns: int, window: Window | None) -> BoardLine:
    """Return the last signs of a row, the newest at the right, or its signs by the minute."""
    if window:
        return joined(signs_by_minute(row.pair, window))
    signs = row.signs[-columns:]
    return joined([Part(" " * (columns - len(signs))), *signs])


def state_part(row: BoardRow) -> Part:
    """Return the state and its detail, with an exclamation mark if it is not green for too long."""
    text = f"{row.state} {row.detail}".rstrip()
    if row.is_overdue:
        return Part(f"{text}!", f"long-{row.state}")
    if row.state in SYMBOLS:
        return Part(text, row.state)
    return Part(text, MUTED)


def joined(signs: BoardLine) -> BoardLine:
    """Join neighbours of one role, because there are many signs."""
    return [Part(plain(run), role) for role, run in groupby(signs, key=lambda sign: sign.role)]


def plain(line: Iterable[Part]) -> str:
    """Return a line without its colours."""
    return "".join(part.text for part in line)


def board_data(room: Room) -> dict[str, Any]:
    """Return the board for a program. Moments are seconds since 1970, scores are from 0 to 1."""
    present, _ = present_and_left(room)
    return {"pairs": [pair_data(pair) for pair in present], **absence_data(room)}


def absence_data(room: Room) -> dict[str, Any]:
    """Return who left, and which sources do not answer."""
    _, left = present_and_left(room)
    unreachable = {
        clone.display_name: {"since": clone.silent_since, "why": clone.failure}
        for clone in room.clones
        if clone.failure
    }
    return {"left": [pair.name for pair in left], "unreachable": unreachable}


def pair_data(pair: Pair) -> dict[str, Any]:
    history = pair.history
    last_status = None
    last_moment = None
    if history.last:
        last_status = history.state
        last_moment = history.last.moment
    return {
        "name": pair.name,
        "level": history.choices.level or None,
        "blind": history.choices.blind,
        "status": last_status,
        "approved": history.approved._asdict(),
        "not_green_since": timestamp_of(history.red_since),
        "last_check": timestamp_of(last_moment),
        "score": history.score,
        "swaps": [swap.moment.timestamp() for swap in history.swaps],
        "checks": [step_data(step) for step in history.steps],
    }


def step_data(step: Step) -> dict[str, Any]:
    return {
        "moment": step.moment.timestamp(),
        "status": step.status,
        "commit": step.commit,
        "reverted": step.reverted is not None,
        "approved": step.approved._asdict(),
    }
