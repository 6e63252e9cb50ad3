"""Who plays: players by the word for their kind, or by where their class is.

seat: NAME=KIND, or NAME=package.module:Class, or NAME=path/to/file.py.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from dojo.errors import WrongUsageError
from dojo.games.careful_player import CarefulPlayer
from dojo.games.players import GreedyPlayer, RandomPlayer, Rules
from dojo.text import printable

PERSON = "person"
KINDS = ("random", "greedy", "careful")


def named(seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """Split seats into names and kinds; WrongUsageError for a seat without either."""
    found = []
    for seat in seats:
        name, equals, kind = seat.partition("=")
        if not (name and equals and kind):
            message = (
                f"{seat!r} is no player: write NAME=KIND, with a kind of {', '.join(KINDS)}, or where its class is."
            )
            raise WrongUsageError(message)
        if not name.isprintable():
            raise WrongUsageError(f"{name!r} is no name: use letters that can be shown.")
        found.append((name, kind))
    names = [name for name, _ in found]
    for name in names:
        if names.count(name) > 1:
            raise WrongUsageError(f"Two players are called {name}: give each a name of its own.")
    return found


def computer_player(name: str, kind: str, rules: Rules, seed: int) -> Any:  # noqa: ANN401 - players share no class
    """Return a player that comes with the kata; WrongUsageError when there is none of that kind."""
    yatzy, game = rules.yatzy, rules.game
    makers: dict[str, Callable[[], Any]] = {
        "random": lambda: RandomPlayer(name, yatzy, game, Random(f"{seed} {name}")),
        "greedy": lambda: GreedyPlayer(name, yatzy, game),
        "careful": lambda: CarefulPlayer(name, yatzy, game),
    }
    if kind not in makers:
        raise WrongUsageError(f"{name}={printable(kind)}: there is no such kind; there are {', '.join(makers)}.")
    return makers[kind]()


def is_stranger(kind: str) -> bool:
    """Tell whether a kind is none, but the place of a class."""
    return ":" in kind or "." in kind


def dice(seed: int) -> Callable[[int], list[int]]:
    """Return a source of fair dice."""
    random = Random(seed)
    return lambda count: [random.randint(1, 6) for _ in range(count)]
