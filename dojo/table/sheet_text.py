"""What stands on the score sheet, line by line, in the room that there is; nothing here knows a screen.

line: what a screen has; a row takes one or more. span: a piece of a line.
offer: in the column of whoever's turn it is, what a free category would bring for the dice as they lie, in brackets.
barred: a free category where the dice may not go. open: points that are still to be had.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from dojo.table.measures import cut, how_width, measures
from dojo.table.session import Session
from dojo.table.sheet_rows import how_to_score, missing_for_bonus, sections_of, upper_bonus_label
from refactored import Row, rows

LETTERS = "abcdefghijklmnopvwxyz"  # those in between are for commands; beyond them, there are arrows and the mouse
TO_GO_FITS = 9  # cells
NOWHERE = -1  # for a cursor, among the numbers of categories
OPEN = "·"  # for points that are still to be had


class Span(NamedTuple):
    """A text and what it is."""

    text: str
    what: str = ""


class Line(NamedTuple):
    """Spans; what the line as a whole is; and the category that a click there would take, by its number."""

    spans: tuple[Span, ...]
    what: str = ""
    number: int | None = None


class SheetText:
    """The sheet of a session, by its measures; `lines` has what there is to draw. At the end, nothing is pointed at."""

    def __init__(self, session: Session, columns: int, lines: int, cursor: int, *, offering: bool) -> None:
        """Fill so many columns and lines."""
        self.session = session
        self.columns = columns
        self.cursor = cursor if session.question else NOWHERE
        self.measures = measures(session, len(session.cards), columns, lines)
        self.offers = session.offers() if offering else {}
        self.numbers = {category: number for number, category in enumerate(session.categories)}
        self.how = how_to_score(session.game)
        fitting = list(self._drawn())[:lines]
        empty = [self._line()] * (lines - len(fitting))
        self.lines = fitting + empty

    def _drawn(self) -> Iterator[Line]:
        yield from self._heading()
        game = self.session.game
        cards = list(self.session.cards.values())
        sections = sections_of(rows(game, cards), game)
        for section in sections:
            if section is not sections[0]:
                yield from self._gap()
            for row in section:
                number = self.numbers.get(row.label)
                cells = self._cells(row, number)
                ends_section = row is section[-1] and section is not sections[-1]
                yield from self._row(cells, self._sort_of_row(number), number, ends_section=ends_section)

    def _sort_of_row(self, number: int | None) -> str:
        if number is None:
            return "sum"
        return "cursor" if number == self.cursor else "category"

    def _gap(self) -> list[Line]:
        """Return what divides two sections; where rows are of one line, a rule between empty lines."""
        lines = [self._line()] * self.measures.gap
        if lines and self.measures.row == 1:
            middle = (len(lines) - 1) // 2
            lines[middle] = self._stroke("─", "rule")
        return lines

    def _row(self, cells: list[Span], what: str, number: int | None, *, ends_section: bool) -> Iterator[Line]:
        """Yield the lines of a row: its cells in the middle, and a stroke as the last where there is more than one."""
        height = self.measures.row
        lines = [self._line((), what, number)] * height
        if height > 1 and ends_section:
            lines[-1] = self._stroke("━", "rule", number)
        elif height > 1:
            lines[-1] = self._stroke("─", "ruling", number)
        middle = (height - 1) // 2
        lines[middle] = self._line(cells, what, number)
        yield from lines

    def _line(self, cells: Sequence[Span] = (), what: str = "", number: int | None = None) -> Line:
        padding = Span(" " * self.measures.padding)
        used = self.measures.padding + sum(cell_len(cell.text) for cell in cells)
        rest = Span(" " * (self.columns - used))
        return Line((padding, *cells, rest), what, number)

    def _stroke(self, stroke: str, what: str, number: int | None = None) -> Line:
        width = self.columns - 2 * self.measures.padding
        return self._line([Span(stroke * width, what)], number=number)

    def _heading(self) -> Iterator[Line]:
        """Yield the name of the game, and those of the players; a mark tells whose turn it is."""
        spans = [self._label(f"  {self.session.game.name}", "game"), self._middle("how to score")]
        players = self.session.cards
        width = self.measures.column - 1
        begin_alike = len({cut(player, width) for player in players}) < len(players)
        for player in players:
            last_letter = player[-1] if begin_alike else ""
            name = cut(player, width, last_letter)
            spans.append(Span(" " * (width - cell_len(name))))
            is_asked = player == self.session.asked
            spans.append(Span(f"▸{name}", "asked") if is_asked else Span(f" {name}", "name"))
        yield from self._row(spans, "heading", None, ends_section=True)
        yield from self._gap()

    def _cells(self, row: Row, number: int | None) -> list[Span]:
        """Return the label of a row, what it pays in words, and what stands there for each player."""
        offer = self.offers.get(row.label)
        what = "barred" if offer and offer.why_not else "label"
        letter = LETTERS[number : number + 1] if number is not None else ""
        pointer = ">" if number == self.cursor else " "
        label = self._label(f"{letter:1}{pointer}{row.label}", what)
        how = self._middle(self.how[row.label])
        points_by_player = zip(self.session.cards, row.cells, strict=True)
        cells = [self._cell(row, player, points) for player, points in points_by_player]
        return [label, how, *cells]

    def _cell(self, row: Row, player: str, points: str) -> Span:
        text, what = self._content(row, player, points)
        return Span(text.rjust(self.measures.column), what)

    def _content(self, row: Row, player: str, points: str) -> Span:
        """Return what stands in a row for a player: points, an offer, or neither."""
        if points and row.label == upper_bonus_label(self.session.game):
            missing = missing_for_bonus(self.session.cards[player])
            if missing:
                return Span(self._to_go(missing), "missing")
        if points:
            return Span(points, "taken")
        offer = self.offers.get(row.label)
        if offer is None or player != self.session.asked:
            return Span(OPEN, "free")
        return Span("no", "barred") if offer.why_not else Span(f"({offer.points})", "offer")

    def _to_go(self, points: int) -> str:
        """Return how far away a bonus is; in a narrow column, that it is still open."""
        return f"{points} to go" if self.measures.column >= TO_GO_FITS else OPEN

    def _label(self, text: str, what: str) -> Span:
        width = self.measures.labels
        return Span(set_cell_size(cut(text, width), width), what)

    def _middle(self, how: str, what: str = "how") -> Span:
        fits = self.measures.how >= how_width(self.session)
        words = f"  {how}" if fits else ""
        return Span(set_cell_size(words, self.measures.how), what)
