"""The score sheet of everybody.

row: a line of the sheet; a category, or a sum. cursor: the category that Enter would take. offer: in the column of
whoever's turn it is, what a free category would bring for the dice as they lie, in brackets.
"""

from rich.text import Text
from textual import events
from textual.reactive import reactive
from textual.widgets import Static

from dojo.table.session import Offer, Session
from refactored import Row, UpperScore, rows

LETTERS = "abcdefghijklmnopvwxyz"  # those in between are for commands; beyond them, there are arrows and the mouse
MARGIN = 3  # columns in front of a name: the cursor, and a letter
NARROWEST, WIDEST = 5, 10  # columns of a player
HEADING_ROWS = 1


class Sheet(Static, can_focus=True):
    """The score sheet; the table moves its cursor, a click takes a category."""

    cursor: reactive[int] = reactive(0)

    def __init__(self, session: Session) -> None:
        """Show the cards of a session."""
        super().__init__()
        self.session = session
        self.open = False  # whether the dice lie open, and offers are shown

    def show(self, session: Session, *, dice_lie_open: bool) -> None:
        """Show the cards as they are now."""
        self.session, self.open = session, dice_lie_open
        self.refresh(layout=True)  # there may be other players

    @property
    def category(self) -> str:
        """Return the category under the cursor."""
        return self.session.categories[self.cursor]

    @property
    def names_width(self) -> int:
        """Return the columns of the names, as many as the longest takes."""
        return MARGIN + max(len(row.label) for row in self.rows())

    def rows(self) -> list[Row]:
        """Return what stands in each row: a category, or the name of a sum; and in each player's column."""
        return rows(self.session.game, list(self.session.cards.values()))

    def render(self) -> Text:
        """Lay out the sheet; the more players, the narrower their columns."""
        room = (self.app.size.width * 3 // 5 - self.names_width) // len(self.session.cards)
        width = max(NARROWEST, min(WIDEST, room))
        shown = Text().append(self.session.game.name.ljust(self.names_width), "bold")
        for name in self.session.cards:
            style = "bold reverse" if name == self.session.asked else "bold"
            shown.append(" ").append(name[: width - 1].rjust(width - 1), style)
        offers = self.session.offers() if self.open else {}
        for row in self.rows():
            is_category = row.label in self.session.categories
            shown.append("\n").append(self._category(row, offers, width) if is_category else self._sum(row, width))
        return shown

    def _category(self, row: Row, offers: dict[str, Offer], width: int) -> Text:
        number, offer = self.session.categories.index(row.label), offers.get(row.label)
        offered = "." if offer is None else "-" if offer.why_not else f"({offer.points})"
        pointer = ">" if number == self.cursor else " "
        letter = LETTERS[number : number + 1] or " "
        line = Text(f"{pointer}{letter} {row.label}".ljust(self.names_width))
        for player, points in zip(self.session.cards, row.cells, strict=True):
            line.append((points or (offered if player == self.session.asked else ".")).rjust(width))
        if offer and offer.why_not:
            line.stylize("dim")
        if number == self.cursor:
            line.stylize("bold")
        return line

    def _sum(self, row: Row, width: int) -> Text:
        bonus = self.session.game.upper_bonus
        goal = f"/{bonus.threshold}" if bonus and isinstance(row, UpperScore) else ""
        name = f"{' ' * MARGIN}{row.label}".ljust(self.names_width)
        cells = [name, *(f"{total}{goal}".rjust(width) for total in row.cells)]
        return Text.assemble(*((cell, "italic") for cell in cells))

    def move_cursor(self, step: int) -> None:
        """Move the cursor to the next free category up or down, round the ends."""
        question, categories = self.session.question, self.session.categories
        free = question.view.free() if question else categories
        numbers = [(self.cursor + step * distance) % len(categories) for distance in range(1, len(categories) + 1)]
        self.cursor = next((number for number in numbers if categories[number] in free), self.cursor)

    async def on_click(self, event: events.Click) -> None:
        """Take the category that was clicked, as its letter does."""
        labels = dict(enumerate((row.label for row in self.rows()), HEADING_ROWS))
        if labels.get(event.y) in self.session.categories:
            await self.run_action(f"app.take({self.session.categories.index(labels[event.y])})")
