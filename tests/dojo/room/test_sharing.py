"""Rules of joining a room and leaving it: names, rows, and warnings."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.practice.history import read_earlier, read_history
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.snapshots import Repository
from dojo.room import sharing
from dojo.room.git import RefusedError
from dojo.room.hosting import close_room
from dojo.room.membership import (
    Membership,
    read_membership,
    sharing_warning,
    unsent_checks,
    write_membership,
)
from dojo.room.pairs import Clone
from dojo.room.pushing import NOT_COUNTED, push_all
from dojo.room.remote import RoomRefs, read_room
from dojo.room.sharing import (
    is_same_room,
    join_room,
    parse_pair_name,
    take_warning,
    write_bundle,
)
from tests.dojo.practising import MOMENT, check_of, checked
from tests.dojo.room.rooms import branches, last_commit


def membership_of(practice: Repository) -> Membership:
    membership = read_membership(practice.folder)
    assert membership is not None
    return membership


# The name of a pair.


@pytest.mark.parametrize("name", ["Panda", "panda_2", "Äöü-ß", "नमस्ते", "大熊猫", "7", "x" * 40])
def test_a_name_has_letters_of_any_language(name: str):
    assert parse_pair_name(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", "-x", "_", "a/b", "../x", "a.lock", "x" * 41, "a\x1bb", "a:b", "<b>", "a~1"]
)
def test_a_name_has_nothing_else(name: str):
    with pytest.raises(WrongUsageError, match="cannot be the name of a pair"):
        parse_pair_name(name)


@pytest.mark.parametrize("name", ["Panda", "panda"])
@pytest.mark.usefixtures("panda")
def test_two_pairs_cannot_have_one_name(other: Repository, room: Path, name: str):
    before = branches(room)
    with pytest.raises(RefusedError, match=r"^Panda is the name of another pair there$"):
        join_room(other.folder, str(room), name)
    assert branches(room) == before
    reason = f"could not join {room}: Panda is the name of another pair there"
    assert sharing_warning(other.folder).startswith(f"You are in no room: {reason}.\n")


# The row of a pair.


def continue_row(panda: Repository, other: Repository, room: Path):
    """Continue the row of Panda in another practice, as at another computer."""
    panda.record("red", check_of("red"))
    push_all(panda.folder)
    other.record("green", check_of("green"))
    join_room(other.folder, str(room), "Panda", mine=True)


def test_a_row_that_is_continued_keeps_its_checks(panda: Repository, other: Repository, room: Path):
    continue_row(panda, other, room)
    assert branches(room) == {"Panda": last_commit(other)}
    history = read_history(other)
    earlier = read_earlier(other, history)
    assert [step.status for step in earlier.steps] == ["red"]
    assert [step.status for step in history.steps] == ["green"]


def test_a_pair_is_told_that_its_row_is_continued(panda: Repository, other: Repository, room: Path):
    continue_row(panda, other, room)
    panda.record("green", check_of("green"))
    push_all(panda.folder)
    assert branches(room) == {"Panda": last_commit(other)}
    assert sharing_warning(panda.folder).endswith(
        "(Panda is the name of another pair there).\n`dojo join` shows what to do."
    )


def test_a_row_that_was_taken_meanwhile_is_continued(
    panda: Repository, other: Repository, room: Path, monkeypatch: pytest.MonkeyPatch
):
    answers = [RoomRefs()]  # without Panda; later ones are those of the room
    monkeypatch.setattr(
        sharing, "read_room", lambda url: answers.pop() if answers else read_room(url)
    )
    continue_row(panda, other, room)
    assert branches(room) == {"Panda": last_commit(other)}


def test_a_pair_can_take_its_old_name_again(panda: Repository, room: Path):
    for name in ("Otter", "Panda"):
        join_room(panda.folder, str(room), name)
        panda.record("green", check_of("green"))
        push_all(panda.folder)
    clone = Clone(str(room))
    clone.refresh()
    assert [(pair.name, pair.has_left) for pair in clone.pairs] == [("Panda", False)]


# Rooms that cannot be joined, and rooms that are the same.


def test_a_pair_stays_in_its_room_if_another_is_missing(panda: Repository, room: Path):
    with pytest.raises(RefusedError, match="does not appear to be a git repository"):
        join_room(panda.folder, str(room.with_name("missing.git")), "Lynx")
    membership = membership_of(panda)
    assert (membership.url, membership.pair) == (str(room), "Panda")


def test_a_room_is_the_same_under_another_url(panda: Repository, room: Path):
    url = f"file://{room}"
    assert is_same_room(membership_of(panda), url)
    assert join_room(panda.folder, url, "Panda") == ""
    assert branches(room) == {"Panda": last_commit(panda)}


# A closed room.


@pytest.mark.usefixtures("panda")
def test_a_closed_room_cannot_be_joined(other: Repository, room: Path):
    close_room(Clone(str(room)))
    with pytest.raises(RefusedError, match="the room is closed"):
        join_room(other.folder, str(room), "Otter")


def test_a_pair_is_told_once_that_its_room_was_closed(panda: Repository, room: Path):
    close_room(Clone(str(room)))
    panda.record("green", check_of("green"))
    push_all(panda.folder)
    first, second, third = take_warning(panda.folder).splitlines()
    assert first == f"The room {room} was closed."
    assert second.startswith("Not pushed: 1 check, from ")
    assert third == "From now on, checks stay in your practice."
    assert take_warning(panda.folder) == ""


# A wrong clock.


def test_a_pair_is_told_once_that_its_clock_is_wrong(panda: Repository):
    write_membership(replace(membership_of(panda), clock_note=NOT_COUNTED))
    assert [take_warning(panda.folder) for _ in range(2)] == [NOT_COUNTED, ""]


# A file for a USB stick.


def test_a_file_of_something_else_is_not_replaced(panda: Repository, tmp_path: Path):
    file = tmp_path / "panda.bundle"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(Exception, match="is not a bundle of this practice"):
        write_bundle(panda.folder, file)
    assert file.read_text(encoding="utf-8") == "mine"


def test_the_first_check_that_was_not_pushed_is_named(practice: Practice):
    checked(practice, GREEN)
    checked(practice, RED, MOMENT + timedelta(minutes=5))
    membership = Membership("url", "Panda", str(practice.folder))
    assert unsent_checks(membership) == f"2 checks, the first from {MOMENT.astimezone():%H:%M}"
