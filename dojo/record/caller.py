"""Make calls and write down their results: a program for a process of its own.

It is run by the interpreter of the practice, so it imports nothing but the standard library. Its
arguments are the folder to import from, a file with calls as Python literals, one for results, and
an empty folder to work in.
"""

import ast
import json
import os
import signal
import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

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


def result_of(target: str, positional: list[Any], named: dict[str, Any]) -> str:
    """Call a function. Return its result or error, its output, and its changed arguments."""
    before = repr((positional, named))
    with redirect_stdout(StringIO()) as printed:
        try:
            returned = find(target)(*positional, **named)
            if hasattr(returned, "__next__"):
                returned = list(islice(returned, MAX_ITEMS_OF_A_GENERATOR))
            result = f"=> {returned!r}"
        except TooSlow:
            return f"takes more than {CALL_TIMEOUT:g} s"
        except (TypeError, AttributeError) as error:
            result = f"raises {type(error).__name__}"  # its words are Python's, not the code's
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the code may raise anything
            result = f"raises {type(error).__name__}: {error}"
    if printed.getvalue():
        result += f", prints {printed.getvalue()!r}"
    after = repr((positional, named))
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
