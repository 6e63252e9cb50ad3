"""What a board says at a moment: the one model of which the screen, the text, the JSON and the page are made.

The role of a part is a colour of the screen, and a class of the page; of a sign, it is the status of the check.
"""

import re
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import count, groupby
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.practice.history import Check
from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.git import display_url
from dojo.room.pairs import Pair, Room
from dojo.text import STATUS_MARKS, WIDTH, percent, quantity

SYMBOLS = {GREEN: "●", **STATUS_MARKS}
REVERTED_SIGN, SWAP, OTHERWISE = "<", "|", "*"
KEY = "● green  x red  ? amber  < reverted  | partners swapped  * approved otherwise"
LONG, MUTED, STRONG = "long-red", "muted", "strong"  # roles, beside those that are statuses

COUNTS = {GREEN: GREEN, AMBER: AMBER, RED: RED, "over 2 min": LONG, "left": MUTED, "hidden": MUTED}  # and their roles

MINUTE_SECONDS, HOUR_SECONDS = 60, 3600
LONGEST_RED_SECONDS = 2 * MINUTE_SECONDS  # "nobody is red for longer than two minutes", as docs/facilitating.md has it
LONGEST_STEP_SECONDS = 5 * MINUTE_SECONDS  # from a check to the next: whoever takes longer may need help
SESSION_SECONDS = 12 * HOUR_SECONDS  # what was longer ago would press all else together

NARROWEST_NAMES, FEWEST_SIGNS, STATE_COLUMNS = 8, 8, 12
ADVICE = """\
No pair yet. Each pair makes a practice with `dojo start`, and joins with:

{}

Then every check of theirs shows here within seconds."""
NOT_HEARD = "No pair was read yet."
HEADINGS, NEWEST = " lvl now            score checked ", "checks, newest at the right"


class Part(NamedTuple):
    """A piece of a line, and its role."""

    text: str
    role: str = ""


Line = list[Part]
BLANK = Part(" ")
FROM_BEST = ("", GREEN, MUTED, AMBER, RED)  # roles of signs


class Row(NamedTuple):
    """A pair at a moment, in words: nobody knows what those did since who are not heard.

    `state`: the status of the last check, or why there is none. `detail`: for how long it is not green; of green, in
    how many places what was approved is not the kata's. `age`: how long ago the last check was.
    """

    pair: Pair
    state: str
    detail: str
    age: str
    score: str
    is_unheard: bool
    is_overdue: bool
    is_late: bool


class View(NamedTuple):
    """A board at a moment. `troubles`: what is wrong, a line each. `advice`: while there is no pair, how one joins."""

    now: float
    rows: list[Row]
    counts: Line
    left: list[str]
    troubles: list[str]
    advice: str
    as_of: str


def view_of(room: Room, now: float, hidden: Collection[str] = ()) -> View:
    """Return a board at a moment, without the pairs that are hidden."""
    pairs = sorted(room.pairs, key=lambda pair: natural_order(pair.name))
    left = [pair.name for pair in pairs if pair.has_left]
    rows = [row_of(pair, now) for pair in pairs if not pair.has_left and pair.name not in hidden]
    counts = counts_of(rows, len(left), len(pairs) - len(left) - len(rows))
    heard = max(clone.heard or 0 for clone in room.clones)
    as_of = f"as of {clock_time(heard, '%H:%M:%S')}" if heard else ""
    places = [shlex.quote(display_url(clone.address)) for clone in room.clones]
    advice = ADVICE.format("\n".join(f"  dojo join {place} --name Panda" for place in places)) if heard else NOT_HEARD
    return View(now, rows, counts, left, troubles_of(room), "" if pairs else advice, as_of)


def row_of(pair: Pair, now: float) -> Row:
    """Return a pair at a moment."""
    known, since, last = pair.known(now), pair.since, pair.last
    is_unheard = known < now
    sign = "?" if is_unheard else ""
    otherwise = f"{OTHERWISE}{pair.approved.changes}" if pair.approved.changes else ""
    return Row(
        pair,
        pair.state,
        detail=otherwise if since is None else format_minutes(known - since) + sign,
        age="" if last is None else format_age(known - last) + sign,
        score=percent(pair.score),
        is_unheard=is_unheard,
        is_overdue=since is not None and now - since > LONGEST_RED_SECONDS and not is_unheard,
        is_late=last is not None and now - last > LONGEST_STEP_SECONDS and not is_unheard,
    )


