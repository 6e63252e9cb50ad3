"""The tables of scores: a row for each roll, and a column for each category."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from dojo.documents.differences import (
    AROUND,
    Difference,
    of_lines_in,
    of_names,
    or_lines,
    union,
)
from dojo.documents.documents import Document

ROLL_WIDTH = len("1 2 3 4 5")
A_COLUMN = "a column"
MAX_CELLS = 3  # shown of a new column


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


def of_cells(call: Callable[[str, str], str], approved: str, got: str) -> Iterator[Difference]:
    """Compare two tables cell by cell. `call` returns the call of a row and a column."""
    expected = _Table(approved)
    received = _Table(got)
    for difference in of_names("column", expected.columns, received.columns):
        if difference.got == A_COLUMN:
            description = received.describe_column(difference.subject)
            yield difference._replace(got=description)
        else:
            yield difference
    for roll in union(expected.rows, received.rows):
        expected_cells = expected.rows.get(roll, {})
        received_cells = received.rows.get(roll, {})
        for column in expected.columns:
            one = expected_cells.get(column)
            other = received_cells.get(column)
            if column in received.columns and one != other:
                yield Difference(call(roll, column), *_cells_in_words(one, other), "roll", column)
    rolls = expected.rows.keys() & received.rows.keys()
    yield from of_lines_in(AROUND, expected.other_lines(rolls), received.other_lines(rolls), [])


class _Table:
    """The text of a table: its columns, and the cells of each roll by their columns."""

    def __init__(self, text: str):
        self.lines = text.splitlines()
        self.columns = columns_of(text)
        self.rows: dict[str, dict[str, str]] = {}
        for line in self.lines:
            if _is_row(line):
                self.rows[_roll_of(line)] = dict(zip(self.columns, _cells_of(line), strict=False))

    def describe_column(self, column: str) -> str:
        """Return how many rolls match, and the points of some of them."""
        matching = []
        for roll, cells in self.rows.items():
            cell = cells.get(column, ".")
            if cell != ".":
                matching.append(f"{roll} -> {cell}")
        some = matching[:: len(matching) // MAX_CELLS + 1]
        count = f"{A_COLUMN}, {len(matching)} of {len(self.rows)} rolls match"
        return "; ".join([count, *some])

    def other_lines(self, rolls: Collection[str]) -> list[str]:
        """Return the lines except column names, and except the cells of these rolls."""
        kept = []
        in_rows = False
        for line in self.lines:
            in_rows = in_rows or _is_row(line)
            if _is_row(line) and _roll_of(line) in rolls:
                without_column = _cells_of(line)[len(self.columns) :]
                kept.append(" ".join([_roll_of(line), *without_column]))
            elif in_rows or not line.startswith(" "):
                # A heading that counts the columns says no more than they do.
                kept.append(line.replace(f" {len(self.columns)} categories", " categories"))
        return kept


def columns_of(text: str) -> list[str]:
    """Read the names of a table's columns: words that end above one another are a name."""
    names: dict[int, list[str]] = {}
    for line in text.splitlines():
        if _is_row(line):
            break
        if line.startswith(" "):
            for word in re.finditer(r"\S+", line):
                names.setdefault(word.end(), []).append(word.group())
    return [" ".join(names[end]) for end in sorted(names)]


def _is_row(line: str) -> bool:
    return line[:1].isdigit()


def _roll_of(row: str) -> str:
    return " ".join(row.split()[:5])


def _cells_of(row: str) -> list[str]:
    return row.split()[5:]


def _cells_in_words(one: str | None, other: str | None) -> tuple[str | None, str | None]:
    """Return the points of two cells. If these are equal, say also whether the dice match."""
    points = _points(one)
    other_points = _points(other)
    if points != other_points:
        return points, other_points
    return f"{points}, and {_match(one)}", f"{points}, and {_match(other)}"


def _points(cell: str | None) -> str | None:
    if cell is None:
        return None
    return cell.rstrip("!").replace(".", "0")


def _match(cell: str | None) -> str:
    if cell == _points(cell):
        return "the dice match"
    return "the dice do not match"
