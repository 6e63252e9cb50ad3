"""The signs of a pair's checks by the time of day, below a time axis."""

from collections.abc import Iterable
from typing import NamedTuple

from dojo.practice.model import AMBER, GREEN, RED, Status
from dojo.room.pairs import Pair
from dojo.room.rows import APPROVED, MUTED, START_SIGN, SWAP_SIGN, SYMBOLS, BoardLine, Part, sign_of
from dojo.times import HOUR_SECONDS, MINUTE_SECONDS, clock_time

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
