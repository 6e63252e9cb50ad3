"""Both implementations play the same random games, legal and illegal moves alike, and must agree line for line."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest

from tests.golden_master.rolls import GAMES
from tests.golden_master.table import Person

GAMES_IN_ALL = 600
BATCHES = 12
NONSENSE = [None, 7, "sevens", (0, 1), [5], [0, 0], [True], [1.0], {"ones"}, "yahtzee", "chance", [], [0, 1, 2, 3, 4]]


def implementation(name: str) -> Any:
    return import_module(f"{name}.yatzy").Yatzy


def dice(random: Random) -> Callable[[int], list[int]]:
    """Return a source that likes five alike, so that jokers come up."""
    return lambda count: (
        [random.randint(1, 6)] * count if random.random() < 0.3 else random.choices(range(1, 7), k=count)
    )


def drifter(name: str, random: Random, nonsense: float) -> Person:
    """Return a player that moves at random, and sometimes against the rules."""

    def turn(_dice: list[int], stage: int, view: Any) -> object:
        if random.random() < nonsense:
            if random.random() < 0.2:
                message = f"{name} is out of ideas"
                raise RuntimeError(message)
            return random.choice(NONSENSE)
        if stage < 2 and random.random() < 0.4:
            return random.sample(range(5), random.randint(0, 5))
        assert view.total() in view.totals()
        return random.choice(view.free())

    return Person(name, turn)


def game(yatzy: Any, seed: int) -> list[object]:
    """Play a random game, and a tournament of two; return all that can be seen of them."""
    random = Random(seed)
    kind = random.choice(GAMES)
    names = ["Ann", "Bob", "Cy", "Dora"][: random.randint(1, 4)]
    nonsense = random.choice([0, 0, 0.002, 0.05])
    table: Any = yatzy()
    seen: list[object] = []
    for play in ("play", "tournament"):
        players = [drifter(each, random, nonsense) for each in names]
        more = [2] if play == "tournament" else []
        try:
            seen.append(getattr(table, play)(kind, players, dice(random), *more, write=seen.append))
        except ValueError as error:
            seen.append(f"{type(error).__name__}: {error}")
        seen.append(table.sheet())
    return seen


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_implementations_agree_move_for_move_and_message_for_message(batch: int) -> None:
    legacy, refactored = implementation("legacy"), implementation("refactored")
    for seed in range(batch, GAMES_IN_ALL, BATCHES):
        assert game(legacy, seed) == game(refactored, seed), seed
