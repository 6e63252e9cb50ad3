"""Cards as text.

sheet: a row for each category, sum and bonus; a column for each player. A free category is blank, a sacrifice is 0.
row: a label, and what stands there for each player.
"""

from collections.abc import Callable, Iterable

from refactored import bonuses
from refactored.rulesets import categories_of, upper_section
from refactored.scorecard import Scorecard

Row = tuple[str, list[str]]


def sheet(cards: dict[str, Scorecard]) -> str:
    """Return the score sheet for cards of one game by their owners' names, of which there is one at least."""
    game = next(iter(cards.values())).game
    widths = [max(len(name), len(str(card.total()))) for name, card in cards.items()]
    return laid_out([(game, list(cards)), *rows(game, list(cards.values()))], widths)


def rows(game: str, cards: list[Scorecard]) -> list[Row]:
    """Return the rows of a score sheet, from top to bottom."""
    lower = [category for category in categories_of(game) if category not in upper_section()]
    found = [*category_rows(upper_section(), cards), row("upper score", Scorecard.upper_score, cards)]
    if game in bonuses.upper_bonuses():
        found.append(row("upper bonus", Scorecard.upper_bonus, cards))
    found += category_rows(lower, cards)
    if bonuses.has_jokers(game):
        found.append(row("yahtzee bonus", Scorecard.yahtzee_bonus, cards))
    return [*found, row("total", Scorecard.total, cards)]


def category_rows(categories: Iterable[str], cards: list[Scorecard]) -> list[Row]:
    """Return a row for each category."""
    return [(category, [str(card.taken().get(category, "")) for card in cards]) for category in categories]


def row(label: str, amount: Callable[[Scorecard], int], cards: list[Scorecard]) -> Row:
    """Return a row of an amount that every card has."""
    return label, [str(amount(card)) for card in cards]


def laid_out(table: list[Row], widths: list[int]) -> str:
    """Return rows as text: labels to the left, amounts to the right, two spaces between columns."""
    label_width = max(len(label) for label, _ in table)
    lines = ["  ".join([label.ljust(label_width), *map(str.rjust, cells, widths)]) for label, cells in table]
    return "\n".join(line.rstrip() for line in lines)
