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

from dojo.table.session import Offer, Session
from refactored import Scorecard

LETTERS = "abcdefghijklmnopvwxyz"  # those in between are for commands
NAMES_WIDTH = 18  # a letter, and the longest category
NARROWEST, WIDEST = 5, 10  # columns of a player
HEADING_ROWS = 1
SUMS = {
    "upper score": "upper_score",
    "upper bonus": "upper_bonus",
    "yahtzee bonus": "joker_bonus",
    "total": "total",
}


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

    def __init__(self, session: Session) -> None:
        """Show the cards of a session."""
        super().__init__()
        self.session = session
        self.open = False  # whether the dice lie open, and offers are shown

    def show(self, session: Session, *, dice_lie_open: bool) -> None:
        """Show the cards as they are now."""
        other_players = session.record.kinds != self.session.record.kinds
        self.session, self.open = session, dice_lie_open
        self.refresh(layout=other_players)

    @property
    def category(self) -> str:
        """Return the category under the cursor."""
        return list(self.session.game.categories)[self.cursor]

    def column_width(self) -> int:
        """Return how wide a player's column is; the more players, the narrower."""
        room = (self.app.size.width * 3 // 5 - NAMES_WIDTH) // len(self.session.cards)
        return max(NARROWEST, min(WIDEST, room))

    def rows(self) -> list[str]:
        """Return what stands in each row: a category, or the name of a sum."""
        game = self.session.game
        upper = [name for name, category in game.categories.items() if category.is_upper]
        lower = [name for name, category in game.categories.items() if not category.is_upper]
        upper += ["upper score", "upper bonus"] if game.upper_bonus else ["upper score"]
        return [*upper, *lower, "yahtzee bonus", "total"] if game.jokers else [*upper, *lower, "total"]

    def render(self) -> Text:
        """Lay out the sheet."""
        width = self.column_width()
        shown = Text().append(self.session.game.name.ljust(NAMES_WIDTH), "bold")
        for name in self.session.cards:
            style = "bold reverse" if name == self._asked() else "bold"
            shown.append(" ").append(name[: width - 1].rjust(width - 1), style)
        offers = self.session.offers() if self.open else {}
        for row in self.rows():
            is_category = row in self.session.game.categories
            shown.append("\n").append(self._category(row, offers, width) if is_category else self._sum(row, width))
        return shown

    def _category(self, name: str, offers: dict[str, Offer], width: int) -> Text:
        number = list(self.session.game.categories).index(name)
        pointer = ">" if number == self.cursor else " "
        line = Text(f"{pointer}{LETTERS[number]} {name}".ljust(NAMES_WIDTH))
        for player, card in self.session.cards.items():
            offer = offers.get(name) if player == self._asked() else None
            line.append(self._cell(card, name, offer).rjust(width))
        if name in offers and offers[name].why_not:
            line.stylize("dim")
        if number == self.cursor:
            line.stylize("bold")
        return line

    def _cell(self, card: Scorecard, category: str, offer: Offer | None) -> str:
        if category in card.taken():
            return str(card.taken()[category])
        if offer is None:
            return "."
        return "-" if offer.why_not else f"({offer.points})"

    def _sum(self, row: str, width: int) -> Text:
        bonus = self.session.game.upper_bonus
        goal = f"/{bonus.threshold}" if bonus and row == "upper score" else ""
        line = Text().append(f"   {row}".ljust(NAMES_WIDTH), "italic")
        for card in self.session.cards.values():
            line.append(f"{getattr(card.sums, SUMS[row])}{goal}".rjust(width), "italic")
        return line

    def _asked(self) -> str | None:
        question = self.session.question
        return question.name if question else None

    def move_cursor(self, step: int) -> None:
        """Move the cursor to the next free category up or down, round the ends."""
        question, categories = self.session.question, list(self.session.game.categories)
        free = question.card.free() if question else categories
        for distance in range(1, len(categories) + 1):
            number = (self.cursor + step * distance) % len(categories)
            if categories[number] in free:
                self.cursor = number
                return

    def on_click(self, event: events.Click) -> None:
        """Take the category that was clicked."""
        rows, at = self.rows(), event.y - HEADING_ROWS
        if 0 <= at < len(rows) and rows[at] in self.session.game.categories:
            self.cursor = list(self.session.game.categories).index(rows[at])
            self.action_take()

    def action_take(self) -> None:
        """Say that the category under the cursor is to be taken."""
        self.post_message(self.Taken(self.category))
