"""Whatever a story tells goes to the room, by and by; nothing else does, and nobody waits for it."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from dojo.errors import WrongUsageError
from dojo.practice import membership, pushing
from dojo.practice.appending import append_revert, append_score, append_swap
from dojo.practice.membership import Membership, Standing, read_membership, read_standing, tell_news
from dojo.practice.model import Practice
from dojo.practice.pushing import TakenError
from dojo.practice.pushing import join as join_room
from dojo.practice.pushing import leave as leave_room
from dojo.practice.restoring import restore
from dojo.practice.rooms import NoAnswerError, RefusedError, reason, variables
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import Story, read_story
from tests.dojo.practising import MOMENT, checked, entry, git

SH = pytest.mark.skipif(sys.platform == "win32", reason="it has no sh")
PATIENCE_SECONDS = 60  # for a process that ends by itself


def told(room: Path, name: str = "Panda") -> str:
    """Return the commit that a room has of a pair; nothing when it has none."""
    return branches(room).get(f"refs/heads/dojo/{name}", "")


def branches(room: Path) -> dict[str, str]:
    command = ["git", f"--git-dir={room}", "show-ref"]
    found = subprocess.run(command, env=variables(), capture_output=True, text=True, check=False)  # noqa: S603 - git
    return {ref: commit for commit, ref in (line.split() for line in found.stdout.splitlines())}


def end(practice: Practice) -> str | None:
    return Repository(practice.folder).commit_named(CHECKS)


def copy_of(practice: Practice, folder: Path) -> Practice:
    """Return another practice, with a story of its own."""
    shutil.copytree(practice.workspace, folder, ignore=shutil.ignore_patterns("*.git"))
    other = Practice(folder, practice.choices)
    repository = Repository(other.folder)
    shutil.copytree(practice.folder / ".git", other.folder / ".git")
    if read_membership(other.folder) is not None:
        membership.forget_membership(other.folder)
    git(repository.folder, "update-ref", "-d", CHECKS)
    repository.append("started: another", repository.tree())
    return other


@pytest.fixture
def panda(practice: Practice, room: Path) -> Practice:
    """Give a practice that is in the room as Panda."""
    join_room(practice.folder, str(room), "Panda")
    return practice


@pytest.fixture
def other(practice: Practice, tmp_path_factory: pytest.TempPathFactory) -> Practice:
    """Give a practice beside the first, in no room yet."""
    return copy_of(practice, tmp_path_factory.mktemp("other") / "kata")


# From a check to the room.


def test_a_check_goes_to_the_room_by_a_process_that_outlives_it(
    panda: Practice, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start_pusher = membership.start_pusher
    monkeypatch.setattr(
        membership, "start_pusher", lambda folder: started.append(start_pusher(folder)) or SimpleNamespace(wait=abs)
    )
    checked(panda, "green")
    assert sys.platform == "win32" or os.getsid(started[0].pid) == started[0].pid
    assert started[0].wait(PATIENCE_SECONDS) == 0
    assert told(room) == end(panda)


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
@pytest.mark.parametrize("tell", TOLD.values(), ids=TOLD)
def test_whatever_is_told_goes_to_the_room(tell: Callable[[Practice], object], panda: Practice, room: Path) -> None:
    before = told(room)
    tell(panda)
    assert before != told(room) == end(panda)


def test_whoever_left_shares_no_more(panda: Practice, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_room(panda.folder)
    before = told(room)
    monkeypatch.setattr(membership, "start_pusher", None)
    checked(panda, "green")
    assert (read_membership(panda.folder), told(room)) == (None, before)


# A line ends where its pair leaves.


def lefts(room: Path, practice: Practice) -> dict[str, str]:
    """Return what the last commit of each branch says of leaving."""
    repository = Repository(practice.folder)
    return {ref.split("/")[-1]: read_story(repository, commit).left for ref, commit in branches(room).items()}


def test_another_name_retires_the_line_and_goes_on_from_there(panda: Practice, room: Path) -> None:
    checked_in_no_process(panda)
    left = join_room(panda.folder, str(room), "Lynx")
    assert (left, lefts(room, panda)) == (((str(room), "Panda"), True), {"Panda": "Panda", "Lynx": ""})
    assert (told(room, "Lynx"), read_story(Repository(panda.folder)).name) == (end(panda), "Lynx")
    join_room(panda.folder, str(room), "Panda")
    assert (lefts(room, panda), told(room)) == ({"Panda": "", "Lynx": "Lynx"}, end(panda))


def test_who_leaves_retires_the_line_and_goes_on_with_it_who_comes_back(panda: Practice, room: Path) -> None:
    assert leave_room(panda.folder) == ((str(room), "Panda"), True)
    assert (lefts(room, panda), told(room)) == ({"Panda": "Panda"}, end(panda))
    join_room(panda.folder, str(room), "Panda")
    assert (lefts(room, panda), told(room)) == ({"Panda": ""}, end(panda))


def test_a_line_that_told_nothing_is_not_retired(practice: Practice, room: Path) -> None:
    away = room.rename(room.with_name("away"))
    join_room(practice.folder, str(room), "Panda", later=True)
    away.rename(room)
    assert join_room(practice.folder, str(room), "Lynx") is None
    assert branches(room) == {"refs/heads/dojo/Lynx": end(practice)}


def test_who_leaves_a_room_that_is_away_is_told_that_the_line_stays(panda: Practice, room: Path) -> None:
    room.rename(room.with_name("away"))
    assert leave_room(panda.folder) == ((str(room), "Panda"), False)
    assert read_membership(panda.folder) is None


# A room that cannot be reached, or is none.


@pytest.mark.usefixtures("pushed_at_once")
def test_it_says_since_when_the_first_was_not_there(panda: Practice, room: Path) -> None:
    room.rename(room.with_name("away"))
    membership.write_standing(panda.folder, membership.Standing(since=MOMENT.isoformat(), why="no network"))
    checked(panda, "red")
    assert read_standing(panda.folder).since == MOMENT.isoformat()


def test_a_room_that_does_not_answer_is_not_joined(practice: Practice, tmp_path: Path) -> None:
    before = end(practice)
    with pytest.raises(RefusedError, match="does not appear to be a git repository"):
        join_room(practice.folder, str(tmp_path / "nowhere.git"), "Panda")
    assert (read_membership(practice.folder), end(practice)) == (None, before)


@pytest.mark.usefixtures("pushed_at_once")
def test_a_room_that_could_not_be_reached_is_joined_with_the_next_check(practice: Practice, room: Path) -> None:
    away = room.rename(room.with_name("away"))
    join_room(practice.folder, str(room), "Panda", later=True)
    away.rename(room)
    checked(practice, "green")
    assert told(room) == end(practice)


@pytest.mark.usefixtures("pushed_at_once")
def test_the_check_that_brings_what_had_waited_says_so_once_and_the_story_too(panda: Practice, room: Path) -> None:
    away = room.rename(room.with_name("away"))
    for _ in range(3):
        checked(panda, "red")
    assert tell_news(panda.folder).startswith("Not sent to the room since ")
    away.rename(room)
    checked(panda, "green")
    assert [tell_news(panda.folder) for _ in range(2)] == ["The room has your 3 checks that had waited.", ""]
    late = read_story(Repository(panda.folder)).late
    assert (late and late.checks, told(room)) == (3, end(panda))


@pytest.mark.usefixtures("pushed_at_once")
def test_what_waits_goes_to_the_room_as_soon_as_it_is_back_without_another_check(panda: Practice, room: Path) -> None:
    away = room.rename(room.with_name("away"))
    checked(panda, "green")
    pushing.wait_for_room(panda.folder, pause=lambda _: away.rename(room))
    assert told(room) == end(panda)
    assert tell_news(panda.folder) == "The room has your 1 check that had waited."


@pytest.mark.usefixtures("pushed_at_once")
def test_who_has_the_name_of_another_pair_is_told_where_the_way_out_is_said(panda: Practice) -> None:
    membership.write_standing(panda.folder, membership.Standing().failed(f"Panda {membership.ANOTHERS}"))
    assert tell_news(panda.folder).endswith("\nYour checks are kept; `dojo join` says what to do.")


def test_a_check_waits_a_moment_where_something_has_waited_and_else_not(
    panda: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(membership, "start_pusher", lambda _: SimpleNamespace(wait=waited.append))
    checked(panda, "red")
    membership.write_standing(panda.folder, membership.Standing().failed("no network"))
    checked(panda, "red")
    assert waited == [0, membership.MOMENT_SECONDS]


# One name for each pair.


def test_a_name_that_another_pair_has_is_refused(panda: Practice, other: Practice, room: Path) -> None:
    before = end(other)
    for name in ("Panda", "panda"):
        with pytest.raises(TakenError, match=r"^Panda is the name of another pair there$"):
            join_room(other.folder, str(room), name, later=True)
    assert (branches(room), read_membership(other.folder)) == ({"refs/heads/dojo/Panda": end(panda)}, None)
    assert end(other) == before


@pytest.mark.parametrize("forced", ["true", "false"])
def test_of_two_who_come_at_once_any_host_lets_one_in(
    forced: str, panda: Practice, other: Practice, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(room, "config", "receive.denyNonFastForwards", forced)
    find_name, others = pushing.JoinedRoom.find_name, [lambda self, **_: (self.membership.pair, "")]
    monkeypatch.setattr(pushing.JoinedRoom, "find_name", lambda self, **_: (others or [find_name]).pop()(self))
    with pytest.raises(TakenError, match=r"^Panda is the name of another pair there$"):
        join_room(other.folder, str(room), "Panda")
    assert branches(room) == {"refs/heads/dojo/Panda": end(panda)}


@pytest.mark.usefixtures("pushed_at_once")
def test_a_branch_that_is_ones_own_is_gone_on_with_and_keeps_what_it_has(
    panda: Practice, other: Practice, room: Path
) -> None:
    checked(panda, "red")
    mine = checked(other, "green")
    join_room(other.folder, str(room), "panda", mine=True)
    repository = Repository(other.folder)
    assert read_membership(other.folder) == (str(room), "Panda")
    assert branches(room) == {"refs/heads/dojo/Panda": end(other)}
    assert git(repository.folder, "merge-base", end(panda) or "", CHECKS) == end(panda)
    story = read_story(repository)
    assert [each.snapshot for each in story.checks] == [mine.snapshot]
    assert [each.status for each in read_story(repository, story.earlier).checks] == ["red"]
    assert read_story(repository, read_story(repository, story.earlier).earlier) == Story()


@pytest.mark.usefixtures("pushed_at_once")
def test_a_pair_whose_branch_somebody_else_went_on_with_is_told(panda: Practice, other: Practice, room: Path) -> None:
    join_room(other.folder, str(room), "Panda", mine=True)
    checked(panda, "green")
    assert told(room) == end(other)
    assert "Panda is the name of another pair there" in tell_news(panda.folder)


def test_a_name_that_nobody_can_have_changes_nothing(practice: Practice, room: Path) -> None:
    with pytest.raises(WrongUsageError):
        join_room(practice.folder, str(room), "a/b")
    assert (read_membership(practice.folder), branches(room)) == (None, {})


# Nothing else goes there, and nobody is asked.


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Give a repository that takes whatever it is sent."""
    folder = tmp_path / "elsewhere.git"
    subprocess.run(["git", "init", "-q", "--bare", str(folder)], check=True)  # noqa: S603, S607 - git
    return folder


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


