"""Who plays: players by the word for their kind, or by where their class is.

seat: NAME=KIND, or NAME=package.module:Class, or NAME=path/to/file.py.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from dojo.errors import WrongUsageError
from dojo.games.players import CarefulPlayer, GreedyPlayer, RandomPlayer
from refactored import Game

PERSON = "person"
KINDS: dict[str, Callable[[str, Game, int], Any]] = {  # each makes a player; a seed decides where chance does
    "random": lambda name, game, seed: RandomPlayer(name, game, Random(f"{seed} {name}")),
    "greedy": lambda name, game, _: GreedyPlayer(name, game),
    "careful": lambda name, game, _: CarefulPlayer(name, game),
}


def kinds_of(seats: Iterable[str]) -> dict[str, str]:
    """Return the kind of each player by its name; WrongUsageError for a seat without either, or a name taken twice."""
    kinds: dict[str, str] = {}
    for seat in seats:
        name, _, kind = seat.partition("=")
        if not (name and kind):
            raise WrongUsageError(f"{seat!r} is no player: write NAME=KIND; `--help` tells the kinds.")
        if name in kinds:
            raise WrongUsageError(f"Two players are called {name}: give each a name of its own.")
        kinds[name] = kind
    return kinds


def computer_player(name: str, kind: str, game: Game, seed: int) -> Any:  # noqa: ANN401 - players share no class
    """Return a player that comes with the kata."""
    return KINDS[kind](name, game, seed)


def dice(seed: int | str) -> Callable[[int], list[int]]:
    """Return a source of fair dice."""
    random = Random(seed)
    return lambda count: [random.randint(1, 6) for _ in range(count)]
