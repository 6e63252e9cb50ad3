"""`dojo room SOURCE`: the board where the output is no terminal, and for a program."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.practice.model import Practice
from dojo.practice.sharing import write_bundle
from tests.dojo.room import rooms
from tests.dojo.room.rooms import check, started
from tests.dojo.small_kata import SmallKata


@pytest.fixture
def place(kata: SmallKata) -> Path:
    """Give a room beside the kata, with one pair."""
    place = rooms.new_room(kata.folder / "room.git")
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("green"), check("red")])
    return place


@pytest.mark.usefixtures("place")
def test_an_output_without_the_sign_for_green_gets_another(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kata.folder)
    done = CliRunner(charset="ascii").invoke(main, ["room", "room.git"])
    assert done.stdout.splitlines()[-1].endswith("ox")


def test_several_rooms_are_one_board(kata: SmallKata, place: Path) -> None:
    other = rooms.new_room(kata.folder / "other.git")
    rooms.push(other, "refs/heads/dojo/Otter", [started(), check("green")])
    done = kata.dojo("room", str(place), str(other))
    assert [line.split()[0] for line in done.stdout.splitlines()[-2:]] == ["Otter", "Panda"]


@pytest.mark.parametrize("room", ["tests", "nowhere.git", "git://127.0.0.1:1/x"])
def test_a_room_that_does_not_answer_is_told_and_is_no_success(room: str, kata: SmallKata) -> None:
    done = kata.dojo("room", room)
    assert (done.returncode, "not heard since" in done.stdout) == (1, True)


def test_a_bundle_of_which_nothing_can_be_read_is_told_and_is_no_success(kata: SmallKata, practice: Practice) -> None:
    write_bundle(practice.folder, kata.folder / "cut.bundle")
    whole = (kata.folder / "cut.bundle").read_bytes()
    (kata.folder / "cut.bundle").write_bytes(whole[: len(whole) // 2])
    done = kata.dojo("room", "cut.bundle")
    assert (done.returncode, "No pair could be read." in done.stdout) == (1, True)


@pytest.mark.parametrize("arguments", [(), ("--shared", "room.git"), ("room.git", "--minutes", "0")])
def test_what_cannot_be_shown_is_wrong_usage(arguments: tuple[str, ...], kata: SmallKata, place: Path) -> None:
    assert place.exists()
    assert kata.dojo("room", *arguments).returncode == 2
