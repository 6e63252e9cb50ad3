"""The score sheet of everybody: a list of rows, of which the free categories can be taken.

In the column of whoever's turn it is, a free category has in brackets what it would bring for the dice as they lie.
"""

from collections.abc import Iterator
from itertools import groupby

from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from dojo.table.dice import DICE, GAP, SIZES
from dojo.table.session import Session
from refactored import Game, Row, Scorecard, rows

LETTERS = "abcdefghijklmnopvwxyz"  # those in between are for commands; beyond them, there are arrows and the mouse
NARROWEST, READABLE, WIDEST = 4, 6, 12  # cells of a player's column
TO_GO_FITS = 9  # cells
OPEN = "·"  # for points that are still to be had
Offers = dict[str, int | None]


class Sheet(OptionList):
    """The score sheet; what is selected on it is a category to take."""

    def __init__(self, session: Session) -> None:
        super().__init__(id="sheet", compact=True)
        self.session = session
        self.offers: Offers = {}

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002 - as textual calls it
        """Return its columns beside the dice, which are as large as they may be while it reads well."""
        labels, seats = labels_width(self.session.game), len(self.session.cards)
        rooms = [container.width - DICE * (size.columns + GAP) - 1 for size in SIZES]
        left = min((room for room in rooms if room >= 2 + labels + READABLE * seats), default=rooms[0] + 2)
        return min(left, 2 + labels + WIDEST * seats)

    def on_resize(self) -> None:
        self.show(self.offers)

    def show(self, offers: Offers) -> None:
        """Show the cards as they are now, and the cursor at a category that may be taken."""
        self.offers, at = offers, self.highlighted or 0
        self.set_options(options(self.session, offers, *self.size))
        free = [index for index, option in enumerate(self.options) if not option.disabled]
        self.highlighted = next((index for index in free if index >= at), free[0] if free else None)

    def _get_visual(self, option: Option) -> Content:
        """Return a line; the one under the cursor with a sign that is seen without colours, too."""
        text: Content = super()._get_visual(option)  # type: ignore[assignment]  # as every line is here
        return text[:2] + ">" + text[3:] if option is self.highlighted_option else text


def options(session: Session, offers: Offers, width: int, height: int) -> Iterator[Option | None]:
    """Yield what there is on a sheet of so many columns and lines: options, and None for a stroke."""
    game, cards, free = session.game, session.cards, session.question.card.free()
    labels = min(labels_width(game), width - 2 - NARROWEST * len(cards))
    player = min(WIDEST, (width - 2 - labels) // len(cards))

    def line(label: str, cells: list[Content]) -> Content:
        rest = width - 2 - player * len(cards)  # without a margin at either side
        return Content.assemble(" ", Content(label).truncate(rest, ellipsis=True, pad=True), *cells, " ")

    names = [
        Content.styled(f"▸{name}", "$mark-text on $mark") if name == session.name else Content(f" {name}")
        for name in cards
    ]
    heading = line(f"  {game.name}", [name.right(player, ellipsis=True) for name in names])
    yield Option(heading.stylize("bold"), disabled=True)
    letters = dict(zip(game.categories, LETTERS, strict=False))
    all_rows = rows(game, list(cards.values()))
    sections = [list(section) for _, section in groupby(all_rows, lambda row: row.label in game.categories)]
    is_roomy = height > 2 * len(all_rows)  # each row has a stroke above it
    is_ruled = height > len(all_rows) + len(sections)  # each section has one
    for section in sections:
        if is_roomy:
            yield Option("━" * width, disabled=True)
        elif is_ruled:
            yield None
        for row in section:
            if is_roomy and row is not section[0]:
                yield None
            cells = [
                cell(row, points, card, player, offers if name == session.name else {})
                for (name, card), points in zip(cards.items(), row.cells, strict=True)
            ]
            text = line(f"{letters.get(row.label, ''):2}{row.label}", cells)
            shade = "" if row.label in game.categories else "bold on $sheet-text 8%"
            yield Option(text.stylize(shade), id=row.label, disabled=row.label not in free)


def labels_width(game: Game) -> int:
    """Return the cells of letter and label."""
    return 2 + max(len(row.label) for row in rows(game, []))


def cell(row: Row, points: str, card: Scorecard, width: int, offers: Offers) -> Content:
    """Return what stands in a row for a player: an offer, what is missing for a bonus, or points."""
    text, style = points or OPEN, "" if points else "$sheet-muted"
    bonus = card.game.upper_bonus if row.label == "upper bonus" else None
    missing = bonus.threshold - card.sums.upper_score if bonus else 0
    if row.label in offers:
        offer = offers[row.label]
        text, style = ("no", "$sheet-muted") if offer is None else (f"({offer})", "$mark")
    elif missing > 0 and any(category.is_upper for category in card.free().values()):
        text, style = f"{missing} to go" if width >= TO_GO_FITS else OPEN, "$sheet-muted"
    return Content.styled(text.rjust(width), style)
