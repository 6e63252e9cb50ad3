"""Test `dojo room`: its sources and options, and closing a room."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from dojo.main import main
from dojo.room.hosting import make_room
from tests.dojo.practising import git
from tests.dojo.room import rooms
from tests.dojo.room.boards import NOON
from tests.dojo.room.rooms import check, started
from tests.dojo.small_kata import SmallKata


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a small kata with a room that has one pair."""
    place = rooms.new_room(SmallKata(tmp_path).folder / "room.git")
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("green"), check("red")])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["room", *arguments])


def is_closed(folder: Path) -> bool:
    return "_closed" in git(folder / "room.git", "for-each-ref")


def test_several_rooms_are_one_board(here: Path):
    rooms.push(rooms.new_room(here / "other.git"), "refs/heads/dojo/Otter", [started()])
    lines = run("room.git", "other.git").stdout.splitlines()
    assert [line.split()[0] for line in lines[3:5]] == ["Otter", "Panda"]


def test_a_page_names_a_room_that_does_not_answer(here: Path):
    assert run("room.git", "tests", "--html", "board.html").exit_code == 1
    page = (here / "board.html").read_text(encoding="utf-8")
    assert "<bdi>Panda</bdi>" in page
    assert "<li>tests: no answer since" in page


def test_a_group_may_push_to_a_shared_room(here: Path):
    run("new", "--shared", "group.git")
    assert git(here / "group.git", "config", "core.sharedRepository") == "1"


def test_closing_a_room_writes_its_checks_to_a_file(here: Path):
    run("close", "room.git")
    assert is_closed(here)
    assert "●x" in run("room.bundle").stdout


def test_a_room_can_be_kept_open(here: Path):
    run("close", "room.git", "--keep-open")
    assert not is_closed(here)
    assert (here / "room.bundle").is_file()


def test_a_room_stays_open_if_the_file_exists(here: Path):
    (here / "room.bundle").write_text("mine", encoding="utf-8")
    assert run("close", "room.git").exit_code == 1
    assert not is_closed(here)


def test_another_repository_is_not_served(here: Path):
    git(here, "init", "--quiet", "project")
    assert "was not created by `dojo room new`" in run("serve", "project").output


@pytest.fixture
def served(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a room be served without git. Returns its folder."""

    @contextmanager
    def serve(*_: object) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(stdout=None)

    monkeypatch.setattr("dojo.commands.room.git_daemon", serve)
    make_room(here / "own.git")
    return here / "own.git"


@pytest.mark.usefixtures("served")
def test_in_a_new_room_pairs_start():
    assert "Next: each pair runs: dojo start --again" in run("serve", "own.git").stdout


def test_in_a_room_with_pairs_they_join_again(here: Path, served: Path):
    git(served, "fetch", "-q", str(here / "room.git"), "refs/heads/dojo/*:refs/heads/dojo/*")
    assert "Next: each pair continues its row: dojo join git://" in run("serve", "own.git").stdout


# Phases.


@pytest.mark.usefixtures("here")
def test_a_session_begins_with_its_first_phase(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("time.time", lambda: NOON)
    shown = run("room.git", "--phases", "Defend 25, Attack 15").stdout
    assert shown.startswith("Defend  1 pair")
    assert "  25:00 left" in shown


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("text", ["", "Attack", "Attack 0", "Attack 9999", "A/B 15", "Attack 15,"])
def test_a_phase_has_a_name_and_minutes(text: str):
    done = run("room.git", "--phases", text)
    assert done.exit_code == 2
    assert "is no phase" in done.stderr


@pytest.mark.usefixtures("here")
def test_phases_have_their_own_minutes():
    assert run("room.git", "--minutes", "25", "--phases", "Attack 15").exit_code == 2


# A pair that is removed.


def test_a_pair_is_removed_from_a_room(here: Path):
    make_room(here / "own.git")
    git(
        here / "own.git",
        "fetch",
        "-q",
        str(here / "room.git"),
        "refs/heads/dojo/*:refs/heads/dojo/*",
    )
    shown = run("remove", "own.git", "Panda").stdout
    assert shown.startswith("Removed Panda from own.git, with 0 slips. The name is free now.\n")
    assert run("own.git").stdout.startswith("0 pairs")


def test_only_a_room_of_the_dojo_loses_a_pair(here: Path):
    assert "was not created by `dojo room new`" in run("remove", "room.git", "Panda").output
    assert "Panda" in git(here / "room.git", "for-each-ref")
