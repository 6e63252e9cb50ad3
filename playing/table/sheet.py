"""The score sheet of all players: a list of rows, in which a free category can be selected.

For the player whose turn it is, a free category has in brackets what the dice would score there.
"""

from collections.abc import Iterator
from itertools import groupby

from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from playing.table.dice import DICE_COUNT, DIE_SIZES, GAP, DieSize
from playing.table.session import Session
from refactored import Game, Row, Scorecard, rows

CATEGORY_KEYS = "abcdefghijklmnopvwxyz"  # the missing letters are commands
MARGINS = 2  # columns left and right of the sheet together, as around the dice
# Columns for a player.
MIN_CELL = 4
READABLE_CELL = 6
TO_GO_CELL = 9  # fits "63 to go"
MAX_CELL = 12
FREE = "·"
MUTED_STYLE = "$sheet-muted"
Offers = dict[str, int | None]
Lines = Iterator[Option | None]  # None is a separator


class Sheet(OptionList):
    """The score sheet. Selecting an option takes a category."""

    def __init__(self, session: Session) -> None:
        super().__init__(id="sheet", compact=True)
        self.session = session
        self.offers: Offers = {}

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002 - textual's
        """Return the width that is left beside the largest dice for which the sheet is readable."""
        labels = MARGINS + longest_label(self.session.game)
        players = len(self.session.cards)
        width = container.width - tray_width(DIE_SIZES[0])  # without margins around the dice
        for size in DIE_SIZES:
            left = container.width - tray_width(size) - MARGINS
            if left >= labels + READABLE_CELL * players:
                width = left
        return min(width, labels + MAX_CELL * players)

    def on_resize(self) -> None:
        self.show(self.offers)

    def show(self, offers: Offers) -> None:
        """Show the cards, and move the cursor down to a free category if it is not at one."""
        self.offers = offers
        cursor = self.highlighted or 0
        self.set_options(sheet_options(self.session, offers, *self.size))
        free = [index for index, option in enumerate(self.options) if not option.disabled]
        below = [index for index in free if index >= cursor]
        self.highlighted = min(below or free, default=None)

    def _get_visual(self, option: Option) -> Content:
        text: Content = super()._get_visual(option)  # type: ignore[assignment]
        if option is self.highlighted_option:
            return text[:2] + ">" + text[3:]  # the colour of the cursor is not enough
        return text


def tray_width(size: DieSize) -> int:
    return DICE_COUNT * (size.width + GAP) - GAP


def longest_label(game: Game) -> int:
    """Return the width of the longest label with the key before it."""
    return 2 + max(len(row.label) for row in rows(game, []))


def sheet_options(session: Session, offers: Offers, width: int, height: int) -> Lines:
    """Yield the lines of a sheet of this size."""
    lines = SheetLines(session, offers, width)
    yield lines.heading()
    categories = session.game.categories
    all_rows = rows(session.game, list(session.cards.values()))
    groups = groupby(all_rows, lambda row: row.label in categories)
    sections = [list(section) for _, section in groups]
    separates_rows = height > 2 * len(all_rows)
    separates_sections = height > len(all_rows) + len(sections)
    for section in sections:
        if separates_rows:
            yield Option("━" * width, disabled=True)
        elif separates_sections:
            yield None
        for row in section:
            if separates_rows and row is not section[0]:
                yield None
            yield lines.row(row)


class SheetLines:
    """The lines of a sheet of this width."""

    def __init__(self, session: Session, offers: Offers, width: int) -> None:
        players = len(session.cards)
        space = width - MARGINS
        labels = min(longest_label(session.game), space - MIN_CELL * players)
        self.cell_width = min(MAX_CELL, (space - labels) // players)
        self.label_width = space - self.cell_width * players
        self.session = session
        self.offers = offers
        self.keys = dict(zip(session.game.categories, CATEGORY_KEYS, strict=False))

    def heading(self) -> Option:
        cells = []
        for name in self.session.cards:
            cell = Content(f" {name}")
            if name == self.session.name:
                cell = Content.styled(f"▸{name}", "$mark-text on $mark")
            cells.append(cell.right(self.cell_width, ellipsis=True))
        line = self._line(f"  {self.session.game.name}", cells)
        return Option(line.stylize("bold"), disabled=True)

    def row(self, row: Row) -> Option:
        label = row.label
        cells = []
        for name, points in zip(self.session.cards, row.cells, strict=True):
            text, style = self._cell(name, label, points)
            cells.append(Content.styled(text.rjust(self.cell_width), style))
        line = self._line(f"{self.keys.get(label, ''):2}{label}", cells)
        if label not in self.keys:
            line = line.stylize("bold on $sheet-text 8%")
        is_free = label in self.session.question.card.free()
        return Option(line, id=label, disabled=not is_free)

    def _line(self, label: str, cells: list[Content]) -> Content:
        padded = Content(label).truncate(self.label_width, ellipsis=True, pad=True)
        return Content.assemble(" ", padded, *cells, " ")

    def _cell(self, name: str, label: str, points: str) -> tuple[str, str]:
        """Return the text and style of a player's cell: an offer, points to go, or points."""
        if name == self.session.name and label in self.offers:
            offer = self.offers[label]
            return ("no", MUTED_STYLE) if offer is None else (f"({offer})", "$mark")
        missing = 0
        if label == "upper bonus":
            missing = missing_for_bonus(self.session.cards[name])
        if missing and self.cell_width >= TO_GO_CELL:
            return f"{missing} to go", MUTED_STYLE
        if missing or not points:
            return FREE, MUTED_STYLE
        return points, ""


def missing_for_bonus(card: Scorecard) -> int:
    """Return the points to go to the upper bonus, 0 if the card has it or cannot get it."""
    bonus = card.game.upper_bonus
    is_upper_free = any(category.is_upper for category in card.free().values())
    if bonus is None or not is_upper_free:
        return 0
    return max(0, bonus.threshold - card.sums.upper_score)
