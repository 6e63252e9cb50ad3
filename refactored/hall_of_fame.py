"""The hall of fame: who won, of all evenings.

entry: a line of it, such as `263, Ann, yahtzee, 2026-11-21`: total, name, game and date.
hall: where the entries stand. People write into it by hand as well, so a line may be no entry.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from .rulesets import games

ENCODING = "utf-8"


class Hall(Protocol):
    """What an evening asks of a hall of fame."""

    def lines(self) -> list[str]:
        """Return what stands there, line by line; FileNotFoundError when there is none, OSError when it is shut."""

    def add(self, entries: Iterable[str]) -> None:
        """Write entries below what stands there, which stays as it is; OSError when that is not possible."""


class HallFile:
    """The hall of fame that is a file in the current folder."""

    def lines(self) -> list[str]:
        """Return what stands there, line by line."""
        with open("hall_of_fame.txt", encoding=ENCODING, errors="replace") as file:  # noqa: PTH123 - a test may stand in
            text = file.read()
        return text.removesuffix("\n").split("\n") if text else []

    def add(self, entries: Iterable[str]) -> None:
        """Write entries below what stands there, on lines of their own."""
        with open("hall_of_fame.txt", "a+", encoding=ENCODING, errors="replace") as file:  # noqa: PTH123 - likewise
            file.seek(0)
            text = file.read()
            if text and not text.endswith("\n"):
                file.write("\n")
            file.writelines(f"{entry}\n" for entry in entries)


def shown_hall(lines: list[str]) -> Iterator[str]:
    """Yield what an evening shows of a hall of fame: its best ten, and how many lines are no entries."""
    entries = [line for line in lines if is_entry(line)]
    yield "Hall of fame:" if entries else "The hall of fame is empty."
    # As text, so that 98 stands above 230: people print the list, and know it so.
    yield from (f"  {entry}" for entry in sorted(entries, reverse=True)[:10])
    senseless = len(lines) - len(entries)
    if senseless == 1:
        yield "1 line of it makes no sense. It stays as it is."
    elif senseless:
        yield f"{senseless} lines of it make no sense. They stay as they are."


def is_entry(line: str) -> bool:
    """Tell whether a line is an entry, and nothing in it is a command to the screen."""
    parts = line.split(", ")
    return len(parts) == 4 and parts[0].isdigit() and parts[2] in games() and line.isprintable()
