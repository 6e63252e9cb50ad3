"""Dice, drawn with the quarters of a terminal's cells.

size: how large a die is drawn. dot: a quarter of a cell; two of them side by side are as wide as one is high, so a
measure of one is a column, or half a row. pose: how a die lies: its face, turned by so much, so far from its place.
paint: the colours of a die on its felt. covered: a die that nobody has thrown yet shows its back.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import groupby
from math import cos, dist, hypot, radians, sin
from operator import itemgetter
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

COVERED = 0
QUARTERS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"  # by their bits: upper left 8, upper right 4, lower left 2, lower right 1
MIDDLE = {(0, 0)}
DIAGONAL = {(-1, -1), (1, 1)}
ANTIDIAGONAL = {(1, -1), (-1, 1)}
SIDES = {(-1, 0), (1, 0)}
PIPS: Mapping[int, set[tuple[int, int]]] = {
    1: MIDDLE,
    2: ANTIDIAGONAL,
    3: ANTIDIAGONAL | MIDDLE,
    4: ANTIDIAGONAL | DIAGONAL,
    5: ANTIDIAGONAL | DIAGONAL | MIDDLE,
    6: ANTIDIAGONAL | DIAGONAL | SIDES,
}
EDGE = 1  # how much of its side a die shows below its face
LOZENGE = 1.2  # how far the lozenge on a back reaches, where the pips of a face reach 1
SHRINKING = 0.7  # of a die that stands on a corner, so that it fits its place; 1 would fit it whole


Point = tuple[float, float]  # on a die, seen from its middle: so far to the right, so far down


class Shape(NamedTuple):
    """The measures of a die: its face, from its middle to the pips, and the radius of corners and pips."""

    wide: int
    high: int
    across: float
    down: float
    corner: float
    pip: float


class Size(Enum):
    """How large a die is drawn; `lowered` is how many rows a kept die lies nearer to its player."""

    SMALL = Shape(7, 7, 2, 2, 1.5, 0.5), 4, 1
    MEDIUM = Shape(11, 12, 3.5, 4, 2.5, 1), 7, 1
    LARGE = Shape(14, 15, 4, 4, 3.5, 1.5), 8, 2
    HUGE = Shape(20, 21, 6, 6, 5, 2.2), 11, 2

    def __init__(self, shape: Shape, rows: int, lowered: int) -> None:
        """Take the measures of the shape for columns too."""
        self.shape = shape
        self.columns = shape.wide
        self.rows = rows
        self.lowered = lowered


class Paint(NamedTuple):
    """The colours of a die and of what it lies on."""

    felt: str
    die: str
    edge: str
    pip: str
    back: str
    back_edge: str


class Pose(NamedTuple):
    """How a die lies: turned by degrees, and how far right of its place and below it; 1 is all the air there."""

    face: int
    turned: float = 0
    right: float = 0
    below: float = 0


class Place(NamedTuple):
    """A piece of felt with a die in the middle of its columns, `above` rows from its upper end."""

    columns: int
    rows: int
    above: int


def paint_of(colours: Mapping[str, str], *, kept: bool = False) -> Paint:
    """Return the paint of a die, kept or not, of a theme's variables."""
    die = "die-kept" if kept else "die"
    pip = "pip-kept" if kept else "pip"
    names = ("felt", die, f"{die}-edge", pip, "die-back", "die-back-edge")
    return Paint(*(colours[name] for name in names))


def drawn(face: int, size: Size, paint: Paint) -> Text:
    """Draw a die that lies still, `size.rows` lines of `size.columns` columns."""
    return drawn_within(Place(size.columns, size.rows, 0), Pose(face), size, paint)


@lru_cache(maxsize=256)  # dice that lie are drawn again whenever anything is shown
def drawn_within(place: Place, pose: Pose, size: Size, paint: Paint) -> Text:
    """Draw a die on the felt of its place."""
    shape = size.shape
    on_face = _seen_from_face(place, pose, size)
    side = paint.back_edge if pose.face == COVERED else paint.edge

    def colour(x: float, y: float) -> str:
        point = on_face(x, y)
        if _is_inside(point, shape):
            return _on_back(point, shape, paint) if pose.face == COVERED else _on_face(point, pose.face, shape, paint)
        point_above = on_face(x, y - EDGE)
        return side if _is_inside(point_above, shape) else paint.felt

    return _in_quarters(place.columns, place.rows, colour)


def _seen_from_face(place: Place, pose: Pose, size: Size) -> Callable[[float, float], Point]:
    """Return what tells where a point of a place is, seen from the middle of a face that lies there."""
    air = (place.columns - size.columns) / 2
    middle_x = place.columns / 2 + pose.right * air
    above = place.above + pose.below * min(place.above, size.lowered)
    middle_y = size.shape.high / 2 + 2 * above
    angle = radians(pose.turned)
    cosine, sine = cos(angle), sin(angle)
    shrunk = (abs(cosine) + abs(sine)) ** SHRINKING

    def seen(x: float, y: float) -> Point:
        right = (x - middle_x) * shrunk
        down = (y - middle_y) * shrunk
        return right * cosine + down * sine, down * cosine - right * sine

    return seen


def _is_inside(point: Point, shape: Shape) -> bool:
    """Tell whether a point lies on the face: a rectangle whose corners are rounded."""
    x, y = point
    over_x = abs(x) - shape.wide / 2 + shape.corner
    over_y = abs(y) - shape.high / 2 + shape.corner
    if over_x <= 0 or over_y <= 0:
        return max(over_x, over_y) <= shape.corner
    return hypot(over_x, over_y) <= shape.corner


def _on_face(point: Point, face: int, shape: Shape, paint: Paint) -> str:
    for right, down in PIPS[face]:
        pip = (right * shape.across, down * shape.down)
        if dist(point, pip) <= shape.pip:
            return paint.pip
    return paint.die


def _on_back(point: Point, shape: Shape, paint: Paint) -> str:
    x, y = point
    is_lozenge = abs(x) / shape.across + abs(y) / shape.down <= LOZENGE
    return paint.back_edge if is_lozenge else paint.back


def _in_quarters(columns: int, rows: int, colour: Callable[[float, float], str]) -> Text:
    """Paint so many cells, by the colour at each of their four dots."""
    lines = []
    for row in range(rows):
        cells = [_cell(*_dots(column, row, colour)) for column in range(columns)]
        line = Text()
        for style, run in groupby(cells, key=itemgetter(1)):
            line.append("".join(quarter for quarter, _ in run), style)
        lines.append(line)
    return Text("\n", no_wrap=True, end="").join(lines)


def _dots(column: int, row: int, colour: Callable[[float, float], str]) -> Iterator[str]:
    """Yield the colours in the middle of a cell's quarters, as we read."""
    for y in (0.5, 1.5):
        for x in (0.25, 0.75):
            yield colour(column + x, 2 * row + y)


@lru_cache(maxsize=1024)
def _cell(*dots: str) -> tuple[str, Style]:
    """Return the character of a cell and its style; of more than two colours, the rarest are left out.

    Many a font leaves a line free below its blocks: so a colour that fills the lower half is that of the ground.
    """
    commonest = Counter(reversed(dots)).most_common(2)
    two = [dot for dot, _ in commonest]
    back = dots[3] if dots[2] == dots[3] else two[0]
    front = next((dot for dot in two if dot != back), back)
    bits = 0
    for bit, dot in zip((8, 4, 2, 1), dots, strict=True):
        if dot == front != back:
            bits += bit
    return QUARTERS[bits], Style(color=front, bgcolor=back)
