"""Class Yatzy, as somebody works on it, is called here: for points, for a tournament, for an evening."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from dojo.checking.check import describe, in_words
from dojo.commands.options import place_of
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.code import EntryPoint
from dojo.text import INDENT

FROM_LEVEL = {"tournament": 3, "evening": 4}
NONE_YET = """\
{file} has no {what}: its class Yatzy has no method `{what}`.
Level {level} has one: `dojo start --level {level} --again`. {others}"""
OTHERS = {
    "tournament": "`dojo tournament` alone has that of refactored.",
    "evening": "`dojo play` plays that of legacy.",
}


def call(implementation: str, method: str, *arguments: object) -> Any:  # noqa: ANN401 - of somebody's own method
    """Return what a method of class Yatzy returns.

    WrongUsageError when it refuses what it was given; WorkspaceError when the code breaks down, or has no such method.
    """
    entry_point, file = place_of(implementation)
    sys.path.insert(0, str(entry_point.folder))
    with _in_words(entry_point, file):
        yatzy = import_module(entry_point.module).Yatzy
    if method in FROM_LEVEL and not hasattr(yatzy, method):
        raise WorkspaceError(NONE_YET.format(file=file, what=method, level=FROM_LEVEL[method], others=OTHERS[method]))
    with _in_words(entry_point, file, refuses=bool(arguments)):
        target = yatzy() if method in FROM_LEVEL else yatzy  # the others are static
        return getattr(target, method)(*arguments)


@contextmanager
def _in_words(entry_point: EntryPoint, file: str, *, refuses: bool = False) -> Iterator[None]:
    """Say what went wrong in somebody's code, and where; a ValueError may mean that it `refuses` what it was given."""
    try:
        yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises
        refused = refuses and isinstance(error, ValueError)
        words = describe(error, entry_point.root, with_call=False) or f"{file}\n{INDENT}{in_words(error)}"
        raise (WrongUsageError(str(error)) if refused else WorkspaceError(words)) from None
