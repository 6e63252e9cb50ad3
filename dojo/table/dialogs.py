"""Questions that lie over the table until they are answered."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class Ask(ModalScreen[bool]):
    """A question to answer with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "yes"),
        ("n", "answer(False)", "no"),
        ("escape", "go_back", "back"),
    ]

    def __init__(self, question: str, yes: str = "Yes", no: str = "No", *, harmless: bool = False) -> None:
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
