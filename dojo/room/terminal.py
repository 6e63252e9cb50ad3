"""The board at a terminal: what stands in the columns of each line, the same as plain text, and the time of a round."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.practice.model import AMBER, GREEN, RED
from dojo.room.room import Room
from dojo.room.rows import GONE, HIDDEN, LEFT, OVERDUE, Roster, Row, View, clock_time
from dojo.room.signs import MINUTE_SECONDS, MUTED, Line, Part, Window, by_minute, in_order
from dojo.text import WIDTH, counted

LONG, LONG_AMBER, LATE = "long", "long-amber", "late"  # roles of what is too long, and what marks it without colour:
LONG_SIGN = "!"
NARROWEST_NAMES, WIDEST_NAMES, WIDEST_NAMES_WHERE_WIDE = 8, 16, 30
WIDE_COLUMNS = 100  # of a terminal that has room for long names
FEWEST_LIGHTS = 8
LEVEL_COLUMNS, STATE_COLUMNS, SCORE_COLUMNS, AGE_COLUMNS = 3, 12, 7, 7
ORDER = "checks, newest at the right"

USUAL_MINUTES, MORE_MINUTES = 25, 5
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


class Layout(NamedTuple):
    """How many columns the names have, and the checks."""

    names: int
    lights: int


def layout_of(rows: Sequence[Row], width: int) -> Layout:
    """Share the columns of a terminal out: to the names what they need, within limits, and the rest to the checks."""
    widest = WIDEST_NAMES_WHERE_WIDE if width >= WIDE_COLUMNS else WIDEST_NAMES
    needed = max((cell_len(row.name) for row in rows), default=0)
    own = min(max(needed, NARROWEST_NAMES), widest)
    others = [own, LEVEL_COLUMNS, STATE_COLUMNS, SCORE_COLUMNS, AGE_COLUMNS]
    return Layout(own, max(FEWEST_LIGHTS, width - sum(others) - len(others)))


def summary(view: View) -> Line:
    """Say how many pairs there are, how many are red or amber by now, and how many checks they made."""
    states, overdue = view.states, sum(row.is_overdue for row in view.rows)
    line = [Part(f"{counted(len(view.present), 'pair')}  ")]
    for status in (RED, AMBER):
        line += [Part(f"{states[status]} {status}", status if states[status] else ""), Part("  ")]
    for what, number in {OVERDUE: overdue, **{each: states[each] for each in (GONE, LEFT, HIDDEN)}}.items():
        if number:
            line += [Part(f"{number} {what}", LONG if what in (OVERDUE, GONE) else MUTED), Part("  ")]
    return [*line, Part(counted(view.checks, "check"))]


def headings(layout: Layout, window: Window | None) -> Line:
    """Return the line above all pairs; with a window, clock times stand over the checks."""
    cells = [
        fitted("pair", layout.names),
        fitted("lvl", LEVEL_COLUMNS),
        fitted("now", STATE_COLUMNS),
        "score".rjust(SCORE_COLUMNS),
        "checked".rjust(AGE_COLUMNS),
        window.axis(clock_time) if window else ORDER.rjust(layout.lights)[-layout.lights :],
    ]
    return [Part(" ".join(cells), MUTED)]


def line_of(row: Row, layout: Layout, window: Window | None) -> Line:
    """Return a row as a line; with a window, its checks by the minute."""
    level = f"{row.pair.level}{'b' if row.pair.blind else ''}"
    state = state_part(row)
    age = f"{row.age}{LONG_SIGN if row.is_late else ''}".rjust(AGE_COLUMNS)[-AGE_COLUMNS:]
    late = f"{row.came_late} " if row.came_late and not window else ""
    return [
        Part(f"{fitted(row.name, layout.names)} {fitted(level, LEVEL_COLUMNS)} "),
        state,
        Part(f"{' ' * (STATE_COLUMNS - len(state.text))} {row.score.rjust(SCORE_COLUMNS)} "),
        Part(age, LATE if row.is_late else MUTED),
        Part(f" {late}", MUTED),
        *(by_minute(row.pair, window) if window else in_order(row.pair, layout.lights - len(late))),
    ]


def state_part(row: Row) -> Part:
    """Say how a pair stands, for how long when it is not green, and that this is too long when it is."""
    if row.is_gone:
        return Part(row.state, LONG)
    if not row.lasted:
        return Part(f"{row.state} {row.otherwise}".rstrip(), GREEN if row.state == GREEN else MUTED)
    if row.is_overdue:
        return Part(f"{row.state} {row.lasted}{LONG_SIGN}", LONG if row.state == RED else LONG_AMBER)
    return Part(f"{row.state} {row.lasted}", row.state)


def fitted(text: str, columns: int) -> str:
    """Return a text in so many columns, cut with an ellipsis when it is longer."""
    return set_cell_size(text, columns) if cell_len(text) <= columns else set_cell_size(text, columns - 1) + "…"


def board_lines(room: Room, places: Sequence[str], now: float) -> list[str]:
    """Return the board as plain text, once; pairs join at these places."""
    roster = Roster(room, places)
    roster.take()
    view = roster.view(now)
    head = [f"{plain(summary(view))}  at {clock_time(now)}", *view.troubles, ""]
    if view.advice:
        return head + view.advice
    layout = layout_of(view.rows, WIDTH)
    return [*head, plain(headings(layout, None)), *(plain(line_of(row, layout, None)) for row in view.rows)]


def plain(line: Line) -> str:
    """Return a line without its roles."""
    return "".join(part.text for part in line).rstrip()


class Countdown(NamedTuple):
    """A round of so many seconds that began at a moment."""

    start: float
    seconds: float = USUAL_MINUTES * MINUTE_SECONDS

    def left(self, now: float) -> float:
        """Return the seconds that are left, negative when it is over."""
        return self.start + self.seconds - now

    def longer(self, minutes: int, now: float) -> "Countdown":
        """Return the round with so many minutes more left, or fewer; one that is over has them from now on."""
        left = max(0, self.left(now)) + minutes * MINUTE_SECONDS
        return Countdown(self.start, now - self.start + max(0, left))

    def shown(self, now: float) -> str:
        """Return what is left as minutes and seconds, with a plus what it is over by."""
        left = round(self.left(now))
        return f"{'+' * (left < 0)}{abs(left) // MINUTE_SECONDS}:{abs(left) % MINUTE_SECONDS:02}"


def large(text: str) -> list[str]:
    """Return a text in large letters, a string for each line."""
    lines = zip(*(LETTERS[letter].split() for letter in text), strict=True)
    return [GAP.join(line).replace("#", DOT).replace(".", GAP) for line in lines]
