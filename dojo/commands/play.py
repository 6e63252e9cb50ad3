"""`dojo play` and `dojo score`: class Yatzy, as somebody works on it, for an evening and for points."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from dojo.checking.check import describe
from dojo.cli import implementation_option, kata_practice
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import find_workspace
from dojo.practice.code import EntryPoint, find_entry_point
from dojo.practice.model import NAME

FROM_LEVEL = {"tournament": 3, "evening": 4}


@click.command()
@implementation_option()
@click.option("--seed", type=int, help="Throw the same dice again.")
def play(implementation: str, seed: int | None) -> None:
    """Play an evening: the program that you untangle at level 4.

    It runs `Yatzy().evening()`, which asks for the game and for the names. A player with the name computer plays by
    itself. Ctrl-C ends it. The winners go into hall_of_fame.txt, in the folder that you are in.

    \b
    dojo play                               the tangle
    dojo play --implementation refactored   the clean code
    dojo play --implementation practice     your code

    Exit codes: 0 fine, 1 the program ended with an error, or has no evening, 2 wrong usage.
    """
    random.seed(seed)
    call(implementation, "evening")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("category")
@click.argument("dice", nargs=-1, type=int, metavar="D1 D2 D3 D4 D5")
@implementation_option()
def score(game: str, category: str, dice: tuple[int, ...], implementation: str) -> None:
    """Print the points that five dice score in a CATEGORY of a GAME.

    \b
    dojo score yatzy "two pairs" 1 1 2 3 3
    dojo score yahtzee "small straight" 3 4 5 6 6 --implementation refactored
    """
    click.echo(call(implementation, "score", game, category, list(dice)))


def call(implementation: str, method: str, *arguments: object) -> Any:  # noqa: ANN401 - of somebody's own method
    """Return what a method of class Yatzy returns.

    WrongUsageError when it refuses what it was given; WorkspaceError when the code breaks down, or has no such method.
    """
    workspace = find_workspace()
    if implementation == NAME:
        found = find_entry_point(kata_practice("class Yatzy"))
    else:
        root = workspace / implementation
        found = EntryPoint(root / "yatzy.py", workspace, f"{implementation}.yatzy", root)
    file = found.file.relative_to(workspace).as_posix()
    sys.path.insert(0, str(found.folder))
    with _in_words(found, file):
        yatzy = import_module(found.module).Yatzy
    if method in FROM_LEVEL and not hasattr(yatzy, method):
        again = f"dojo start --level {FROM_LEVEL[method]} --again"
        raise WorkspaceError(f"{file} has no {method}: its class Yatzy has no method `{method}`.\n`{again}` has one.")
    with _in_words(found, file, refuses=bool(arguments)):
        target = yatzy() if method in FROM_LEVEL else yatzy  # the others are static
        return getattr(target, method)(*arguments)


@contextmanager
def _in_words(found: EntryPoint, file: str, *, refuses: bool = False) -> Iterator[None]:
    """Say what went wrong in somebody's code, and where; a ValueError may mean that it `refuses` what it was given."""
    try:
        yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises
        refused = refuses and isinstance(error, ValueError)
        words = describe(error, found.root, file)
        raise (WrongUsageError(str(error)) if refused else WorkspaceError(words)) from None