@pytest.fixture
def persons_settings(elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set up all that would send more, and a hook that leaves a file; return where that would be."""
    hook = tmp_path / "hooks" / "pre-push"
    hook.parent.mkdir()
    hook.write_text(f"#!/bin/sh\ntouch '{tmp_path}/called'\n", encoding="utf-8")
    hook.chmod(0o755)
    settings = tmp_path / "gitconfig"
    settings.write_text(MORE.format(hooks=hook.parent, room=elsewhere), encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    return tmp_path / "called"


def test_only_the_story_goes_there_whatever_a_person_has_set_up(
    practice: Practice, elsewhere: Path, persons_settings: Path
) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@localhost", "-c", "tag.gpgSign=false")
    git(practice.folder, *who, "tag", "-a", "-m", "a tag", "v1", CHECKS)
    join_room(practice.folder, str(elsewhere), "Panda")
    assert branches(elsewhere) == {"refs/heads/dojo/Panda": end(practice)}
    assert not persons_settings.exists()


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
    join_room(practice.folder, f"http://{host}/room.git", "Panda", later=True)
    assert "could not read Username" in read_standing(practice.folder).why
    assert not (tmp_path / "asked").exists()


def test_a_password_in_a_url_stands_in_no_story_and_no_message(practice: Practice, host: str) -> None:
    join_room(practice.folder, f"http://me:secret@{host}/room.git", "Panda", later=True)
    shown = f"{read_standing(practice.folder)} {tell_news(practice.folder)}"
    assert "secret" not in shown + git(practice.folder, "log", "-p", CHECKS)


# A room that does not answer, and a push that is killed.

FAKE_SSH = """#!/bin/sh
if [ -e '{place}/silent' ]; then
    echo $$ > '{place}/here'
    read word < '{place}/go'
fi
shift
exec sh -c "$1"
"""


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Give a host that is reached by ssh: this one; it can fall silent, until it is told to go on."""
    place = tmp_path / "ssh"
    place.mkdir()
    for name in ("here", "go"):
        os.mkfifo(place / name)
    monkeypatch.setenv("GIT_SSH", str(place / "ssh"))
    monkeypatch.setenv("GIT_SSH_VARIANT", "simple")

    def join(practice: Practice, room: Path) -> None:
        (place / "ssh").write_text(FAKE_SSH.format(place=place), encoding="utf-8")
        (place / "ssh").chmod(0o755)
        join_room(practice.folder, f"ssh://host{room}", "Panda")

    return SimpleNamespace(
        join=join,
        fall_silent=(place / "silent").touch,
        speak=(place / "silent").unlink,
        number=lambda: int((place / "here").read_text()),  # which waits until somebody comes
        go_on=lambda: (place / "go").write_text("go\n"),
    )


def checked_in_no_process(practice: Practice) -> None:
    """Tell of a check, without a push."""
    Repository(practice.folder).append("green")


@SH
def test_one_process_pushes_and_the_last_check_is_not_lost(
    practice: Practice, room: Path, ssh: SimpleNamespace
) -> None:
    ssh.join(practice, room)
    ssh.fall_silent()
    checked_in_no_process(practice)
    with membership.start_pusher(practice.folder) as first:
        ssh.number()
        checked_in_no_process(practice)
        with membership.start_pusher(practice.folder) as second:
            assert second.wait(PATIENCE_SECONDS) == 0
        assert first.poll() is None
        ssh.speak()
        ssh.go_on()
        assert first.wait(PATIENCE_SECONDS) == 0
    assert told(room) == end(practice)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float | None]]:
    """Have no room answer; give what git was asked to do, and for how long."""
    what: list[tuple[str, float | None]] = []

    def never_answer(_: Path, command: str, *_arguments: str, limit_seconds: float | None = None, **_more: Any) -> str:
        what.append((command, limit_seconds))
        raise NoAnswerError("no answer")

    monkeypatch.setattr(pushing, "reach", never_answer)
    return what


