"""What lies over the table until it is put away: a question, and the page of the rules."""

from typing import ClassVar

from rich.columns import Columns
from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from dojo.table.dice import Size, drawn, paint_of
from dojo.table.rules import Entry, entries
from refactored import Game

SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
NARROWEST = 56  # columns for an entry, where there are several side by side


class Ask(ModalScreen[bool]):
    """A question to answer with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "yes"),
        ("n", "answer(False)", "no"),
        ("escape", "go_back", "back"),
    ]

    def __init__(self, question: str, yes: str, no: str, *, harmless: bool = False) -> None:
        """Ask, with a word for each answer; `harmless` is the one that costs nothing: Enter and Escape give it."""
        super().__init__()
        self.question, self.yes, self.no, self.harmless = question, yes, no, harmless

    def compose(self) -> ComposeResult:
        """Show the question and the answers."""
        with Vertical(classes="paper"):
            yield Static(self.question, markup=False)
            with Horizontal():
                yield Button(f"{self.yes} (y)", id="yes", variant="primary", action="screen.answer(True)")
                yield Button(f"{self.no} (n)", id="no", action="screen.answer(False)")

    def on_mount(self) -> None:
        """Make Enter give the harmless answer."""
        self.query_one("#yes" if self.harmless else "#no").focus()

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 - textual calls it so
        """Answer, once, however often a key was pressed meanwhile."""
        if self.is_current:
            self.dismiss(answer)

    def action_go_back(self) -> None:
        """Give the harmless answer."""
        self.action_answer(self.harmless)


class RulesPage(ModalScreen[None]):
    """The rules of a game, to be read until any key is pressed that does not scroll."""

    def __init__(self, game: Game) -> None:
        """Show the rules of a game."""
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Static(f"The rules of {self.game.name}", id="title", markup=False)
        with VerticalScroll(), ItemGrid(min_column_width=NARROWEST):
            for entry in entries(self.game):
                yield Static(self.text_of(entry))
        yield Static("arrows scroll, any other key goes back", id="hint", markup=False)

    def text_of(self, entry: Entry) -> Group:
        """Return an entry; its dice, and what they bring, beside them if that fits."""
        colours = self.app.theme_variables
        dice = [drawn(face, Size.SMALL, paint_of(colours, face)).split("\n") for face in entry.dice]
        rows = [Text(" ").join(row) for row in zip(*dice, strict=True)]
        example = [Text("\n", no_wrap=True).join(rows)] if dice else []
        brings = [Text(f"\n{entry.brings}", "bold")] if entry.brings else []
        return Group(Text(entry.title, f"bold {colours['felt-mark']}"), Text(entry.words), Columns([*example, *brings]))

    def on_key(self, event: events.Key) -> None:
        """Go back to the table, unless it is being scrolled."""
        if event.key not in SCROLLING:
            event.stop()
            self.on_click()

    def on_click(self) -> None:
        """Go back to the table, once."""
        if self.is_current:
            self.dismiss()
