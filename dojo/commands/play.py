"""`dojo play` and `dojo score`: play with any class Yatzy, or score a roll with it."""

import random
import sys
from importlib import import_module
from typing import Any

import click

from dojo.checking.describe import describe
from dojo.cli import implementation_option, kata_practice
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import find_workspace
from dojo.practice.code import YatzyModule, find_yatzy_module
from dojo.practice.model import NAME

FROM_LEVEL = {"tournament": 3, "evening": 4}


@click.command()
@implementation_option()
@click.option("--seed", type=int, help="Throw the same dice again.")
def play(implementation: str, seed: int | None) -> None:
    """Play an evening: the program that you untangle at level 4.

    It runs `Yatzy().evening()`, which asks for the game and for the names. A player with the
    name computer plays by itself. Ctrl-C ends it. The winners go into hall_of_fame.txt, in the
    folder that you are in.

    \b
    dojo play                               the tangle
    dojo play --implementation refactored   the clean code
    dojo play --implementation practice     your code

    Exit codes: 0 fine, 1 the program ended with an error, or has no evening, 2 wrong usage.
    """
    random.seed(seed)
    call_yatzy(implementation, "evening")


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
    click.echo(call_yatzy(implementation, "score", game, category, list(dice)))


def call_yatzy(implementation: str, method: str, *arguments: object) -> Any:  # noqa: ANN401
    """Call a method of class Yatzy.

    Raises WrongUsageError if it refuses its arguments, WorkspaceError if it fails or is missing.
    """
    workspace = find_workspace()
    if implementation == NAME:
        practice = kata_practice("class Yatzy")
        root = practice.folder
        found = find_yatzy_module(practice)
    else:
        root = workspace / implementation
        found = YatzyModule(root / "yatzy.py", workspace, f"{implementation}.yatzy")
    file = found.file.relative_to(workspace).as_posix()
    sys.path.insert(0, str(found.import_folder))
    try:
        yatzy = import_module(found.name).Yatzy
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the code may raise anything
        raise WorkspaceError(describe(error, root, file)) from None
    if method in FROM_LEVEL and not hasattr(yatzy, method):
        again = f"dojo start --level {FROM_LEVEL[method]} --again"
        missing = f"{file} has no {method}: its class Yatzy has no method `{method}`."
        raise WorkspaceError(f"{missing}\n`{again}` has one.")
    try:
        target = yatzy() if method in FROM_LEVEL else yatzy  # the other methods are static
        return getattr(target, method)(*arguments)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the code may raise anything
        if arguments and isinstance(error, ValueError):
            raise WrongUsageError(str(error)) from None
        raise WorkspaceError(describe(error, root, file)) from None
