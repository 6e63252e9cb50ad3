"""The score sheet of everybody, to look at and to click on.

cursor: the category that Enter would take. Its text says what stands there, line by line; the style sheet says how
each sort of line and of span looks.
"""

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.reactive import reactive
from textual.widget import Widget

from dojo.table.session import Session
from dojo.table.sheet_text import Line, SheetText

GROUNDED = {"heading", "cursor", "sum", "hover", "ruling"}  # what has a ground of its own
LAID_ON = {"asked", "barred", "free", "game", "how", "missing", "offer", "rule"}  # what lies on the ground of its line


class Sheet(Widget, can_focus=True):
    """The score sheet; the table moves its cursor, a click takes a category."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"sheet--{what}" for what in GROUNDED | LAID_ON}

    cursor: reactive[int] = reactive(0, repaint=False)
    hovered: reactive[int | None] = reactive(None)

    def __init__(self, session: Session) -> None:
        """Show the cards of a session."""
        super().__init__()
        self.session = session
        self.open = False  # whether the dice lie open, and offers are shown

    def show(self, session: Session, *, dice_lie_open: bool) -> None:
        """Show the cards as they are now."""
        self.session = session
        self.open = dice_lie_open
        self.refresh()

    @property
    def written(self) -> SheetText:
        """Return what stands on the sheet now."""
        return SheetText(self.session, *self.size, self.cursor, offering=self.open)

    @property
    def category(self) -> str:
        """Return the category under the cursor."""
        return self.session.categories[self.cursor]

    def render(self) -> Text:
        """Draw the lines."""
        component = self.get_component_rich_style
        styles = {what: component(f"sheet--{what}") for what in GROUNDED}
        styles |= {what: component(f"sheet--{what}", partial=True) for what in LAID_ON}
        return Text("\n", no_wrap=True).join(self._drawn(line, styles) for line in self.written.lines)

    def _drawn(self, line: Line, styles: dict[str, Style]) -> Text:
        hovered = line.number is not None and line.number == self.hovered
        style = styles["hover"] if hovered and line.what != "cursor" else styles.get(line.what, Style())
        drawn = Text(style=style)
        for span in line.spans:
            drawn.append(span.text, styles.get(span.what, ""))
        return drawn

    def move_cursor(self, step: int) -> None:
        """Move the cursor to the next free category up or down, round the ends."""
        question = self.session.question
        categories = self.session.categories
        free = question.view.free() if question else categories
        for distance in range(1, len(categories) + 1):
            number = (self.cursor + step * distance) % len(categories)
            if categories[number] in free:
                self.cursor = number
                return

    def _number_at(self, line: int) -> int | None:
        """Return the category of a line, by its number."""
        return self.written.lines[line].number

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light up the category that a click would take."""
        self.hovered = self._number_at(event.y)

    def on_leave(self) -> None:
        """Light up none."""
        self.hovered = None

    async def on_click(self, event: events.Click) -> None:
        """Take the category that was clicked, as its letter does."""
        number = self._number_at(event.y)
        if number is not None:
            await self.run_action(f"app.take({number})")
