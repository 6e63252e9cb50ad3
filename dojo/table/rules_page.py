"""The page of the rules: all entries of the rulebook, side by side where there is room."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from dojo.table.dice import Size, drawn, paint_of
from dojo.table.rulebook import Entry, entries
from refactored import Game

SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
NARROWEST = 58  # columns for an entry, where there are several side by side


class RulesPage(ModalScreen[None]):
    """The rules of a game, to be read until any key is pressed that does not scroll."""

    def __init__(self, game: Game) -> None:
        """Show the rules of a game."""
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Static(f"The rules of {self.game.name}", id="title", markup=False)
        with VerticalScroll():
            yield Static(id="entries")
        yield Static("arrows scroll, any other key goes back", id="hint", markup=False)

    def on_resize(self) -> None:
        """Lay the entries out in as many columns as there is room for."""
        columns = max(1, self.size.width // NARROWEST)
        page = Table.grid(expand=True, padding=(0, 2, 0, 0))
        for _ in range(columns):
            page.add_column(ratio=1)
        cells = [Group(*self.cell(entry)) for entry in entries(self.game)]
        for first in range(0, len(cells), columns):
            page.add_row(*cells[first : first + columns])
        self.query_one("#entries", Static).update(page)

    def cell(self, entry: Entry) -> Iterator[RenderableType]:
        """Return the lines of an entry; its dice, and what they bring, beside them if that fits."""
        colours = self.app.theme_variables
        yield Text(entry.title, f"bold {colours['felt-mark']}")
        yield Text(entry.words)
        if entry.dice:
            dice = [drawn(face, Size.SMALL, paint_of(colours)).split("\n") for face in entry.dice]
            rows = [Text(" ").join(row) for row in zip(*dice, strict=True)]
            brings = [Text(f"\n{entry.brings}", "bold")] if entry.brings else []
            yield Columns([Text("\n", no_wrap=True).join(rows), *brings])
        yield Text()

    def on_key(self, event: events.Key) -> None:
        """Go back to the table, unless it is being scrolled."""
        if event.key not in SCROLLING:
            event.stop()
            self.on_click()

    def on_click(self) -> None:
        """Go back to the table, once."""
        if self.is_current:
            self.dismiss()
