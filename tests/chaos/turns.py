"""Taking turns: of what is too much for one round, each round tries some, and none twice before all were."""

from collections.abc import Sequence
from typing import TypeVar

STEP = 7919  # a prime, so that it comes to each of whatever number there are, and neighbours lie apart
One, Other = TypeVar("One"), TypeVar("Other")


def pair_of(turn: int, of_round: tuple[int, int], ones: Sequence[One], others: Sequence[Other]) -> tuple[One, Other]:
    """Return the pair whose turn it is, for a case of a round: its number, and how many of its kind a round has."""
    number, cases = of_round
    place = (turn * cases + number) * STEP % (len(ones) * len(others))
    return ones[place % len(ones)], others[place // len(ones)]
