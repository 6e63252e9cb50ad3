"""Taking turns: of a list that is too long for one round, each round tries some.

turn: the number of a round; the round after it has the next one. Rounds that follow each other leave none of a list
out, and try none twice before all were tried.
"""

from collections.abc import Collection
from random import Random
from typing import Protocol, TypeVar

One = TypeVar("One")


class NextOf(Protocol):
    """Gives a case what it is to try in this round."""

    def __call__(self, ones: Collection[One], number: int, at_once: int) -> One:
        """Return the one whose turn it is, for the case of a number, of as many cases as try this list at once."""


def next_of(turn: int, ones: Collection[One], number: int, at_once: int) -> One:
    """Return the one whose turn it is in the round of a turn, for a case."""
    mixed = Random(0).sample([*ones], len(ones))  # in every run alike; else what is alike would come in one round
    return mixed[(turn * at_once + number) % len(mixed)]
