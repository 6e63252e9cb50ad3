"""Test `dojo room`: its sources and options, and closing a room."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from click.testing import CliRunner, Result

from dojo.main import main
from dojo.room.hosting import make_room
from dojo.room.page import BoardPages
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


@pytest.mark.usefixtures("here")
def test_a_page_can_follow_the_room(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(BoardPages, "follow", Mock(side_effect=KeyboardInterrupt))
    shown = run("room.git", "--html", "board.html", "--follow").stdout
    assert "board.html shows the board as it is now." in shown


@pytest.mark.usefixtures("here")
def test_the_end_of_a_round_may_be_silent(monkeypatch: pytest.MonkeyPatch):
    board = Mock()
    monkeypatch.setattr("dojo.commands.room.is_at_terminal", lambda: True)
    monkeypatch.setattr("dojo.room.board.Board", board)
    run("room.git", "--no-bell")
    assert not board.call_args.kwargs["has_bell"]


def test_closing_a_room_writes_its_checks_to_a_file(here: Path):
    run("close", "room.git")
    assert is_closed(here)
    assert "●x" in run("room.bundle").stdout


def test_the_file_of_a_closed_room_has_the_name_of_the_option(here: Path):
    run("close", "room.git", "--to", "kept.bundle")
    assert (here / "kept.bundle").is_file()


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


@pytest.mark.usefixtures("served")
def test_a_room_is_served_at_the_address_of_the_options():
    shown = run("serve", "own.git", "--host", "127.0.0.1", "--port", "9419").stdout
    assert "at git://127.0.0.1:9419/own.git until Ctrl-C" in shown


# Rounds and phases.


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("options", "title"),
    [(["--minutes", "25"], "1 pair"), (["--phases", "Defend 25, Attack 15"], "Defend  1 pair")],
)
def test_a_round_begins_with_all_of_its_minutes(
    options: list[str], title: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("time.time", lambda: NOON)
    shown = run("room.git", *options).stdout
    assert shown.startswith(title)
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