def counts_of(rows: Sequence[Row], left: int, hidden: int) -> Line:
    """Count the pairs, by status, and their checks."""
    counts = Counter(row.state for row in rows)
    counts.update({"over 2 min": sum(row.is_overdue for row in rows), "left": left, "hidden": hidden})
    parts = [Part(f"{counts[what]} {what}", role) for what, role in COUNTS.items() if counts[what]]
    checks = sum(len(row.pair.history.checks) for row in rows)
    return [Part(quantity(len(rows), "pair")), *parts, Part(quantity(checks, "check"))]


def troubles_of(room: Room) -> list[str]:
    """Return which rooms do not answer, a line each."""
    return [
        f"{clone.display_name}: no answer since {clock_time(clone.silent_since)}: {clone.why}"
        for clone in room.clones
        if clone.why
    ]


def format_minutes(seconds: float) -> str:
    """Return minutes and seconds: 25:00."""
    return "{}:{:02}".format(*divmod(int(max(0, seconds)), MINUTE_SECONDS))


def format_age(seconds: float) -> str:
    """Return how long ago something was, in seven characters; seconds do not count: they would never rest."""
    if seconds < MINUTE_SECONDS:
        return "< 1 min"
    minutes = int(seconds) // MINUTE_SECONDS
    return f"{minutes} min" if seconds < HOUR_SECONDS else f"{minutes // 60} h"


def natural_order(name: str) -> list[Any]:
    """Return a key that sorts names as people do: Panda-2 comes before Panda-10."""
    return [int(piece) if piece.isdecimal() else piece for piece in re.split(r"(\d+)", name.casefold())]


def clock_time(moment: float, form: str = "%H:%M") -> str:
    """Return a moment as the clocks here show it."""
    return f"{datetime.fromtimestamp(moment).astimezone():{form}}"


def format_level(level: int | None, *, blind: bool) -> str:
    """Return a level as a column has it: b for a blind practice; own code has none."""
    return f"{level}{'b' if blind else ''}" if level else "own"


# The signs of checks, in order and by the minute.


def symbol_of(check: Check, *, reverted: bool) -> str:
    """Return the sign of a check."""
    if reverted:
        return REVERTED_SIGN
    return OTHERWISE if check.approved.changes and check.status == GREEN else SYMBOLS[check.status]


def sign_of(pair: Pair, check: Check) -> Part:
    """Return the sign of a check. What goes by other documents than the kata's has no colour of a status."""
    symbol = symbol_of(check, reverted=pair.reverted(check))
    return Part(symbol, MUTED if symbol == OTHERWISE else check.status)


def in_order(pair: Pair, columns: int) -> Line:
    """Return the last signs of a pair, a column each, the newest at the right edge."""
    signs = [sign_of(pair, check) for check in pair.history.checks]
    for swap in reversed(pair.history.swaps):
        signs.insert(swap.after, Part(SWAP, MUTED))
    return [BLANK] * (columns - len(signs)) + signs[-columns:]


