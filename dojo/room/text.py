"""The board as lines: coloured on the screen, plain for `dojo room` in a pipe.

The signs of a pair are in order, or by the time of day below a time axis.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.practice.model import AMBER, GREEN, RED, Status
from dojo.room.pairs import Pair
from dojo.room.rows import (
    APPROVED,
    KEY,
    LONG,
    LONG_AMBER,
    MUTED,
    START_SIGN,
    STRONG,
    SWAP_SIGN,
    SYMBOLS,
    BoardLine,
    BoardRow,
    Part,
    View,
    sign_of,
)
from dojo.text import WIDTH, fill
from dojo.times import HOUR_SECONDS, MINUTE_SECONDS, clock_time, format_minutes

# The checks of an earlier day would press all others together.
SESSION_SECONDS = 12 * HOUR_SECONDS
# The columns grow by so many at a time, so that the board does not move with each check.
COLUMNS_STEP = 10
# How many seconds a column may have, and the time between two times of day above the columns.
UNITS = {
    10: MINUTE_SECONDS,
    20: 2 * MINUTE_SECONDS,
    30: 5 * MINUTE_SECONDS,
    MINUTE_SECONDS: 10 * MINUTE_SECONDS,
    2 * MINUTE_SECONDS: 20 * MINUTE_SECONDS,
    5 * MINUTE_SECONDS: HOUR_SECONDS,
    10 * MINUTE_SECONDS: HOUR_SECONDS,
    15 * MINUTE_SECONDS: 2 * HOUR_SECONDS,
    30 * MINUTE_SECONDS: 4 * HOUR_SECONDS,
    HOUR_SECONDS: 6 * HOUR_SECONDS,
}
ROLES_FROM_BEST = ("", GREEN, MUTED, APPROVED, AMBER, RED)
BLANK = Part(" ")
MIN_NAME_COLUMNS = 8
MIN_SIGNS = 8
MIN_STATE_COLUMNS = 8
AGE_COLUMNS = 8
MIN_LEVEL_COLUMNS = 3
SCORE_COLUMNS = 7
EXPECTED = "expected"
SLIPS = "slips"
EXPECTED_COLUMNS = 1 + len("10 of 12")


class Window(NamedTuple):
    """Columns of `seconds` each. `first`: the number of the first column since 1970."""

    first: int
    seconds: int
    columns: int

    def column(self, moment: float) -> int:
        """Return the column of a moment, negative before the first. The future is in the last."""
        number = int(moment // self.seconds)
        return min(number - self.first, self.columns - 1)

    def axis(self) -> str:
        """Return round times of day above the columns in which they begin."""
        line = ""
        for column in range(self.columns - len("12:00") + 1):
            moment = (self.first + column) * self.seconds
            if moment % UNITS[self.seconds] == 0:
                line = line.ljust(column) + clock_time(moment)
        return line.ljust(self.columns)


def window_of(pairs: Iterable[Pair], now: float, columns: int) -> Window:
    """Return a window on the whole session, from its first check on.

    It has at most so many columns, and not many more than the session needs.
    """
    moments: list[float] = []
    for pair in pairs:
        if not pair.has_all_times:
            continue
        moments += [min(step.moment.timestamp(), now) for step in pair.history.all_steps]
    last = max(moments, default=now)
    session = [moment for moment in moments if last - moment < SESSION_SECONDS]
    start = min(session, default=last)
    end = now if now - last < SESSION_SECONDS else last
    fitting = [seconds for seconds in UNITS if _needed_columns(start, end, seconds) <= columns]
    seconds = min(fitting, default=max(UNITS))
    used = columns_for(_needed_columns(start, end, seconds))
    return Window(int(start // seconds), seconds, min(columns, used))


def _needed_columns(start: float, end: float, seconds: int) -> int:
    """Return the number of columns from one moment to another."""
    return int(end // seconds) - int(start // seconds) + 1


def columns_for(signs: int) -> int:
    """Return the number of columns for some signs, with space for at least one more."""
    return (signs // COLUMNS_STEP + 1) * COLUMNS_STEP


def signs_by_minute(pair: Pair, window: Window, now: float) -> BoardLine:
    """Return a sign for each column: the worst of its checks, or how long the pair was red.

    A swap or a new start shows unless something worse does. Nothing shows by a wrong clock.
    """
    signs: dict[int, Part] = {}
    if not pair.has_all_times:
        return [BLANK] * window.columns

    def put(moment: float, sign: Part) -> None:
        """Put a sign into its column, unless a worse one is there."""
        column = window.column(moment)
        before = signs.get(column, BLANK)
        both = [sign, before]
        signs[column] = max(both, key=lambda each: ROLES_FROM_BEST.index(each.role))

    practices = pair.history.practices
    for practice in practices:
        for step in practice.steps:
            if step.reverted is None:
                put(step.moment.timestamp(), sign_of(step))
            else:
                put(step.moment.timestamp(), Part(SYMBOLS[step.status], step.status))
                put(step.reverted.timestamp(), sign_of(step))
        for swap in practice.swaps:
            put(swap.moment.timestamp(), Part(SWAP_SIGN, MUTED))
        if practice.earlier is not None and practice.started_at is not None:
            put(practice.started_at.timestamp(), Part(START_SIGN, MUTED))
    for start, end, status in _failing_spans(pair, now):
        first = max(window.column(start), -1) + 1
        # The clock of the pair may be some seconds ahead.
        for column in range(first, window.column(min(end, now)) + 1):
            signs.setdefault(column, Part(SYMBOLS[status], status))
    return [signs.get(column, BLANK) for column in range(window.columns)]


def _failing_spans(pair: Pair, now: float) -> list[tuple[float, float, Status]]:
    """Return from when to when the files of each failing check stayed as they were."""
    steps = pair.history.all_steps
    ends = [step.moment.timestamp() for step in steps[1:]]
    ends.append(pair.known_until(now))
    spans: list[tuple[float, float, Status]] = []
    for step, next_step in zip(steps, ends, strict=False):
        start = step.moment.timestamp()
        end = next_step
        if step.reverted is not None:
            end = step.reverted.timestamp()
        if end - start > SESSION_SECONDS:
            end = step.checked.timestamp()
        if not step.is_green:
            spans.append((start, end, step.check.status))
    return spans


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
        state = state_part(row)
        age = row.age
        age_role = MUTED
        if row.report.late:
            age += "!"
            age_role = STRONG
        # The state of a silent pair takes the column of its age, too, which nobody knows.
        rest = columns.state + 1 + AGE_COLUMNS - len(state.text)
        level = f" {row.level.ljust(columns.level)} "
        score = row.score.rjust(SCORE_COLUMNS) + row.predictions.rjust(columns.expected)
        end = Part(level + score + row.slips.rjust(columns.slips))
        lines.append([name, *signs, Part(" "), state, Part(age.rjust(rest), age_role), end])
    return lines


def columns_of(view: View, width: int, *, by_minute: bool) -> Columns:
    """Return the columns. The signs take the rest, but not more than they need."""
    rows = view.rows
    name = min(_widest([row.report.name for row in rows], MIN_NAME_COLUMNS), width // 5)
    level = _widest([row.level for row in rows], MIN_LEVEL_COLUMNS)
    heard = [state_part(row).text for row in rows if not row.report.silent]
    silent = [state_part(row).text for row in rows if row.report.silent]
    state = max(_widest(heard, MIN_STATE_COLUMNS), _widest(silent) - 1 - AGE_COLUMNS)
    expected = 0
    if any(row.predictions for row in rows):
        expected = EXPECTED_COLUMNS
    slips = _widest([row.slips for row in rows])
    if slips:
        slips = max(slips, len(SLIPS)) + 1
    spaces = 5
    others = name + state + AGE_COLUMNS + level + SCORE_COLUMNS + expected + slips + spaces
    signs = max(width - others, MIN_SIGNS)
    if not by_minute:
        most = max([len(row.signs) for row in rows], default=0)
        signs = min(signs, columns_for(most))
    return Columns(name, signs, state, level, expected, slips)


def _widest(texts: Iterable[str], least: int = 0) -> int:
    """Return how many columns the longest text takes."""
    return max([least, *map(cell_len, texts)])


def _row_signs(row: BoardRow, now: float, columns: int, window: Window | None) -> BoardLine:
    """Return the last signs of a row, the newest last, or its signs by the minute."""
    if window is not None:
        return joined(signs_by_minute(row.pair, window, now))
    signs = row.signs[-columns:]
    return joined([*signs, Part(" " * (columns - len(signs)))])


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
