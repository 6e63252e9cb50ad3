"""The score sheet of everybody: a list of rows, of which the free categories can be taken.

In the column of whoever's turn it is, a free category has in brackets what it would bring for the dice as they lie.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from dojo.table import dice
from dojo.table.rules import in_words
from dojo.table.session import Offer, Session
from dojo.table.tray import breadth
from refactored import Game, Row, Scorecard, rows

LETTERS = "abcdefghijklmnopvwxyz"  # those in between are for commands; beyond them, there are arrows and the mouse
MARGIN = 2  # cells in front of a label, for its letter
NARROWEST, READABLE, ROOMY, WIDEST = 4, 6, 8, 12  # cells of a player's column
TO_GO_FITS = 9  # cells
MOST_LINES = 3  # of a row
OPEN = "·"  # for points that are still to be had
UPPER_BONUS = "upper bonus"


class Columns(NamedTuple):
    """Cells of a sheet from left to right, with a margin at either side."""

    margin: int
    labels: int
    how: int
    player: int


class Sheet(OptionList):
    """The score sheet; what is selected on it is a category to take."""

    def __init__(self, session: Session) -> None:
        """Show the cards of a session."""
        super().__init__(id="sheet", compact=True)
        self.session = session
        self.offers: dict[str, Offer] = {}

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002 - as textual calls it
        """Return its columns beside the dice, which are as large as they may be while it reads well."""
        labels, how, seats = labels_width(self.session.game), how_width(self.session.game), len(self.session.cards)
        readable = labels + READABLE * seats + 2
        rooms = [container.width - breadth(size) - 2 for size in dice.Size]
        left = min((room for room in rooms if room >= readable), default=rooms[0] + 2)
        beside_players = labels + 2 + how * (left >= labels + 2 + how + ROOMY * seats)
        return min(left, beside_players + WIDEST * seats)

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

    @property
    def category(self) -> str:
        """Return the category under the cursor."""
        option = self.highlighted_option
        return str(option.id) if option else ""


def options(session: Session, offers: dict[str, Offer], width: int, height: int) -> Iterator[Option | None]:
    """Yield what there is on a sheet of so many columns and lines: options, and None for a stroke."""
    game, free = session.game, session.question.view.free() if session.question else []
    all_rows = rows(game, list(session.cards.values()))
    sections = [list(section) for _, section in groupby(all_rows, lambda row: row.label in game.categories)]
    lines = max(1, min(MOST_LINES, (height + 1) // (len(all_rows) + 1)))
    spare = max(0, height + (lines > 1) - lines * (len(all_rows) + 1)) // len(sections)  # lines before each section
    columns = columns_of(session, width)
    above = Content("\n" * max(0, lines - 2))
    yield Option(above + heading(session, columns), disabled=True)
    for section in sections:
        if lines > 1:
            yield Option("━" * width, disabled=True)
        elif spare:
            yield None
        blank = spare - (lines == 1)
        if blank > 0:
            yield Option("\n" * (blank - 1), disabled=True)
        for row in section:
            if lines > 1 and row is not section[0]:
                yield None
            text = above + row_text(session, row, offers.get(row.label), columns)
            yield Option(text, id=row.label, disabled=row.label not in free)


def columns_of(session: Session, width: int) -> Columns:
    """Return how a sheet shares out its columns: what a category pays in words stands where there is room."""
    seats = len(session.cards)
    labels = min(labels_width(session.game), width - NARROWEST * seats)
    margin = 1 if width >= labels + NARROWEST * seats + 2 else 0
    room = width - labels - 2 * margin
    fair_share = (room - how_width(session.game)) // seats
    player = max(NARROWEST, min(WIDEST, fair_share if fair_share >= ROOMY else room // seats))
    return Columns(margin, labels, max(0, room - player * seats), player)


def heading(session: Session, columns: Columns) -> Content:
    """Return the name of the game, and those of the players; a mark tells whose turn it is."""
    names = []
    for player in session.cards:
        name = cut(player, columns.player - 1)
        space = " " * (columns.player - 1 - cell_len(name))
        names += [space, (f"▸{name}", "$mark-text on $mark") if player == session.asked else f" {name}"]
    return line(f"  {session.game.name}", "how to score", names, columns, session.game).stylize("bold")


def row_text(session: Session, row: Row, offer: Offer | None, columns: Columns) -> Content:
    """Return the label of a row, what it pays in words, and what stands there for each player."""
    game = session.game
    letter = dict(zip(game.categories, LETTERS, strict=False)).get(row.label, "")
    cells = [
        cell(row, session.cards[player], points, offer if player == session.asked else None, columns.player)
        for player, points in zip(session.cards, row.cells, strict=True)
    ]
    text = line(f"{letter:2}{row.label}", how_to_score(game, row.label), cells, columns, game)
    return text if row.label in game.categories else text.stylize("bold on $sheet-text 8%")


def cell(row: Row, card: Scorecard, points: str, offer: Offer | None, width: int) -> tuple[str, str]:
    """Return what stands in a row for a player: points, an offer, or neither; and its style."""
    missing = missing_for_bonus(card) if row.label == UPPER_BONUS else 0
    if missing:
        return (f"{missing} to go" if width >= TO_GO_FITS else OPEN).rjust(width), "$sheet-muted"
    if points:
        return points.rjust(width), ""
    if offer is None:
        return OPEN.rjust(width), "$sheet-muted"
    return ("no".rjust(width), "$sheet-muted") if offer.why_not else (f"({offer.points})".rjust(width), "$mark")


def line(label: str, how: str, cells: Sequence[str | tuple[str, str]], columns: Columns, game: Game) -> Content:
    """Return a line of the sheet."""
    words = f"  {how}" if columns.how >= how_width(game) else ""
    label = set_cell_size(cut(label, columns.labels), columns.labels)
    margin = " " * columns.margin
    return Content.assemble(margin, label, (set_cell_size(words, columns.how), "$sheet-muted"), *cells, margin)


def how_to_score(game: Game, label: str) -> str:
    """Return what a row pays, in few words; nothing for most sums."""
    if label in game.categories:
        return in_words(game.categories[label].rule).removeprefix("Score ").rstrip(".").partition(";")[0]
    bonus = game.upper_bonus
    return f"{bonus.points} points from {bonus.threshold} on" if bonus and label == UPPER_BONUS else ""


def missing_for_bonus(card: Scorecard) -> int:
    """Return how many points the upper score lacks for its bonus; 0 when there is none to be had any more."""
    bonus = card.game.upper_bonus
    is_open = any(category.is_upper for category in card.free().values())
    return max(0, bonus.threshold - card.sums.upper_score) if bonus and is_open else 0


def labels_width(game: Game) -> int:
    """Return the cells of letter and label."""
    return MARGIN + max(len(row.label) for row in rows(game, []))


def how_width(game: Game) -> int:
    """Return the cells of the words that say what a category pays, with blanks around."""
    return 2 + max(len(how_to_score(game, category)) for category in game.categories)


def cut(text: str, cells: int) -> str:
    """Return what fits of a text: its beginning, and its last letter, which tells `Player 1` from `Player 2`."""
    beginning = set_cell_size(text, cells - 1 - cell_len(text[-1:]))
    return text if cell_len(text) <= cells else f"{beginning.rstrip()}…{text[-1]}"
