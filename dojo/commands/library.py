"""Class Yatzy, as somebody works on it, is called here: for points, for a tournament, for an evening."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from dojo.checking.explain import Finding, describe, in_words
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.model import EntryPoint
from dojo.text import INDENT

NONE_YET = """\
{file} has no {what}: its class Yatzy has no method `{what}`.
Level {level} has one: `dojo start --level {level} --again`. {other}"""
OF_REFACTORED = "`dojo tournament` alone has that of refactored."
OF_LEGACY = "`dojo play` plays that of legacy."


def score(entry_point: EntryPoint, file: str, arguments: list[Any]) -> int:
    """Return the points; WrongUsageError when they are refused, WorkspaceError when the code breaks down."""
    yatzy = _yatzy(entry_point, file)
    with _in_words(entry_point, file, refuses=True):
        points = yatzy.score(*arguments)
    if type(points) is not int:
        raise WorkspaceError(f"{file}\n{INDENT}score() returned {points!r:.60}: points are a whole number")
    return points


def hold_tournament(entry_point: EntryPoint, file: str, *arguments: object) -> object:
    """Return the points of a tournament, which gets these arguments; errors as those of a score."""
    yatzy = _yatzy(entry_point, file, "tournament", level=3, other=OF_REFACTORED)
    with _in_words(entry_point, file, refuses=True):
        return yatzy().tournament(*arguments)


def spend_evening(entry_point: EntryPoint, file: str, seed: int | None) -> None:
    """Spend an evening at the keyboard; WorkspaceError when the program breaks off, or has no evening."""
    yatzy = _yatzy(entry_point, file, "evening", level=4, other=OF_LEGACY)
    random.seed(seed)
    with _in_words(entry_point, file):
        yatzy().evening()


def _yatzy(entry_point: EntryPoint, file: str, method: str = "", level: int = 0, other: str = "") -> Any:  # noqa: ANN401 - somebody's own class
    """Return class Yatzy; WorkspaceError when it does not load, or when it lacks a method, which a level has."""
    sys.path.insert(0, str(entry_point.folder))
    with _in_words(entry_point, file):
        yatzy = import_module(entry_point.module).Yatzy
    if method and not hasattr(yatzy, method):
        raise WorkspaceError(NONE_YET.format(file=file, what=method, level=level, other=other))
    return yatzy


@contextmanager
def _in_words(entry_point: EntryPoint, file: str, *, refuses: bool = False) -> Iterator[None]:
    """Say what went wrong in somebody's code, and where; a ValueError may mean that it `refuses` what it was given."""
    try:
        yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises
        refused = refuses and isinstance(error, ValueError)
        words = describe(error, entry_point.root, with_call=False) or f"{file}\n{INDENT}{in_words(error)}"
        text = Finding(str(error) if refused else words).to_show().text
        raise (WrongUsageError if refused else WorkspaceError)(text) from None
