"""`dojo play`: an evening at the keyboard."""

import random

import click

from dojo.commands.library import call
from dojo.commands.options import IMPLEMENTATION


@click.command()
@IMPLEMENTATION
@click.option("--seed", type=int, help="Throw the same dice again.")
def play(implementation: str, seed: int | None) -> None:
    """Play an evening: the program that level 4 untangles.

    It runs `Yatzy().evening()`, which asks for the game and for the names; who is called computer plays by itself.
    Ctrl-C ends it. The winners go into hall_of_fame.txt, in the folder that you are in.

    \b
    dojo play                               the tangle's
    dojo play --implementation refactored   the clean one
    dojo play --implementation practice     yours

    Exit codes: 0 fine, 1 the program broke off, or has no evening, 2 wrong usage.
    """
    random.seed(seed)
    call(implementation, "evening")
