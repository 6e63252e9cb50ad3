"""The score sheet: the cards of all players as text.

row: a line of the sheet, with a label and a cell for each player. A category that is not taken has
an empty cell.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .games import Game
from .scorecard import Scorecard
from .scoring import Category


class Row(NamedTuple):
    label: str
    cells: list[str]


def sheet(cards: dict[str, Scorecard]) -> str:
    """Return the score sheet of one or more cards, by the names of their owners."""
    first, *_ = cards.values()
    game = first.game
    widths = [max(len(name), len(str(card.sums.total))) for name, card in cards.items()]
    heading = Row(game.name, list(cards))
    return lay_out([heading, *rows(game, list(cards.values()))], widths)


def rows(game: Game, cards: list[Scorecard]) -> list[Row]:
    """Return the rows of a score sheet, from top to bottom."""
    categories = game.categories.values()
    found = category_rows([category for category in categories if category.is_upper], cards)
    found.append(row("upper score", [card.sums.upper_score for card in cards]))
    if game.upper_bonus is not None:
        found.append(row("upper bonus", [card.sums.upper_bonus for card in cards]))
    found += category_rows([category for category in categories if not category.is_upper], cards)
    if game.jokers is not None:
        found.append(
            row(f"{game.jokers.box.name} bonus", [card.sums.joker_bonus for card in cards])
        )
    return [*found, row("total", [card.sums.total for card in cards])]


def category_rows(categories: Iterable[Category], cards: list[Scorecard]) -> list[Row]:
    return [
        row(category.name, [card.taken().get(category, "") for card in cards])
        for category in categories
    ]


def row(label: str, amounts: Sequence[object]) -> Row:
    return Row(label, list(map(str, amounts)))


def lay_out(table: list[Row], widths: list[int]) -> str:
    """Return rows as text: labels on the left, two spaces between columns, cells on the right."""
    label_width = max(len(label) for label, _ in table)
    lines = []
    for label, cells in table:
        line = "  ".join([label.ljust(label_width), *map(str.rjust, cells, widths)])
        lines.append(line.rstrip())
    return "\n".join(lines)
