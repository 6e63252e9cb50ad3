"""`dojo score`: the points of one roll."""

import click

from dojo.commands.library import call
from dojo.commands.options import IMPLEMENTATION


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("category")
@click.argument("dice", nargs=-1, type=int, metavar="D1 D2 D3 D4 D5")
@IMPLEMENTATION
def score(game: str, category: str, dice: tuple[int, ...], implementation: str) -> None:
    """Print the points that five dice score in a CATEGORY of a GAME.

    \b
    dojo score yatzy "two pairs" 1 1 2 3 3
    dojo score yahtzee "small straight" 3 4 5 6 6 --implementation refactored
    """
    click.echo(call(implementation, "score", game, category, list(dice)))
