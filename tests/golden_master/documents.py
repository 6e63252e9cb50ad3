"""Documents that people read and approve.

document: a name, and a text that shows what an implementation does.
table: a document with a row for each roll and a column for each category.
call list: a document with calls, each followed by its outcome.
story: a document that is read from top to bottom, in scenes: a storyboard of cards, or the transcript of a game.
difference: what stands where two texts of one document part, in words.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from itertools import zip_longest
from typing import TypeVar

INDENT = "    "
ARROW = " -> "
Place = TypeVar("Place")
NOTHING = "nothing"  # where one of two texts has something that the other has not
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
    return Document(name, "\n".join(lines) + "\n", _or_lines(partial(_cell_differences, call)))


def call_list(name: str, heading: str, sections: dict[str, dict[str, str]]) -> Document:
    """Lay out calls with their outcomes, under a title for each section."""
    lines = [heading]
    for title, calls in sections.items():
        lines += ["", "", title, "-" * len(title)]
        lines += _beside(calls) if _widest(calls) <= WIDEST else _below(calls)
    return Document(name, "\n".join(lines) + "\n", _or_lines(_outcome_differences))


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


def _cell_differences(call: Callable[[str, str], str], approved: str, got: str) -> Iterator[str]:
    """Compare cell by cell; a column that only one of both has is told once."""
    expected_columns, received_columns = columns_of(approved), columns_of(got)
    for column in _of_either(expected_columns, received_columns):
        if column not in received_columns or column not in expected_columns:
            ways = ["a column" if column in each else NOTHING for each in (expected_columns, received_columns)]
            yield _difference(f"the column {column!r}", *ways)
    common = [column for column in expected_columns if column in received_columns]
    expected_rows, received_rows = _rows(approved, expected_columns), _rows(got, received_columns)
    for roll in _of_either(expected_rows, received_rows):
        expected, received = expected_rows.get(roll, {}), received_rows.get(roll, {})
        for column in common:
            one, other = expected.get(column, NOTHING), received.get(column, NOTHING)
            if one != other:
                yield _difference(call(roll, column), _in_words(one), _in_words(other))


def columns_of(text: str) -> list[str]:
    """Read the names of a table's columns: the words that end above one another are a name."""
    names: dict[int, list[str]] = {}
    for line in text.splitlines():
        if line[:1].isdigit():
            break
        for word in re.finditer(r"\S+", line if line.startswith(" ") else ""):
            names.setdefault(word.end(), []).append(word.group())
    return [" ".join(names[end]) for end in sorted(names)]


def _of_either(one: Iterable[Place], other: Iterable[Place]) -> list[Place]:
    return list(dict.fromkeys([*one, *other]))


def _in_words(cell: str) -> str:
    """Say what a cell shows: points, and whether the dice fit the category when the points alone do not tell."""
    if cell.endswith("!"):
        return f"{cell[:-1]} although the dice do not match"
    return {".": "0, no match", "0": "0, a match"}.get(cell, cell)


def _difference(call: str, expected: str, got: str) -> str:
    return f"{call}\n{INDENT}expected {expected}\n{INDENT}got      {got}"


def _rows(text: str, columns: list[str]) -> dict[str, dict[str, str]]:
    lines = (line.split() for line in text.splitlines() if line[:1].isdigit())
    return {" ".join(words[:5]): dict(zip(columns, words[5:], strict=False)) for words in lines}


def _outcome_differences(approved: str, got: str) -> Iterator[str]:
    expected, received = _outcomes(approved), _outcomes(got)
    for place in _of_either(expected, received):
        one, other = expected.get(place, NOTHING), received.get(place, NOTHING)
        if one != other:
            yield _difference(place[1], one, other)


def _outcomes(text: str) -> dict[tuple[str, str], str]:
    """Read the outcome of each call, by the title that it stands under and its text."""
    found: dict[tuple[str, str], str] = {}
    above = ""
    lines = text.splitlines()
    for title, line in zip(_titles(lines), lines, strict=True):
        call, arrow, outcome = line.partition(ARROW)
        if line.startswith(INDENT):
            found[title, above] = line.strip()
        elif arrow:
            found[title, call.strip()] = outcome
        above = line
    return found


def _line_differences(approved: str, got: str) -> Iterator[str]:
    """Compare line by line; a line more, or less, is one difference, and what follows is none."""
    expected, received = approved.splitlines(), got.splitlines()
    expected_titles, received_titles = _titles(expected), _titles(received)
    for kind, start, end, new, new_end in SequenceMatcher(None, expected, received, autojunk=False).get_opcodes():
        if kind != "equal":
            titles = expected_titles[start:end] if kind == "delete" else received_titles[new:new_end]
            lines = zip_longest(expected[start:end], received[new:new_end], fillvalue=NOTHING)
            for title, (one, other) in zip_longest(titles, lines, fillvalue=titles[-1]):
                yield _difference(f"in {title!r}", one, other)


def _titles(lines: list[str]) -> list[str]:
    """Return, for each line, the title that it stands under."""
    titles = []
    title = above = ""
    for line in lines:
        title = above if line.startswith("---") else title
        titles.append(title)
        above = line
    return titles


def _or_lines(differences: Callable[[str, str], Iterator[str]]) -> Callable[[str, str], Iterator[str]]:
    """Return a comparison that falls back on lines: texts that differ only around what it reads are not alike."""

    def compare(approved: str, got: str) -> Iterator[str]:
        found = list(differences(approved, got))
        return iter(found) if found else _line_differences(approved, got)

    return compare
