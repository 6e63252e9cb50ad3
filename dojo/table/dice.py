"""Five dice on the felt, drawn with the quarters of a terminal's cells; thrown dice tumble until they lie.

Two quarters of a cell side by side are as wide as one is high, so a measure of one is a column, or half a row. Points
are complex numbers: so far to the right, and so far down.
"""

import random
from cmath import rect
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import cos, hypot, pi, radians, sin
from operator import itemgetter
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.reactive import reactive
from textual.widget import Widget

DICE = 5
GAP = 1  # columns between two places
AIR = 4  # columns that a place may have more than its die, for tumbling
LABEL_ROWS = 1
FRAME_SECONDS = 0.045
FRAMES = 7  # until the first of the thrown dice lies; the next one does a frame later
QUARTER_TURNS = 3.4
SLOWING = 1.5  # 1 would turn it ever as fast
HOPS = 2
COVERED = 0  # the face of a die that nobody has thrown yet: it shows its back
QUARTERS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"  # by their bits: upper left 8, upper right 4, lower left 2, lower right 1
DOTS = (0.25 + 0.5j, 0.75 + 0.5j, 0.25 + 1.5j, 0.75 + 1.5j)  # the middles of the quarters in a cell, as we read
DIAGONAL = {1 - 1j, -1 + 1j}
CORNERS = DIAGONAL | {1 + 1j, -1 - 1j}
PIPS: dict[int, set[complex]] = {
    1: {0},
    2: DIAGONAL,
    3: DIAGONAL | {0},
    4: CORNERS,
    5: CORNERS | {0},
    6: CORNERS | {1, -1},
}
EDGE = 1j  # how much of its side a die shows below its face
LOZENGE = 1.2  # how far the lozenge on a back reaches, where the pips of a face reach 1
SHRINKING = 0.7  # of a die that stands on a corner, so that it fits its place; 1 would fit it whole

Place = tuple[int, int, int]  # columns and rows of felt with a die in the middle, and so many rows above the die
Paint = tuple[str, str, str, str]  # the colours of felt, of a die, of its side in the shade, and of a pip


class Size(NamedTuple):
    """How large a die is drawn: its face, from its middle to the pips, the radius of corners and pips, and its rows.

    A kept die lies nearer to its player by the rows that it is `lowered`.
    """

    columns: int
    high: int
    across: float
    down: float
    corner: float
    pip: float
    rows: int
    lowered: int


SIZES = (
    Size(7, 7, 2, 2, 1.5, 0.5, 4, 1),
    Size(11, 12, 3.5, 4, 2.5, 1, 7, 1),
    Size(14, 15, 4, 4, 3.5, 1.5, 8, 2),
    Size(20, 21, 6, 6, 5, 2.2, 11, 2),
)
SMALL = SIZES[0]


class Pose(NamedTuple):
    """How a die lies: its face, turned by degrees, and how far right of its place and below; 1 is all the air there."""

    face: int
    turned: float = 0
    right: float = 0
    below: float = 0


def paint_of(colours: Mapping[str, str], face: int, *, kept: bool = False) -> Paint:
    """Return the paint of a die, kept or not, of a theme's variables."""
    kind = "die-back" if face == COVERED else "die-kept" if kept else "die"
    return colours["felt"], colours[kind], colours[f"{kind}-edge"], colours[f"{kind}-pip"]


@lru_cache(maxsize=256)  # dice that lie are drawn again whenever anything is shown
def draw(pose: Pose, size: Size, paint: Paint, place: Place) -> Text:
    """Draw a die on the felt of its place, by the colour at each of the four dots of a cell."""
    columns, rows, above = place
    felt, die, edge, pip = paint
    right = columns / 2 + pose.right * (columns - size.columns) / 2
    below = size.high / 2 + 2 * (above + pose.below * min(above, size.lowered))
    middle, angle = complex(right, below), radians(pose.turned)
    turn = rect((abs(cos(angle)) + abs(sin(angle))) ** SHRINKING, -angle)

    def colour(dot: complex) -> str:
        point = (dot - middle) * turn
        if _is_inside(point, size):
            return pip if _is_pip(point, pose.face, size) else die
        return edge if _is_inside((dot - EDGE - middle) * turn, size) else felt

    lines = []
    for row in range(rows):
        cells = [_cell(*(colour(complex(column, 2 * row) + dot) for dot in DOTS)) for column in range(columns)]
        runs = groupby(cells, key=itemgetter(1))
        lines.append(Text.assemble(*(("".join(quarter for quarter, _ in run), style) for style, run in runs)))
    return Text("\n", no_wrap=True, end="").join(lines)


def _is_inside(point: complex, size: Size) -> bool:
    """Tell whether a point, seen from the middle, lies on the face: a rectangle whose corners are rounded."""
    over_x = abs(point.real) - size.columns / 2 + size.corner
    over_y = abs(point.imag) - size.high / 2 + size.corner
    if over_x <= 0 or over_y <= 0:
        return max(over_x, over_y) <= size.corner
    return hypot(over_x, over_y) <= size.corner


