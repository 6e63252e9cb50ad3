"""Documents that people read and approve. A document is a name and a text.

table: a row for each roll, and a column for each category.
call list: calls, each with its result.
story: scenes that are read from top to bottom, such as the transcript of a game.
"""

from collections.abc import Callable, Iterable, Iterator
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

MAX_WIDTH = 120  # characters; in a section with a wider line, results stand below their calls
ROLL_WIDTH = len("1 2 3 4 5")


@dataclass(frozen=True)
class Document:
    """The behaviour of an implementation. `differences` takes the approved text first."""

    name: str
    text: str
    differences: Callable[[str, str], Iterator[Difference]]


# Compare a document with approved_files/NAME.approved.txt.
Verify = Callable[[Document], None]


def table(
    name: str,
    heading: str,
    columns: list[str],
    rows: dict[tuple[int, ...], list[str]],
    call: Callable[[str, str], str],
) -> Document:
    """Lay out a table. `call` returns the call that a cell shows, from its row and column."""
    widths = [max(map(len, column.split(" "))) for column in columns]
    lines = [heading, "", *_column_names(columns, widths)]
    second_die = None
    for roll, cells in rows.items():
        if roll[1] != second_die:
            lines.append("")
            second_die = roll[1]
        dice = " ".join(map(str, roll))
        lines.append(f"{dice}   {_aligned(cells, widths)}")
    return Document(name, "\n".join(lines) + "\n", or_lines(partial(of_cells, call)))


def call_list(name: str, heading: str, sections: dict[str, dict[str, str]]) -> Document:
    """Lay out calls and their results, with a title above each section."""
    lines = [heading]
    for title, section in sections.items():
        calls = {call: result.replace("\n", f"\n{FURTHER}") for call, result in section.items()}
        lines += ["", "", title, "-" * len(title)]
        width = max(map(len, calls))
        if width + len(ARROW) + max(map(len, calls.values())) <= MAX_WIDTH:
            lines.append("")
            lines += [call.ljust(width) + ARROW + result for call, result in calls.items()]
        else:
            for call, result in calls.items():
                lines += ["", call, INDENT + result]
    return Document(name, "\n".join(lines) + "\n", or_lines(of_calls))


def story(name: str, heading: str, scenes: dict[str, list[str]]) -> Document:
    """Lay out scenes, with a title above each."""
    lines = [heading]
    for title, scene in scenes.items():
        lines += ["", "", title, "-" * len(title), "", *scene]
    return Document(name, "\n".join(lines) + "\n", of_lines)


def _column_names(columns: list[str], widths: list[int]) -> list[str]:
    """Return the lines above a table: the words of a name stand above one another."""
    height = max(len(column.split(" ")) for column in columns)
    stacks = []
    for column in columns:
        words = column.split(" ")
        while len(words) < height:
            words.insert(0, "")
        stacks.append(words)
    indent = " " * ROLL_WIDTH
    levels = zip(*stacks, strict=True)
    return [f"{indent}   {_aligned(words, widths)}".rstrip() for words in levels]


def _aligned(cells: Iterable[str], widths: list[int]) -> str:
    return "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
