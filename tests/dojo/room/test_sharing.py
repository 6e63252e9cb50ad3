"""A room takes the histories of pairs. Each event goes there, in the background; nothing else."""

import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner
from filelock import FileLock

from dojo import processes
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.main import main
from dojo.practice.history import History, read_earlier, read_history
from dojo.practice.model import Practice
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room import pushing
from dojo.room.git import RefusedError, display_url, parse_room_url, reason_in
from dojo.room.hosting import close_room, git_daemon, make_room, reopen
from dojo.room.membership import (
    Membership,
    read_membership,
    sharing_warning,
    write_membership,
)
from dojo.room.pairs import Clone
from dojo.room.pushing import share
from dojo.room.remote import RoomRefs, read_room
from dojo.room.sharing import (
    is_same_room,
    join_room,
    leave_room,
    parse_pair_name,
    take_warning,
)
from tests.dojo.practising import MOMENT, checked, git, reverted, scored, started, swapped
from tests.dojo.room import rooms
from tests.dojo.room.rooms import HAS_DAEMON, free_port
from tests.dojo.small_kata import SmallKata

PANDA = "refs/heads/dojo/Panda"
NEEDS_DAEMON = pytest.mark.skipif(not HAS_DAEMON, reason="this git has no daemon")


def branches(room: Path) -> dict[str, str]:
    """Return the commit that a room has of each pair."""
    listed = git(room, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/dojo/*")
    return {ref.split("/")[-1]: commit for ref, commit in map(str.split, listed.splitlines())}


def end(practice: Practice) -> str:
    return str(Repository(practice.folder).find_commit(CHECKS))


@pytest.fixture
def panda(practice: Practice, room: Path) -> Practice:
    """Give a practice that is in the room as Panda."""
    join_room(practice.folder, str(room), "Panda")
    return practice


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Practice:
    """Give a practice elsewhere, in no room yet."""
    return started(SmallKata(tmp_path_factory.mktemp("other")))


def pushed(repository: Repository, room: Path, *refspecs: str) -> str:
    """Push to a room, and return what git says of it; nothing when all went well."""
    command = ["git", "push", "--quiet", str(room), *refspecs]
    done = subprocess.run(  # noqa: S603 - git
        command, cwd=repository.folder, capture_output=True, check=False
    )
    return done.stderr.decode()


# What a room takes.


def test_a_room_takes_the_story_of_a_pair_and_takes_nothing_back(
    repository: Repository, room: Path
) -> None:
    assert pushed(repository, room, f"{CHECKS}:{PANDA}") == ""
    repository.append("another check")
    assert pushed(repository, room, f"{CHECKS}:{PANDA}") == ""
    assert "denying ref deletion" in pushed(repository, room, f":{PANDA}")
    assert "denying non-fast-forward" in pushed(repository, room, f"+HEAD:{PANDA}")
    assert branches(room) == {"Panda": repository.find_commit(CHECKS)}


def test_a_room_takes_no_other_ref_and_no_huge_file(repository: Repository, room: Path) -> None:
    for ref in ("refs/heads/main", "refs/tags/v1", "refs/dojo/checks", "refs/notes/x"):
        assert "[remote rejected]" in pushed(repository, room, f"{CHECKS}:{ref}")
    git(room, "config", "receive.maxInputSize", "1k")  # in the place of 16 MB, which take a while
    (repository.folder / "huge").write_bytes(os.urandom(2**12))
    repository.append("huge", tree=repository.tree())
    assert "pack exceeds maximum allowed size" in pushed(repository, room, f"{CHECKS}:{PANDA}")
    assert branches(room) == {}


# How it is made.


def test_nothing_that_is_there_becomes_a_room(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="already exists, and was not changed"):
        make_room(tmp_path)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(os.name == "nt", reason="it has no groups of this kind")
def test_a_shared_room_is_for_the_whole_group(tmp_path: Path) -> None:
    make_room(tmp_path / "room.git", shared=True)
    for part in (".", "refs/heads", "objects"):
        assert (tmp_path / "room.git" / part).stat().st_mode & stat.S_IWGRP


@pytest.mark.parametrize(
    "arguments", [(), ("new",), ("new", "a", "b"), ("new", "a\nb"), ("new", "")]
)
def test_a_room_without_one_path_is_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert CliRunner().invoke(main, ["room", *arguments]).exit_code == 2


# What a pair is called.


@pytest.mark.parametrize("name", ["Panda", "panda_2", "Äöü-ß", "नमस्ते", "大熊猫", "7", "x" * 40])
def test_a_name_has_letters_and_digits_of_any_language_and_spaces_become_dashes(name: str) -> None:
    assert (parse_pair_name(name), parse_pair_name(f" {name[:20]}  b ")) == (name, f"{name[:20]}-b")


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "-x",
        "_",
        "a/b",
        "../x",
        "a.lock",
        "x" * 41,
        "a\x1bb",
        "a:b",
        "<b>",
        "a\u200bb",
        "a~1",
        "@",
    ],
)
def test_a_name_has_nothing_else(name: str) -> None:
    with pytest.raises(WrongUsageError, match="cannot be the name of a pair"):
        parse_pair_name(name)


# Where a room is.


@pytest.mark.parametrize(
    "url", ["192.0.2.2/tuesday.git", "192.0.2.2:9418/tuesday.git", "dojo.example/tuesday.git"]
)
def test_a_url_without_its_scheme_is_wrong_usage(url: str) -> None:
    with pytest.raises(WrongUsageError, match=rf"Did you mean git://{url}\?"):
        parse_room_url(url)


def test_a_folder_may_be_called_as_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rooms.d").mkdir()
    assert parse_room_url("rooms.d/tuesday.git") == str(tmp_path / "rooms.d/tuesday.git")


@pytest.mark.parametrize(
    "url", ["https://host/room.git", "ssh://me@host/room", "git@host:room.git", "git://host/room"]
)
def test_a_url_stays_as_it_is_and_a_path_is_made_absolute(url: str) -> None:
    assert parse_room_url(url) == url
    assert Path(parse_room_url(f"./{url}")).is_absolute()


@pytest.mark.parametrize("path", ["-x", "--upload-pack=touch x"])
def test_a_path_that_begins_like_an_option_of_git_is_none(path: str) -> None:
    assert Path(parse_room_url(path)).is_absolute()


@pytest.mark.parametrize("url", ["", " ", "a\x1b[2Jb", "https://host/\u200b", "https://host/\n"])
def test_a_text_that_is_empty_or_has_invisible_characters_is_no_url(url: str) -> None:
    with pytest.raises(WrongUsageError, match="is not a room"):
        parse_room_url(url)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://me:secret@host/room.git", "https://host/room.git"),
        ("https://me:se@cret@host/a@b", "https://host/a@b"),
        ("ssh://me:secret@host/room", "ssh://me@host/room"),
        ("cannot reach 'http://token@host/x' today", "cannot reach 'http://host/x' today"),
    ],
)
def test_a_password_is_shown_to_nobody(text: str, shown: str) -> None:
    assert display_url(text) == shown


# From a check to the room.


TOLD: dict[str, Callable[[Practice], object]] = {
    "check": lambda practice: checked(practice, "red"),
    "revert": lambda practice: reverted(Repository(practice.folder), checked(practice, "red")),
    "restore": lambda practice: (
        (practice.folder / "more.py").write_text("1\n") and restore_snapshot(practice, "HEAD")
    ),
    "score": lambda practice: scored(Repository(practice.folder), end(practice), 90.0),
    "swap": lambda practice: swapped(Repository(practice.folder), "Ada"),
}


@pytest.mark.usefixtures("pushed_at_once")
def test_whatever_is_told_goes_to_the_room_until_who_tells_it_leaves(
    panda: Practice, room: Path
) -> None:
    for notify in TOLD.values():
        before = branches(room)["Panda"]
        notify(panda)
        assert branches(room)["Panda"] == before  # to append shares nothing
        share(panda.folder)
        assert before != branches(room)["Panda"] == end(panda)
    leave_room(panda.folder)
    before = branches(room)["Panda"]
    checked(panda, "green")
    share(panda.folder)
    assert (read_membership(panda.folder), branches(room)["Panda"]) == (None, before)


# A line ends where its pair leaves.


def lefts(room: Path, practice: Practice) -> dict[str, str]:
    """Return what the last commit of each branch says of leaving."""
    return {
        pair: read_history(Repository(practice.folder), last).left
        for pair, last in branches(room).items()
    }


def test_another_name_retires_the_line_and_goes_on_from_there(panda: Practice, room: Path) -> None:
    Repository(panda.folder).append("green")
    join_room(panda.folder, str(room), "Lynx")
    assert lefts(room, panda) == {"Panda": "Panda", "Lynx": ""}
    assert (branches(room)["Lynx"], read_history(Repository(panda.folder)).name) == (
        end(panda),
        "Lynx",
    )
    join_room(panda.folder, str(room), "Panda")
    assert (lefts(room, panda), branches(room)["Panda"]) == (
        {"Panda": "", "Lynx": "Lynx"},
        end(panda),
    )


def test_who_leaves_retires_the_line_and_goes_on_with_it_who_comes_back(
    panda: Practice, room: Path
) -> None:
    leave_room(panda.folder)
    assert lefts(room, panda) == {"Panda": "Panda"}
    join_room(panda.folder, str(room), "Panda")
    assert (lefts(room, panda), branches(room)) == ({"Panda": ""}, {"Panda": end(panda)})


# A room that is away.


@pytest.fixture
def served(room: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """Give the URL of a room that nobody serves yet, and what serves it."""
    port = free_port()
    with ExitStack() as stack:
        yield (
            f"git://127.0.0.1:{port}/{room.name}",
            lambda: stack.enter_context(git_daemon(room, port)) and None,
        )


Served = tuple[str, Callable[[], None]]


@NEEDS_DAEMON
def test_a_practice_waits_for_a_room_that_does_not_answer(
    practice: Practice, room: Path, served: Served
) -> None:
    url, serve = served
    join_room(practice.folder, url, "Panda")
    reason = f"{url} does not answer (unable to connect to 127.0.0.1)"
    assert sharing_warning(practice.folder).startswith(f"You are in no room: {reason}.\n")
    serve()
    pushing.push_all(practice.folder)
    assert sharing_warning(practice.folder) == ""
    assert branches(room) == {"Panda": end(practice)}


@NEEDS_DAEMON
def test_the_process_that_stays_joins_as_soon_as_the_room_answers(
    practice: Practice, room: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, serve = served
    join_room(practice.folder, url, "Panda")
    pushing.note_activity(practice.folder)
    long_ago = time.time() - pushing.ACTIVE_SECONDS - 1  # it stays for unsent checks alone
    os.utime(practice.state_directory / pushing.ACTIVITY_FILE, (long_ago, long_ago))
    waits: list[float] = []

    def wait(seconds: float) -> None:
        if seconds < 1:  # not a wait of the process, but of what it uses
            return
        waits.append(seconds)
        if len(waits) == 2:
            serve()

    monkeypatch.setattr(pushing.time, "sleep", wait)
    pushing.stay(practice.folder)
    assert branches(room) == {"Panda": end(practice)}
    assert waits[:2] == [pushing.RETRY_SECONDS] * 2


def test_a_missing_room_is_not_joined(practice: Practice, tmp_path: Path) -> None:
    url = str(tmp_path / "nowhere.git")
    with pytest.raises(RefusedError, match="does not appear to be a git repository"):
        join_room(practice.folder, url, "Panda")
    assert sharing_warning(practice.folder).startswith(f"You are in no room: could not join {url}")


def test_a_pair_that_is_in_a_room_stays_there(panda: Practice, room: Path) -> None:
    with pytest.raises(RefusedError):
        join_room(panda.folder, str(room.with_name("rom.git")), "Lynx")
    membership = read_membership(panda.folder)
    assert membership is not None
    assert (membership.url, membership.pair) == (str(room), "Panda")


@pytest.mark.usefixtures("pushed_at_once")
def test_unsent_checks_are_counted_from_the_first(panda: Practice, room: Path) -> None:
    room.rename(room.with_name("away"))
    for minute in (3, 5):
        moment = MOMENT + timedelta(minutes=minute)
        checked(panda, "red", moment)
        share(panda.folder)
    first, _ = sharing_warning(panda.folder).split("\n")
    assert first.startswith("Not pushed: 2 checks, the first from 10:03 (")


@pytest.mark.usefixtures("pushed_at_once")
def test_a_room_that_is_away_is_no_warning_if_it_has_all_checks(
    panda: Practice, room: Path
) -> None:
    room.rename(room.with_name("away"))
    pushing.push_all(panda.folder, with_sign=True)
    assert sharing_warning(panda.folder) == ""


# Signs of life.


def signs(room: Path) -> list[str]:
    """Return the refs below which a room has signs of life."""
    listed = git(room, "for-each-ref", "--format=%(refname)", "refs/heads/dojo/_alive")
    return listed.splitlines()


def test_a_sign_of_life_goes_to_a_ref_of_its_own(panda: Practice, room: Path) -> None:
    before = end(panda)
    for _ in range(2):
        pushing.push_all(panda.folder, with_sign=True)
    [ref] = signs(room)
    assert ref.startswith("refs/heads/dojo/_alive/Panda/")
    assert git(room, "rev-list", "--count", ref) == "2"
    assert branches(room)["Panda"] == end(panda) == before


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_a_sign_is_sent_as_soon_as_the_room_answers(
    panda: Practice, room: Path, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    answers = iter([RefusedError("no answer in 8 s")] * failures)

    def read_room_later(url: str, timeout: float) -> RoomRefs:
        for refused in answers:
            raise refused
        return read_room(url, timeout)

    def wait(seconds: float) -> None:
        if seconds == pushing.BEAT_SECONDS:
            raise KeyboardInterrupt

    checked(panda, "green")
    pushing.note_activity(panda.folder)
    monkeypatch.setattr(pushing, "read_room", read_room_later)
    monkeypatch.setattr(pushing.time, "sleep", wait)
    with pytest.raises(KeyboardInterrupt):
        pushing.stay(panda.folder)
    assert len(signs(room)) == 1
    assert branches(room)["Panda"] == end(panda)


def test_a_pair_that_is_inactive_sends_no_signs(panda: Practice, room: Path) -> None:
    pushing.note_activity(panda.folder)
    long_ago = time.time() - pushing.ACTIVE_SECONDS - 1
    os.utime(panda.state_directory / pushing.ACTIVITY_FILE, (long_ago, long_ago))
    pushing.stay(panda.folder)
    assert signs(room) == []


def test_a_push_does_not_undo_a_membership_that_changed_meanwhile(
    panda: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = read_membership(panda.folder)
    assert before is not None
    new = replace(before, url="/srv/other.git")

    def push_slowly(_: Repository, membership: Membership) -> Membership:
        write_membership(new)
        return replace(membership, failure="no answer in 8 s")

    monkeypatch.setattr(pushing, "push_once", push_slowly)
    pushing.push_all(panda.folder, with_sign=True)
    assert read_membership(panda.folder) == new


def test_a_process_ends_when_its_practice_is_gone(panda: Practice) -> None:
    shutil.rmtree(panda.folder)
    pushing.note_activity(panda.folder)
    pushing.stay(panda.folder)
    assert not panda.folder.exists()


# A room that is closed.


def close(room: Path, workspace: Path) -> None:
    close_room(Clone(workspace, str(room)))


@pytest.mark.usefixtures("pushed_at_once")
def test_a_pair_stops_sharing_when_its_room_is_closed(
    panda: Practice, room: Path, tmp_path: Path
) -> None:
    close(room, tmp_path)
    before = branches(room)["Panda"]
    checked(panda, "green")
    share(panda.folder)
    warning = take_warning(panda.folder)
    assert warning.startswith(f"The room {room} was closed. Not pushed: 1 check, from 10:00.")
    assert (take_warning(panda.folder), branches(room)["Panda"]) == ("", before)


@pytest.mark.usefixtures("panda")
def test_nobody_joins_a_closed_room(other: Practice, room: Path, tmp_path: Path) -> None:
    close(room, tmp_path)
    with pytest.raises(RefusedError, match="the room is closed"):
        join_room(other.folder, str(room), "Otter")


@pytest.mark.usefixtures("panda")
def test_a_closed_room_can_be_opened_again(other: Practice, room: Path, tmp_path: Path) -> None:
    close(room, tmp_path)
    assert [reopen(room), reopen(room)] == [True, False]
    join_room(other.folder, str(room), "Otter")
    assert branches(room)["Otter"] == end(other)


def test_an_empty_room_is_not_closed(room: Path, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="has no practices"):
        close(room, tmp_path)
    assert not reopen(room)


def test_a_practice_cannot_be_closed(panda: Practice, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="is not a room"):
        close(panda.folder, tmp_path)


# What the board says about a clock.


@pytest.mark.usefixtures("pushed_at_once")
def test_a_wrong_clock_is_said_once_at_the_pair(
    panda: Practice, room: Path, tmp_path: Path
) -> None:
    clone = Clone(tmp_path, str(room))
    clone.refresh()
    clone.pairs = [replace(pair, skew=-420.0) for pair in clone.pairs]
    for _ in range(2):
        clone.note_clocks()
        pushing.push_all(panda.folder, with_sign=True)
    words = "Your clock is 7 min behind, compared with the board's."
    assert [take_warning(panda.folder) for _ in range(2)] == [words, ""]


# One room, several spellings.


@pytest.mark.usefixtures("pushed_at_once")
def test_a_room_is_the_same_under_another_url(panda: Practice, room: Path) -> None:
    checked(panda, "green")
    share(panda.folder)
    url = f"file://{room}"
    before = read_membership(panda.folder)
    assert before is not None
    assert is_same_room(before, url)
    assert join_room(panda.folder, url, "Panda") == ""
    assert lefts(room, panda) == {"Panda": ""}


def test_another_room_is_not_the_same(panda: Practice, tmp_path: Path) -> None:
    other = tmp_path / "other.git"
    make_room(other)
    before = read_membership(panda.folder)
    assert before is not None
    assert not is_same_room(before, str(other))


# One name for each pair.


def test_a_name_that_another_pair_has_is_refused(
    panda: Practice, other: Practice, room: Path
) -> None:
    before = end(other)
    with pytest.raises(RefusedError, match=r"^Panda is the name of another pair there$"):
        join_room(other.folder, str(room), "Panda")
    assert (branches(room), end(other)) == ({"Panda": end(panda)}, before)
    reason = f"could not join {room}: Panda is the name of another pair there"
    assert sharing_warning(other.folder).startswith(f"You are in no room: {reason}.\n")


def test_a_name_that_differs_in_case_alone_stays_its_own(panda: Practice, room: Path) -> None:
    rooms.push(room, "refs/heads/dojo/PANDA", [rooms.started()])
    join_room(panda.folder, str(room), "Panda")
    membership = read_membership(panda.folder)
    assert membership is not None
    assert membership.pair == "Panda"


@pytest.mark.usefixtures("panda")
def test_names_of_pairs_ignore_case(other: Practice, room: Path) -> None:
    with pytest.raises(RefusedError, match=r"^Panda is the name of another pair there$"):
        join_room(other.folder, str(room), "panda")


@pytest.mark.usefixtures("pushed_at_once")
def test_a_branch_of_ones_own_goes_on_and_keeps_what_it_has_and_the_pair_before_is_told(
    panda: Practice, other: Practice, room: Path
) -> None:
    checked(panda, "red")
    share(panda.folder)
    mine = checked(other, "green")
    join_room(other.folder, str(room), "Panda", mine=True)
    repository = Repository(other.folder)
    assert branches(room) == {"Panda": end(other)}
    assert git(repository.folder, "merge-base", end(panda), CHECKS) == end(panda)
    history = read_history(repository)
    assert [step.commit for step in history.steps] == [mine.commit]
    theirs = read_earlier(repository, history)
    assert [step.status for step in theirs.steps] == ["red"]
    assert read_earlier(repository, theirs) == History()
    checked(panda, "green")
    share(panda.folder)
    assert branches(room) == {"Panda": end(other)}
    assert sharing_warning(panda.folder).endswith(
        "(Panda is the name of another pair there).\n`dojo join` shows what to do."
    )


# Nothing else goes there, and nobody is asked.


MORE = """[push]
    default = matching
    followTags = true
    recurseSubmodules = on-demand
[tag]
    gpgSign = true
[core]
    hooksPath = {hooks}
[remote "origin"]
    url = {room}
    push = refs/*:refs/*
    mirror = true
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
    (tmp_path / "gitconfig").write_text(
        MORE.format(hooks=hook.parent, room=elsewhere), encoding="utf-8"
    )
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


@pytest.mark.skipif(sys.platform == "win32", reason="it has no sh")
def test_nobody_is_asked_for_a_password_and_no_helper_of_the_practice(
    practice: Practice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = tmp_path / "asks"
    asks.write_text(f"#!/bin/sh\ntouch '{tmp_path}/asked'\n", encoding="utf-8")
    asks.chmod(0o755)
    settings = tmp_path / "gitconfig"
    settings.write_text(f"[core]\n    askPass = {asks}\n", encoding="utf-8")
    for name, value in {
        "GIT_ASKPASS": asks,
        "SSH_ASKPASS": asks,
        "GIT_CONFIG_GLOBAL": settings,
    }.items():
        monkeypatch.setenv(name, str(value))
    git(practice.folder, "config", "credential.helper", f"!touch {tmp_path}/asked;")
    with HTTPServer(("127.0.0.1", 0), Asks) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://me:secret@127.0.0.1:{server.server_port}/room.git"
        with pytest.raises(RefusedError):
            join_room(practice.folder, url, "Panda")
        server.shutdown()
    shown = sharing_warning(practice.folder)
    assert "could not read Password" in shown or "Authentication failed" in shown
    assert "secret" not in shown + git(practice.folder, "log", "-p", CHECKS)
    assert not (tmp_path / "asked").exists()


# One process pushes.


def test_one_process_pushes_and_the_last_check_is_not_lost(
    panda: Practice, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushers: list[subprocess.Popen[str]] = []
    monkeypatch.setattr(
        pushing,
        "start_process",
        lambda *arguments: pushers.append(processes.start_process(*arguments)),
    )
    Repository(panda.folder).append("green")
    with FileLock(panda.state_directory / f"{pushing.PUSH}.lock"):
        pushing.push_all(panda.folder)
        assert branches(room)["Panda"] != end(panda)
    with FileLock(panda.state_directory / f"{pushing.STAY}.lock"):  # so that it does not stay
        share(panda.folder)
        [pusher] = pushers
        assert os.getsid(pusher.pid) == pusher.pid  # it outlives who started it
        assert pusher.wait(60) == 0  # seconds
    assert branches(room)["Panda"] == end(panda)


# What git says, in a line.


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            "fatal: unable to access 'https://h/': Could not resolve host: h\n",
            "unable to access 'https://h/': Could not resolve host: h",
        ),
        (
            (
                "ssh: connect to host h port 22: Connection refused\r\n"
                "fatal: Could not read from remote repository.\n"
            ),
            "ssh: connect to host h port 22: Connection refused",
        ),
        (
            (
                "Warning: Added 'h'.\nme@h: Permission denied (publickey).\n"
                "fatal: Could not read from remote.\n"
            ),
            "me@h: Permission denied (publickey)",
        ),
        (
            (
                "remote: fatal: pack exceeds maximum allowed size (16.00 MiB)\n"
                "error: remote unpack failed\n"
            ),
            "remote: fatal: pack exceeds maximum allowed size (16.00 MiB)",
        ),
        (
            (
                "hint: x\nTo h\n"
                " ! [remote rejected] a -> dojo/Panda (deny updating a hidden ref)\nerror: failed\n"
            ),
            "! [remote rejected] a -> dojo/Panda (deny updating a hidden ref)",
        ),
        ("fatal: unable to connect to h:\nh: Connection refused\n\n", "unable to connect to h"),
        ("\n", ""),
    ],
)
def test_the_line_that_says_why_is_found(said: str, why: str) -> None:
    assert reason_in(said) == why