def _is_pip(point: complex, face: int, size: Size) -> bool:
    """Tell whether a point lies in a pip, or in the lozenge on a back."""
    if face == COVERED:
        return abs(point.real) / size.across + abs(point.imag) / size.down <= LOZENGE
    return any(abs(point - complex(pip.real * size.across, pip.imag * size.down)) <= size.pip for pip in PIPS[face])


@lru_cache(maxsize=1024)
def _cell(*dots: str) -> tuple[str, Style]:
    """Return the character of a cell and its style; of more than two colours, the rarest are left out.

    Many a font leaves a line free below its blocks: so a colour that fills the lower half is that of the ground.
    """
    commonest = [dot for dot, _ in Counter(reversed(dots)).most_common(2)]
    back = dots[3] if dots[2] == dots[3] else commonest[0]
    front = next((dot for dot in commonest if dot != back), back)
    bits = sum(bit for bit, dot in zip((8, 4, 2, 1), dots, strict=True) if dot == front != back)
    return QUARTERS[bits], Style(color=front, bgcolor=back)


class Die(Widget):
    """A die; a click keeps it or lets it go. A kept die lies lower, nearer to its player, and its label says so."""

    pose: reactive[Pose] = reactive(Pose(COVERED))
    kept: reactive[bool] = reactive(default=False)

    def __init__(self, position: int) -> None:
        super().__init__()
        self.position = position

    def render(self) -> Text:
        columns, rows, colours = self.size.width, self.size.height - LABEL_ROWS, self.app.theme_variables
        size, paint = largest(columns, rows), paint_of(colours, self.pose.face, kept=self.kept)
        above = max(0, rows - size.rows - size.lowered * (not self.kept))
        style = f"bold {colours['felt-mark']}" if self.kept else colours["felt-muted"]
        label = Text(f"{self.position + 1}{' keep' * self.kept}", style)
        label.align("center", columns)
        return draw(self.pose, size, paint, (columns, rows, above)) + "\n" + label

    async def on_click(self) -> None:
        """Keep it, or let it go, as its number does."""
        await self.run_action(f"app.keep({self.position})")


class Tray(Container):
    """The five dice."""

    def __init__(self, on_lie: Callable[[], None]) -> None:
        """Cover the dice; `on_lie` is called when all that were thrown lie."""
        super().__init__(id="tray")
        self.on_lie = on_lie
        self.dice = [Die(position) for position in range(DICE)]
        self.flights: dict[Die, list[Pose]] = {}  # of the dice in the air

    def compose(self) -> ComposeResult:
        yield from self.dice

    def on_mount(self) -> None:
        self._frames = self.set_interval(FRAME_SECONDS, self.fly, pause=True)

    def on_resize(self, event: events.Resize) -> None:
        """Draw the dice as large as five of them fit side by side."""
        columns, rows = (event.size.width + GAP) // DICE - GAP, event.size.height - LABEL_ROWS
        size = largest(columns, rows)
        self.styles.grid_columns = str(min(columns, size.columns + AIR))
        self.styles.grid_rows = str(min(rows, size.rows + size.lowered) + LABEL_ROWS)

    def show(self, faces: Sequence[int], kept: Collection[int]) -> None:
        """Show these faces, and which positions are kept; dice in the air show what they show."""
        for die in self.dice:
            die.kept = die.position in kept
            if die not in self.flights:
                die.pose = Pose(faces[die.position])

    def throw(self, positions: Collection[int], faces: Sequence[int]) -> None:
        """Let the dice at some positions tumble until they lie, one after the other; let all others lie at once."""
        turns = enumerate(sorted(positions), start=FRAMES)
        self.flights = {self.dice[position]: flight(faces[position], frames) for frames, position in turns}
        if self.flights:
            self._frames.resume()

    def fly(self) -> None:
        for die, poses in self.flights.items():
            die.pose = poses.pop(0)
        self.flights = {die: poses for die, poses in self.flights.items() if poses}
        if not self.flights:
            self._frames.pause()
            self.on_lie()


def flight(face: int, frames: int) -> list[Pose]:
    """Return the poses of a die that comes to lie with a face: it hops and spins, ever slower, and shows others."""
    others = [other for other in range(1, 7) if other != face]
    faces = [face, *random.sample(others, 4)]
    way, aside = random.choice((-1, 1)), random.uniform(-1, 1)
    poses = []
    for frame in range(1, frames + 1):
        left = 1 - frame / frames
        quarters = QUARTER_TURNS * left**SLOWING
        turned = way * 90 * (quarters - round(quarters))
        poses.append(Pose(faces[round(quarters)], turned, aside * left, -left * abs(sin(pi * HOPS * left))))
    return poses


def largest(columns: int, rows: int) -> Size:
    """Return the largest size that fits, else the smallest."""
    fitting = [size for size in SIZES if size.columns <= columns and size.rows + size.lowered <= rows]
    return fitting[-1] if fitting else SMALL
