"""The hall of fame: the winners of all evenings.

entry: a line such as `263, Ann, yahtzee, 2026-11-21`: total, name, game and date. People also edit
the file by hand, so a line may be no entry.
"""

from collections.abc import Iterable, Iterator

from .games import games

FILE_NAME = "hall_of_fame.txt"
ENCODING = "utf-8"


class Hall:
    """The hall of fame in a file of the current folder. Its methods raise OSError if they fail."""

    def lines(self) -> list[str]:
        with open(FILE_NAME, encoding=ENCODING, errors="replace") as file:
            text = file.read()
        if not text:
            return []
        return text.removesuffix("\n").split("\n")

    def add(self, entries: Iterable[str]) -> None:
        with open(FILE_NAME, "a+", encoding=ENCODING, errors="replace") as file:
            file.seek(0)
            text = file.read()
            if text and not text.endswith("\n"):
                file.write("\n")
            file.writelines(f"{entry}\n" for entry in entries)


def hall_lines(lines: list[str]) -> Iterator[str]:
    """Yield the lines to show of a hall of fame: the best ten, and a count of bad lines."""
    entries = [line for line in lines if is_entry(line)]
    heading = "Hall of fame:"
    if not entries:
        heading = "The hall of fame is empty."
    yield heading
    # Sorted as text, so that 98 stands above 230: people print the list, and know it like this.
    yield from (f"  {entry}" for entry in sorted(entries, reverse=True)[:10])
    senseless = len(lines) - len(entries)
    if senseless == 1:
        yield "1 line of it makes no sense. It stays as it is."
    elif senseless:
        yield f"{senseless} lines of it make no sense. They stay as they are."


def is_entry(line: str) -> bool:
    """Return whether a line is an entry, without control characters."""
    parts = line.split(", ")
    return len(parts) == 4 and parts[0].isdigit() and parts[2] in games() and line.isprintable()
