"""The end of a game, on the felt beside the sheet.

podium: a block for each player, the higher the better the place, with total and place on it; who share a place stand
equally high. list: the same in lines, where there is no room for a podium. Who plays alone is compared with nobody, and
sees the total and the best categories.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from dojo.table.letters import largest
from dojo.table.names import cut, cut_apart
from dojo.table.session import Session, Standing

BEST = 3  # how many categories are named to somebody alone
NARROWEST, WIDEST = 7, 24  # columns of a block
HIGHEST = 7  # rows between two places
GAP = 1  # columns between two blocks
BAR = "▄"  # lower halves, so that a bar is told from the one above it


class Paint(NamedTuple):
    """The styles of an ending: of a winner's block, of the others', and of words on the felt, the winner's first."""

    first: Style
    other: Style
    won: Style
    felt: Style


class Ending(Widget):
    """How a game ended."""

    COMPONENT_CLASSES: ClassVar = {f"ending--{name}" for name in Paint._fields}

    session: Session | None = None

    def show(self, session: Session) -> None:
        """Show how a game ended, once it has; nothing before."""
        self.display = session.question is None
        if not self.display:
            self.session = None
        elif self.session is None:
            self.session = session
            self.refresh()

    def render(self) -> Text:
        """Draw the end as large as there is room."""
        if self.session is None or not self.size:
            return Text()
        paint = Paint(*(self.get_component_rich_style(f"ending--{name}") for name in Paint._fields))
        return drawn(self.session, self.size.width, self.size.height, paint)


def drawn(session: Session, columns: int, rows: int, paint: Paint) -> Text:
    """Draw the end of a game in the middle of so many columns and rows."""
    standings = session.standings()
    if len(standings) == 1:
        shown = alone(session, columns, rows - 1, paint)
    else:
        shown = podium(standings, columns, rows - 1, paint) or listed(standings, columns, paint)
    shown = [*headline(standings, columns, rows - len(shown) - 2, paint), *shown]
    above = [Text()] * ((rows - len(shown) + 1) // 2)
    lines = [line.copy() for line in (*above, *shown)]
    for line in lines:
        line.pad_left((columns - line.cell_len) // 2)
    return Text("\n").join(lines)


def headline(standings: Sequence[Standing], columns: int, rows: int, paint: Paint) -> list[Text]:
    """Draw who won in large letters; nothing where there is no room for them, or nobody to win against."""
    won = [name for place, name, _ in standings if place == 1]
    words = f"{' + '.join(won)} {'wins' if len(won) == 1 else 'win'}"
    letters = largest(words, columns, rows)
    if len(standings) == 1 or len(letters) == 1:
        return []
    return [*(Text(line, paint.won) for line in letters), Text()]


def podium(standings: Sequence[Standing], columns: int, rows: int, paint: Paint) -> list[Text]:
    """Draw a block for each, the first in the middle; nothing where that is too small to read."""
    width = min(WIDEST, (columns + GAP) // len(standings) - GAP)
    places = sorted({place for place, _, _ in standings}, reverse=True)
    step = min(HIGHEST, (rows - 1) // len(places))
    if width < NARROWEST or step < 1:
        return []
    heights = {place: step * number for number, place in enumerate(places, 1)}
    names = cut_apart([name for _, name, _ in standings], width)
    cut_short = [each._replace(name=name) for each, name in zip(standings, names, strict=True)]
    in_order = [*reversed(cut_short[1::2]), *cut_short[::2]]  # the best in the middle
    blocks = [block(each, width, heights[each.place], paint, step) for each in in_order]
    rows_of_all = zip_longest(*(reversed(lines) for lines in blocks), fillvalue=Text(" " * width))
    return [Text(" " * GAP).join(row) for row in reversed(list(rows_of_all))]


def block(standing: Standing, width: int, height: int, paint: Paint, lowest: int) -> list[Text]:
    """Draw a block with a name on top; on it, the total, and the place as large as there is room on the lowest."""
    style = paint.first if standing.place == 1 else paint.other
    on_it = [str(standing.total), *largest(str(standing.place), width - 2, lowest - 2)][:height]
    on_it += [""] * (height - len(on_it))
    name = Text(standing.name, paint.felt)
    name.align("center", width)
    return [name, *(Text(line.center(width), style) for line in on_it)]


def listed(standings: Sequence[Standing], columns: int, paint: Paint) -> list[Text]:
    """Draw a line for each: place, name, total, and a bar as long as the total."""
    widest = min(max(cell_len(name) for _, name, _ in standings), columns - len("1.     1234 "))
    most, room = max(1, standings[0].total), columns - widest - len("1.     1234 ")
    lines = []
    for place, name, total in standings:
        bar = (BAR * (room * total // most)).ljust(room)
        who = set_cell_size(cut(name, widest), widest)
        lines.append(Text(f"{place}. {who} {total:>4} {bar}", paint.won if place == 1 else paint.felt))
    return lines


def alone(session: Session, columns: int, rows: int, paint: Paint) -> list[Text]:
    """Draw the total as large as there is room; and the best categories."""
    ((_, _, total),) = session.standings()
    (card,) = session.cards.values()
    best = sorted(card.taken().items(), key=lambda taken: -taken[1])[:BEST]
    width = max(len(category.name) for category, _ in best)
    lines = [Text(f"{category.name:<{width}}  {points:>3}", paint.felt) for category, points in best]
    letters = [Text(line, paint.won) for line in largest(str(total), columns, rows - len(lines) - 1)]
    return [*letters, Text(), *lines]
