"""Rules of a room that the dojo made: the pushes that it accepts, and closing it."""

from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.git import RefusedError, run_git
from dojo.room.hosting import close_room, is_room, make_room, reopen
from dojo.room.pairs import Clone
from tests.dojo.room.rooms import branches, last_commit

PANDA = "refs/heads/dojo/Panda"


def push(repository: Repository, room: Path, refspec: str):
    """Push to a room, as any git can."""
    run_git(repository.path, "push", "--quiet", str(room), refspec)


@pytest.fixture
def with_panda(other: Repository, room: Path) -> Path:
    """Give a room with the history of a practice."""
    push(other, room, f"{CHECKS}:{PANDA}")
    return room


@pytest.mark.parametrize("subject", ["", "another history"])
def test_a_room_removes_no_check(other: Repository, with_panda: Path, subject: str):
    replacement = f"+{other.create_note(subject)}" if subject else ""
    with pytest.raises(RefusedError, match="denying"):
        push(other, with_panda, f"{replacement}:{PANDA}")
    assert branches(with_panda) == {"Panda": last_commit(other)}


@pytest.mark.parametrize("ref", ["refs/heads/main", "refs/tags/v1", "refs/dojo/checks"])
def test_a_room_accepts_nothing_but_branches_of_pairs(other: Repository, room: Path, ref: str):
    with pytest.raises(RefusedError, match="rejected"):
        push(other, room, f"{CHECKS}:{ref}")


def test_a_folder_does_not_become_a_room(tmp_path: Path):
    with pytest.raises(WorkspaceError, match="already exists, and was not changed"):
        make_room(tmp_path)
    assert (list(tmp_path.iterdir()), is_room(tmp_path)) == ([], False)


# Closing it.


def clone_of(source: Path) -> Clone:
    return Clone(str(source))


def test_a_closed_room_can_be_opened_again(with_panda: Path):
    close_room(clone_of(with_panda))
    assert reopen(with_panda)
    assert not reopen(with_panda)


def test_an_empty_room_is_not_closed(room: Path):
    with pytest.raises(WorkspaceError, match="has no practices"):
        close_room(clone_of(room))
    assert not reopen(room)


def test_a_practice_is_not_closed(other: Repository):
    with pytest.raises(RefusedError, match="is not a room"):
        close_room(clone_of(other.folder))
