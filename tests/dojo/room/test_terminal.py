"""The board in columns: each line has its columns, whatever stands in them; and the time of a round."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from dojo.room.pairs import Pair
from dojo.room.rows import row_of
from dojo.room.terminal import LONG, LONG_AMBER, board_lines, large, plain, state_part, table_of, time_left
from tests.dojo.printed import verify_document
from tests.dojo.room.boards import FIVE_LATE, NOON, SetRoom, pair, shown


def line(each: Pair, width: int = 80) -> str:
    return plain(table_of(shown(each), width)[1])


def test_the_board_as_text() -> None:
    pairs = [
        pair("gr", name="Panda", blind=True, score=1.0, last=NOON - 121),
        pair("~aa", name="Annegret-and-Bob-and-Cem", level=4, swaps=(2,)),
        pair("~", name="Koala"),
        pair("g<", name="Lynx", last=NOON - 301),
        replace(pair("g", name="Newt"), late=FIVE_LATE),
        replace(pair("r", name="Otter", last=NOON - 900), heard=NOON - 840),
        pair(name="熊猫"),
    ]
    room = SetRoom(pairs, problems=["Evil: no story"])
    text = board_lines(room.as_room, ["room.git"], NOON)
    none = board_lines(SetRoom().as_room, ["room.git"], NOON)
    verify_document("board_as_text", "\n".join([*text, "", *none, ""]))


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("name", ["A", "Łukasz-und-Annegret-am-Rhein", "熊猫-熊猫-熊猫-熊猫", "Zoë"])
def test_a_line_fills_the_width_whatever_the_letters_of_its_name(name: str, width: int) -> None:
    assert cell_len(line(replace(pair("g" * 300, name=name), late=FIVE_LATE), width)) == width


def test_by_the_minute_clock_times_stand_over_the_checks() -> None:
    above, below = map(plain, table_of(shown(pair("gr", apart=180)), 80, is_aligned=True))
    assert (below.endswith(" ●  x"), above.count(":") > 2) == (True, True)


def test_what_lasts_too_long_is_marked_with_and_without_colour() -> None:
    parts = [state_part(row_of(pair(checks), NOON + 192)) for checks in ("r", "a", "g", "g<")]
    assert parts == [("red 3:12!", LONG), ("amber 3:12!", LONG_AMBER), ("green", "green"), ("reverted", "muted")]


def test_a_round_is_counted_down_and_on_in_letters_made_of_blocks() -> None:
    assert [time_left(seconds) for seconds in (1500, 1439, 0.4, -0.4, -65)] == [
        "25:00",
        "23:59",
        "0:00",
        "0:00",
        "+1:05",
    ]
    assert large("1:")[0] == "  ██      "
    assert len({len(line) for line in large("TIME IS UP")}) == 1
