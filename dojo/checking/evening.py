"""An evening of an implementation, in a process of its own that has the terminal; this module is that process, too."""

import io
import os
import random
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from subprocess import Popen
from typing import NoReturn

from dojo.checking.explain import describe, in_words
from dojo.checking.worker import leave_no_path
from dojo.confinement import end_with
from dojo.errors import WorkspaceError
from dojo.kata import DOJO
from dojo.practice import EntryPoint
from dojo.text import printable_lines

NONE_YET = """\
{file} has no evening: its class Yatzy has no method `evening`.
Level 4 has one: `dojo start --level 4 --again`. `dojo play` plays that of legacy."""

UNHEARD = "Error: What it prints could not be written: {}.\nPut that right, and play again."
EXPLAINED = 199  # an exit code that no program is likely to choose: what went wrong has been said


def spend_evening(entry_point: EntryPoint, file: str, seed: int | None) -> bool:
    """Spend an evening with the Yatzy of an entry point, whose file is shown so; tell whether it went well.

    What went wrong has been said then; WorkspaceError when the program ended without a word.
    """
    root, folder = map(str, (entry_point.root, entry_point.folder))
    arguments = [str(os.getpid()), file, root, folder, entry_point.module, *([] if seed is None else [str(seed)])]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, from when it has started
    process = Popen([sys.executable, "-P", __file__, *arguments], env={**os.environ, "PYTHONPATH": DOJO})  # noqa: S603 - our own
    try:
        code = process.wait()
    finally:
        process.kill()  # when something else came between
        signal.signal(signal.SIGINT, before)
    if code not in (0, EXPLAINED):
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        raise WorkspaceError(f"{file}: the program {how}.")
    return code == 0


def main(parent: str, file: str, root: str, folder: str, module: str, *seed: str) -> None:
    """Spend the evening; what goes wrong is said in a line or two."""
    end_with(int(parent))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    leave_no_path()
    sys.path.insert(0, folder)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        table = import_module(module).Yatzy()
        if not hasattr(table, "evening"):
            explain(f"Error: {NONE_YET.format(file=file)}")
        random.seed(*map(int, seed))
        table.evening()
        leave_where_nothing_is_heard()
    except SystemExit:
        raise
    except KeyboardInterrupt:
        explain("\nInterrupted: the program itself has no end for Ctrl-C.")
    except BaseException as error:  # noqa: BLE001 - whatever somebody's code raises
        if isinstance(error, OSError):
            leave_where_nothing_is_heard(b"\n")
        place = Path(root)
        explain(f"Error: {describe(error, place, module) or f'{file}: {in_words(error, place)}'}")


def leave_where_nothing_is_heard(last: bytes = b"") -> None:
    """End the process where its output does not take the `last` words: no fault of the program; who left wants none."""
    try:
        if sys.stdout:
            sys.stdout.flush()
        os.write(1, last)
    except OSError as failure:
        if not isinstance(failure, BrokenPipeError):
            with suppress(OSError):
                print(UNHEARD.format(failure.strerror), file=sys.stderr, flush=True)  # noqa: T201 - as below
        os._exit(EXPLAINED)  # else Python would try once more, and complain


def explain(words: str) -> NoReturn:
    """Say what went wrong, and end the process."""
    print(printable_lines(words), file=sys.stderr)  # noqa: T201 - this process has the terminal
    sys.exit(EXPLAINED)


if __name__ == "__main__":
    main(*sys.argv[1:])
