"""Commands that need no kata work outside of one; the others say where to get it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dojo.main import main
from tests.dojo.practising import write_files
from tests.dojo.room import rooms
from tests.dojo.room.rooms import check, started


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder outside of every kata, and give a room beside it that has two pairs."""
    place = rooms.new_room(tmp_path / "tuesday.git")
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("green"), check("red")])
    rooms.push(place, "refs/heads/dojo/Otter", [started()])
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return place


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("command", ["progress --name Panda", "room", "room compare"])
def test_a_room_can_be_read(command: str, room: Path):
    assert run(*command.split(), str(room)).exit_code == 0


def test_a_room_can_be_closed(room: Path):
    run("room", "close", str(room))
    assert Path("tuesday.bundle").is_file()


def test_a_copy_of_own_code_can_be_practised(tmp_path: Path):
    write_files(tmp_path / "shop", {"shop.py": "FEE = 3\n"})
    run("start", "--from", str(tmp_path / "shop"))
    assert run("check").stdout.startswith("green: your tests")


@pytest.mark.parametrize("command", ["approve", "check", "compare", "mutants", "progress"])
def test_what_needs_a_practice_says_how_to_begin_one(command: str):
    shown = run(command).output
    assert "`dojo start --here` begins one" in shown
    assert "In a clone of the kata, `dojo start` does." in shown


@pytest.mark.parametrize("command", ["start", "verify", "way"])
def test_what_needs_the_kata_says_where_to_get_it(command: str):
    assert "clone the kata" in run(command).output


def test_a_start_says_how_to_begin_in_a_project_of_ones_own():
    assert "run `dojo start --here` in its folder" in run("start").output
