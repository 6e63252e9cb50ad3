"""Compare the implementations in random evenings with the same keys, dice, dates and halls."""

from importlib import import_module
from random import Random

import pytest

from tests.golden_master.machine import CTRL_C, THE_END, Machine
from tests.golden_master.rolls import GAMES

EVENINGS_IN_ALL, BATCHES, FACES, KEYS = 80, 4, 5000, 900
PEOPLE = [
    "Ann",
    "Bob,computer",
    "computer",
    "Ann, Bob ,\u00c5sa",
    "computer, Zoe",
    " ",
    "Ann,Ann",
    "Ann,,Bob",
]
WORDS = [
    "-",
    "1 2",
    "5 3 1",
    "1 2 3 4 5",
    "6",
    "1 1",
    "",
    "aces",
    "chance",
    "CHANCE",
    " y",
    "y",
    "n",
    "Y",
    "\u00b2",
    "one",
]
LINES = [
    b"98, Ann, yatzy, 2025-01-01\n",
    b"230, Bob, yacht, 2025-01-02\n",
    b"\n",
    b"7, x\r\n",
    b"\xff\n",
    b"5, A, yacht, \x1b[m\n",
]


def keys(random: Random) -> list[str | BaseException]:
    """Return what somebody types who is often wrong, and sometimes gone."""
    game = random.choice(GAMES)
    begun = [
        random.choice([game, game.upper(), "poker", ""]),
        game,
        *random.choices(PEOPLE, k=2),
        "Ann, computer",
    ]
    categories = import_module("legacy.yatzy").Yatzy.categories(game)
    spoken = [name[: random.randint(1, 15)] for name in random.choices(categories, k=KEYS)]
    words = [random.choice(WORDS) if random.random() < 0.2 else each for each in spoken]
    typed: list[str | BaseException] = [*begun, *words]
    if random.random() < 0.3:
        typed[random.randrange(len(typed) // 8)] = random.choice([CTRL_C, THE_END])
    return typed


def dice(random: Random) -> list[int]:
    """Return dice that like five alike, so that jokers come up."""
    lucky = random.choice([0, 0.6])
    return [
        face
        for _ in range(FACES // 5)
        for face in (
            [random.randint(1, 6)] * 5
            if random.random() < lucky
            else random.choices(range(1, 7), k=5)
        )
    ]


def evening(name: str, seed: int) -> tuple[list[str], bytes | None]:
    """Spend a random evening; return the screen and the hall of fame."""
    random = Random(seed)
    days, locked = (
        ("2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03"),
        random.choice([0, 0, 0, 1]),
    )
    machine = Machine(keys(random), dice(random), *days, locked=locked, yes=random.random() < 0.8)
    hall = random.choice(
        [None, b"", b"".join(random.choices(LINES, k=random.randint(1, 15))), b"7"]
    )
    after = machine.evening(import_module(f"{name}.yatzy").Yatzy, hall)
    return machine.screen, after


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_implementations_show_and_write_the_same(batch: int):
    for seed in range(batch, EVENINGS_IN_ALL, BATCHES):
        assert evening("legacy", seed) == evening("refactored", seed), seed
