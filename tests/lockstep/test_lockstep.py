"""Compare the implementations line by line in random games with legal and illegal moves.

The caller may raise, too: it must get its own error back, and both must leave the same table.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.golden_master.calls import error_text, exact_repr
from tests.golden_master.rolls import GAMES
from tests.golden_master.table import Person

GAMES_IN_ALL = 600
BATCHES = 12
ERRORS = [
    ValueError("no paper"),
    OSError("no paper"),
    StopIteration(),
    KeyboardInterrupt(),
]
NONSENSE = [
    None,
    7,
    "sevens",
    (0, 1),
    [5],
    [0, 0],
    [True],
    [1.0],
    {"ones"},
    "yahtzee",
    "chance",
    [],
    [0, 1, 2, 3, 4],
]


def implementation(name: str) -> Any:
    return import_module(f"{name}.yatzy").Yatzy


def dice(random: Random) -> Callable[[int], list[int]]:
    """Return a source that likes five alike, so that jokers come up."""
    return lambda count: (
        [random.randint(1, 6)] * count
        if random.random() < 0.3
        else random.choices(range(1, 7), k=count)
    )


def drifter(name: str, random: Random, nonsense: float, seen: list[object]) -> Person:
    """Return a player that tells what it sees, and moves at random, sometimes against the rules."""

    def turn(dice: list[int], stage: int, view: Any) -> object:
        sums = view.total(), view.upper_score(), view.upper_bonus(), view.yahtzee_bonus()
        seen.append(exact_repr([name, dice, stage, view.free(), *sums, view.totals()]))
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


def breaking(call: Callable[[Any], Any], random: Random) -> Callable[[Any], Any]:
    """Return what calls `call`, and in one of four cases breaks at some time."""
    at, error = random.choice([0, 0, 0, random.randint(1, 200)]), random.choice(ERRORS)
    calls = count(1)

    def called(argument: object) -> Any:
        if next(calls) == at:
            raise error
        return call(argument)

    return called


def game(yatzy: Any, seed: int) -> list[object]:
    """Play a random game, and a tournament of two; return all that can be seen of them."""
    random = Random(seed)
    kind = random.choice(GAMES)
    names = random.sample(["Zoe", "Ann", "Bob", "", "a name of many letters"], random.randint(1, 4))
    nonsense = random.choice([0, 0, 0.002, 0.05])
    table: Any = yatzy()
    seen: list[object] = []
    for play in ("play", "tournament"):
        players = [drifter(each, random, nonsense, seen) for each in names]
        more = [2] if play == "tournament" else []
        roll, write = breaking(dice(random), random), breaking(seen.append, random)
        try:
            seen.append(exact_repr(getattr(table, play)(kind, players, roll, *more, write=write)))
        except BaseException as error:  # noqa: BLE001 - the caller's own may be of any type
            seen.append(error_text(error))
        seen.append(exact_repr(table.sheet()))
    return seen


@cache
def game_of(name: str, seed: int) -> list[object]:
    """Return a random game as an implementation plays it."""
    return game(implementation(name), seed)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_implementations_agree_move_for_move_and_message_for_message(batch: int):
    for seed in range(batch, GAMES_IN_ALL, BATCHES):
        assert game_of("legacy", seed) == game(implementation("refactored"), seed), seed


CALLS_IN_ALL = 6000
CATEGORIES = [
    "ones",
    "sixes",
    "aces",
    "pair",
    "full house",
    "large straight",
    "chance",
    "choice",
    "yahtzee",
    "yacht",
]
ODD_NAMES = [
    None,
    7,
    "",
    "Yacht",
    "ones ",
    True,
    1.0,
    ["ones"],
    {"ones"},
]
ODD_DICE = [
    None,
    [],
    "11111",
    [1] * 6,
    [1, 2, 3, 4, 7],
    [1, 2, 3, 4, "5"],
    [1, 1, 1, 1, [1]],
    [True] * 5,
    [2.0] * 5,
]


def any_of(random: Random, good: list[Any], odd: list[Any]) -> Any:
    """Return something good, or now and then something odd."""
    return random.choice(odd if random.random() < 0.1 else good)


def any_call(random: Random) -> tuple[str, list[Any]]:
    """Return a random method, of the class or of a table with Ann and Bob, and its arguments."""
    game = any_of(random, list(GAMES), ODD_NAMES)
    category = any_of(random, CATEGORIES, ODD_NAMES)
    dice = any_of(
        random,
        [[1, 2, 3, 4, 5], [random.randint(1, 6)] * 5, random.choices(range(1, 7), k=5)],
        ODD_DICE,
    )
    name = any_of(random, ["Ann", "Bob"], ODD_NAMES)
    names = any_of(random, [["Ann", "Bob"]], [["Bob", name], [name, "Bob"], name])
    calls: list[tuple[str, list[Any]]] = [
        ("score", [game, category, dice]),
        ("matches", [game, category, dice]),
        ("matching", [game, dice]),
        ("is_upper", [game, category]),
        ("categories", [game]),
        ("free", [name]),
        ("total", [name]),
        ("upper_score", [name]),
        ("upper_bonus", [name]),
        ("yahtzee_bonus", [name]),
        ("sheet", []),
        ("start", [game, names]),
    ]
    calls += [("place", [name, category, dice])] * 10
    return random.choice(calls)


def result_of(table: Any, method: str, arguments: list[Any]) -> str:
    """Make a call. Shows its result, or its error."""
    try:
        return exact_repr(getattr(table, method)(*arguments))
    except ValueError as error:
        return error_text(error)


def test_both_implementations_answer_alike_whatever_they_are_asked():
    random = Random(9)
    legacy, refactored = implementation("legacy")(), implementation("refactored")()
    for _ in range(CALLS_IN_ALL):
        method, arguments = any_call(random)
        expected = result_of(legacy, method, arguments)
        assert result_of(refactored, method, arguments) == expected, method
