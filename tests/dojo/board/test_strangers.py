"""What a stranger may have pushed: nobody else's lights are lost by it, and nothing of it is obeyed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dojo.board import Room
from tests.dojo.board import rooms
from tests.dojo.board.rooms import check, commit, keep, point, started

GOOD, BAD = "refs/heads/dojo/good", "refs/heads/dojo/bad"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a room in which there is one pair."""
    room = rooms.new_room(tmp_path / "room.git")
    rooms.push(room, GOOD, [started(), check("red")])
    return room


@pytest.fixture
def room(tmp_path: Path, place: Path) -> Room:
    """Give the board of that room."""
    return Room(tmp_path / "kata", [str(place)])


def tree(place: Path) -> str:
    """Return the name of a tree of that room."""
    return rooms.run_git(place, "rev-parse", f"{GOOD}^{{tree}}").stdout.decode().strip()


def a_blob(place: Path) -> str:
    """Return no commit at all."""
    return keep(place, "blob", b"rubbish")


def a_tag(place: Path) -> str:
    """Return a tag of no commit."""
    return keep(place, "tag", f"object {tree(place)}\ntype tree\ntag t\ntagger a <a@b> 0 +0000\n\n".encode())


def other_work(place: Path) -> str:
    """Return a commit of another kind of work."""
    return keep(place, "commit", commit(tree(place), b"Fix the build\n\nSigned-off-by: A <a@b>\n"))


def nul(place: Path) -> str:
    """Return a commit that git itself calls broken."""
    return keep(place, "commit", commit(tree(place), b"a\0b\n"))


def no_parent(place: Path) -> str:
    """Return a commit after one that is not there."""
    return keep(place, "commit", commit(tree(place), check("red").encode(), ["1" * 40]))


def no_author(place: Path) -> str:
    """Return a commit by nobody, never."""
    return keep(place, "commit", f"tree {tree(place)}\n\n{check('red')}".encode())


def long_ago(place: Path) -> str:
    """Return a commit of a year that no calendar has."""
    return keep(place, "commit", commit(tree(place), check("red").encode(), author="a <a@b> 99999999999999 +0000"))


RUBBISH = [tree, a_blob, a_tag, other_work, nul, no_parent, no_author, long_ago]


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_is_told_in_a_line_and_costs_nobody_else_a_light(
    rubbish: Callable[[Path], str], place: Path, room: Room
) -> None:
    point(place, BAD, rubbish(place))
    room.refresh()
    assert list(room.pairs) == ["good"]
    assert room.problems["bad"].startswith("bad: not read")


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_leaves_the_lights_that_a_pair_had(rubbish: Callable[[Path], str], place: Path, room: Room) -> None:
    room.refresh()
    point(place, GOOD, rubbish(place))
    room.refresh()
    assert [light.status for light in room.pairs["good"].lights] == ["red"]
    assert list(room.problems) == ["good"]
