"""Five dice on the felt, drawn with the block characters of a terminal. Thrown dice tumble.

A block character paints each quarter of a cell. Lengths are in columns; a row is 2 columns high.
Points are complex numbers: the real part is the distance to the right, the imaginary part down.
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

DICE_COUNT = 5
GAP = 1  # columns between two dice
TUMBLING_COLUMNS = 4  # columns added to the width of a die, so that it can tumble
LABEL_ROWS = 1

FRAME_SECONDS = 0.045
MIN_FRAMES = 7  # until the first die lands; each further die lands a frame later
QUARTER_TURNS = 3.4
SLOWING = 1.5  # exponent; 1 would be a steady spin
HOPS = 2

COVERED = 0  # the face of a die before the first throw
LOZENGE_REACH = 1.2  # on the back of a die; 1 is the distance of the outer pips
EDGE = 1j  # the visible part of the side of a die, below its face
CORNER_SHRINKING = 0.7  # exponent; 1 would make a die on its corner as wide as a flat one

# The quarters of a cell: upper left, upper right, lower left, lower right.
QUARTER_BITS = (8, 4, 2, 1)
QUADRANTS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"  # the index is a sum of bits
QUARTER_CENTRES = (0.25 + 0.5j, 0.75 + 0.5j, 0.25 + 1.5j, 0.75 + 1.5j)

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

Cell = tuple[str, Style]  # a block character with the colours of its two parts


class DieSize(NamedTuple):
    """The measures of a drawn die, in columns, but for `rows` and `kept_rows`."""

    width: int
    height: int
    pip_right: float  # distance of the outer pips from the middle of the face
    pip_down: float
    corner_radius: float
    pip_radius: float
    rows: int
    kept_rows: int  # how much lower a kept die lies


DIE_SIZES = (
    DieSize(7, 7, 2, 2, 1.5, 0.5, 4, 1),
    DieSize(11, 12, 3.5, 4, 2.5, 1, 7, 1),
    DieSize(14, 15, 4, 4, 3.5, 1.5, 8, 2),
    DieSize(20, 21, 6, 6, 5, 2.2, 11, 2),
)
SMALLEST = DIE_SIZES[0]


class Place(NamedTuple):
    """A piece of felt. A die lies in the middle of its columns, below `rows_above`."""

    columns: int
    rows: int
    rows_above: int = 0


class Paint(NamedTuple):
    """The colours of a die and its place."""

    felt: str
    die: str
    edge: str
    pip: str


class Pose(NamedTuple):
    """How a die lies in its place. For `right` and `below`, 1 is as far as the place allows."""

    face: int
    degrees: float = 0
    right: float = 0
    below: float = 0


def largest_size(columns: int, rows: int) -> DieSize:
    """Return the largest size that fits, or the smallest size if none does."""
    largest = SMALLEST
    for size in DIE_SIZES:
        if size.width <= columns and size.rows + size.kept_rows <= rows:
            largest = size
    return largest


def choose_paint(theme_variables: Mapping[str, str], face: int, *, kept: bool = False) -> Paint:
    kind = "die-kept" if kept else "die"
    if face == COVERED:
        kind = "die-back"
    names = ("felt", kind, f"{kind}-edge", f"{kind}-pip")
    return Paint(*[theme_variables[name] for name in names])


@lru_cache(maxsize=256)  # a die that lies still is drawn again whenever the table is updated
def draw_die(pose: Pose, size: DieSize, paint: Paint, place: Place) -> Text:
    """Draw a die with block characters: each shows two by two points.

    A point is a complex number: columns to the right, and half rows down. Each point of the place
    is turned and scaled back to the face of a die that lies straight, which says its colour.
    """
    right = place.columns / 2 + pose.right * (place.columns - size.width) / 2
    hop_rows = min(place.rows_above, size.kept_rows)
    down = size.height / 2 + 2 * (place.rows_above + pose.below * hop_rows)
    middle = complex(right, down)
    angle = radians(pose.degrees)
    # A turned die is drawn smaller, so that its corners stay inside the place.
    scale = (abs(cos(angle)) + abs(sin(angle))) ** CORNER_SHRINKING
    rotation = rect(scale, -angle)
    edge = EDGE * rotation
    lines = []
    for row in range(place.rows):
        cells = []
        for column in range(place.columns):
            corner = complex(column, 2 * row) - middle
            points = [(corner + centre) * rotation for centre in QUARTER_CENTRES]
            colours = [_colour_at(point, edge, pose.face, size, paint) for point in points]
            cells.append(_choose_block(*colours))
        lines.append(_join_cells(cells))
    return Text("\n", no_wrap=True, end="").join(lines)


def _colour_at(point: complex, edge: complex, face: int, size: DieSize, paint: Paint) -> str:
    """Return the colour of a point of a die that lies straight, from the middle of its face.

    `edge` is how far the side of the die is seen below the face.
    """
    if _is_inside(point, size):
        return paint.pip if _is_pip(point, face, size) else paint.die
    if _is_inside(point - edge, size):
        return paint.edge
    return paint.felt


def _is_inside(point: complex, size: DieSize) -> bool:
    """Return whether a point is on the face, which is a rectangle with rounded corners."""
    right = abs(point.real) - size.width / 2 + size.corner_radius
    down = abs(point.imag) - size.height / 2 + size.corner_radius
    if right <= 0 or down <= 0:
        return max(right, down) <= size.corner_radius
    return hypot(right, down) <= size.corner_radius


def _is_pip(point: complex, face: int, size: DieSize) -> bool:
    if face == COVERED:
        reach = abs(point.real) / size.pip_right + abs(point.imag) / size.pip_down
        return reach <= LOZENGE_REACH
    for pip in PIPS[face]:
        centre = complex(pip.real * size.pip_right, pip.imag * size.pip_down)
        if abs(point - centre) <= size.pip_radius:
            return True
    return False


@lru_cache(maxsize=1024)
def _choose_block(*quarters: str) -> Cell:
    """Return the cell for the colours of its four quarters.

    A cell has only two colours. Quarters of a third colour become background.
    """
    # Many fonts leave a gap below their blocks, which shows the background. So a lower half of one
    # colour is background: of equally frequent colours, `most_common` puts the first one first.
    commonest = Counter(reversed(quarters)).most_common(2)
    background, _ = commonest[0]
    foreground, _ = commonest[-1]
    style = Style(color=foreground, bgcolor=background)
    if foreground == background:
        return QUADRANTS[0], style
    bits = 0
    for bit, colour in zip(QUARTER_BITS, quarters, strict=True):
        if colour == foreground:
            bits += bit
    return QUADRANTS[bits], style


def _join_cells(cells: list[Cell]) -> Text:
    """Return a line of text. Cells of one style share a span, because each span takes time."""
    line = Text()
    for style, run in groupby(cells, key=itemgetter(1)):
        line.append("".join(block for block, _ in run), style)
    return line


def plan_flight(face: int, frames: int) -> list[Pose]:
    """Return the poses of a die that hops, spins ever slower, and lands with this face."""
    other_faces = [other for other in range(1, 7) if other != face]
    faces = [face, *random.sample(other_faces, 4)]
    direction = random.choice((-1, 1))
    drift = random.uniform(-1, 1)
    poses = []
    for frame in range(1, frames + 1):
        remaining = 1 - frame / frames
        quarter_turns = QUARTER_TURNS * remaining**SLOWING
        nearest = round(quarter_turns)
        degrees = direction * 90 * (quarter_turns - nearest)
        height = remaining * abs(sin(pi * HOPS * remaining))
        poses.append(Pose(faces[nearest], degrees, right=drift * remaining, below=-height))
    return poses


class Die(Widget):
    """A die. A click keeps or releases it. A kept die lies lower, nearer to its player."""

    pose: reactive[Pose] = reactive(Pose(COVERED))
    kept: reactive[bool] = reactive(default=False)

    def __init__(self, position: int) -> None:
        super().__init__()
        self.position = position

    def render(self) -> Text:
        variables = self.app.theme_variables
        columns = self.size.width
        rows = self.size.height - LABEL_ROWS
        size = largest_size(columns, rows)
        rows_above = rows - size.rows
        label = Text(str(self.position + 1), variables["felt-muted"])
        if self.kept:
            label = Text(f"{self.position + 1} keep", f"bold {variables['felt-mark']}")
        else:
            rows_above -= size.kept_rows
        label.align("center", columns)
        place = Place(columns, rows, max(0, rows_above))
        paint = choose_paint(variables, self.pose.face, kept=self.kept)
        return draw_die(self.pose, size, paint, place) + "\n" + label

    async def on_click(self) -> None:
        await self.run_action(f"app.keep({self.position})")


class Tray(Container):
    """The five dice side by side, in the largest size that fits."""

    def __init__(self, on_landed: Callable[[], None]) -> None:
        """Cover the dice. `on_landed` is called when all thrown dice have landed."""
        super().__init__(id="tray")
        self.on_landed = on_landed
        self.dice = [Die(position) for position in range(DICE_COUNT)]
        self.flights: dict[Die, list[Pose]] = {}  # the remaining poses of dice in the air

    def compose(self) -> ComposeResult:
        yield from self.dice

    def on_mount(self) -> None:
        self._frame_timer = self.set_interval(FRAME_SECONDS, self.show_next_frame, pause=True)

    def on_resize(self, event: events.Resize) -> None:
        columns = (event.size.width + GAP) // DICE_COUNT - GAP
        rows = event.size.height - LABEL_ROWS
        size = largest_size(columns, rows)
        self.styles.grid_columns = str(min(columns, size.width + TUMBLING_COLUMNS))
        self.styles.grid_rows = str(min(rows, size.rows + size.kept_rows) + LABEL_ROWS)

    def show(self, faces: Sequence[int], kept: Collection[int]) -> None:
        """Show which dice are kept, and the faces of all dice that are not in the air."""
        for die in self.dice:
            die.kept = die.position in kept
            if die not in self.flights:
                die.pose = Pose(faces[die.position])

    def tumble(self, positions: Collection[int], faces: Sequence[int]) -> None:
        """Let the dice at these positions tumble and land one by one. Others land at once."""
        self.flights = {}
        for frames, position in enumerate(sorted(positions), start=MIN_FRAMES):
            self.flights[self.dice[position]] = plan_flight(faces[position], frames)
        if self.flights:
            self._frame_timer.resume()

    def show_next_frame(self) -> None:
        for die, poses in self.flights.items():
            die.pose = poses.pop(0)
        self.flights = {die: poses for die, poses in self.flights.items() if poses}
        if not self.flights:
            self._frame_timer.pause()
            self.on_landed()
