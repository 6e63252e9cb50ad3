"""A question that lies over the table until it is answered."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class Ask(ModalScreen[bool]):
    """A question to answer with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "dismiss(True)", "yes"),
        ("n", "dismiss(False)", "no"),
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
                yield Button(f"{self.yes} (y)", id="yes", variant="primary", action="screen.dismiss(True)")
                yield Button(f"{self.no} (n)", id="no", action="screen.dismiss(False)")

    def on_mount(self) -> None:
        """Make Enter give the harmless answer."""
        self.query_one("#yes" if self.harmless else "#no").focus()

    def action_go_back(self) -> None:
        """Give the harmless answer."""
        self.dismiss(self.harmless)
