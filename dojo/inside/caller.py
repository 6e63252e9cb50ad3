"""Make calls and write down their results: a program for a process of its own.

It is run by the interpreter of the practice, so it imports nothing but the standard library. Its
arguments are the folder to import from, a file with calls as Python literals, one for results, and
an empty folder to work in.
"""

import ast
import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import iscoroutine
from io import StringIO
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("set(", ")"),
    frozenset: ("frozenset(", ")"),
}
CALL_TIMEOUT = 1.0  # seconds
MAX_ITEMS_OF_A_GENERATOR = 10


class TooSlow(BaseException):
    """A call takes too long."""


def stop(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow


def find(target: str) -> Any:  # noqa: ANN401 - it may be anything
    """Return the function with a dotted name."""
    parts = target.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            found = getattr(found, name)
        return found
    raise ModuleNotFoundError(target)


def show(value: Any, around: tuple[int, ...] = ()) -> str:  # noqa: ANN401 - likewise
    """Return the repr of a value. Objects without one are shown by their attributes.

    `around`: the ids of the objects that the value is in.
    """
    if id(value) in around:
        return "..."
    around = (*around, id(value))
    kind: Any = type(value)
    name = kind.__qualname__
    if kind in BRACKETS:
        items = [show(item, around) for item in value]
        return ", ".join(items).join(BRACKETS[kind])
    if kind is dict:
        pairs = [f"{show(key, around)}: {show(item, around)}" for key, item in value.items()]
        return ", ".join(pairs).join("{}")
    if kind.__repr__ is object.__repr__:
        attributes = [f"{key}={show(item, around)}" for key, item in attributes_of(value)]
        return " ".join([f"<{name}", *attributes]) + ">"
    if is_dataclass(kind) and hasattr(kind.__repr__, "__wrapped__"):  # dataclass wrote the repr
        shown = [each.name for each in fields(kind) if each.repr]
        parts = [f"{key}={show(getattr(value, key), around)}" for key in shown]
        return f"{name}({', '.join(parts)})"
    return repr(value)


def attributes_of(value: object) -> Iterator[tuple[str, object]]:
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names = [slots] if isinstance(slots, str) else slots
        for name in names:
            if hasattr(value, name):
                yield name, getattr(value, name)
    yield from getattr(value, "__dict__", {}).items()


def result_of(target: str, positional: list[Any], named: dict[str, Any]) -> str:
    """Call a function. Return its result or error, its output, and its changed arguments."""
    before = show((positional, named))
    with redirect_stdout(StringIO()) as printed:
        try:
            returned = find(target)(*positional, **named)
            if iscoroutine(returned):
                returned = asyncio.run(returned)
            if hasattr(returned, "__next__"):
                returned = list(islice(returned, MAX_ITEMS_OF_A_GENERATOR))
            result = f"=> {show(returned)}"
        except TooSlow:
            return f"takes more than {CALL_TIMEOUT:g} s"
        except (TypeError, AttributeError) as error:
            result = f"raises {type(error).__name__}"  # its words are Python's, not the code's
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the code may raise anything
            result = f"raises {type(error).__name__}: {error}"
    if printed.getvalue():
        result += f", prints {printed.getvalue()!r}"
    after = show((positional, named))
    if after != before:
        result += f", arguments afterwards: {after}"
    return result


def main() -> None:
    import_folder, calls_file, results_file, empty_folder = sys.argv[1:]
    sys.path[0] = import_folder
    sys.argv = [""]
    os.chdir(empty_folder)
    has_timer = hasattr(signal, "setitimer")
    if has_timer:
        signal.signal(signal.SIGALRM, stop)
    results = []
    for line in Path(calls_file).read_text(encoding="utf-8").splitlines():
        target, positional, named = ast.literal_eval(line)
        if has_timer:
            signal.setitimer(signal.ITIMER_REAL, CALL_TIMEOUT)
        results.append(result_of(target, positional, named))
        if has_timer:
            signal.setitimer(signal.ITIMER_REAL, 0)
    Path(results_file).write_text(json.dumps(results), encoding="utf-8")


if __name__ == "__main__":
    main()
