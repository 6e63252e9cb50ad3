"""`dojo table`: a game at a table."""

import gc
import os
import sys
from importlib import import_module
from importlib.util import find_spec

import click

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games.players import GAME_ARGUMENT, SEED_OPTION, parse_players
from dojo.kata.workspace import find_workspace
from dojo.table.app import Table
from dojo.table.session import Record


@click.command()
@GAME_ARGUMENT
@click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; give it up to 6 times.")
@SEED_OPTION
@click.option("--no-motion", is_flag=True, help="Show the thrown dice at once.")
@click.option("--web", is_flag=True, help="Serve the table to browsers on this machine only; Ctrl-C ends it.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port for --web.")
def table(  # noqa: PLR0913 - each is an option
    game: str, players: tuple[str, ...], seed: int, *, no_motion: bool, web: bool, port: int
) -> None:
    """Play a GAME at a table, with drawn dice.

    It is yahtzee if you name none. Keep dice with 1-5 or a click, and throw with space. Take a category with the arrow
    keys and Enter, with its letter, or with a click. The kinds of player are person, random, greedy and careful.

    The game is saved as you play: run the same command again, and it goes on. If you begin a new game, the old one is
    kept in .table/, in a file that ends in .left. Rename the file so that it ends in .json, and that game goes on.

    \b
    dojo table
    dojo table yatzy --player Ann=person --player Bob=person --player Cy=careful
    dojo table yacht --web
    """
    workspace, kinds = find_workspace(), parse_players(players or ("Guest=person", "Computer=careful"))
    try:
        record = Record(game, kinds, seed)
    except ValueError as error:
        raise WrongUsageError(str(error)) from None
    if web:
        if find_spec("textual_serve") is None:
            raise WorkspaceError("The browser needs textual's own server: pip install -e '.[web]'")
        command = [sys.executable, "-m", "dojo", *(word for word in sys.argv[1:] if word != "--web")]
        import_module("dojo.table.browser").serve(command, port)
        return
    is_served = "TEXTUAL_DRIVER" in os.environ  # by textual's own server, which is its terminal
    if not is_served and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WorkspaceError("The table needs a terminal. `dojo play` plays without one.")
    gc.freeze()  # all that was made so far stays; to look through it in a game takes longer than a key
    app = Table(workspace, record)
    if no_motion:
        app.animation_level = "none"
    app.run()
    sys.exit(app.return_code)
