"""Five dice, drawn.

tray: the five dice of a turn, side by side where there is room, else in two rows. covered: dice that nobody has thrown
yet. A kept die has a double edge and the word for it, so that colour is not needed to tell.
"""

from collections.abc import Collection, Iterable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.reactive import reactive
from textual.widgets import Static

WIDE_ENOUGH = 50  # columns for five dice side by side
GAPS_FIT = 29  # columns for three dice with gaps between them
PIPS = {
    0: ("       ", "   ?   ", "       "),
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
COVERED = 0


class Die(Static, can_focus=True):
    """A die; a click, or Enter while it has the focus, keeps it or lets it go."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "choose", "keep")]

    face: reactive[int] = reactive(COVERED)
    kept: reactive[bool] = reactive(default=False, toggle_class="kept")

    def __init__(self, position: int) -> None:
        """Put a covered die at a position."""
        super().__init__()
        self.position = position

    def render(self) -> Text:
        """Draw the die and its number, six lines of nine columns."""
        top, bottom, side = ("╔═══════╗", "╚═══════╝", "║") if self.kept else ("┌───────┐", "└───────┘", "│")
        label = f"{self.position + 1}{' keep' * self.kept}"
        return Text("\n".join([top, *(f"{side}{row}{side}" for row in PIPS[self.face]), bottom, label.center(9)]))

    async def action_choose(self) -> None:
        """Keep it, or let it go, as its number does."""
        await self.run_action(f"app.choose({self.position})")

    on_click = action_choose


class Tray(Container):
    """The five dice."""

    def compose(self) -> ComposeResult:
        """Lay the dice out."""
        self.dice = [Die(position) for position in range(5)]
        yield from self.dice

    def on_resize(self, event: events.Resize) -> None:
        """Lay them side by side if they fit."""
        width = event.size.width
        self.styles.grid_size_columns = 5 if width >= WIDE_ENOUGH else 3
        self.styles.grid_gutter_vertical = 1 if width >= GAPS_FIT else 0

    def show(self, faces: Iterable[int], kept: Collection[int]) -> None:
        """Show these faces, 0 for a covered one; and which positions are kept."""
        for die, face in zip(self.dice, faces, strict=True):
            die.face = face
            die.kept = die.position in kept
