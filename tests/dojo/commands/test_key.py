"""Test the key: the method, the lines, and the level of every smell."""

import re
from typing import Any
from unittest.mock import Mock, call

from dojo.kata.workspace import LAST_LEVEL, LEVELS, read_tangle
from tests.dojo.commands.documents import WORKSPACE, code_in, text_of
from tests.dojo.commands.key import CAREFUL, KEY, SMELL, written_anew

SECTION = re.compile(r"^### Level (\d)[^\n]*\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
ANY_ROW = re.compile(r"^\| [A-Z].*\|$", re.MULTILINE)


# The smells, and what only looks like one, with the level that each is listed under.
ROWS = [
    (int(level), row)
    for level, text in SECTION.findall(text_of(KEY))
    for row in (*SMELL.finditer(text), *CAREFUL.finditer(text))
]


def test_what_the_key_shows_stands_at_the_lines_and_in_the_method_that_it_says() -> None:
    written = text_of(KEY).splitlines()
    anew = written_anew(text_of(KEY), read_tangle(WORKSPACE, LAST_LEVEL)).splitlines()
    assert written == anew, "`python -m tests.dojo.commands.key` writes its numbers anew"


def test_a_smell_stands_in_the_level_that_it_is_listed_under() -> None:
    ends = [0, *(len(read_tangle(WORKSPACE, each).splitlines()) for each in LEVELS.values())]
    for level, row in ROWS:
        assert ends[level - 1] < int(row["first"]) <= ends[level], row[0]


def test_every_row_of_the_key_is_looked_at() -> None:
    assert len(ROWS) == len(ANY_ROW.findall(text_of(KEY))) + len(CAREFUL.findall(text_of(KEY))) > 0


def test_an_evening_in_a_chat_needs_no_change() -> None:
    [block] = code_in(KEY)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - a document shows it
    chat = Mock()
    chat.ask.side_effect = EOFError  # somebody leaves
    names["in_a_chat"](chat)
    chat.ask.assert_called_once_with("yatzy, yahtzee or yacht? (Enter is yahtzee) ")
    assert chat.tell.call_args == call("Good night!")
