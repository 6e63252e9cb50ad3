"""Calling class Yatzy of legacy, of refactored, or of a practice."""

import sys
from importlib import import_module
from typing import Any

import click

from dojo.cli import Option, kata_practice
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import find_workspace
from dojo.practice.model import NAME

LEGACY = "legacy"
CLEAN = "refactored"
FROM_LEVEL = {"tournament": 3, "evening": 4}


def implementation_option(default: str = LEGACY) -> Option:
    return click.option(
        "--implementation",
        type=click.Choice([LEGACY, CLEAN, NAME]),
        default=default,
        show_default=True,
        help="Which code to run.",
    )


def call_yatzy(implementation: str, method: str, *arguments: object) -> Any:  # noqa: ANN401
    """Call a method of class Yatzy.

    Raises WrongUsageError if it refuses its arguments, WorkspaceError if it fails or is missing.
    """
    from dojo.checking.describe import describe  # noqa: PLC0415 - with pytest, it is slow to load
    from dojo.practice.code import OfferingModule, find_offering_module  # noqa: PLC0415 - likewise

    workspace = find_workspace()
    if implementation == NAME:
        practice = kata_practice("class Yatzy")
        root = practice.folder
        found = find_offering_module(practice)
    else:
        root = workspace / implementation
        found = OfferingModule(root / "yatzy.py", workspace, f"{implementation}.yatzy")
    file = found.file.relative_to(workspace).as_posix()
    sys.path.insert(0, str(found.import_folder))
    try:
        yatzy = import_module(found.name).Yatzy
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the code may raise anything
        raise WorkspaceError(describe(error, root, file)) from None
    if method in FROM_LEVEL and not hasattr(yatzy, method):
        again = f"dojo start --level {FROM_LEVEL[method]} --again"
        missing = f"{file}: class Yatzy has no method `{method}`."
        raise WorkspaceError(f"{missing}\nTo start with one: {again}")
    try:
        target = yatzy() if method in FROM_LEVEL else yatzy  # the other methods are static
        return getattr(target, method)(*arguments)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the code may raise anything
        if arguments and isinstance(error, ValueError):
            raise WrongUsageError(str(error)) from None
        raise WorkspaceError(describe(error, root, file)) from None
