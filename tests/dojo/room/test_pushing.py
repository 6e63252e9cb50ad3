"""Rules of pushing: which checks go to the room, and when."""

import os
import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from dojo.practice.model import STATE_DIRECTORY
from dojo.practice.snapshots import Repository
from dojo.room import pushing
from dojo.room.hosting import git_daemon
from dojo.room.membership import read_membership, sharing_warning
from dojo.room.pushing import push_all, send_sign
from dojo.room.sharing import join_room
from tests.dojo.practising import check_of, git
from tests.dojo.room.rooms import HAS_DAEMON, branches, free_port, last_commit


def signs(room: Path) -> list[str]:
    listed = git(room, "for-each-ref", "--format=%(refname)", "refs/heads/dojo/_alive")
    return listed.splitlines()


def test_only_one_process_pushes(panda: Repository, room: Path):
    before = branches(room)
    panda.record("green", check_of("green"))
    with FileLock(panda.folder / STATE_DIRECTORY / f"{pushing.PUSH}.lock"):
        push_all(panda.folder)
    assert branches(room) == before


@pytest.mark.skipif(not HAS_DAEMON, reason="this git has no daemon")
def test_a_practice_joins_as_soon_as_its_room_answers(other: Repository, room: Path):
    port = free_port()
    url = f"git://127.0.0.1:{port}/{room.name}"
    join_room(other.folder, url, "Panda")
    reason = f"{url} does not answer (unable to connect to 127.0.0.1)"
    assert sharing_warning(other.folder).startswith(f"You are in no room: {reason}.\n")
    with git_daemon(room, port):
        push_all(other.folder)
    assert sharing_warning(other.folder) == ""
    assert branches(room) == {"Panda": last_commit(other)}


# Signs of life.


def test_signs_of_life_have_a_branch_of_their_own(panda: Repository, room: Path):
    before = branches(room)
    membership = read_membership(panda.folder)
    assert membership is not None
    for _ in range(2):
        send_sign(panda, membership)
    [ref] = signs(room)
    assert ref == "refs/heads/dojo/_alive/Panda/practice"
    assert git(room, "rev-list", "--count", ref) == "2"
    assert branches(room) == before


def test_an_inactive_pair_sends_no_signs(panda: Repository, room: Path):
    pushing.note_activity(panda.folder)
    os.utime(panda.folder / STATE_DIRECTORY / pushing.ACTIVITY_FILE, (0, 0))
    pushing.push_and_stay(panda.folder)
    assert signs(room) == []


def test_a_process_ends_when_its_practice_is_gone(
    panda: Repository, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pushing, "send_sign", lambda *_: shutil.rmtree(panda.folder))
    monkeypatch.setattr(pushing, "BEAT_SECONDS", 0)
    pushing.note_activity(panda.folder)
    pushing.push_and_stay(panda.folder)
    assert not panda.folder.exists()
