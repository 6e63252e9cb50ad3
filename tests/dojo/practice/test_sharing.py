"""Whatever a story tells goes to the room, by and by; nothing else does, and nobody waits for it."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from dojo.practice import rooms, sharing
from dojo.practice.model import Practice
from dojo.practice.rooms import (
    RefusedError,
    Standing,
    read_membership,
    read_standing,
    reason,
    tell_news,
)
from dojo.practice.sharing import TakenError
from dojo.practice.sharing import join as join_room
from dojo.practice.sharing import leave as leave_room
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import Story, append_revert, append_score, append_swap, read_story, restore
from dojo.text import WrongUsageError
from tests.dojo.practising import MOMENT, checked, entry, git, started
from tests.dojo.small_kata import SmallKata

SH = pytest.mark.skipif(sys.platform == "win32", reason="it has no sh")
PATIENCE_SECONDS = 60  # for a process that ends by itself


def branches(room: Path) -> dict[str, str]:
    """Return the commit that a room has of each pair."""
    listed = git(room, "for-each-ref", "--format=%(refname) %(objectname)")
    return {ref.split("/")[-1]: commit for ref, commit in map(str.split, listed.splitlines())}


def end(practice: Practice) -> str:
    return str(Repository(practice.folder).commit_named(CHECKS))


@pytest.fixture
def panda(practice: Practice, room: Path) -> Practice:
    """Give a practice that is in the room as Panda."""
    join_room(practice.folder, str(room), "Panda")
    return practice


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Practice:
    """Give a practice elsewhere, in no room yet."""
    return started(SmallKata(tmp_path_factory.mktemp("other")))


# From a check to the room.


def change_and_restore(practice: Practice) -> None:
    before = end(practice)
    with (practice.folder / "yatzy.py").open("a") as file:
        file.write("# another line")
    restore(practice, before)


TOLD: dict[str, Callable[[Practice], object]] = {
    "check": lambda practice: checked(practice, "red"),
    "revert": lambda practice: append_revert(Repository(practice.folder), entry("red")),
    "restore": change_and_restore,
    "score": lambda practice: append_score(Repository(practice.folder), end(practice) or "", 90.0, {}),
    "swap": lambda practice: append_swap(Repository(practice.folder), "Ada"),
}


@pytest.mark.usefixtures("pushed_at_once")
def test_whatever_is_told_goes_to_the_room_until_who_tells_it_leaves(panda: Practice, room: Path) -> None:
    for tell in TOLD.values():
        before = branches(room)["Panda"]
        tell(panda)
        assert before != branches(room)["Panda"] == end(panda)
    leave_room(panda.folder)
    before = branches(room)["Panda"]
    checked(panda, "green")
    assert (read_membership(panda.folder), branches(room)["Panda"]) == (None, before)


# A line ends where its pair leaves.


def lefts(room: Path, practice: Practice) -> dict[str, str]:
    """Return what the last commit of each branch says of leaving."""
    return {pair: read_story(Repository(practice.folder), last).left for pair, last in branches(room).items()}


def test_another_name_retires_the_line_and_goes_on_from_there(panda: Practice, room: Path) -> None:
    checked_in_no_process(panda)
    assert join_room(panda.folder, str(room), "Lynx").startswith("What Panda told stays in ")
    assert lefts(room, panda) == {"Panda": "Panda", "Lynx": ""}
    assert (branches(room)["Lynx"], read_story(Repository(panda.folder)).name) == (end(panda), "Lynx")
    join_room(panda.folder, str(room), "Panda")
    assert (lefts(room, panda), branches(room)["Panda"]) == ({"Panda": "", "Lynx": "Lynx"}, end(panda))


def test_who_leaves_retires_the_line_and_goes_on_with_it_who_comes_back(panda: Practice, room: Path) -> None:
    assert leave_room(panda.folder).startswith("What Panda told stays in ")
    assert lefts(room, panda) == {"Panda": "Panda"}
    join_room(panda.folder, str(room), "Panda")
    assert (lefts(room, panda), branches(room)) == ({"Panda": ""}, {"Panda": end(panda)})
    room.rename(room.with_name("away"))
    assert "could not be told that Panda left" in leave_room(panda.folder)
    assert read_membership(panda.folder) is None


@pytest.mark.usefixtures("pushed_at_once")
def test_who_joins_a_room_that_is_away_is_there_with_the_next_check_and_retires_no_line_before(
    practice: Practice, room: Path
) -> None:
    away = room.rename(room.with_name("away"))
    join_room(practice.folder, str(room), "Panda", later=True)
    away.rename(room)
    assert join_room(practice.folder, str(room), "Lynx") == ""
    assert branches(room) == {"Lynx": end(practice)}
    away = room.rename(room.with_name("away"))
    join_room(practice.folder, str(room.with_name("another")), "Lynx", later=True)
    away.rename(room.with_name("another"))
    checked(practice, "green")
    assert branches(room.with_name("another")) == {"Lynx": end(practice)}


# A room that cannot be reached, or is none.


def test_a_room_that_does_not_answer_is_not_joined(practice: Practice, tmp_path: Path) -> None:
    before = end(practice)
    with pytest.raises(RefusedError, match="does not appear to be a git repository"):
        join_room(practice.folder, str(tmp_path / "nowhere.git"), "Panda")
    with pytest.raises(WrongUsageError):
        join_room(practice.folder, str(tmp_path / "nowhere.git"), "a/b")
    assert (read_membership(practice.folder), end(practice)) == (None, before)


@pytest.mark.usefixtures("pushed_at_once")
def test_the_check_that_brings_what_had_waited_says_so_once_and_the_story_too(panda: Practice, room: Path) -> None:
    away = room.rename(room.with_name("away"))
    rooms.write_standing(panda.folder, Standing(since=MOMENT.isoformat(), why="no network"))
    for _ in range(3):
        checked(panda, "red")
    assert read_standing(panda.folder).since == MOMENT.isoformat()
    assert tell_news(panda.folder).startswith("Not sent to the room since ")
    away.rename(room)
    checked(panda, "green")
    assert [tell_news(panda.folder) for _ in range(2)] == ["The room has your 3 checks that had waited.", ""]
    late = read_story(Repository(panda.folder)).late
    assert (late and late.checks, branches(room)["Panda"]) == (3, end(panda))


@pytest.mark.usefixtures("pushed_at_once")
def test_what_waits_goes_to_the_room_as_soon_as_it_is_back_without_another_check(panda: Practice, room: Path) -> None:
    away = room.rename(room.with_name("away"))
    checked(panda, "green")
    sharing.wait_for_room(panda.folder, pause=lambda _: away.rename(room))
    assert branches(room)["Panda"] == end(panda)
    assert tell_news(panda.folder) == "The room has your 1 check that had waited."


def test_a_check_waits_a_moment_where_something_has_waited_and_else_not(
    panda: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(rooms, "start_pusher", lambda _: SimpleNamespace(wait=waited.append))
    checked(panda, "red")
    rooms.write_standing(panda.folder, Standing().failed("no network"))
    checked(panda, "red")
    assert waited == [0, rooms.MOMENT_SECONDS]


# One name for each pair.


def test_a_name_that_another_pair_has_is_refused(panda: Practice, other: Practice, room: Path) -> None:
    before = end(other)
    for name in ("Panda", "panda"):
        with pytest.raises(TakenError, match=r"^Panda is the name of another pair there$"):
            join_room(other.folder, str(room), name, later=True)
    assert (branches(room), read_membership(other.folder)) == ({"Panda": end(panda)}, None)
    assert end(other) == before


@pytest.mark.parametrize("forced", ["true", "false"])
def test_of_two_who_come_at_once_any_host_lets_one_in(
    forced: str, panda: Practice, other: Practice, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(room, "config", "receive.denyNonFastForwards", forced)
    find_name, others = sharing.JoinedRoom.find_name, [lambda self, **_: self.membership.pair]
    monkeypatch.setattr(sharing.JoinedRoom, "find_name", lambda self, **_: (others or [find_name]).pop()(self))
    with pytest.raises(TakenError, match=r"^Panda is the name of another pair there$"):
        join_room(other.folder, str(room), "Panda")
    assert branches(room) == {"Panda": end(panda)}


@pytest.mark.usefixtures("pushed_at_once")
def test_a_branch_that_is_ones_own_is_gone_on_with_and_keeps_what_it_has_and_the_pair_before_is_told(
    panda: Practice, other: Practice, room: Path
) -> None:
    checked(panda, "red")
    mine = checked(other, "green")
    join_room(other.folder, str(room), "panda", mine=True)
    repository = Repository(other.folder)
    assert read_membership(other.folder) == (str(room), "Panda", str(other.folder))
    assert branches(room) == {"Panda": end(other)}
    assert git(repository.folder, "merge-base", end(panda), CHECKS) == end(panda)
    story = read_story(repository)
    assert [each.snapshot for each in story.checks] == [mine.snapshot]
    assert [each.status for each in read_story(repository, story.earlier).checks] == ["red"]
    assert read_story(repository, read_story(repository, story.earlier).earlier) == Story()
    checked(panda, "green")
    assert branches(room) == {"Panda": end(other)}
    assert "Panda is the name of another pair there" in tell_news(panda.folder)
    assert tell_news(panda.folder).endswith("\nYour checks are kept; `dojo join` says what to do.")


# Nothing else goes there, and nobody is asked.


MORE = """[push]
    default = matching
    followTags = true
    gpgSign = true
    recurseSubmodules = on-demand
    pushOption = more
