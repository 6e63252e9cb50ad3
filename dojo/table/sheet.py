"""The score sheet of everybody at the table.

row: a line of the sheet; a category, or a sum. cursor: the category that Enter would take. offer: in the column of
whoever's turn it is, what a free category would bring for the dice as they lie, in brackets.
"""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from dojo.table.session import Offer, Sitting
from refactored.game import Seat

LETTERS = "abcdefghijklmno"
NAMES_WIDTH = 18  # a letter, and the longest category
NARROWEST, WIDEST = 5, 10  # columns of a player
HEADING_ROWS = 1


class Sheet(Static, can_focus=True):
    """The score sheet; the arrow keys move its cursor, a click or Enter takes a category."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "take", "take")]

    cursor: reactive[int] = reactive(0)

    class Taken(Message):
        """A category was clicked, or Enter was pressed on it."""

        def __init__(self, category: str) -> None:
            """Tell which."""
            super().__init__()
            self.category = category

    def __init__(self, sitting: Sitting) -> None:
        """Show the cards of a sitting."""
        super().__init__()
        self.sitting = sitting
        self.open = False  # whether the dice lie open, and offers are shown

    def show(self, sitting: Sitting, *, dice_lie_open: bool) -> None:
        """Show the cards as they are now."""
        self.sitting, self.open = sitting, dice_lie_open
        self.refresh(layout=True)

    @property
    def category(self) -> str:
        """Return the category under the cursor."""
        return self.sitting.categories()[self.cursor]

    def column_width(self) -> int:
        """Return how wide a player's column is; the more players, the narrower."""
        room = (self.app.size.width * 3 // 5 - NAMES_WIDTH) // len(self.sitting.seats)
        return max(NARROWEST, min(WIDEST, room))

    def rows(self) -> list[str]:
        """Return what stands in each row: a category, or the name of a sum."""
        upper = [name for name in self.sitting.categories() if self.sitting.is_upper(name)]
        lower = [name for name in self.sitting.categories() if not self.sitting.is_upper(name)]
        with_bonus = self.sitting.upper_goal() is not None
        bonuses = (["upper bonus"], ["yahtzee bonus"]) if with_bonus else ([], [])
        return [*upper, "upper score", *bonuses[0], *lower, *bonuses[1], "total"]

    def render(self) -> Text:
        """Lay out the sheet."""
        width = self.column_width()
        shown = Text().append(self.sitting.record.game.ljust(NAMES_WIDTH), "bold")
        for seat in self.sitting.seats:
            style = "bold reverse" if self._is_asked(seat) else "bold"
            shown.append(" ").append(seat.name[: width - 1].rjust(width - 1), style)
        offers = self.sitting.offers() if self.open else {}
        for row in self.rows():
            shown.append("\n").append(self._row(row, offers, width))
        return shown

    def _row(self, row: str, offers: dict[str, Offer], width: int) -> Text:
        categories = self.sitting.categories()
        if row not in categories:
            return self._sum(row, width)
        number = categories.index(row)
        pointer = ">" if number == self.cursor else " "
        line = Text(f"{pointer}{LETTERS[number]} {row}".ljust(NAMES_WIDTH))
        for seat in self.sitting.seats:
            line.append(self._cell(seat, row, offers.get(row)).rjust(width))
        if row in offers and offers[row].why_not:
            line.stylize("dim")
        if number == self.cursor:
            line.stylize("bold")
        return line

    def _cell(self, seat: Seat, category: str, offer: Offer | None) -> str:
        taken = seat.card.taken()
        if category in taken:
            return str(taken[category])
        if offer is None or not self._is_asked(seat):
            return "."
        return "-" if offer.why_not else f"({offer.points})"

    def _sum(self, row: str, width: int) -> Text:
        line = Text().append(f"   {row}".ljust(NAMES_WIDTH), "italic")
        for seat in self.sitting.seats:
            line.append(str(self._sum_of(seat, row)).rjust(width), "italic")
        return line

    def _sum_of(self, seat: Seat, row: str) -> str | int:
        card, goal = seat.card, self.sitting.upper_goal()
        if row == "upper score" and goal is not None:
            return f"{card.upper_score()}/{goal}"
        sums = {"upper score": card.upper_score, "upper bonus": card.upper_bonus}
        return {**sums, "yahtzee bonus": card.yahtzee_bonus, "total": card.total}[row]()

    def _is_asked(self, seat: Seat) -> bool:
        question = self.sitting.question
        return question is not None and question.seat is seat

    def move_cursor(self, step: int) -> None:
        """Move the cursor to the next free category up or down, round the ends."""
        question, categories = self.sitting.question, self.sitting.categories()
        free = question.seat.card.free() if question else categories
        for distance in range(1, len(categories) + 1):
            number = (self.cursor + step * distance) % len(categories)
            if categories[number] in free:
                self.cursor = number
                return

    def on_click(self, event: events.Click) -> None:
        """Take the category that was clicked."""
        rows, at = self.rows(), event.y - HEADING_ROWS
        if 0 <= at < len(rows) and rows[at] in self.sitting.categories():
            self.cursor = self.sitting.categories().index(rows[at])
            self.action_take()

    def action_take(self) -> None:
        """Say that the category under the cursor is to be taken."""
        self.post_message(self.Taken(self.category))
