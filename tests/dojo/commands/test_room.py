"""Test `dojo room` without a terminal, as JSON and as a page, and `dojo room serve`."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner, Result

from dojo.main import main
from dojo.practice.snapshots import CHECKS
from dojo.room.hosting import git_daemon
from dojo.room.page import BoardPages
from tests.dojo.practising import git
from tests.dojo.room import rooms
from tests.dojo.room.rooms import HAS_DAEMON, check, free_port, started
from tests.dojo.small_kata import MAIN, WORKSPACE, SmallKata, variables


@pytest.fixture
def here(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a small kata with a room, which has one pair."""
    place = rooms.new_room(kata.folder / "room.git")
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("green"), check("red")])
    monkeypatch.chdir(kata.folder)
    return kata.folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["room", *arguments])


def test_several_rooms_are_one_board(here: Path) -> None:
    rooms.push(
        rooms.new_room(here / "other.git"), "refs/heads/dojo/Otter", [started(), check("green")]
    )
    lines = run("room.git", "other.git").stdout.splitlines()
    assert [line.split()[0] for line in lines[3:5]] == ["Otter", "Panda"]


def test_a_page_counts_a_round_down_and_a_name_leads_to_the_steps_of_the_pair(here: Path) -> None:
    done = run("room.git", "--html", "board.html", "--minutes", "25")
    assert (done.exit_code, done.stdout.splitlines()[0].partition(". ")[0]) == (
        0,
        "board.html: 1 pair",
    )
    page = (here / "board.html").read_text(encoding="utf-8")
    [link] = re.findall('<a href="(.*?)"><bdi>Panda</bdi>', page)
    assert '<p id="timer"' in page
    assert "Yatzy.pair(2, 2) expected 4 got 3" in (here / link).read_text(encoding="utf-8")


def test_a_room_that_does_not_answer_is_on_the_page_and_is_no_success(here: Path) -> None:
    done = run("room.git", "tests", "--html", "board.html")
    page = (here / "board.html").read_text(encoding="utf-8")
    assert (done.exit_code, "<bdi>Panda</bdi>" in page, "<li>tests: no answer since" in page) == (
        1,
        True,
        True,
    )


@pytest.mark.usefixtures("here")
def test_a_page_follows_until_ctrl_c_and_is_told_of_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(BoardPages, "follow", Mock(side_effect=KeyboardInterrupt))
    done = run("room.git", "--html", "board.html", "--follow")
    assert (done.exit_code, done.stdout.startswith("Writing board.html")) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "COMMAND ..."),
        ("--minutes 25", "Missing argument 'SOURCE...'"),
        ("--shared room.git", "No such option"),
        ("new one.git two.git", "unexpected extra argument (two.git)"),
        ("room.git --minutes 0", "--minutes"),
        ("room.git --follow", "--follow needs --html FILE"),
        ("room.git --html board.html --json", "and --json does not work with --html"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(here: Path, arguments: str, words: str) -> None:
    done = run(*arguments.split())
    assert (done.exit_code, words in done.output, (here / "board.html").exists()) == (
        2,
        True,
        False,
    )


def is_closed(folder: Path) -> bool:
    return "_closed" in git(folder / "room.git", "for-each-ref")


def test_closing_a_room_writes_its_checks_to_a_file(here: Path) -> None:
    assert run("close", "room.git").exit_code == 0
    assert is_closed(here)
    assert "●x" in run("room.bundle").stdout


def test_a_room_can_be_kept_open(here: Path) -> None:
    assert run("close", "room.git", "--keep-open").exit_code == 0
    assert (is_closed(here), (here / "room.bundle").is_file()) == (False, True)


def test_a_room_stays_open_if_the_file_exists(here: Path) -> None:
    (here / "room.bundle").write_text("mine", encoding="utf-8")
    assert run("close", "room.git").exit_code == 1
    assert not is_closed(here)


def test_a_bundle_is_not_closed(here: Path) -> None:
    run("close", "room.git")
    done = run("close", "room.bundle", "--to", "copy.bundle")
    assert (done.exit_code, (here / "copy.bundle").exists()) == (1, False)
    assert "dojo room close --keep-open room.bundle" in done.output


@pytest.mark.usefixtures("pushed_at_once")
@pytest.mark.skipif(
    not HAS_DAEMON or sys.platform == "win32", reason="git has no daemon, or nobody sends it Ctrl-C"
)
def test_pairs_come_into_a_room_that_is_served_until_ctrl_c_and_again_at_once(
    kata: SmallKata,
) -> None:
    room, port = kata.folder / "tuesday.git", free_port()
    serve = ("room", "serve", "tuesday.git", "--port", str(port))
    serving = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-c", MAIN, *serve],
        cwd=kata.folder,
        env=variables() | {"PYTHONPATH": str(WORKSPACE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert serving.stdout is not None
    url = serving.stdout.readline().split()[3]
    joined = kata.dojo("start", "--again", "--name", "Panda", "--room", url)
    kata.dojo("check")
    told, kept = (
        git(room, "rev-parse", "refs/heads/dojo/Panda"),
        git(kata.folder / "practice", "rev-parse", CHECKS),
    )
    refused = kata.dojo(*serve)
    serving.send_signal(signal.SIGINT)
    rest = serving.communicate()[0]
    assert (joined.returncode, told) == (0, kept)
    assert (
        refused.returncode,
        refused.stderr.count("choose another --port"),
        refused.stderr.count("\n"),
    ) == (1, 1, 1)
    assert (serving.returncode, rest.splitlines()[-1].split(".")[0]) == (0, "Stopped")
    with git_daemon(room, port):
        pass


# A git that starts what listens, and does not end it.
GIT = """#!/bin/sh
"{python}" -c "
import socket, sys, time
listening = socket.create_server(('', {port}))
print('Ready to rumble', file=sys.stderr)
time.sleep(600)
" &
wait
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no groups of processes")
def test_a_process_that_git_leaves_behind_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, program = free_port(), tmp_path / "git"
    program.write_text(GIT.format(python=sys.executable, port=port), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with git_daemon(tmp_path / "room.git", port), pytest.raises(OSError, match="in use"):
        socket.create_server(("", port))
    socket.create_server(("", port)).close()


def test_what_is_no_room_is_served_to_nobody(kata: SmallKata) -> None:
    git(kata.folder, "init", "--quiet", "project")
    done = kata.dojo("room", "serve", "project")
    assert (done.returncode, "was not created by `dojo room new`" in done.stderr) == (1, True)
