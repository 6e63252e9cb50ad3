"""The board as lines: coloured on the screen, plain for `dojo room` in a pipe; and as JSON."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.practice.model import AMBER
from dojo.practice.steps import Step, count_predictions
from dojo.room.pairs import Room
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
    present_and_left,
    view_of,
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


def board_lines(room: Room, now: float) -> list[str]:
    """Return the board as plain text."""
    view = view_of(room, now)
    counts = [part.text for part in view.counts]
    if view.round is not None and now < view.round.end:
        counts.append(f"{format_minutes(view.round.end - now)} left")
    heading = fill("  ".join([*counts, f"at {clock_time(now)}"]))
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
        name = Part(f"{set_cell_size(row.pair.name, columns.name)} ")
        lines.append([name, *signs, *_cells_after_signs(row, columns)])
    return lines


def columns_of(view: View, width: int, *, by_minute: bool) -> Columns:
    """Return the columns. The signs take the rest, but not more than they need."""
    names = [cell_len(row.pair.name) for row in view.rows]
    levels = [len(row.level) for row in view.rows]
    states = [len(state_part(row).text) for row in view.rows if not row.is_silent]
    silent = [len(state_part(row).text) - AGE_COLUMNS - 1 for row in view.rows if row.is_silent]
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
    if row.is_late:
        age = f"{age}!"
        age_role = STRONG
    state_columns = columns.state
    cells: BoardLine = [Part(" "), state]
    if row.is_silent:
        # Nobody knows how old its last check is, so the state takes that column, too.
        state_columns += 1 + AGE_COLUMNS
        age = ""
    cells.append(Part(" " * (state_columns - len(state.text))))
    if not row.is_silent:
        cells.append(Part(" " + age.rjust(AGE_COLUMNS)[-AGE_COLUMNS:], age_role))
    level = f" {row.level.ljust(columns.level)} "
    score = row.score.rjust(SCORE_COLUMNS) + row.predictions.rjust(columns.expected)
    return [*cells, Part(level), Part(score + row.slips.rjust(columns.slips))]


def state_part(row: BoardRow) -> Part:
    """Return the state and its detail, with an exclamation mark if it is not green for too long."""
    if row.is_silent:
        return Part(f"{row.state}? {row.detail}", MUTED)
    text = f"{row.state} {row.detail}".rstrip()
    if row.is_overdue:
        role = LONG_AMBER if row.state == AMBER else LONG
        return Part(f"{text}!", role)
    if row.state in SYMBOLS:
        return Part(text, row.state)
    return Part(text, MUTED)


def joined(signs: BoardLine) -> BoardLine:
    """Join neighbours of one role, because there are many signs."""
    return [Part(plain(run), role) for role, run in groupby(signs, key=lambda sign: sign.role)]


def plain(line: Iterable[Part]) -> str:
    """Return a line without its colours."""
    return "".join(part.text for part in line)


def board_data(room: Room, now: float) -> dict[str, Any]:
    """Return the board for a program. Moments are seconds since 1970 on the clock of the pair.

    Scores are from 0 to 1.
    """
    view = view_of(room, now)
    current = None
    if view.round is not None:
        current = {"name": view.round.name, "start": view.round.start, "end": view.round.end}
    return {"round": current, "pairs": [pair_data(row) for row in view.rows], **absence_data(room)}


def absence_data(room: Room) -> dict[str, Any]:
    """Return the pairs that left, the closed rooms, and the sources that do not answer."""
    _, left = present_and_left(room)
    unreachable = {
        clone.display_name: {"since": clone.silent_since, "why": clone.failure}
        for clone in room.clones
        if clone.failure
    }
    closed = [clone.display_name for clone in room.clones if clone.is_closed]
    return {"left": [pair.name for pair in left], "closed": closed, "unreachable": unreachable}


def pair_data(row: BoardRow) -> dict[str, Any]:
    pair = row.pair
    history = pair.history
    last_checked = history.last_check.checked if history.last_check else None
    practices = history.practices
    swaps = [swap for practice in practices for swap in practice.swaps]
    return {
        "name": pair.name,
        "level": history.choices.level or None,
        "blind": history.choices.blind,
        "step": history.choices.step,
        "status": history.state if history.last else None,
        "state": row.state,
        "silent": row.is_silent,
        "overdue": row.is_overdue,
        "late": row.is_late,
        "last_heard": pair.heard,
        "clock_ahead": pair.sign.ahead,
        "approved": history.approved._asdict(),
        "not_green_since": seconds_of(history.red_since) if pair.has_times else None,
        "last_check": seconds_of(last_checked) if pair.has_times else None,
        "score": history.score,
        "predictions": count_predictions(history.all_steps)._asdict(),
        "slips": history.slips_of_others._asdict(),
        "has_all_times": pair.has_all_times,
        "swaps": [seconds_of(swap.moment) for swap in swaps],
        "starts": [seconds_of(practice.started_at) for practice in practices],
        "checks": [step_data(step) for step in history.all_steps],
    }


def seconds_of(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def step_data(step: Step) -> dict[str, Any]:
    return {
        "moment": step.moment.timestamp(),
        "status": step.status,
        "expected": step.check.expected or None,
        "commit": step.commit,
        "reverted": step.reverted is not None,
        "approved": step.approved._asdict(),
    }
