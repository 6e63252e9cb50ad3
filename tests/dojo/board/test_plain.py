"""The board where there is no screen: as text, and for a program."""

import json
from typing import cast

from dojo.board import Room, board_data, board_lines
from tests.dojo.board.boards import SetRoom
from tests.dojo.board.pairs import NOON, pair


def lines(room: SetRoom) -> list[str]:
    return board_lines(cast("Room", room), ["/srv/room.git"], NOON)


def test_the_board_is_a_line_for_each_pair_below_a_summary() -> None:
    room = SetRoom()
    room.fill(pair("gr", name="Panda"), pair("ga", name="Otter"))
    summary, _, headings, otter, panda = lines(room)
    assert summary.startswith("2 pairs  1 red  1 amber  4 checks  at ")
    assert headings.split()[:3] == ["pair", "lvl", "now"]
    assert (otter.split()[0], otter[-2:]) == ("Otter", "●?")
    assert (panda.split()[0], panda[-2:]) == ("Panda", "●x")


def test_no_line_is_wider_than_a_terminal() -> None:
    room = SetRoom()
    room.fill(pair("g" * 500, name="Łukasz-und-Annegret-aus-Köln-am-Rhein"))
    assert max(map(len, lines(room))) == 80


def test_what_is_wrong_stands_below_the_summary() -> None:
    room = SetRoom(problems={"Evil": "Evil: too \x1b[1m large"}, unreachable={"ssh://host/room": (NOON, "no route")})
    away, problem = lines(room)[1:3]
    assert away.startswith("ssh://host/room: unreachable since ")
    assert away.endswith(": no route")
    assert problem == r"Evil: too \x1b[1m large"


def test_a_room_without_pairs_says_how_they_join() -> None:
    assert "  dojo join /srv/room.git --name Panda" in lines(SetRoom())


def test_a_room_that_does_not_answer_is_none_to_be_joined() -> None:
    text = "\n".join(lines(SetRoom(unreachable={"ssh://host/room": (NOON, "no route")})))
    assert "dojo join" not in text
    assert "No pair could be read." in text


def test_a_program_gets_every_check_of_every_pair() -> None:
    room = SetRoom(problems={"Evil": "Evil: too large"}, unreachable={"ssh://host/room": (NOON, "no route")})
    room.fill(pair("gr<", score=0.5, swaps=(NOON,)))
    data = json.loads(json.dumps(board_data(cast("Room", room))))
    told = data["pairs"][0]
    assert [(check["status"], check["reverted"]) for check in told["checks"]] == [
        ("green", False),
        ("red", False),
        ("red", True),
    ]
    assert (told["name"], told["level"], told["score"], told["swaps"]) == ("Panda", 1, 0.5, [NOON])
    assert (told["last_check"], told["not_green_since"]) == (NOON, None)
    assert data["problems"] == ["Evil: too large"]
    assert data["unreachable"] == {"ssh://host/room": {"since": NOON, "why": "no route"}}
