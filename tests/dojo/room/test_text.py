"""The board as lines of text, and the moments in its report."""

import pytest
from rich.cells import cell_len

from dojo.room.remote import Sighting
from dojo.room.rows import view_of
from dojo.room.text import board_lines, plain, table_lines
from tests.dojo.printed import verify_document
from tests.dojo.room.boards import MINUTE, NOON, SetRoom, pair


def test_the_board_as_text():
    pairs = [
        pair("gr", name="Panda", blind=True, score=1.0, last=NOON - 121),
        pair("~a|a", name="Annegret-and-Bob-and-Cem", level=4),
        pair("~", name="Koala"),
        pair("g<", name="Lynx", last=NOON - 301),
        pair("r", name="Otter", last=NOON - 900, heard=NOON - 840),
        pair("r" * 9, name="Yak", has_left=True),
        pair(name="熊猫"),
    ]
    room = SetRoom(*pairs)
    room.clone.failure = "no route to host"
    lines = [*board_lines(view_of(room, NOON)), "", *board_lines(view_of(SetRoom(), NOON)), ""]
    verify_document("board_as_text", "\n".join(lines))


def test_the_oldest_signs_go_if_there_is_no_space():
    view = view_of(SetRoom(pair("r" + "g" * 99 + "a")), NOON)
    line = plain(table_lines(view, 80)[1])
    assert line.startswith("Panda    ●●")
    assert "●?" in line


@pytest.mark.parametrize("by_minute", [False, True])
def test_all_lines_are_as_long_as_the_screen_allows(*, by_minute: bool):
    pairs = [pair("g" * 300, name=name) for name in ("A", "Łukasz-und-Annegret", "熊猫-熊猫")]
    lines = table_lines(view_of(SetRoom(*pairs), NOON), 80, by_minute=by_minute)
    [length] = {cell_len(plain(line)) for line in lines}
    assert length <= 80


# For a program.


def test_a_program_gets_moments():
    [row] = view_of(SetRoom(pair("g|r")), NOON).report.pairs
    assert (row.not_green_since, row.last_check) == (NOON, NOON)
    assert [check.moment for check in row.checks] == [NOON - MINUTE, NOON]
    assert row.swaps == [NOON - MINUTE]
    assert row.has_all_times


def test_a_program_is_told_that_a_clock_is_wrong():
    each = pair("r", sighting=Sighting("", NOON, 180.0))
    [row] = view_of(SetRoom(each), NOON).report.pairs
    assert (row.not_green_since, row.last_check) == (None, None)
    assert (row.clock_ahead, row.has_all_times) == (180.0, False)


def test_a_program_gets_the_status_of_a_check_that_was_reverted():
    [row] = view_of(SetRoom(pair("g<")), NOON).report.pairs
    assert (row.status, row.state) == ("red", "reverted")
