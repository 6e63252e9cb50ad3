"""The board where there is no screen: as text, and for a program."""

from dataclasses import replace
from typing import cast

from dojo.room import Room, board_data, board_lines
from tests.dojo.room.boards import SetRoom
from tests.dojo.room.pairs import NOON, pair


def lines(room: SetRoom) -> list[str]:
    return board_lines(cast("Room", room), ["/srv/room.git"], NOON)


def test_no_line_is_wider_than_a_terminal() -> None:
    room = SetRoom()
    room.fill(pair("g" * 500, name="Łukasz-und-Annegret-aus-Köln-am-Rhein"))
    assert max(map(len, lines(room))) == 80


def test_what_is_wrong_stands_below_the_summary() -> None:
    room = SetRoom(problems={"Evil": "Evil: too \x1b[1m large"}, unreachable={"ssh://host/room": (NOON, "no route")})
    away, problem = lines(room)[1:3]
    assert away.startswith("ssh://host/room: not heard since ")
    assert away.endswith(": no route")
    assert problem == r"Evil: too \x1b[1m large"


def test_a_room_that_does_not_answer_is_none_to_be_joined() -> None:
    text = "\n".join(lines(SetRoom(unreachable={"ssh://host/room": (NOON, "no route")})))
    assert "dojo join" not in text
    assert "No pair could be read." in text


def test_a_line_that_was_left_is_counted_and_told_to_programs_by_its_name() -> None:
    room = SetRoom()
    room.fill(replace(pair("r"), left="Panda"))
    assert lines(room)[0].startswith("0 pairs  0 red  0 amber  1 left  0 checks")
    assert "No pair yet" not in "\n".join(lines(room))
    told = board_data(cast("Room", room))
    assert (told["pairs"], told["left"]) == ([], ["Panda"])


def test_a_program_gets_what_the_board_knows_of_each_pair() -> None:
    room = SetRoom()
    room.fill(pair("gr<", score=0.5, swaps=(NOON,)))
    [told] = board_data(cast("Room", room))["pairs"]
    assert [(check["status"], check["reverted"]) for check in told["checks"]] == [
        ("green", False), ("red", False), ("red", True),
    ]  # fmt: skip
    assert (told["score"], told["swaps"], told["last_check"]) == (0.5, [NOON], NOON)
