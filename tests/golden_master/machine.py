"""The machine of an evening: it answers the program from a script, and records its output.

keys: the answers that are typed; an exception stands for the end of the input or for Ctrl-C.
screen: all lines that were shown, with the typed text after a mark.
hall: the file `hall_of_fame.txt`.
"""

import builtins
import random
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, chdir
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from tests.golden_master.table import OutOfDiceError

HALL = "hall_of_fame.txt"
TYPED = "» "
CTRL_C, THE_END = KeyboardInterrupt(), EOFError()
SHOWN = {KeyboardInterrupt: "(Ctrl-C)", EOFError: "(no more input)"}
ENDS_HEARD = 3  # a program that goes on asking after so many ends of its input would do so for ever
LINES_SHOWN = 10_000  # likewise; no evening here has half as many
PYTHONS_OPEN, PYTHONS_PRINT = open, print
A_DATE = "2026-11-21"


class NeverEndingError(Exception):
    """The program would go on for ever."""


class Machine:
    """A keyboard, a screen, dice, a calendar and a folder of its own, for one evening."""

    def __init__(
        self,
        keys: Iterable[str | BaseException],
        faces: Iterable[int],
        *dates: str,
        locked: int = 0,
        yes: bool = False,
    ) -> None:
        """Lay a script on the keyboard, dice in the cup, and pages in the calendar.

        locked: how many attempts to write a file fail.
        yes: confirm every category that pays nothing, without using a key.
        """
        self.keys, self.faces, self.dates = iter(keys), iter(faces), [*dates] or [A_DATE]
        self.locked, self.yes = locked, yes
        self.ends = self.shows = 0
        self._shown = StringIO()

    @property
    def screen(self) -> list[str]:
        """Return what stands on the screen, line by line."""
        return self._shown.getvalue().splitlines()

    def evening(self, yatzy: Any, hall: bytes | None = None) -> bytes | None:
        """Run the program in a folder with this hall of fame; return the hall afterwards."""
        with TemporaryDirectory() as folder, chdir(folder):
            if hall is not None:
                Path(HALL).write_bytes(hall)
            self.run(yatzy())
            return Path(HALL).read_bytes() if Path(HALL).exists() else None

    def run(self, table: Any) -> None:
        """Run the program on this machine, in the folder where we are; it has nothing to return."""
        with ExitStack() as stack:
            for owner, name, stand_in in (
                (builtins, "input", self.ask),
                (builtins, "print", self.show),
                (builtins, "open", self.open),
                (random, "randint", self.throw),
                (time, "strftime", self.date),
            ):
                stack.enter_context(patch.object(owner, name, stand_in))
            result = table.evening()
        if result is not None:
            self.show("returned", result)

    def ask(self, prompt: object) -> str:
        """Show a prompt, and what is typed behind it; type that."""
        key = "y" if self.yes and "nothing" in str(prompt) else next(self.keys, THE_END)
        self.show(f"{prompt}{TYPED}{SHOWN.get(type(key), key)}")
        if isinstance(key, str):
            return key
        self.ends += 1
        raise key if self.ends <= ENDS_HEARD else NeverEndingError

    def show(self, *values: object, **options: Any) -> None:
        """Show what is printed."""
        self.shows += 1
        if self.shows > LINES_SHOWN:
            raise NeverEndingError
        PYTHONS_PRINT(*values, **options, file=self._shown)

    def open(self, file: str, mode: str = "r", **options: Any) -> Any:
        """Open a file, in ASCII by default. Raises PermissionError to write in a locked folder."""
        if self.locked and mode != "r":
            self.locked -= 1
            raise PermissionError
        return PYTHONS_OPEN(
            file, mode, **{**options, "encoding": options.get("encoding") or "ascii"}
        )

    def throw(self, lowest: int, highest: int) -> int:
        """Throw a die; it has six faces, whatever is asked for."""
        if (lowest, highest) != (1, 6):
            return highest
        for face in self.faces:
            return face
        raise OutOfDiceError

    def date(self, form: str) -> str:
        """Tell the date in the form that this calendar knows; the last page stays."""
        today = self.dates.pop(0) if len(self.dates) > 1 else self.dates[0]
        return today if form == "%Y-%m-%d" else form


def lines_of(hall: bytes | None) -> Iterator[str]:
    """Show what stands in a hall of fame, and bytes that are no text."""
    yield f"{HALL}:" if hall else f"{HALL}: {'there is none' if hall is None else 'empty'}"
    for line in (hall or b"").splitlines():
        text = line.decode(errors="backslashreplace")
        yield f"  | {text if text.isprintable() else repr(text)}".rstrip()
    if hall and not hall.endswith(b"\n"):
        yield "  (the last line does not end)"
