"""The machine of an evening: it answers the program from a script, and records the screen."""

import builtins
import random
import time
from collections.abc import Iterable
from contextlib import ExitStack, chdir
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from .table import OutOfDiceError

HALL = "hall_of_fame.txt"
TYPED = "» "  # before what is typed
CTRL_C = KeyboardInterrupt()
THE_END = EOFError()
SHOWN = {KeyboardInterrupt: "(Ctrl-C)", EOFError: "(no more input)"}
MAX_ENDS = 3  # a program that asks again after this many ends of its input would not stop
MAX_LINES = 10_000  # no evening here has half as many
DATE = "2026-11-21"
# The functions that the machine replaces.
REAL_OPEN = open
REAL_PRINT = print


class NeverEndingError(Exception):
    """The program would go on for ever."""


class Machine:
    """A keyboard, a screen, dice, a calendar and a folder, for one evening.

    keys: what is typed. An exception is the end of the input, or Ctrl-C.
    dates: one for each time that the program asks; the last one stays.
    locked: how many attempts to write a file fail.
    yes: confirm every category that pays nothing, without using a key.
    """

    def __init__(
        self,
        keys: Iterable[str | BaseException],
        faces: Iterable[int],
        *dates: str,
        locked: int = 0,
        yes: bool = False,
    ):
        self.keys = iter(keys)
        self.faces = iter(faces)
        self.dates = list(dates) or [DATE]
        self.locked = locked
        self.yes = yes
        self.ends = 0
        self.shows = 0
        self.output = StringIO()

    @property
    def screen(self) -> list[str]:
        """Return the lines on the screen."""
        return self.output.getvalue().splitlines()

    def evening(self, yatzy: Any, hall: bytes | None = None) -> bytes | None:
        """Run the program in a folder with this hall of fame. Returns the hall afterwards."""
        with TemporaryDirectory() as folder, chdir(folder):
            file = Path(HALL)
            if hall is not None:
                file.write_bytes(hall)
            self.run(yatzy())
            if not file.exists():
                return None
            return file.read_bytes()

    def run(self, table: Any):
        """Run the program in the current folder. A result would be shown: it has none."""
        with ExitStack() as stack:
            stack.enter_context(patch.object(builtins, "input", self.ask))
            stack.enter_context(patch.object(builtins, "print", self.show))
            stack.enter_context(patch.object(builtins, "open", self.open))
            stack.enter_context(patch.object(random, "randint", self.throw))
            stack.enter_context(patch.object(time, "strftime", self.date))
            result = table.evening()
        if result is not None:
            self.show("returned", result)

    def ask(self, prompt: object) -> str:
        """Type the next key. The screen shows it after the prompt."""
        key = self.next_key(str(prompt))
        self.show(f"{prompt}{TYPED}{SHOWN.get(type(key), key)}")
        if isinstance(key, str):
            return key
        self.ends += 1
        if self.ends > MAX_ENDS:
            raise NeverEndingError
        raise key.with_traceback(None)

    def next_key(self, prompt: str) -> str | BaseException:
        if self.yes and "nothing" in prompt:
            return "y"
        for key in self.keys:
            return key
        return THE_END

    def show(self, *values: object, **options: Any):
        """Print to the screen."""
        self.shows += 1
        if self.shows > MAX_LINES:
            raise NeverEndingError
        REAL_PRINT(*values, **options, file=self.output)

    def open(self, file: str, mode: str = "r", **options: Any) -> Any:
        """Open a file, in ASCII by default. Raises PermissionError to write in a locked folder."""
        if self.locked and mode != "r":
            self.locked -= 1
            raise PermissionError
        options["encoding"] = options.get("encoding") or "ascii"
        return REAL_OPEN(file, mode, **options)

    def throw(self, lowest: int, highest: int) -> int:
        """Throw a die. If it should have other faces than six, it shows the highest."""
        if (lowest, highest) != (1, 6):
            return highest
        for face in self.faces:
            return face
        raise OutOfDiceError

    def date(self, form: str) -> str:
        """Return the date, if it is asked for in the form that this calendar knows."""
        today = self.dates[0]
        if len(self.dates) > 1:
            self.dates.pop(0)
        if form != "%Y-%m-%d":
            return form
        return today


def lines_of(hall: bytes | None) -> list[str]:
    """Show the lines of a hall of fame, including bytes that are no text."""
    if hall is None:
        return [f"{HALL}: there is none"]
    if not hall:
        return [f"{HALL}: empty"]
    lines = [f"{HALL}:"]
    for line in hall.splitlines():
        text = line.decode(errors="backslashreplace")
        if not text.isprintable():
            text = repr(text)
        lines.append(f"  | {text}".rstrip())
    if not hall.endswith(b"\n"):
        lines.append("  (the last line does not end)")
    return lines
