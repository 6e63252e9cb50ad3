"""The rolls of five dice.

sorted roll: five faces in ascending order; there are 252.
ordered roll: five faces as they fell; there are 7,776.
"""

from itertools import combinations_with_replacement, product

GAMES = ("yatzy", "yahtzee", "yacht")


def sorted_rolls() -> list[tuple[int, ...]]:
    """Return all 252 sorted rolls."""
    return list(combinations_with_replacement(range(1, 7), 5))


def ordered_rolls() -> list[tuple[int, ...]]:
    """Return all 7,776 ordered rolls."""
    return list(product(range(1, 7), repeat=5))
