"""The end of a game, on the felt beside the sheet.

podium: a block for each player, the higher the better the place, with total and place on it; who share a place stand
equally high. list: the same in lines, where there is no room for a podium. Who plays alone is compared with nobody, and
sees the total and the best categories.
"""

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from dojo.games import PERSON
from dojo.table.letters import largest
from dojo.table.session import Session, Standing

WITHIN = "\N{NO-BREAK SPACE}"  # between words that stay on one line
BEST = 3  # how many categories are named to somebody alone
NARROWEST, WIDEST = 7, 24  # columns of a block
HIGHEST = 7  # rows between two places
GAP = 1  # columns between two blocks


class Paint(NamedTuple):
    """The styles of an ending: of a winner's block, of the others', and of words on the felt, the winner's first."""

    first: Style
    other: Style
    won: Style
    felt: Style
    quiet: Style


class Ending(Widget):
    """How a game ended, and what is possible now."""

    COMPONENT_CLASSES: ClassVar = {"ending--first", "ending--other", "ending--won", "ending--felt", "ending--quiet"}

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
    """Draw the end of a game, and the keys that work then, in so many columns and rows."""
    keys = [Text(line.replace(WITHIN, " "), paint.quiet) for line in wrap(possible(session), columns)]
    standings, room = session.standings(), rows - len(keys) - 1
    if len(standings) == 1:
        shown = alone(session, columns, room, paint)
    else:
        shown = podium(standings, columns, room, paint) or listed(standings, columns, paint)
    shown = [*headline(standings, columns, room - len(shown) - 1, paint), *shown]
    gaps = [Text()] * min(1, max(0, rows - len(shown) - len(keys)))
    above = [Text()] * ((rows - len(shown) - len(gaps) - len(keys)) // 2)
    lines = [line.copy() for line in (*above, *shown, *gaps, *keys)]
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


def possible(session: Session) -> str:
    """Return the keys that work at the end, each in one piece."""
    undo = ["u undo"] if PERSON in session.record.kinds.values() else []
    keys = ["F2 new game", *undo, "r rules", "q quit"]
    return "  ".join(key.replace(" ", WITHIN) for key in keys)


def podium(standings: Sequence[Standing], columns: int, rows: int, paint: Paint) -> list[Text]:
    """Draw a block for each, the first in the middle; nothing where that is too small to read."""
    width = min(WIDEST, (columns + GAP) // len(standings) - GAP)
    places = sorted({place for place, _, _ in standings}, reverse=True)
    step = min(HIGHEST, (rows - 1) // len(places))
    if width < NARROWEST or step < 1:
        return []
    heights = {place: step * number for number, place in enumerate(places, 1)}
    in_order = [*reversed(standings[1::2]), *standings[::2]]  # the best in the middle
    blocks = [block(each, width, heights[each.place], paint, step) for each in in_order]
    rows_of_all = zip_longest(*(reversed(lines) for lines in blocks), fillvalue=Text(" " * width))
    return [Text(" " * GAP).join(row) for row in reversed(list(rows_of_all))]


def block(standing: Standing, width: int, height: int, paint: Paint, lowest: int) -> list[Text]:
    """Draw a block with a name on top; on it, the total, and the place as large as there is room on the lowest."""
    style = paint.first if standing.place == 1 else paint.other
    on_it = [str(standing.total), *largest(str(standing.place), width - 2, lowest - 2)][:height]
    on_it += [""] * (height - len(on_it))
    name = Text(standing.name, paint.felt)
    name.truncate(width, overflow="ellipsis")
    name.align("center", width)
    return [name, *(Text(line.center(width), style) for line in on_it)]


def listed(standings: Sequence[Standing], columns: int, paint: Paint) -> list[Text]:
    """Draw a line for each: place, name, total, and a bar as long as the total."""
    widest = min(max(cell_len(name) for _, name, _ in standings), columns - len("1.     1234 "))
    most, room = max(1, standings[0].total), columns - widest - len("1.     1234 ")
    lines = []
    for place, name, total in standings:
        cut = Text(name)
        cut.truncate(widest, overflow="ellipsis", pad=True)
        bar = " " * (room * total // most)
        line = Text.assemble(f"{place}. ", cut, f" {total:>4} ", (bar, paint.first if place == 1 else paint.other))
        lines.append(Text.assemble(line, " " * (room - len(bar)), style=paint.won if place == 1 else paint.felt))
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
