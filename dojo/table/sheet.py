"""The score sheet of everybody: a list of rows, of which the free categories can be taken.

In the column of whoever's turn it is, a free category has in brackets what it would bring for the dice as they lie.
"""

from collections.abc import Iterator
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from dojo.table.dice import SIZES, breadth
from dojo.table.session import Offer, Session, missing_for_bonus
from refactored import Game, Row, rows

LETTERS = "abcdefghijklmnopvwxyz"  # those in between are for commands; beyond them, there are arrows and the mouse
NARROWEST, READABLE, WIDEST = 4, 6, 12  # cells of a player's column
TO_GO_FITS = 9  # cells
OPEN = "·"  # for points that are still to be had
UPPER_BONUS = "upper bonus"


class Sheet(OptionList):
    """The score sheet; what is selected on it is a category to take."""

    def __init__(self, session: Session) -> None:
        """Show the cards of a session."""
        super().__init__(id="sheet", compact=True)
        self.session = session
        self.offers: dict[str, Offer] = {}

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002 - as textual calls it
        """Return its columns beside the dice, which are as large as they may be while it reads well."""
        labels, seats = labels_width(self.session.game), len(self.session.cards)
        readable = 2 + labels + READABLE * seats
        rooms = [container.width - breadth(size) - 2 for size in SIZES]
        left = min((room for room in rooms if room >= readable), default=rooms[0] + 2)
        return min(left, 2 + labels + WIDEST * seats)

    def on_resize(self) -> None:
        """Share out another room."""
        self.show(self.session, self.offers)

    def show(self, session: Session, offers: dict[str, Offer]) -> None:
        """Show the cards as they are now, and the cursor at a category that may be taken."""
        self.session, self.offers = session, offers
        at = self.highlighted or 0
        self.set_options(options(session, offers, *self.size))
        free = [index for index, option in enumerate(self.options) if not option.disabled]
        self.highlighted = next((index for index in free if index >= at), free[0] if free else None)

    def _get_visual(self, option: Option) -> Content:
        """Return a line; the one under the cursor with a sign that is seen without colours, too."""
        text: Content = super()._get_visual(option)  # type: ignore[assignment]  # as every line is here
        return text[:2] + ">" + text[3:] if option is self.highlighted_option else text

    @property
    def category(self) -> str:
        """Return the category under the cursor."""
        return str(self.highlighted_option.id) if self.highlighted_option else ""


def options(session: Session, offers: dict[str, Offer], width: int, height: int) -> Iterator[Option | None]:
    """Yield what there is on a sheet of so many columns and lines: options, and None for a stroke."""
    game, free = session.game, session.question.card.free()
    all_rows = rows(game, list(session.cards.values()))
    sections = [list(section) for _, section in groupby(all_rows, lambda row: row.label in game.categories)]
    is_roomy = height > 2 * len(all_rows)  # each row has a stroke above it
    is_ruled = height > len(all_rows) + len(sections)  # each section has one
    player = player_width(session, width)
    yield Option(heading(session, width, player), disabled=True)
    for section in sections:
        if is_roomy:
            yield Option("━" * width, disabled=True)
        elif is_ruled:
            yield None
        for row in section:
            if is_roomy and row is not section[0]:
                yield None
            text = row_text(session, row, offers.get(row.label), width, player)
            yield Option(text, id=row.label, disabled=row.label not in free)


def player_width(session: Session, width: int) -> int:
    """Return the cells of each player's column; labels have the rest, and there is a margin at either side."""
    seats = len(session.cards)
    labels = min(labels_width(session.game), width - 2 - NARROWEST * seats)
    return min(WIDEST, (width - 2 - labels) // seats)


def labels_width(game: Game) -> int:
    """Return the cells of letter and label."""
    return 2 + max(len(row.label) for row in rows(game, []))


def heading(session: Session, width: int, player: int) -> Content:
    """Return the name of the game, and those of the players; a mark tells whose turn it is."""
    cells = []
    for name in session.cards:
        short = cut(name, player - 1)
        mark = (f"▸{short}", "$mark-text on $mark") if name == session.asked else (f" {short}", "")
        cells += [(" " * (player - 1 - cell_len(short)), ""), mark]
    return line(f"  {session.game.name}", cells, width - player * len(session.cards)).stylize("bold")


def row_text(session: Session, row: Row, offer: Offer | None, width: int, player: int) -> Content:
    """Return the label of a row, and what stands there for each player."""
    letter = dict(zip(session.categories, LETTERS, strict=False)).get(row.label, "")
    cells = []
    for (name, card), points in zip(session.cards.items(), row.cells, strict=True):
        missing = missing_for_bonus(card) if row.label == UPPER_BONUS else 0
        text, style = cell(points, missing, offer if name == session.asked else None, player)
        cells.append((text.rjust(player), style))
    content = line(f"{letter:2}{row.label}", cells, width - player * len(cells))
    return content if row.label in session.categories else content.stylize("bold on $sheet-text 8%")


def cell(points: str, missing: int, offer: Offer | None, width: int) -> tuple[str, str]:
    """Return what stands in a row for a player, and its style: points, what is missing for a bonus, or an offer."""
    if offer and not offer.why_not:
        return f"({offer.points})", "$mark"
    if points and not missing:
        return points, ""
    to_go = f"{missing} to go" if missing and width >= TO_GO_FITS else OPEN
    return "no" if offer else to_go, "$sheet-muted"


def line(label: str, cells: list[tuple[str, str]], labels: int) -> Content:
    """Return a line of the sheet, whose label and margins have so many cells."""
    return Content.assemble(" ", set_cell_size(cut(label, labels - 2), labels - 2), *cells, " ")


def cut(text: str, cells: int) -> str:
    """Return what fits of a text: its beginning, and its last letter, which tells `Player 1` from `Player 2`."""
    beginning = set_cell_size(text, cells - 1 - cell_len(text[-1:]))
    return text if cell_len(text) <= cells else f"{beginning.rstrip()}…{text[-1]}"
