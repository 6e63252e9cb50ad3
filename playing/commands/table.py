"""`dojo table`: a game at a table."""

import gc
import os
import sys
from importlib import import_module
from importlib.util import find_spec

import click

from dojo.cli import is_at_terminal
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import find_workspace
from playing.games.players import GAME_ARGUMENT, SEED_OPTION, parse_players
from playing.table.app import TableApp
from playing.table.session import Record

DEFAULT_PLAYERS = ("Guest=person", "Computer=careful")


@click.command()
@GAME_ARGUMENT
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME=KIND",
    default=DEFAULT_PLAYERS,
    help="A player; repeat it for up to 6 players.",
)
@SEED_OPTION
@click.option("--no-motion", is_flag=True, help="Show the thrown dice without an animation.")
@click.option(
    "--web",
    is_flag=True,
    help="Serve the table to browsers on this machine only, until Ctrl-C.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="The port for --web.",
)
def table(  # noqa: PLR0913 - each is an option
    game: str,
    players: tuple[str, ...],
    seed: int,
    *,
    no_motion: bool,
    web: bool,
    port: int,
) -> None:
    """Play a GAME at a table with drawn dice.

    The default GAME is yahtzee. Keep dice with 1-5 or a click, and throw with space. Take a
    category with the arrow keys and Enter, with its letter, or with a click. The kinds of player
    are person, random, greedy and careful.

    The game is saved as you play; run the same command again to continue it. If you begin a new
    game, the old one is kept in .table/, in a file that ends in .left. To continue that game,
    rename the file so that it ends in .json.

    \b
    dojo table
    dojo table yatzy --player Ann=person --player Bob=person --player Cy=careful
    dojo table yacht --web
    """
    workspace = find_workspace()
    try:
        record = Record(game, parse_players(players), seed)
    except ValueError as error:
        raise WrongUsageError(str(error)) from None
    if web:
        serve_to_browsers(port)
        return
    check_terminal()
    gc.freeze()  # a collection that looked through everything loaded so far would delay a key
    app = TableApp(workspace, record)
    if no_motion:
        app.animation_level = "none"
    app.run()
    sys.exit(app.return_code)


def serve_to_browsers(port: int) -> None:
    if find_spec("textual_serve") is None:
        raise WorkspaceError("--web needs textual's own server: pip install -e '.[web]'")
    arguments = [argument for argument in sys.orig_argv[1:] if argument != "--web"]
    browser = import_module("playing.table.browser")  # needs textual_serve
    browser.serve_tables([sys.executable, *arguments], port)


def check_terminal() -> None:
    """Raise WorkspaceError if there is no terminal and no server that replaces it."""
    is_served = "TEXTUAL_DRIVER" in os.environ  # set by textual-serve
    if not is_served and not is_at_terminal():
        raise WorkspaceError("The table needs a terminal. `dojo play` works without one.")
