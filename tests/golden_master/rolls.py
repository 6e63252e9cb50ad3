"""The rolls of five dice: 252 sorted rolls, and 7,776 ordered rolls."""

from itertools import combinations_with_replacement, product

GAMES = ("yatzy", "yahtzee", "yacht")


def sorted_rolls() -> list[tuple[int, ...]]:
    """Return all sorted rolls, for example (1, 1, 2, 3, 6)."""
    return list(combinations_with_replacement(range(1, 7), 5))


def ordered_rolls() -> list[tuple[int, ...]]:
    """Return all ordered rolls, for example (3, 1, 6, 2, 1)."""
    return list(product(range(1, 7), repeat=5))
