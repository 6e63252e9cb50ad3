"""Test the key of the smells: the lines, the method and the level of each."""

import re
from typing import Any
from unittest.mock import Mock, call

from dojo.kata.workspace import read_tangle
from tests.dojo.commands.documents import WORKSPACE, code_in, text_of
from tests.dojo.commands.key import KEY, ROW, with_line_numbers
from tests.yatzy_kata import LAST_LEVEL, LEVELS

SECTION = re.compile(r"^### Level (\d)[^\n]*\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
ANY_ROW = re.compile(r"^(?:\| [A-Z].*\||- \*\*`.*)$", re.MULTILINE)


def test_each_smell_is_at_its_lines():
    key = with_line_numbers(text_of(KEY), read_tangle(WORKSPACE, LAST_LEVEL))
    assert key == text_of(KEY), "`python -m tests.dojo.commands.key` updates the line numbers"


def test_each_smell_is_in_its_level():
    ends = [len(read_tangle(WORKSPACE, level).splitlines()) for level in LEVELS.values()]
    for level, text in SECTION.findall(text_of(KEY)):
        for row in ROW.finditer(text):
            first = int(row["lines"].partition("-")[0])
            assert sum(end < first for end in ends) + 1 == int(level), row[0]


def test_each_row_of_the_key_has_a_method_with_lines():
    sections = "".join(text for _, text in SECTION.findall(text_of(KEY)))
    assert len(ROW.findall(sections)) == len(ANY_ROW.findall(sections)) > 0


def test_a_chat_can_play_an_evening():
    [block] = code_in(KEY)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - a document shows it
    chat = Mock()
    chat.ask.side_effect = EOFError  # a player leaves
    names["in_a_chat"](chat)
    assert chat.tell.call_args == call("Good night!")
