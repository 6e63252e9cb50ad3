"""Cards, kept a second time: a book of all placements, from which the rules give the rest.

Points come from the approved score tables. Both implementations get thousands of random placements,
legal and illegal.
"""

from importlib import import_module
from random import Random
from typing import Any

import pytest

from tests.review.approved import CATEGORIES, points

PLACEMENTS = 3000
IN_FULL = {"full house": 25, "small straight": 30, "large straight": 40}


class Book:
    """All placements of a player, in order; everything else is worked out from them."""

    def __init__(self, game: str):
        """Open the book."""
        self.game = game
        self.placed: list[tuple[str, tuple[int, ...], int]] = []

    def free(self) -> list[str]:
        placed = {name for name, _, _ in self.placed}
        return [name for name in CATEGORIES[self.game] if name not in placed]

    def five_alike_again(self, roll: tuple[int, ...]) -> bool:
        return self.game == "yahtzee" and len(set(roll)) == 1 and "yahtzee" not in self.free()

    def may_take(self, category: str, roll: tuple[int, ...]) -> bool:
        if category not in self.free():
            return False
        if not self.five_alike_again(roll):
            return True
        upper = CATEGORIES[self.game][:6]
        if upper[roll[0] - 1] in self.free():
            return category == upper[roll[0] - 1]
        return category not in upper or all(name in upper for name in self.free())

    def take(self, category: str, roll: tuple[int, ...]) -> int:
        paid = points(self.game)[category, roll]
        if self.five_alike_again(roll):
            paid = IN_FULL.get(category, paid)
        self.placed.append((category, roll, paid))
        return paid

    def upper_score(self) -> int:
        return sum(paid for name, _, paid in self.placed if name in CATEGORIES[self.game][:6])

    def upper_bonus(self) -> int:
        return 35 * (self.game == "yahtzee" and self.upper_score() >= 63)

    def yahtzee_bonus(self) -> int:
        if self.game != "yahtzee":
            return 0
        since = [roll for _, roll, _ in self.placed]
        fifty = [
            turn
            for turn, (name, _, paid) in enumerate(self.placed)
            if (name, paid) == ("yahtzee", 50)
        ]
        return 100 * sum(len(set(roll)) == 1 for roll in since[fifty[0] + 1 :]) if fifty else 0

    def total(self) -> int:
        return sum(paid for _, _, paid in self.placed) + self.upper_bonus() + self.yahtzee_bonus()


@pytest.mark.parametrize("game", CATEGORIES)
@pytest.mark.parametrize("implementation", ["legacy", "refactored"])
def test_a_card_says_what_the_book_says(game: str, implementation: str):
    random, table = Random(game), import_module(f"{implementation}.yatzy").Yatzy()
    book = Book(game)
    table.start(game, ["Ann"])
    for _ in range(PLACEMENTS):
        if not book.free():
            book = Book(game)
            table.start(game, ["Ann"])
        roll = tuple(
            sorted(
                [random.randint(1, 6)] * 5
                if random.random() < 0.5
                else random.choices(range(1, 7), k=5)
            )
        )
        category = random.choice(CATEGORIES[game])
        assert placed(table, category, roll) == (
            book.take(category, roll) if book.may_take(category, roll) else None
        )
        sums = (
            table.total("Ann"),
            table.upper_score("Ann"),
            table.upper_bonus("Ann"),
            table.yahtzee_bonus("Ann"),
        )
        assert sums == (book.total(), book.upper_score(), book.upper_bonus(), book.yahtzee_bonus())
        assert table.free("Ann") == book.free()


def placed(table: Any, category: str, roll: tuple[int, ...]) -> int | None:
    """Return the points of a placement; None when it is refused."""
    try:
        return table.place("Ann", category, list(roll))
    except ValueError:
        return None
