"""Rules of pushing: which checks go to the room, and when."""

import os
import shutil
import time
from pathlib import Path

import pytest
from filelock import FileLock

from dojo.practice.model import STATE_DIRECTORY
from dojo.practice.snapshots import Repository
from dojo.room import pushing
from dojo.room.hosting import git_daemon
from dojo.room.membership import sharing_warning
from dojo.room.pushing import push_all
from dojo.room.sharing import join_room
from tests.dojo.practising import git
from tests.dojo.room.rooms import HAS_DAEMON, branches, check, free_port, last_commit, new_practice

LONG_AGO = time.time() - pushing.ACTIVE_SECONDS - 1


@pytest.fixture
def practice(tmp_path: Path) -> Repository:
    return new_practice(tmp_path / "practice")


@pytest.fixture
def panda(practice: Repository, room: Path) -> Repository:
    """Give a practice that is in the room as Panda."""
    join_room(practice.folder, str(room), "Panda")
    return practice


def signs(room: Path) -> list[str]:
    listed = git(room, "for-each-ref", "--format=%(refname)", "refs/heads/dojo/_alive")
    return listed.splitlines()


def test_only_one_process_pushes(panda: Repository, room: Path) -> None:
    before = branches(room)
    panda.append(check("green"))
    with FileLock(panda.folder / STATE_DIRECTORY / f"{pushing.PUSH}.lock"):
        push_all(panda.folder)
    assert branches(room) == before


@pytest.mark.skipif(not HAS_DAEMON, reason="this git has no daemon")
def test_a_practice_joins_as_soon_as_its_room_answers(practice: Repository, room: Path) -> None:
    port = free_port()
    url = f"git://127.0.0.1:{port}/{room.name}"
    join_room(practice.folder, url, "Panda")
    reason = f"{url} does not answer (unable to connect to 127.0.0.1)"
    assert sharing_warning(practice.folder).startswith(f"You are in no room: {reason}.\n")
    with git_daemon(room, port):
        push_all(practice.folder)
    assert sharing_warning(practice.folder) == ""
    assert branches(room) == {"Panda": last_commit(practice)}


# Signs of life.


def test_signs_of_life_have_a_branch_of_their_own(panda: Repository, room: Path) -> None:
    before = branches(room)
    for _ in range(2):
        push_all(panda.folder, with_sign=True)
    [ref] = signs(room)
    assert ref == "refs/heads/dojo/_alive/Panda/practice"
    assert git(room, "rev-list", "--count", ref) == "2"
    assert branches(room) == before


def test_an_inactive_pair_sends_no_signs(panda: Repository, room: Path) -> None:
    pushing.note_activity(panda.folder)
    os.utime(panda.folder / STATE_DIRECTORY / pushing.ACTIVITY_FILE, (LONG_AGO, LONG_AGO))
    pushing.stay(panda.folder)
    assert signs(room) == []


def test_a_process_ends_when_its_practice_is_gone(panda: Repository) -> None:
    shutil.rmtree(panda.folder)
    pushing.note_activity(panda.folder)
    pushing.stay(panda.folder)
    assert not panda.folder.exists()


def test_no_hook_of_the_person_is_run(
    practice: Repository, room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = tmp_path / "hooks" / "pre-push"
    hook.parent.mkdir()
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    settings = tmp_path / "gitconfig"
    settings.write_text(f"[core]\n    hooksPath = {hook.parent}\n", encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    join_room(practice.folder, str(room), "Panda")
    assert branches(room) == {"Panda": last_commit(practice)}
