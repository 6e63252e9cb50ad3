"""Five dice on the felt, side by side; thrown dice tumble from the hand until they lie.

flight: the poses of a die, one for each frame, the last as it lies. A die hops and spins, ever slower; with each
quarter that it has turned, it shows another face. The dice come to lie one after the other, from left to right.
A kept die lies lower, nearer to its player, and its label says so.
"""

from collections.abc import Collection, Mapping
from math import ceil, pi, sin
from random import Random
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from dojo.table.dice import COVERED, Place, Pose, Size, drawn_within, paint_of

DICE = 5
GAP = 1  # columns between two places
AIR = 4  # columns that a place may have more than its die, for tumbling
LABEL_ROWS = 1
FRAME_SECONDS = 0.045
FRAMES = 7  # until the first of the thrown dice lies; the next one does a frame later
QUARTER_TURNS = 3.4
SLOWING = 1.5  # 1 would turn it ever as fast
HOPS = 2


class Die(Widget):
    """A die; a click keeps it or lets it go."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"die--label", "die--kept"}

    pose: reactive[Pose] = reactive(Pose(COVERED))
    kept: reactive[bool] = reactive(default=False)
    drawn_as: reactive[Size] = reactive(Size.SMALL)

    def __init__(self, position: int) -> None:
        """Put a covered die at a position."""
        super().__init__()
        self.position = position

    def render(self) -> Text:
        """Draw the die, and its number below."""
        size, paint = self.drawn_as, paint_of(self.app.theme_variables, self.pose.face, kept=self.kept)
        columns, rows = self.size.width, self.size.height - LABEL_ROWS
        above = rows - size.rows - size.lowered * (not self.kept)
        style = self.get_component_rich_style("die--kept" if self.kept else "die--label")
        label = Text(f"{self.position + 1}{' keep' * self.kept}", style)
        label.align("center", columns)
        return drawn_within(Place(columns, rows, above), self.pose, size, paint) + "\n" + label

    async def on_click(self) -> None:
        """Keep it, or let it go, as its number does."""
        await self.run_action(f"app.keep({self.position})")


class Tray(Container):
    """The five dice."""

    class Lie(Message):
        """All dice lie."""

    def __init__(self) -> None:
        """Put five covered dice on it."""
        super().__init__(id="tray")
        self.dice = [Die(position) for position in range(DICE)]
        self.flights: dict[Die, list[Pose]] = {}  # of the dice in the air

    def compose(self) -> ComposeResult:
        """Lay the dice out."""
        yield from self.dice

    def on_mount(self) -> None:
        """Begin with dice that lie."""
        self._frames = self.set_interval(FRAME_SECONDS, self.fly, pause=True)

    def on_resize(self, event: events.Resize) -> None:
        """Draw the dice as large as five of them fit side by side."""
        columns, rows = event.size
        size = largest(columns, rows)
        spare_columns = (columns - GAP * (DICE - 1)) // DICE - size.columns
        width = size.columns + max(0, min(AIR, spare_columns // 2 * 2))  # as much on either side
        height = min(rows, size.rows + size.lowered + LABEL_ROWS)
        self.styles.grid_columns, self.styles.grid_rows = str(width), str(height)
        for die in self.dice:
            die.drawn_as, die.styles.width, die.styles.height = size, width, height

    def show(self, faces: Collection[int], kept: Collection[int]) -> None:
        """Show these faces, 0 for a covered one, and which positions are kept; dice in the air show what they show."""
        for die, face in zip(self.dice, faces, strict=True):
            die.kept = die.position in kept
            if die not in self.flights:
                die.pose = Pose(face)

    def throw(self, faces: Mapping[int, int], random: Random) -> None:
        """Let dice tumble, by their positions, until each lies with its face."""
        for number, (position, face) in enumerate(sorted(faces.items())):
            self.flights[self.dice[position]] = flight(face, FRAMES + number, random)
        self._frames.resume()

    def fly(self) -> None:
        """Show the next frame."""
        for die, poses in self.flights.items():
            die.pose = poses.pop(0)
        self.flights = {die: poses for die, poses in self.flights.items() if poses}
        if not self.flights:
            self._frames.pause()
            self.post_message(self.Lie())

    def lie(self) -> None:
        """Let all dice lie at once."""
        self.flights = {}
        self._frames.pause()


def flight(face: int, frames: int, random: Random) -> list[Pose]:
    """Return how a die that comes to lie with a face flies, so many frames long."""
    others = [other for other in range(1, 7) if other != face]
    faces = [face, *random.sample(others, ceil(QUARTER_TURNS))]
    way, aside = random.choice((-1, 1)), random.uniform(-1, 1)
    poses = []
    for frame in range(1, frames + 1):
        left = 1 - frame / frames
        quarters = QUARTER_TURNS * left**SLOWING
        turned = way * 90 * (quarters - round(quarters))
        poses.append(Pose(faces[round(quarters)], turned, aside * left, -left * abs(sin(pi * HOPS * left))))
    return poses


def breadth(size: Size) -> int:
    """Return the columns of five dice side by side."""
    return DICE * size.columns + (DICE - 1) * GAP


def largest(columns: int, rows: int) -> Size:
    """Return the largest size of which five dice fit side by side, else the smallest."""
    fitting = [size for size in Size if breadth(size) <= columns and size.rows + size.lowered + LABEL_ROWS <= rows]
    return fitting[-1] if fitting else Size.SMALL
