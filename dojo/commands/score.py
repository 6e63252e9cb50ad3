"""`dojo score`: the points of one roll."""

import click

from dojo.checking import score_in_a_process
from dojo.commands.options import IMPLEMENTATION, place_of
from dojo.errors import WrongUsageError
from dojo.kata import find_workspace, load_yatzy
from dojo.practice import NAME


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("category")
@click.argument("dice", nargs=-1, metavar="D1 D2 D3 D4 D5")
@IMPLEMENTATION
def score(game: str, category: str, dice: tuple[str, ...], implementation: str) -> None:
    """Print the points that five dice score in a CATEGORY of a GAME.

    \b
    dojo score yatzy "two pairs" 1 1 2 3 3
    dojo score yahtzee "small straight" 3 4 5 6 6 --implementation refactored
    """
    numbers = [whole_number(die) for die in dice]
    if implementation == NAME:
        click.echo(score_in_a_process(*place_of(implementation), [game, category, numbers]))
        return
    try:
        click.echo(load_yatzy(find_workspace(), implementation).score(game, category, numbers))
    except ValueError as error:
        raise WrongUsageError(str(error)) from None


def whole_number(text: str) -> int | str:
    """Read a whole number; anything else stays as it is, for the library to refuse in its own words."""
    try:
        return int(text)
    except ValueError:
        return text
