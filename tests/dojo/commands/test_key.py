"""The key: every smell stands in the method, at the lines and in the level that it is listed under."""

import ast
import re
from typing import Any, NamedTuple
from unittest.mock import Mock, call

import pytest

from dojo.kata.workspace import LEVELS, tangle
from tests.dojo.commands.documents import WORKSPACE, code_in, text_of

KEY = "docs/smells.md"
TANGLE = tangle(WORKSPACE, LEVELS[max(LEVELS)])
[YATZY] = (each for each in ast.parse(TANGLE).body if isinstance(each, ast.ClassDef))
SECTION = re.compile(r"^### Level (\d)[^\n]*\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| ([^|]+) \| `(\w+)` \| (\d+)(?:-(\d+))? \| `([^`|]+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ANY_ROW = re.compile(r"^\| [A-Z].*\|$", re.MULTILINE)
CAREFUL = re.compile(r"^- \*\*`(\w+)`, (\d+)(?:-(\d+))?\*\*: `([^`]+)`", re.MULTILINE)


class Place(NamedTuple):
    """Where the key says that something stands."""

    method: str
    first: int
    last: int
    words: str


def smells() -> list[tuple[int, Place]]:
    """Return the places of the smells, and of what only looks like one, each with its level."""
    return [
        (int(level), Place(method, int(first), int(last or first), words))
        for level, text in SECTION.findall(text_of(KEY))
        for method, first, last, words in [row[1:5] for row in ROW.findall(text)] + CAREFUL.findall(text)
    ]


def owner(line: int) -> str:
    """Return the method that a line is in, or that a comment is above; of the line that begins it, the class."""
    if line == YATZY.lineno:
        return YATZY.name
    return next(
        each.name for each in YATZY.body if isinstance(each, ast.FunctionDef) and line <= (each.end_lineno or 0)
    )


@pytest.mark.parametrize("place", [place for _, place in smells()], ids=str)
def test_what_the_key_shows_stands_at_the_lines_and_in_the_method_that_it_says(place: Place) -> None:
    lines = TANGLE.splitlines()
    assert place.words in lines[place.first - 1]
    assert place.first <= place.last <= len(lines)
    assert owner(place.first) == place.method


@pytest.mark.parametrize(("level", "place"), smells(), ids=str)
def test_a_smell_stands_in_the_level_that_it_is_listed_under(level: int, place: Place) -> None:
    ends = [0, *(len(tangle(WORKSPACE, each).splitlines()) for each in LEVELS.values())]
    assert ends[level - 1] < place.first <= ends[level]


def test_every_row_of_the_key_is_looked_at() -> None:
    assert len(smells()) == len(ANY_ROW.findall(text_of(KEY)) + CAREFUL.findall(text_of(KEY))) > 0


def test_an_evening_in_a_chat_needs_no_change() -> None:
    [block] = code_in(KEY)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - a document shows it
    chat = Mock()
    chat.ask.side_effect = EOFError  # somebody leaves
    names["in_a_chat"](chat)
    chat.ask.assert_called_once_with("yatzy, yahtzee or yacht? (Enter is yahtzee) ")
    assert chat.tell.call_args == call("Good night!")