def test_who_joins_asks_once_for_ten_seconds(asked: list[tuple[str, float | None]], practice: Practice) -> None:
    with pytest.raises(NoAnswerError):
        join_room(practice.folder, "git://host/room", "Panda", may_ask=True)
    assert asked == [("ls-remote", 10)]


def test_who_joins_later_asks_once_for_three_seconds(asked: list[tuple[str, float | None]], practice: Practice) -> None:
    join_room(practice.folder, "git://host/room", "Panda", later=True)
    assert asked == [("ls-remote", 3)]
    assert read_standing(practice.folder).why == "no answer"


def test_a_person_has_time_to_type_a_password_once_the_room_has_asked_for_it(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[bool, float | None]] = []

    def want_a_password(*_: object, may_ask: bool = False, limit_seconds: float | None = None, **_more: Any) -> str:
        asked.append((may_ask, limit_seconds))
        raise RefusedError("could not read Username")

    monkeypatch.setattr(pushing, "reach", want_a_password)
    with pytest.raises(RefusedError):
        join_room(practice.folder, "https://host/room", "Panda", may_ask=True)
    assert asked == [(False, 10), (True, None)]


def test_a_push_to_a_room_that_was_left_meanwhile_says_nothing_of_the_one_after(
    panda: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave_meanwhile(*_: str, stopped: Callable[[], bool], **_more: Any) -> str:
        before = stopped()
        membership.write_membership(panda.folder, Membership("git://host/another", "Panda"))
        raise NoAnswerError(f"{before}, {stopped()}")

    monkeypatch.setattr(pushing, "reach", leave_meanwhile)
    assert pushing.push_story(panda.folder) is None
    assert read_standing(panda.folder) == Standing()


def test_a_join_does_not_wait_for_a_push_to_the_room_that_it_leaves(practice: Practice, room: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"git://127.0.0.1:{deaf.getsockname()[1]}/room"
        membership.write_membership(practice.folder, Membership(url, "Panda"))
        with membership.start_pusher(practice.folder) as pusher:
            call, _ = deaf.accept()
            join_room(practice.folder, str(room), "Panda")
            call.close()
            assert pusher.wait(PATIENCE_SECONDS) == 0
    assert (read_standing(practice.folder).why, told(room)) == ("", end(practice))


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
    assert len(membership.Standing().failed("word " * 1000).why) <= membership.WIDEST_REASON
