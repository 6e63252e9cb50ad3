"""What the board says of a pair in a line, and of all of them above; pure: the moment and the width are handed in.

layout: how many columns the names and the lights have. state: how a pair stands; that is the status of its last check,
unless it has none. overdue: red or amber for longer than anybody should be. late: no check came for too long. unheard:
a pair whose room is not heard; nobody knows what it did since.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.practice import AMBER, GREEN, RED
from dojo.room.pairs import Pair
from dojo.room.signs import HOUR_SECONDS, MINUTE_SECONDS, MUTED, OTHERWISE, Clock, Line, Part, Window
from dojo.text import counted, printable

LONGEST_RED_SECONDS = 2 * MINUTE_SECONDS  # "nobody is red for longer than two minutes", as docs/facilitating.md has it
OVERDUE = f"over {LONGEST_RED_SECONDS // MINUTE_SECONDS} min"
LONGEST_STEP_SECONDS = 5 * MINUTE_SECONDS  # from a check to the next: whoever takes longer may need help
LONG, LONG_AMBER, LATE = "long", "long amber", "late"  # roles of what is longer, and what marks it without colour:
LONG_SIGN, UNHEARD_SIGN = "!", "?"
LATE_SHOWN_SECONDS = 5 * MINUTE_SECONDS  # after checks came late
NARROWEST_NAMES, WIDEST_NAMES = 8, 16
WIDE_COLUMNS = 100  # of a terminal that has room for long names
WIDEST_NAMES_WHERE_WIDE = 30
FEWEST_LIGHTS = 8
REVERTED, NO_CHECK, GONE = "reverted", "no check yet", "gone"  # states of a pair that has no status
LEFT, HIDDEN = "left", "hidden"  # lines that are not shown
LEVEL_COLUMNS, STATE_COLUMNS, SCORE_COLUMNS, AGE_COLUMNS = 3, 12, 7, 7
ORDER = "checks, newest at the right"
DAY_HOURS = 24


class Layout(NamedTuple):
    """How many columns the names have, and the lights."""

    names: int
    lights: int


def layout_of(names: Iterable[str], width: int) -> Layout:
    """Share the columns of a terminal out: to the names what they need, within limits, and the rest to the lights."""
    widest = WIDEST_NAMES_WHERE_WIDE if width >= WIDE_COLUMNS else WIDEST_NAMES
    needed = max((cell_len(printable(name)) for name in names), default=0)
    own = min(max(needed, NARROWEST_NAMES), widest)
    others = [own, LEVEL_COLUMNS, STATE_COLUMNS, SCORE_COLUMNS, AGE_COLUMNS]
    return Layout(own, max(FEWEST_LIGHTS, width - sum(others) - len(others)))


def headings(layout: Layout, window: Window | None, clock: Clock) -> Line:
    """Return the line above all pairs; with a window, clock times stand over the lights."""
    cells = [
        fitted("pair", layout.names),
        fitted("lvl", LEVEL_COLUMNS),
        fitted("now", STATE_COLUMNS),
        "score".rjust(SCORE_COLUMNS),
        "checked".rjust(AGE_COLUMNS),
    ]
    over = window.axis(clock) if window else ORDER.rjust(layout.lights)[-layout.lights :]
    return [Part(" ".join([*cells, over]), MUTED)]


def row_of(pair: Pair, layout: Layout, now: float, *, is_gone: bool = False) -> Line:
    """Return what stands before the lights of a pair."""
    state = Part(GONE, LONG) if is_gone else how_it_stands(pair, now)
    return [
        Part(f"{fitted(printable(pair.name), layout.names)} {fitted(level_of(pair), LEVEL_COLUMNS)} "),
        state,
        Part(f"{' ' * (STATE_COLUMNS - len(state.text))} {score_of(pair).rjust(SCORE_COLUMNS)} "),
        how_long_ago(pair, now),
        Part(" "),
    ]


def how_it_stands(pair: Pair, now: float) -> Part:
    """Say the status of a pair, for how long when it is not green, and that this is too long when it is."""
    state = state_of(pair)
    if pair.since is None:
        return Part(f"{state} {otherwise_of(pair)}".rstrip(), GREEN if state == GREEN else MUTED)
    said = f"{state} {lasting(pair.known(now) - pair.since)}{UNHEARD_SIGN * is_unheard(pair, now)}"
    if not is_overdue(pair, now):
        return Part(said, state)
    return Part(f"{said}{LONG_SIGN}", LONG if state == RED else LONG_AMBER)


def state_of(pair: Pair) -> str:
    """Return the status of a pair; or that it has none, for TCR took the last check back, or there was none."""
    if pair.status is None:
        return NO_CHECK
    return REVERTED if pair.since is None and pair.status != GREEN else pair.status


def otherwise_of(pair: Pair) -> str:
    """Say in how many places green is what was approved otherwise than the kata; additions are none."""
    return f"{OTHERWISE}{pair.approved.changes}" if pair.approved.changes else ""


def is_overdue(pair: Pair, now: float) -> bool:
    """Tell whether a pair has been red or amber for longer than anybody should be."""
    return not is_unheard(pair, now) and pair.since is not None and now - pair.since > LONGEST_RED_SECONDS


def how_long_ago(pair: Pair, now: float) -> Part:
    """Say how long ago the last check was, and that this is too long when it is."""
    if pair.last is None:
        return Part(" " * AGE_COLUMNS)
    late, sign = is_late(pair, now), UNHEARD_SIGN * is_unheard(pair, now)
    age = age_of(pair.known(now) - pair.last)
    return Part(f"{age}{LONG_SIGN * late or sign}".rjust(AGE_COLUMNS)[-AGE_COLUMNS:], LATE if late else MUTED)


def is_late(pair: Pair, now: float) -> bool:
    """Tell whether the last check of a pair was longer ago than a step should take."""
    return not is_unheard(pair, now) and pair.last is not None and now - pair.last > LONGEST_STEP_SECONDS


def is_unheard(pair: Pair, now: float) -> bool:
    """Tell whether nobody knows what a pair does: its room is not heard."""
    return pair.known(now) < now


def late_of(pair: Pair, now: float) -> str:
    """Say for a while how many checks came late; then nothing."""
    late = pair.late
    is_new = late is not None and now - late.moment.timestamp() < LATE_SHOWN_SECONDS
    return f"{late.checks} came late" if late and is_new else ""


def lasting(seconds: float) -> str:
    """Return how long something has lasted, in six characters at most: 3:12, or 5 h, or 12 d."""
    hours = int(max(0, seconds)) // HOUR_SECONDS
    if hours >= DAY_HOURS:
        return f"{min(hours // DAY_HOURS, 999)} d"
    minutes, left = divmod(int(max(0, seconds)), MINUTE_SECONDS)
    return f"{hours} h" if hours else f"{minutes}:{left:02}"


def age_of(seconds: float) -> str:
    """Return how long ago something was, in seven characters at most; seconds do not count: they would never rest."""
    if seconds < MINUTE_SECONDS:
        return "< 1 min"
    return f"{int(seconds) // MINUTE_SECONDS} min" if seconds < HOUR_SECONDS else lasting(seconds)


def score_of(pair: Pair) -> str:
    """Return the last score of a pair in percent, to a tenth: only all of it is 100.0."""
    return "" if pair.score is None else f"{100 * pair.score:.1f} %"


def level_of(pair: Pair) -> str:
    """Return the level of a pair, with a b when it is blind."""
    return f"{pair.level}{'b' * pair.blind}"


def fitted(text: str, columns: int) -> str:
    """Return a text in so many columns, cut with an ellipsis when it is longer."""
    return set_cell_size(text, columns) if cell_len(text) <= columns else set_cell_size(text, columns - 1) + "…"


def summary(pairs: Collection[Pair], away: Mapping[str, int], now: float, hidden: Collection[str] = ()) -> Line:
    """Say how many pairs there are, how many are red or amber by now, and how many checks they made.

    `away`: how many lines are not shown, by what became of them. `hidden`: names of pairs that are red for nobody.
    """
    overdue = sum(is_overdue(pair, now) for pair in pairs if pair.name not in hidden)
    line = [Part(f"{counted(len(pairs), 'pair')}  ")]
    for status in (RED, AMBER):
        number = sum(pair.since is not None and pair.status == status for pair in pairs)
        line += [Part(f"{number} {status}", status if number else ""), Part("  ")]
    line += [Part(f"{overdue} {OVERDUE}", LONG), Part("  ")] if overdue else []
    for what, number in away.items():
        line += [Part(f"{number} {what}", LONG if what == GONE else MUTED), Part("  ")] if number else []
    return [*line, Part(counted(sum(len(pair.lights) for pair in pairs), "check"))]
