"""The score sheet: cards as text.

sheet: a row for each category, sum and bonus; a column for each player. A free category is blank, a sacrifice is 0.
row: a label, and what stands there for each player.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .rulesets import Game
from .scorecard import Scorecard
from .scoring import Category


class Row(NamedTuple):
    """A label, and what stands there for each player."""

    label: str
    cells: list[str]


class UpperScore(Row):
    """The row of the upper score, for which there may be a bonus."""


def sheet(cards: dict[str, Scorecard]) -> str:
    """Return the score sheet for cards of one game by their owners' names, of which there is one at least."""
    game = next(iter(cards.values())).game
    widths = [max(len(name), len(str(card.sums.total))) for name, card in cards.items()]
    return laid_out([Row(game.name, list(cards)), *rows(game, list(cards.values()))], widths)


def rows(game: Game, cards: list[Scorecard]) -> list[Row]:
    """Return the rows of a score sheet, from top to bottom."""
    categories = game.categories.values()
    found = category_rows([category for category in categories if category.is_upper], cards)
    found.append(UpperScore(*row("upper score", [card.sums.upper_score for card in cards])))
    if game.upper_bonus is not None:
        found.append(row("upper bonus", [card.sums.upper_bonus for card in cards]))
    found += category_rows([category for category in categories if not category.is_upper], cards)
    if game.jokers is not None:
        found.append(row(f"{game.jokers.box.name} bonus", [card.sums.joker_bonus for card in cards]))
    return [*found, row("total", [card.sums.total for card in cards])]


def category_rows(categories: Iterable[Category], cards: list[Scorecard]) -> list[Row]:
    """Return a row for each category."""
    return [row(category.name, [card.taken().get(category, "") for card in cards]) for category in categories]


def row(label: str, amounts: Sequence[object]) -> Row:
    """Return a row of amounts."""
    return Row(label, list(map(str, amounts)))


def laid_out(table: list[Row], widths: list[int]) -> str:
    """Return rows as text: labels to the left, amounts to the right, two spaces between columns."""
    label_width = max(len(label) for label, _ in table)
    lines = ["  ".join([label.ljust(label_width), *map(str.rjust, cells, widths)]) for label, cells in table]
    return "\n".join(line.rstrip() for line in lines)
