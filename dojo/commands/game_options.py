"""What the commands that play share; they alone need `refactored/` to be whole."""

import random
from collections.abc import Callable

import click

from dojo.games import KINDS
from refactored import games, listed

PLAYERS = click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; repeat it for more.")
AT_A_TABLE = ("Guest=person", "Computer=careful")  # who plays, unless somebody says who
SEED = click.option("--seed", type=int, help="Throw the same dice again.")


def of_a_game(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument GAME, and its help the names of all for `{games}`, and of all kinds for `{kinds}`."""
    default = "yahtzee"
    names = [f"{name} (if you name none)" if name == default else name for name in games()]
    command.__doc__ = str(command.__doc__).replace("{games}", listed(names)).replace("{kinds}", listed([*KINDS]))
    return click.argument("game", type=click.Choice(list(games())), default=default)(command)


def chosen(seed: int | None) -> int:
    """Return the seed, or any other."""
    return random.randrange(2**32) if seed is None else seed
