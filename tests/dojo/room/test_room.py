"""The room: what pairs push is on the board, whoever they are; what cannot be read is a line."""

import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import psutil
import pytest

from dojo.practice import rooms as reaching
from dojo.practice.snapshots import CHECKS
from dojo.room.room import Room
from tests.dojo.practising import git
from tests.dojo.room import rooms
from tests.dojo.room.rooms import check, left, started

PANDA = "refs/heads/dojo/panda"
OTTER = "refs/heads/dojo/otter"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give an empty room."""
    return rooms.new_room(tmp_path / "room.git")


@pytest.fixture
def room(tmp_path: Path, place: Path) -> Room:
    """Give the board of that room."""
    return Room(tmp_path / "kata", [str(place)])


def lights(room: Room, name: str = "panda") -> list[str]:
    """Return the lights of a pair."""
    return [light.status for light in room.pairs[name].lights]


def test_what_is_pushed_adds_its_lights_and_nothing_else_does(place: Path, room: Room) -> None:
    assert (room.refresh(), room.pairs, room.problems, room.unreachable) == ([], {}, [], {})
    rooms.push(place, "refs/heads/main", ["Begin"])
    rooms.push(place, OTTER, [started(), check("green", Status="purple"), check("green", Level="9")])
    rooms.push(place, PANDA, [started(), check("green"), check("red"), check("amber")])
    assert [each.name for each in room.refresh()] == ["otter", "panda"]
    assert (lights(room), lights(room, "otter"), room.refresh()) == (["green", "red", "amber"], [], [])
    rooms.push(place, PANDA, [check("red")])
    assert [each.name for each in room.refresh()] == ["panda"]
    assert lights(room) == ["green", "red", "amber", "red"]


def test_two_boards_at_once_see_the_same(tmp_path: Path, place: Path) -> None:
    for name in ("panda", "otter", "lynx"):
        rooms.push(place, f"refs/heads/dojo/{name}", [started(), check("green"), check("red")])
    boards = [Room(tmp_path, [str(place)], clock=lambda: 1.0) for _ in range(2)]
    threads = [Thread(target=board.refresh) for board in boards]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (len(boards[0].pairs), boards[0].pairs) == (3, boards[1].pairs)


def test_what_was_fetched_may_be_removed_while_the_board_looks(tmp_path: Path, place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green")])
    room.refresh()
    (tmp_path / "kata" / ".dojo-rooms").rename(tmp_path / "aside")
    rooms.push(place, PANDA, [check("red")])
    room.refresh()
    assert lights(room) == ["green", "red"]


# What is wrong.


def test_what_is_no_story_is_told_in_a_line_and_costs_nobody_else_a_light(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green")])
    rooms.push(place, OTTER, ["Fix the build"])
    room.refresh()
    assert (list(room.pairs), room.problems) == (
        ["panda"],
        ["otter: not read, for it is no story of a practice"],
    )
    rooms.push(place, OTTER, [started(), check("red")])
    room.refresh()
    assert (lights(room, "otter"), room.problems) == (["red"], [])


def test_a_story_that_is_another_is_shown_as_it_is(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green")])
    room.refresh()
    (place / PANDA).unlink()
    rooms.push(place, PANDA, [started(), check("amber"), check("amber")])
    room.refresh()
    assert lights(room) == ["amber", "amber"]


def test_a_branch_that_is_gone_leaves_the_board_and_may_come_back(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green")])
    room.refresh()
    end = (place / PANDA).read_text()
    (place / PANDA).unlink()
    room.refresh()
    assert room.pairs == {}
    (place / PANDA).write_text(end)
    room.refresh()
    assert lights(room) == ["green"]


def test_where_nothing_can_be_written_that_is_what_is_said(tmp_path: Path, room: Room) -> None:
    (tmp_path / "kata").write_text("")
    room.refresh()
    assert [why for _, why in room.unreachable.values()] == ["on this computer: Not a directory"]


# A line that its pair has left.


def test_a_line_that_was_left_says_so_and_one_that_goes_on_does_not(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green"), left("panda")])
    rooms.push(place, OTTER, [started(), left("panda"), "named: otter"])
    room.refresh()
    assert {name: pair.left for name, pair in room.pairs.items()} == {"panda": "panda", "otter": ""}
    rooms.push(place, PANDA, [check("red")])
    room.refresh()
    assert room.pairs["panda"].left == ""


def lines(room: Room) -> dict[str, bool]:
    """Return all lines, and whether each goes on in another."""
    room.refresh()
    return {name: pair.goes_on for name, pair in room.pairs.items()}


def test_a_pair_that_took_another_name_is_one_line(place: Path, room: Room) -> None:
    rooms.push(place, OTTER, [started(), check("green"), left("otter")])
    git(place, "update-ref", PANDA, OTTER)
    rooms.push(place, PANDA, ["named: panda", check("red")])
    assert lines(room) == {"panda": False, "otter": True}


def test_who_goes_on_with_the_code_of_another_pair_takes_nobody_their_line(place: Path, room: Room) -> None:
    rooms.push(place, OTTER, [started(), check("green")])
    git(place, "update-ref", PANDA, OTTER)
    rooms.push(place, PANDA, [check("red")])
    assert lines(room) == {"panda": False, "otter": False}


@pytest.mark.parametrize("newer", ["room", "bundle", "neither"])
def test_a_pair_whose_bundle_lies_beside_its_room_is_one_line(newer: str, tmp_path: Path, place: Path) -> None:
    rooms.push(place, PANDA, [started(name="panda"), check("green")])
    other = rooms.new_room(tmp_path / "other.git")
    git(other, "fetch", "-q", str(place), f"{PANDA}:{CHECKS}")
    if newer != "neither":
        rooms.push(*{"room": (place, PANDA), "bundle": (other, CHECKS)}[newer], [started(name="panda"), check("amber")])
    room = Room(tmp_path, [str(place), str(other)])
    assert lines(room) == {"panda": False, "panda (room)" if newer == "bundle" else "panda (other)": True}
    assert lights(room) == ["green" if newer == "neither" else "amber"]


def test_a_practice_that_has_left_a_room_is_shown_by_itself(tmp_path: Path, place: Path) -> None:
    rooms.push(place, "refs/dojo/checks", [started(name="panda"), check("green"), left("panda")])
    room = Room(tmp_path, [str(place)])
    room.refresh()
    assert room.pairs["panda"].left == ""


def test_a_new_practice_goes_on_with_the_line_and_has_its_own_lights(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("red")])
    room.refresh()
    rooms.push(place, PANDA, [started(level=2), check("green")])
    room.refresh()
    assert ({*room.pairs}, lights(room), room.pairs["panda"].level) == ({"panda"}, ["green"], 2)


# What was heard, and when.


def test_of_a_room_that_is_away_nothing_is_known_since_it_was_heard(tmp_path: Path, place: Path) -> None:
    now = [100.0]
    rooms.push(place, PANDA, [started(), check("green")])
    room = Room(tmp_path, [str(place)], clock=lambda: now[0])
    room.refresh()
    away = place.rename(tmp_path / "aside")
    now[0] = 500.0
    for _ in range(2):
        room.refresh()
    assert [room.pairs["panda"].known(moment) for moment in (110.0, 500.0)] == [110.0, 100.0]
    assert [since for since, _ in room.unreachable.values()] == [100.0]
    rooms.push(away.rename(place), PANDA, [check("red")])
    room.refresh()
    assert (lights(room), room.pairs["panda"].known(500.0), room.unreachable) == (["green", "red"], 500.0, {})


# Who waits for whom.


@pytest.fixture
def deaf() -> Iterator[str]:
    """Give a room that takes calls, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"git://127.0.0.1:{listener.getsockname()[1]}/room"


def test_a_room_that_never_answers_is_given_up(tmp_path: Path, deaf: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "LIMIT_SECONDS", 0.1)
    room = Room(tmp_path, [deaf])
    room.refresh()
    assert [why for _, why in room.unreachable.values()] == ["no answer in 0 s"]


def test_no_room_waits_for_another_and_a_board_that_is_closed_leaves_nothing_at_work(
    tmp_path: Path, place: Path, deaf: str
) -> None:
    rooms.push(place, PANDA, [started(), check("green")])
    with Room(tmp_path, [deaf, str(place)]) as room:
        while not room.pairs:
            room.refresh(0.1)
        assert (list(room.pairs), room.unreachable, room.is_reading) == (["panda"], {}, True)
    assert not [each for each in psutil.Process().children(recursive=True) if "fetch" in each.cmdline()]
