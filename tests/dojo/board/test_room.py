"""The room: what pairs push is on the board, whoever they are."""

from pathlib import Path

import pytest

from dojo.board import Room
from tests.dojo.board import rooms
from tests.dojo.board.rooms import check, started

PANDA = "refs/heads/dojo/panda"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give an empty room."""
    return rooms.new_room(tmp_path / "room.git")


@pytest.fixture
def room(tmp_path: Path, place: Path) -> Room:
    """Give the board of that room."""
    return Room(tmp_path / "kata", [str(place)])


def test_an_empty_room_has_no_pairs(room: Room) -> None:
    assert (room.refresh(), room.pairs, room.problems, room.unreachable) == ([], {}, {}, {})


def test_a_pair_has_a_light_for_each_check(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green"), check("red"), check("amber")])
    assert [each.name for each in room.refresh()] == ["panda"]
    assert [light.status for light in room.pairs["panda"].lights] == ["green", "red", "amber"]


def test_a_push_adds_its_lights(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green")])
    room.refresh()
    rooms.push(place, PANDA, [check("red")])
    assert [each.name for each in room.refresh()] == ["panda"]
    assert [light.status for light in room.pairs["panda"].lights] == ["green", "red"]


def test_without_a_push_nothing_changes(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [started(), check("green")])
    room.refresh()
    assert room.refresh() == []
