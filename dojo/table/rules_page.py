"""The page of the rules: all entries of the rulebook, side by side where there is room.

cell: an entry as lines as wide as a column; the cells of a row begin on one line. The page is painted line by line: as
widgets of their own, so many take too long.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from textwrap import wrap
from typing import ClassVar

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.geometry import Size as Area
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from dojo.table.dice import Paint, Size, drawn, paint_of
from dojo.table.rulebook import Entry, entries
from refactored import Game

SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
NARROWEST = 56  # a column, where there are several
MARGIN = 2  # in front of a column
GAP = 1  # between two dice, and of lines between two rows


class RulesPage(ModalScreen[None]):
    """The rules of a game, to be read until any key is pressed that does not scroll."""

    def __init__(self, game: Game) -> None:
        """Show the rules of a game."""
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Static(f"The rules of {self.game.name}", id="title", markup=False)
        yield Entries(list(entries(self.game)))
        yield Static("arrows scroll, any other key goes back", id="hint", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Go back to the table, unless it is being scrolled."""
        if event.key not in SCROLLING:
            event.stop()
            self.on_click()

    def on_click(self) -> None:
        """Go back to the table, once."""
        if self.is_current:
            self.dismiss()


class Entries(ScrollView, can_focus=True):
    """The entries, in rows."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"entries--title", "entries--brings"}

    def __init__(self, shown: Sequence[Entry]) -> None:
        """Show these."""
        super().__init__()
        self.shown = shown
        self.lines: list[Strip] = []

    def on_resize(self) -> None:
        """Lay the entries out in as many columns as there is room for."""
        width = self.scrollable_content_region.width
        columns = max(1, width // (MARGIN + NARROWEST))
        self.lines = list(self.laid_out(columns, width // columns - MARGIN))
        self.virtual_size = Area(width, len(self.lines))

    def laid_out(self, columns: int, width: int) -> Iterator[Strip]:
        """Return the lines of all rows, of so many columns of a width."""
        margin, blank = Strip.blank(MARGIN, self.rich_style), Strip.blank(width, self.rich_style)
        for first in range(0, len(self.shown), columns):
            row = [list(self.cell(entry, width)) for entry in self.shown[first : first + columns]]
            for line in zip_longest(*row, fillvalue=blank):
                yield Strip.join(part for each in line for part in (margin, each))
            yield from [blank] * GAP

    def cell(self, entry: Entry, width: int) -> Iterator[Strip]:
        """Return the lines of an entry."""
        plain, title = self.rich_style, self.get_component_rich_style("entries--title")
        lines = [text for line in entry.words.splitlines() for text in wrap(line, width)]
        texts = [Segment(entry.title, title), *(Segment(line, plain) for line in lines)]
        for strip in [*(Strip([text]) for text in texts), *self.dice(entry, width)]:
            yield strip.adjust_cell_length(width, plain)

    def dice(self, entry: Entry, width: int) -> Iterator[Strip]:
        """Return the dice of an entry and what they bring, beside them if that fits."""
        paint, console = paint_of(self.app.theme_variables), self.app.console
        rows = [Strip.join(row) for row in zip(*(die(face, paint, console) for face in entry.dice), strict=True)]
        brings = Strip([Segment(entry.brings, self.get_component_rich_style("entries--brings"))])
        if rows and rows[0].cell_length + brings.cell_length <= width:
            middle = len(rows) // 2 - 1
            rows[middle] = Strip.join([rows[middle], brings])
        elif entry.brings:
            rows.append(brings)
        yield from rows

    def render_line(self, y: int) -> Strip:
        """Return a line of what is to be seen."""
        at, width = self.scroll_offset.y + y, self.size.width
        line = self.lines[at] if at < len(self.lines) else Strip([])
        return line.crop_extend(0, width, self.rich_style)


@lru_cache(maxsize=32)  # there are six faces, and two themes
def die(face: int, paint: Paint, console: Console) -> list[Strip]:
    """Return a small die line by line, and the gap after it."""
    gap = Segment(" " * GAP, Style(bgcolor=paint.felt))
    return [Strip([*line.render(console), gap]) for line in drawn(face, Size.SMALL, paint).split()]
