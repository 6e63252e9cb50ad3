"""Questions that lie over the table until they are answered, and papers that are put away again."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class Ask(ModalScreen[bool]):
    """A question to answer with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [("y", "answer(True)", "yes"), ("n,escape", "answer(False)", "no")]

    def __init__(self, question: str, yes: str = "Yes", no: str = "No", *, enter: str = "no") -> None:
        """Ask, with a word for each answer; `enter` says which one Enter gives: not the one that costs something."""
        super().__init__()
        self.question, self.yes, self.no, self.enter = question, yes, no, enter

    def compose(self) -> ComposeResult:
        """Show the question and the answers."""
        with Vertical(classes="paper"):
            yield Static(self.question, markup=False)
            with Horizontal():
                yield Button(f"{self.yes} (y)", id="yes", variant="primary", action="screen.answer(True)")
                yield Button(f"{self.no} (n)", id="no", action="screen.answer(False)")

    def on_mount(self) -> None:
        """Make Enter give the answer that costs nothing."""
        self.query_one(f"#{self.enter}").focus()

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 - textual calls it so
        """Answer, once, however often a key was pressed meanwhile."""
        if self.is_current:
            self.dismiss(answer)


class Paper(ModalScreen[None]):
    """Something to read, until any key is pressed."""

    def __init__(self, *lines: str) -> None:
        """Show a text."""
        super().__init__()
        self.text = "\n".join(lines)

    def compose(self) -> ComposeResult:
        """Show the text."""
        with Vertical(classes="paper"):
            with VerticalScroll():
                yield Static(self.text, markup=False)
            yield Static("any key goes back to the table", classes="hint")

    def on_key(self, event: events.Key) -> None:
        """Put it away, unless it is being scrolled."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.on_click()

    def on_click(self) -> None:
        """Put it away, once."""
        if self.is_current:
            self.dismiss()
