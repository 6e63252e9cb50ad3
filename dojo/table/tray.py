"""Five dice on the felt, side by side.

place: where a die lies on the tray: its column of felt, and its label below. A kept die lies lower, nearer to its
player, and its label says so; the die that keys point at has a bright label. room: the columns and rows of the tray.
"""

from collections.abc import Collection, Iterable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.reactive import reactive
from textual.widget import Widget

from dojo.table.dice import COVERED, Place, Pose, Size, drawn_within, paint_of

DICE = 5
GAP = 1  # columns between two places
AIR = 4  # columns that a place may have more than its die, for tumbling
LABEL_ROWS = 1


class Die(Widget, can_focus=True):
    """A die; a click, or Enter while it has the focus, keeps it or lets it go."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "choose", "keep")]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"die--label", "die--kept", "die--focus"}

    pose: reactive[Pose] = reactive(Pose(COVERED))
    kept: reactive[bool] = reactive(default=False)
    drawn_as: reactive[Size] = reactive(Size.SMALL)

    def __init__(self, position: int) -> None:
        """Put a covered die at a position."""
        super().__init__()
        self.position = position

    def render(self) -> Text:
        """Draw the die and its label."""
        size, paint = self.drawn_as, paint_of(self.app.theme_variables, kept=self.kept)
        columns, rows = self.size.width, self.size.height - LABEL_ROWS
        above = rows - size.rows - size.lowered * (not self.kept)
        return drawn_within(Place(columns, rows, above), self.pose, size, paint) + "\n" + self.label(columns)

    def label(self, columns: int) -> Text:
        """Return its number, and whether it is kept, in the middle of so many columns."""
        wide = self.drawn_as.columns
        said = f"{self.position + 1}{' keep' * self.kept}"
        name = "focus" if self.has_focus else "kept" if self.kept else "label"
        if self.has_focus:
            said = f">{said}<"[:wide].center(wide)
        label = Text.assemble((said, self.get_component_rich_style(f"die--{name}")))
        label.align("center", columns)
        return label

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell whether it may be kept now, as its number may."""
        return self.app.check_action(action, parameters)

    async def action_choose(self) -> None:
        """Keep it, or let it go, as its number does."""
        await self.run_action(f"app.choose({self.position})")

    on_click = action_choose


class Tray(Container):
    """The five dice."""

    def compose(self) -> ComposeResult:
        """Lay the dice out."""
        self.dice = [Die(position) for position in range(DICE)]
        yield from self.dice

    def on_resize(self, event: events.Resize) -> None:
        """Draw the dice as large as they fit."""
        self.fit(event.size.width, event.size.height)

    def fit(self, columns: int, rows: int) -> None:
        """Draw the dice as large as five of them fit side by side in a room."""
        size = largest(columns, rows)
        spare_columns = (columns - GAP * (DICE - 1)) // DICE - size.columns
        spare_rows = rows - height(size)
        width = size.columns + max(0, min(AIR, spare_columns // 2 * 2))  # as much on either side
        high = height(size) + max(0, min(size.lowered, spare_rows))
        self.styles.grid_columns, self.styles.grid_rows = str(width), str(high)
        for die in self.dice:
            die.drawn_as, die.styles.width, die.styles.height = size, width, high

    def show(self, faces: Iterable[int], kept: Collection[int]) -> None:
        """Show these faces, 0 for a covered one; and which positions are kept."""
        for die, face in zip(self.dice, faces, strict=True):
            die.pose = Pose(face)
            die.kept = die.position in kept


def breadth(size: Size) -> int:
    """Return the columns of five dice side by side."""
    return DICE * size.columns + (DICE - 1) * GAP


def height(size: Size) -> int:
    """Return the rows of a place."""
    return size.rows + size.lowered + LABEL_ROWS


def largest(columns: int, rows: int) -> Size:
    """Return the largest size of which five dice fit side by side in a room, else the smallest."""
    fitting = [size for size in Size if breadth(size) <= columns and height(size) <= rows]
    return fitting[-1] if fitting else Size.SMALL
