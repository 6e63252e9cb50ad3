"""Rules of a room that the dojo made: the pushes that it accepts, and closing it."""

from pathlib import Path

import pygit2
import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.history import read_history
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.git import RefusedError, run_git
from dojo.room.hosting import (
    close_room,
    git_url,
    has_pairs,
    is_room,
    make_room,
    remove_pair,
    reopen,
    write_room_bundle,
)
from dojo.room.pairs import Clone
from dojo.room.remote import BRANCHES, SIGNS, SLIPS, sign_ref, write_signs
from dojo.room.sharing import join_room
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


def test_the_file_of_a_room_has_slips_and_says_that_it_is_closed(
    other: Repository, with_panda: Path, tmp_path: Path
):
    push(other, with_panda, f"{CHECKS}:{SLIPS}Panda/1")
    clone = clone_of(with_panda)
    close_room(clone)
    write_room_bundle(clone, tmp_path / "room.bundle")
    kept = clone_of(tmp_path / "room.bundle")
    kept.refresh()
    assert list(kept.refs.slips) == [f"{SLIPS}Panda/1"]
    assert kept.is_closed


def test_the_file_of_a_room_knows_whose_clock_was_wrong(
    other: Repository, with_panda: Path, tmp_path: Path
):
    started = read_history(other).started
    assert started is not None
    sign = sign_ref("Panda", started.practice)
    push(other, with_panda, f"{CHECKS}:{sign}")
    clone = clone_of(with_panda)
    clone.fetch()
    clone.signs.sightings[sign].doubtful_checks = 1
    write_signs(clone.folder, clone.signs)
    write_room_bundle(clone, tmp_path / "room.bundle")
    kept = clone_of(tmp_path / "room.bundle")
    kept.refresh()
    assert [(pair.name, pair.has_all_times) for pair in kept.pairs] == [("Panda", False)]


# Removing a pair.


@pytest.fixture
def with_slip(other: Repository, with_panda: Path) -> Path:
    """Give a room with two pairs, which have all that a pair can have there."""
    for folder in (BRANCHES, f"{SLIPS}Otter/", f"{SIGNS}Otter/"):
        push(other, with_panda, f"{CHECKS}:{folder}Otter")
    push(other, with_panda, f"{CHECKS}:{SLIPS}Otter-2/1")
    return with_panda


def test_a_pair_is_removed_with_all_that_it_sent(with_slip: Path):
    assert remove_pair(with_slip, "Otter") == 1
    references = sorted(pygit2.Repository(str(with_slip)).references)
    assert references == [PANDA, f"{SLIPS}Otter-2/1"]


def test_the_name_of_a_removed_pair_is_free(panda: Repository, other: Repository, room: Path):
    remove_pair(room, "Panda")
    assert join_room(other.folder, str(room), "Panda") == ""
    assert branches(room) == {"Panda": last_commit(other)} != {"Panda": last_commit(panda)}


@pytest.mark.parametrize("name", ["Lynx", "_slips", "../Panda"])
def test_only_a_pair_of_the_room_is_removed(name: str, with_slip: Path):
    with pytest.raises(WrongUsageError, match=r"has no pair .*\. In it: Otter, "):
        remove_pair(with_slip, name)


def test_the_name_of_a_pair_to_remove_ignores_case(with_panda: Path):
    remove_pair(with_panda, "panda")
    assert not has_pairs(with_panda)


def test_a_room_has_pairs_or_none(with_panda: Path):
    assert has_pairs(with_panda)
    remove_pair(with_panda, "Panda")
    assert not has_pairs(with_panda)


# The URL.


def test_the_url_has_the_address_that_is_served():
    assert git_url(Path("a b.git"), 9418, "127.0.0.1") == "git://127.0.0.1/a%20b.git"
    assert git_url(Path("room.git"), 9419, "127.0.0.1") == "git://127.0.0.1:9419/room.git"
