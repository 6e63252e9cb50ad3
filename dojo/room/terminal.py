"""The board in columns: the lines of the screen, the same as plain text, and the time of a round."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from dojo.practice.model import GREEN, RED
from dojo.room.pairs import Room
from dojo.room.rows import (
    MINUTE_SECONDS,
    MUTED,
    OVERDUE,
    STATUSES,
    Line,
    Part,
    Row,
    View,
    Window,
    by_minute,
    clock_time,
    in_order,
    level_in_short,
    view_of,
    window_of,
)
from dojo.text import WIDTH

LONG, LONG_AMBER, LATE = "long", "long-amber", "late"  # roles of what is too long, and what marks it without colour:
LONG_SIGN = "!"
NARROWEST_NAMES, WIDEST_NAMES, WIDEST_NAMES_WHERE_WIDE = 8, 16, 30
WIDE_COLUMNS = 100  # of a terminal that has room for long names
FEWEST_LIGHTS = 8
LEVEL_COLUMNS, STATE_COLUMNS, SCORE_COLUMNS, AGE_COLUMNS = 3, 12, 7, 7
ORDER = "checks, newest at the right"

DOT, GAP = "██", "  "  # two columns, so that a dot is about as high as it is wide
LETTERS = {  # in dots, `#`, a line after the other
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    ":": ". # . # .",
    " ": ". . . . .",
    "T": "### .#. .#. .#. .#.",
    "I": "# # # # #",
    "M": "#...# ##.## #.#.# #...# #...#",
    "E": "### #.. ##. #.. ###",
    "S": "### #.. ### ..# ###",
    "U": "#.# #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
}


def table_of(view: View, width: int, *, is_aligned: bool = False) -> list[Line]:
    """Return the line of headings, and one for each pair; `is_aligned`: the checks by the minute, below a clock.

    The names have what columns they need, within limits; the rest is for the checks.
    """
    widest = WIDEST_NAMES_WHERE_WIDE if width >= WIDE_COLUMNS else WIDEST_NAMES
    names = min(max((NARROWEST_NAMES, *(cell_len(row.pair.name) for row in view.rows))), widest)
    cells = [
        fitted("pair", names),
        fitted("lvl", LEVEL_COLUMNS),
        fitted("now", STATE_COLUMNS),
        "score".rjust(SCORE_COLUMNS),
        "checked".rjust(AGE_COLUMNS),
    ]
    lights = max(FEWEST_LIGHTS, width - len(" ".join(cells)) - 1)
    window = window_of([row.pair for row in view.rows], view.now, lights) if is_aligned else None
    cells.append(window.axis() if window else ORDER.rjust(lights)[-lights:])
    return [[Part(" ".join(cells), MUTED)], *(line_of(row, names, lights, window) for row in view.rows)]


def line_of(row: Row, names: int, lights: int, window: Window | None) -> Line:
    """Return a row as a line, with so many columns for the name and the checks; in a window, those by the minute."""
    level = level_in_short(row.pair.level, blind=row.pair.blind)
    state = state_part(row)
    age = f"{row.age}{LONG_SIGN if row.is_late else ''}".rjust(AGE_COLUMNS)[-AGE_COLUMNS:]
    late = f"{row.came_late} " if row.came_late and not window else ""
    return [
        Part(f"{fitted(row.pair.name, names)} {fitted(level, LEVEL_COLUMNS)} "),
        state,
        Part(f"{' ' * (STATE_COLUMNS - len(state.text))} {row.score.rjust(SCORE_COLUMNS)} "),
        Part(age, LATE if row.is_late else MUTED),
        Part(f" {late}", MUTED),
        *(by_minute(row.pair, window) if window else in_order(row.pair, lights - len(late))),
    ]


def state_part(row: Row) -> Part:
    """Say how a pair stands, for how long when it is not green, and that this is too long when it is."""
    if not row.lasted:
        return Part(f"{row.state} {row.otherwise}".rstrip(), GREEN if row.state == GREEN else MUTED)
    if row.is_overdue:
        return Part(f"{row.state} {row.lasted}{LONG_SIGN}", LONG if row.state == RED else LONG_AMBER)
    return Part(f"{row.state} {row.lasted}", row.state)


def summary(view: View) -> Line:
    """Say how the pairs stand; after the statuses, how many are not green for too long."""
    counts, overdue = view.counts, sum(row.is_overdue for row in view.rows)
    if overdue:
        statuses = [part for part in counts if part.role in STATUSES]
        counts.insert(1 + len(statuses), Part(f"{overdue} {OVERDUE}", LONG))
    return [part for count in counts for part in (count, Part("  "))][:-1]


def fitted(text: str, columns: int) -> str:
    """Return a text in so many columns, cut with an ellipsis when it is longer."""
    return set_cell_size(text, columns) if cell_len(text) <= columns else set_cell_size(text, columns - 1) + "…"


def board_lines(room: Room, places: Sequence[str], now: float) -> list[str]:
    """Return the board as plain text, once; pairs join at these places."""
    view = view_of(room, places, now)
    lines = view.advice or map(plain, table_of(view, WIDTH))
    return [f"{plain(summary(view))}  at {clock_time(now)}", *view.troubles, "", *lines]


def plain(line: Line) -> str:
    """Return a line without its roles."""
    return "".join(part.text for part in line).rstrip()


def time_left(seconds: float) -> str:
    """Return what is left of a round as minutes and seconds, with a plus what it is over by."""
    minutes, rest = divmod(abs(round(seconds)), MINUTE_SECONDS)
    return f"{'+' * (round(seconds) < 0)}{minutes}:{rest:02}"


def large(text: str) -> list[str]:
    """Return a text in large letters, a string for each line."""
    lines = zip(*(LETTERS[letter].split() for letter in text), strict=True)
    return [GAP.join(line).replace("#", DOT).replace(".", GAP) for line in lines]