[tag]
    gpgSign = true
[core]
    hooksPath = {hooks}
[remote "origin"]
    url = {room}
    push = refs/*:refs/*
    mirror = true
[protocol]
    allow = always
[protocol "ext"]
    allow = always
"""


def test_only_the_story_goes_there_whatever_a_person_has_set_up(
    practice: Practice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere.git"  # which takes whatever it is sent
    git(tmp_path, "init", "-q", "--bare", str(elsewhere))
    hook = tmp_path / "hooks" / "pre-push"
    hook.parent.mkdir()
    hook.write_text(f"#!/bin/sh\ntouch '{tmp_path}/called'\n", encoding="utf-8")
    hook.chmod(0o755)
    (tmp_path / "gitconfig").write_text(MORE.format(hooks=hook.parent, room=elsewhere), encoding="utf-8")
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@localhost", "-c", "tag.gpgSign=false")
    git(practice.folder, *who, "tag", "-a", "-m", "a tag", "v1", CHECKS)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    join_room(practice.folder, str(elsewhere), "Panda")
    assert branches(elsewhere) == {"Panda": end(practice)}
    assert not (tmp_path / "called").exists()


class Asks(BaseHTTPRequestHandler):
    """A host that asks for a password."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", "Basic realm=room")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host() -> Iterator[str]:
    """Give a host that asks for a password, as a name and a port."""
    with HTTPServer(("127.0.0.1", 0), Asks) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


@SH
def test_nobody_is_asked_for_a_password_and_no_helper_of_the_practice(
    practice: Practice, host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = tmp_path / "asks"
    asks.write_text(f"#!/bin/sh\ntouch '{tmp_path}/asked'\n", encoding="utf-8")
    asks.chmod(0o755)
    settings = tmp_path / "gitconfig"
    settings.write_text(f"[core]\n    askPass = {asks}\n", encoding="utf-8")
    for name, value in {"GIT_ASKPASS": asks, "SSH_ASKPASS": asks, "GIT_CONFIG_GLOBAL": settings}.items():
        monkeypatch.setenv(name, str(value))
    git(practice.folder, "config", "credential.helper", f"!touch {tmp_path}/asked;")
    join_room(practice.folder, f"http://me:secret@{host}/room.git", "Panda", later=True)
    shown = f"{read_standing(practice.folder)} {tell_news(practice.folder)}"
    assert "could not read Password" in shown or "Authentication failed" in shown
    assert "secret" not in shown + git(practice.folder, "log", "-p", CHECKS)
    assert not (tmp_path / "asked").exists()


# A room that does not answer, and a push that is killed.

FAKE_SSH = """#!/bin/sh
if [ -e '{place}/silent' ]; then
    echo $$ > '{place}/here'
    read word < '{place}/go'
fi
shift
exec sh -c "$1"
"""


def checked_in_no_process(practice: Practice) -> None:
    """Tell of a check, without a push."""
    Repository(practice.folder).append("green")


@SH
def test_one_process_pushes_and_the_last_check_is_not_lost(
    practice: Practice, room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "go"):
        os.mkfifo(tmp_path / name)
    ssh = tmp_path / "ssh"  # reaches this very host, which can fall silent, until it is told to go on
    ssh.write_text(FAKE_SSH.format(place=tmp_path), encoding="utf-8")
    ssh.chmod(0o755)
    monkeypatch.setenv("GIT_SSH", str(ssh))
    monkeypatch.setenv("GIT_SSH_VARIANT", "simple")
    join_room(practice.folder, f"ssh://host{room}", "Panda")
    (tmp_path / "silent").touch()
    checked_in_no_process(practice)
    with rooms.start_pusher(practice.folder) as first:
        (tmp_path / "here").read_text()  # which waits until somebody comes
        assert sys.platform == "win32" or os.getsid(first.pid) == first.pid  # it outlives who started it
        checked_in_no_process(practice)
        with rooms.start_pusher(practice.folder) as second:
            assert second.wait(PATIENCE_SECONDS) == 0
        assert first.poll() is None
        (tmp_path / "silent").unlink()
        (tmp_path / "go").write_text("go\n")
        assert first.wait(PATIENCE_SECONDS) == 0
    assert branches(room) == {"Panda": end(practice)}


@pytest.mark.parametrize(
    ("how", "asks"), [({}, (False, 10)), ({"later": True}, (False, 3)), ({"may_ask": True}, (True, 60))]
)
def test_who_joins_asks_once_and_has_time_to_type_a_password(
    how: dict[str, bool], asks: tuple[bool, float], practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[bool, float | None]] = []

    def never_answer(*_: object, may_ask: bool, limit_seconds: float | None, **_more: object) -> str:
        asked.append((may_ask, limit_seconds))
        raise RefusedError("no answer")

    monkeypatch.setattr(sharing, "reach", never_answer)
    with suppress(RefusedError):
        join_room(practice.folder, "git://host/room", "Panda", **how)  # type: ignore[arg-type]
    assert asked == [asks]
    assert read_standing(practice.folder).why == ("no answer" if "later" in how else "")


# What git says, in a line.


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            "fatal: unable to access 'https://h/': Could not resolve host: h\n",
            "unable to access 'https://h/': Could not resolve host: h",
        ),
        (
            "ssh: connect to host h port 22: Connection refused\r\nfatal: Could not read from remote repository.\n",
            "ssh: connect to host h port 22: Connection refused",
        ),
        (
            "Welcome!\nme@h: Permission denied (publickey).\nfatal: Could not read from remote repository.\n",
            "me@h: Permission denied (publickey).",
        ),
        (
            "remote: fatal: pack exceeds maximum allowed size (16.00 MiB)\nerror: remote unpack failed\n",
            "the room said: pack exceeds maximum allowed size (16.00 MiB)",
        ),
        (
            "To h\n ! [remote rejected] a -> dojo/Panda (deny updating a hidden ref)\nerror: failed\n",
            "deny updating a hidden ref",
        ),
        ("fatal: unable to connect to h:\nh: Connection refused\n\n", "unable to connect to h: Connection refused"),
        (
            "fatal: unable to connect to h:\nh[0: ::1]: errno=Connection refused\nh[1: 127.0.0.1]: errno=No route\n",
            "unable to connect to h: Connection refused",
        ),
        ("\n", ""),
    ],
)
def test_the_line_that_says_why_is_found(said: str, why: str) -> None:
    assert reason(said) == why


def test_what_a_room_says_fits_a_line() -> None:
    assert len(Standing().failed("word " * 1000).why) <= rooms.WIDEST_REASON