class Window(NamedTuple):
    """So many columns of so many minutes each; `first`: the number of the one at the left edge, counted from 1970."""

    first: int
    minutes: int
    columns: int

    def column(self, moment: float) -> int:
        """Return the column of a moment, negative before the first; what is yet to come stands in the last."""
        return min(int(moment // (self.minutes * MINUTE_SECONDS)) - self.first, self.columns - 1)

    def axis(self) -> str:
        """Return the clock times over every tenth column, each beginning above its own."""
        line = ""
        for column in range(self.columns - len("2:00")):
            number = self.first + column
            if number % 10 == 0:
                line = line.ljust(column) + clock_time(number * self.minutes * MINUTE_SECONDS)
        return line.ljust(self.columns)


def window_of(pairs: Iterable[Pair], now: float, columns: int) -> Window:
    """Return a window with the whole session in it, up to its last check; a clock that is ahead counts as right."""
    moments = [min(check.moment.timestamp(), now) for pair in pairs for check in pair.history.checks]
    end = max(moments, default=now)
    start = min((moment for moment in moments if end - moment < SESSION_SECONDS), default=end)
    windows = (Window(int(end // (each * MINUTE_SECONDS)) - columns + 1, each, columns) for each in count(1))
    return next(window for window in windows if window.column(start) >= 0)


def by_minute(pair: Pair, window: Window) -> Line:
    """Return the worst sign in each column of a window; a swap of partners shows unless something worse does."""
    signs: dict[int, Part] = {}
    for check in pair.history.checks:
        column = window.column(check.moment.timestamp())
        signs[column] = max(sign_of(pair, check), signs.get(column, BLANK), key=lambda sign: FROM_BEST.index(sign.role))
    for swap in pair.history.swaps:
        column = window.column(swap.moment.timestamp())
        if signs.get(column, BLANK).role in ("", GREEN):
            signs[column] = Part(SWAP, MUTED)
    return [signs.get(column, BLANK) for column in range(window.columns)]


# As text.


def table_of(view: View, width: int, *, is_aligned: bool = False) -> list[Line]:
    """Return the line of headings, and one for each pair; `is_aligned`: the checks by the minute, below a clock."""
    pairs = [row.pair for row in view.rows]
    longest = max([NARROWEST_NAMES, *(cell_len(pair.name) for pair in pairs)])
    names = min(longest, width // 5)
    headings = "pair".ljust(names) + HEADINGS
    columns = max(width - len(headings), FEWEST_SIGNS)
    window = window_of(pairs, view.now, columns) if is_aligned else None
    over_signs = window.axis() if window else NEWEST.rjust(columns)[-columns:]
    lines = [line_of(row, names, columns, window) for row in view.rows]
    return [[Part(headings + over_signs, MUTED)], *lines]


def line_of(row: Row, names: int, columns: int, window: Window | None) -> Line:
    """Return a row as a line, with so many columns for the name and the checks; in a window, those by the minute."""
    choices = row.pair.history.choices
    level = format_level(choices.level, blind=choices.blind)
    state = state_part(row)
    age = f"{row.age}!" if row.is_late else row.age
    signs = by_minute(row.pair, window) if window else in_order(row.pair, columns)
    return [
        Part(f"{set_cell_size(row.pair.name, names)} {level:<3} "),
        state,
        Part(row.score.rjust(STATE_COLUMNS + 8 - len(state.text)) + " "),
        Part(f"{age:>7}"[-7:], STRONG if row.is_late else MUTED),
        Part(" ", MUTED),
        *joined(signs),
    ]


def state_part(row: Row) -> Part:
    """Say how a pair stands, for how long when it is not green, and that this is too long when it is."""
    text = f"{row.state} {row.detail}".rstrip()
    if row.is_overdue:
        return Part(f"{text}!", f"long-{row.state}")
    return Part(text, row.state if row.state in SYMBOLS else MUTED)


def joined(signs: Line) -> Line:
    """Return signs with neighbours of one role in one part: there are many."""
    return [Part(text_of(run), role) for role, run in groupby(signs, key=lambda sign: sign.role)]


def text_of(line: Iterable[Part]) -> str:
    """Return a line without its colours."""
    return "".join(part.text for part in line)


def board_lines(room: Room, now: float) -> list[str]:
    """Return the board as plain text, once."""
    view = view_of(room, now)
    counts = "  ".join(part.text for part in view.counts)
    table = [text_of(line).rstrip() for line in table_of(view, WIDTH)]
    below = [view.advice] if view.advice else [*table, "", KEY]
    return [f"{counts}  at {clock_time(now)}", *view.troubles, "", *below]


# For a program.


def board_data(room: Room) -> dict[str, Any]:
    """Return the board for a program; moments are seconds since 1970, a score is from 0 to 1."""
    view = view_of(room, now=0)
    away = {clone.display_name: {"since": clone.silent_since, "why": clone.why} for clone in room.clones if clone.why}
    return {"pairs": [pair_data(row.pair) for row in view.rows], "left": view.left, "unreachable": away}


def pair_data(pair: Pair) -> dict[str, Any]:
    """Return a pair for a program."""
    history = pair.history
    return {
        "name": pair.name,
        "level": history.choices.level or None,
        "blind": history.choices.blind,
        "status": pair.state if history.checks else None,
        "approved": pair.approved._asdict(),
        "not_green_since": pair.since,
        "last_check": pair.last,
        "score": pair.score,
        "swaps": [swap.moment.timestamp() for swap in history.swaps],
        "checks": [
            {
                "moment": check.moment.timestamp(),
                "status": check.status,
                "commit": check.snapshot,
                "reverted": pair.reverted(check),
                "approved": check.approved._asdict(),
            }
            for check in history.checks
        ],
    }
