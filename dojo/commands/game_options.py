"""What the commands share that know the games; they alone need `refactored/` to be whole."""

import random
from collections.abc import Callable

import click

from dojo.games.players import KINDS
from refactored import games, listed

# Without one, any other.
SEED = click.option("--seed", type=int, default=lambda: random.randrange(2**32), help="Throw the same dice again.")


def of_a_game(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument GAME, and its help the names of all for `{games}`, and of all kinds for `{kinds}`."""
    default = "yahtzee"
    names = [f"{name} (if you name none)" if name == default else name for name in games()]
    command.__doc__ = str(command.__doc__).replace("{games}", listed(names)).replace("{kinds}", listed([*KINDS]))
    return click.argument("game", type=click.Choice(list(games())), default=default)(command)
