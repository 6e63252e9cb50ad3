"""Documents that people read and approve.

document: a name, and a text that shows what an implementation does.
table: a document with a row for each roll and a column for each category.
call list: a document with calls, each followed by its outcome.
story: a document that is read from top to bottom, in scenes: a storyboard of cards, or the transcript of a game.
difference: what stands where two texts of one document part, in words.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

INDENT = "    "
ARROW = " -> "
WIDEST = 120  # characters; outcomes of a section with a wider line stand below their calls


@dataclass(frozen=True)
class Document:
    """What an implementation does, as text; `differences` compares two texts of it, approved first."""

    name: str
    text: str
    differences: Callable[[str, str], Iterator[str]]


def table(
    name: str, heading: str, columns: list[str], rows: dict[tuple[int, ...], list[str]], call: Callable[[str, str], str]
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
    return Document(
        name, "\n".join(lines) + "\n", lambda approved, got: _cell_differences(columns, call, approved, got)
    )


def call_list(name: str, heading: str, sections: dict[str, dict[str, str]]) -> Document:
    """Lay out calls with their outcomes, under a title for each section."""
    lines = [heading]
    for title, calls in sections.items():
        lines += ["", "", title, "-" * len(title)]
        lines += _beside(calls) if _widest(calls) <= WIDEST else _below(calls)
    return Document(name, "\n".join(lines) + "\n", _outcome_differences)


def story(name: str, heading: str, scenes: dict[str, list[str]]) -> Document:
    """Tell a story, line by line, under a title for each scene."""
    lines = [heading]
    for title, told in scenes.items():
        lines += ["", "", title, "-" * len(title), "", *told]
    return Document(name, "\n".join(lines) + "\n", _line_differences)


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
        shown = "  ".join(each[level].rjust(width) for each, width in zip(padded, widths, strict=True))
        lines.append((" " * len("1 2 3 4 5") + "   " + shown).rstrip())
    return lines


def _cell_differences(columns: list[str], call: Callable[[str, str], str], approved: str, got: str) -> Iterator[str]:
    expected_rows, received_rows = _rows(approved), _rows(got)
    for roll in {**expected_rows, **received_rows}:
        expected, received = expected_rows.get(roll, []), received_rows.get(roll, [])
        for column, one, other in zip_longest(columns, expected, received, fillvalue="nothing"):
            if one != other:
                yield _difference(call(roll, column), _in_words(one), _in_words(other))


def _in_words(cell: str) -> str:
    """Say what a cell shows: points, and whether the dice fit the category when the points alone do not tell."""
    if cell.endswith("!"):
        return f"{cell[:-1]} although the dice do not match"
    return {".": "0, no match", "0": "0, a match"}.get(cell, cell)


def _difference(call: str, expected: str, got: str) -> str:
    return f"{call}\n{INDENT}expected {expected}\n{INDENT}got      {got}"


def _rows(text: str) -> dict[str, list[str]]:
    lines = (line.split() for line in text.splitlines() if line[:1].isdigit())
    return {" ".join(words[:5]): words[5:] for words in lines}


def _outcome_differences(approved: str, got: str) -> Iterator[str]:
    expected, received = _outcomes(approved), _outcomes(got)
    for call in {**expected, **received}:
        one, other = expected.get(call, "nothing"), received.get(call, "nothing")
        if one != other:
            yield _difference(call, one, other)


def _outcomes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    above = ""
    for line in text.splitlines():
        call, arrow, outcome = line.partition(ARROW)
        if line.startswith(INDENT):
            found[above] = line.strip()
        elif arrow:
            found[call.strip()] = outcome
        above = line
    return found


def _line_differences(approved: str, got: str) -> Iterator[str]:
    title = above = ""
    for expected, received in zip_longest(approved.splitlines(), got.splitlines(), fillvalue="nothing"):
        if received.startswith("---"):
            title = above
        if expected != received:
            yield _difference(f"in {title!r}", expected, received)
        above = received
