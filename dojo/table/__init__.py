"""`dojo table`: the three games at a table in the terminal, or in a browser on the same machine."""

import os
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import seats

FINE = 0
MOST_SEATS = 6


def sit_down(workspace: Path, game: str, players: tuple[str, ...], *, seed: int, motion: bool) -> int:
    """Play at a table until the players leave it; return the exit code.

    Raises WrongUsageError for more than six players or one of no kind, WorkspaceError without a terminal.
    """
    from dojo.table.app import Table  # noqa: PLC0415 - wrong usage is said at once
    from dojo.table.session import Record  # noqa: PLC0415

    kinds = dict(seats.named(players))
    if len(kinds) > MOST_SEATS:
        message = f"{len(kinds)} players: the table has {MOST_SEATS} seats."
        raise WrongUsageError(message)
    for name, kind in kinds.items():
        if kind not in (seats.PERSON, *seats.KINDS):
            message = f"{name}={kind}: there is no such kind; there are {', '.join((seats.PERSON, *seats.KINDS))}."
            raise WrongUsageError(message)
    if not served() and not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = "The table needs a terminal. `dojo play` plays without one."
        raise WorkspaceError(message)
    Table(workspace, Record(game, kinds, seed), motion=motion).run()
    return FINE


def served() -> bool:
    """Tell whether textual's own server runs this table, and is its terminal."""
    return "TEXTUAL_DRIVER" in os.environ


def serve(arguments: list[str], port: int) -> int:
    """Serve the table to browsers on this machine, and on no other, until Ctrl-C; return the exit code.

    Raises WorkspaceError when textual's server is not installed.
    """
    if find_spec("textual_serve") is None:
        message = "The browser needs textual's own server: pip install -e '.[web]'"
        raise WorkspaceError(message)
    server = import_module("textual_serve.server").Server  # an extra
    without_web = [word for word in arguments if word != "--web"]
    command = shlex.join([sys.executable, "-m", "dojo", *without_web])
    server(command, host="localhost", port=port, title="dojo table").serve()
    return FINE
