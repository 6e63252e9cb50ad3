"""Documents that people read and approve.

document: a name, and a text that shows what an implementation does.
table: a document with a row for each roll and a column for each category.
call list: a document with calls, each followed by its outcome.
story: a document that is read from top to bottom, in scenes, such as the transcript of a game.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tests.golden_master.differences import (
    ARROW,
    FURTHER,
    INDENT,
    Difference,
    of_calls,
    of_cells,
    of_lines,
    or_lines,
)

WIDEST = 120  # characters; outcomes of a section with a wider line stand below their calls


@dataclass(frozen=True)
class Document:
    """The behaviour of an implementation as text; `differences` takes the approved text first."""

    name: str
    text: str
    differences: Callable[[str, str], Iterator[Difference]]


def table(
    name: str,
    heading: str,
    columns: list[str],
    rows: dict[tuple[int, ...], list[str]],
    call: Callable[[str, str], str],
) -> Document:
    """Lay out a table: a heading, column names stacked above their columns, a row for each roll.

    `call` spells the call that a cell shows, from its row and column.
    """
    widths = [max(map(len, column.split(" "))) for column in columns]
    lines = [heading, "", *_stacked(columns, widths)]
    second_die = None
    for roll, cells in rows.items():
        if roll[1] != second_die:
            lines.append("")
            second_die = roll[1]
        shown = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{_spaced(roll)}   {shown}")
    return Document(name, "\n".join(lines) + "\n", or_lines(partial(of_cells, call)))


def call_list(name: str, heading: str, sections: dict[str, dict[str, str]]) -> Document:
    """Lay out calls with their outcomes, under a title for each section."""
    lines = [heading]
    for title, told in sections.items():
        calls = {call: outcome.replace("\n", f"\n{FURTHER}") for call, outcome in told.items()}
        lines += ["", "", title, "-" * len(title)]
        lines += _beside(calls) if _widest(calls) <= WIDEST else _below(calls)
    return Document(name, "\n".join(lines) + "\n", or_lines(of_calls))


def story(name: str, heading: str, scenes: dict[str, list[str]]) -> Document:
    """Tell a story, line by line, under a title for each scene."""
    lines = [heading]
    for title, told in scenes.items():
        lines += ["", "", title, "-" * len(title), "", *told]
    return Document(name, "\n".join(lines) + "\n", of_lines)


def _widest(calls: dict[str, str]) -> int:
    return max(map(len, calls)) + len(ARROW) + max(map(len, calls.values()))


def _beside(calls: dict[str, str]) -> list[str]:
    width = max(map(len, calls))
    return ["", *(call.ljust(width) + ARROW + outcome for call, outcome in calls.items())]


def _below(calls: dict[str, str]) -> list[str]:
    return [line for call, outcome in calls.items() for line in ("", call, INDENT + outcome)]


def _spaced(roll: tuple[int, ...]) -> str:
    return " ".join(map(str, roll))


def _stacked(columns: list[str], widths: list[int]) -> list[str]:
    words = [column.split(" ") for column in columns]
    height = max(map(len, words))
    padded = [[""] * (height - len(each)) + each for each in words]
    lines = []
    for level in range(height):
        shown = "  ".join(
            each[level].rjust(width) for each, width in zip(padded, widths, strict=True)
        )
        lines.append((" " * len("1 2 3 4 5") + "   " + shown).rstrip())
    return lines
