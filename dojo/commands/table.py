"""`dojo table`: a game at a table."""

import sys

import click

from dojo import table as tables
from dojo.commands.options import GAME, SEED, chosen
from dojo.kata import find_workspace


@click.command()
@GAME
@click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; repeat it for more, up to 6.")
@SEED
@click.option("--no-motion", is_flag=True, help="Let thrown dice lie at once.")
@click.option("--web", is_flag=True, help="Serve the table to a browser on this machine.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port for --web.")
def table(  # noqa: PLR0913 - each is an option
    game: str, players: tuple[str, ...], seed: int | None, *, no_motion: bool, web: bool, port: int
) -> None:
    """Play a GAME at a table, with drawn dice.

    The games are yatzy, yahtzee (if you name none) and yacht.

    Keep dice with 1-5 or a click, throw with space, take a category with the arrow keys and Enter, with its letter, or
    with a click. The kinds of player are person, random, greedy and careful. The game is saved as you play; the same
    command goes on with it.

    \b
    dojo table
    dojo table yatzy --player Ann=person --player Bob=person --player Cy=careful
    dojo table yacht --web
    """
    seats = players or ("Guest=person", "Computer=careful")
    if web:
        sys.exit(tables.serve(sys.argv[1:], port))
    sys.exit(tables.sit_down(find_workspace(), game, seats, seed=chosen(seed), motion=not no_motion))
