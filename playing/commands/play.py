"""`dojo play` and `dojo score`: play with any class Yatzy, or score a roll with it."""

import random

import click

from playing.implementations import call_yatzy, implementation_option


@click.command()
@implementation_option()
@click.option("--seed", type=int, help="The same seed gives the same dice.")
def play(implementation: str, seed: int | None) -> None:
    """Play in plain text: the program that level 4 is about.

    The command runs `Yatzy().evening()`, which asks for the game and for the names. A player with
    the name computer plays by itself. Ctrl-C stops the program. The winners are written to
    hall_of_fame.txt in the current folder.

    \b
    dojo play                               the tangle
    dojo play --implementation refactored   the clean code
    dojo play --implementation practice     your code

    Exit codes: 0 success; 1 the program failed, or has no method `evening`; 2 wrong usage.
    """
    random.seed(seed)
    call_yatzy(implementation, "evening")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("category")
@click.argument("dice", nargs=-1, type=int, metavar="D1 D2 D3 D4 D5")
@implementation_option()
def score(game: str, category: str, dice: tuple[int, ...], implementation: str) -> None:
    """Score five dice in a CATEGORY of a GAME.

    \b
    dojo score yatzy "two pairs" 1 1 2 3 3
    dojo score yahtzee "small straight" 3 4 5 6 6 --implementation refactored
    """
    click.echo(call_yatzy(implementation, "score", game, category, list(dice)))
