"""Dice, drawn with the quarters of a terminal's cells.

size: how large a die is drawn. dot: a quarter of a cell; two of them side by side are as wide as one is high, so a
measure of one is a column, or half a row. pose: how a die lies: its face, turned by so much, so far from its place.
covered: a die that nobody has thrown yet shows its back.
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


class Measures(NamedTuple):
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


class Size(Measures, Enum):
    """The sizes that there are."""

    SMALL = 7, 7, 2, 2, 1.5, 0.5, 4, 1
    MEDIUM = 11, 12, 3.5, 4, 2.5, 1, 7, 1
    LARGE = 14, 15, 4, 4, 3.5, 1.5, 8, 2
    HUGE = 20, 21, 6, 6, 5, 2.2, 11, 2


class Paint(NamedTuple):
    """The colours of a die and of what it lies on; the edge is its side in the shade."""

    felt: str
    die: str
    edge: str
    pip: str


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


def paint_of(colours: Mapping[str, str], face: int, *, kept: bool = False) -> Paint:
    """Return the paint of a die, kept or not, of a theme's variables; the lozenge on a back is as dark as its edge."""
    names = ("die-kept", "die-kept-edge", "pip-kept") if kept else ("die", "die-edge", "pip")
    if face == COVERED:
        names = ("die-back", "die-back-edge", "die-back-edge")
    return Paint(colours["felt"], *(colours[name] for name in names))


def drawn(face: int, size: Size, paint: Paint) -> Text:
    """Draw a die that lies still, `size.rows` lines of `size.columns` columns."""
    return drawn_within(Place(size.columns, size.rows, 0), Pose(face), size, paint)


@lru_cache(maxsize=256)  # dice that lie are drawn again whenever anything is shown
def drawn_within(place: Place, pose: Pose, size: Size, paint: Paint) -> Text:
    """Draw a die on the felt of its place."""
    on_face = _seen_from_face(place, pose, size)

    def colour(x: float, y: float) -> str:
        point = on_face(x, y)
        if _is_inside(point, size):
            return paint.pip if _is_pip(point, pose.face, size) else paint.die
        return paint.edge if _is_inside(on_face(x, y - EDGE), size) else paint.felt

    return _in_quarters(place.columns, place.rows, colour)


def _seen_from_face(place: Place, pose: Pose, size: Size) -> Callable[[float, float], Point]:
    """Return what tells where a point of a place is, seen from the middle of a face that lies there."""
    air = (place.columns - size.columns) / 2
    middle_x = place.columns / 2 + pose.right * air
    above = place.above + pose.below * min(place.above, size.lowered)
    middle_y = size.high / 2 + 2 * above
    angle = radians(pose.turned)
    cosine, sine = cos(angle), sin(angle)
    shrunk = (abs(cosine) + abs(sine)) ** SHRINKING

    def seen(x: float, y: float) -> Point:
        right = (x - middle_x) * shrunk
        down = (y - middle_y) * shrunk
        return right * cosine + down * sine, down * cosine - right * sine

    return seen


def _is_inside(point: Point, size: Size) -> bool:
    """Tell whether a point lies on the face: a rectangle whose corners are rounded."""
    x, y = point
    over_x = abs(x) - size.columns / 2 + size.corner
    over_y = abs(y) - size.high / 2 + size.corner
    if over_x <= 0 or over_y <= 0:
        return max(over_x, over_y) <= size.corner
    return hypot(over_x, over_y) <= size.corner


def _is_pip(point: Point, face: int, size: Size) -> bool:
    """Tell whether a point lies in a pip, or in the lozenge on a back."""
    x, y = point
    if face == COVERED:
        return abs(x) / size.across + abs(y) / size.down <= LOZENGE
    return any(dist(point, (right * size.across, down * size.down)) <= size.pip for right, down in PIPS[face])


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
    bits = sum(bit for bit, dot in zip((8, 4, 2, 1), dots, strict=True) if dot == front != back)
    return QUARTERS[bits], Style(color=front, bgcolor=back)
