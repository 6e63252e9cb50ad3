"""Where stories come from: rooms, clones of rooms, practices, and bundles of them."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.practice.model import Practice
from dojo.practice.rooms import RefusedError
from dojo.practice.snapshots import Repository
from dojo.room import sources
from dojo.room.room import Room
from dojo.room.rows import row_of
from dojo.room.sources import opened
from tests.dojo.practising import checked, git
from tests.dojo.room import rooms
from tests.dojo.room.rooms import check, started

PANDA = "refs/heads/dojo/panda"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a room in which there is one pair."""
    room = rooms.new_room(tmp_path / "room.git")
    rooms.push(room, PANDA, [started(name="Ada and Bob"), check("green"), check("red")])
    return room


def on_board(workspace: Path, *sources: Path | str) -> dict[str, list[str]]:
    """Return the lights of all pairs by their names."""
    room = Room(workspace, [str(each) for each in sources])
    room.refresh()
    assert (room.unreachable, room.problems) == ({}, [])
    return {name: [light.status for light in pair.lights] for name, pair in room.pairs.items()}


def test_a_clone_of_a_room_is_read_as_the_room_was(tmp_path: Path, place: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--", str(place), "clone")
    assert on_board(tmp_path, tmp_path / "clone") == {"panda": ["green", "red"]}


def test_in_a_clone_a_pair_is_as_in_the_room_whatever_its_own_branch_says(tmp_path: Path, place: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--", str(place), "clone")
    git(tmp_path / "clone", "branch", "dojo/panda", "origin/dojo/panda~1")
    assert on_board(tmp_path, tmp_path / "clone") == {"panda": ["green", "red"]}


def test_what_is_pushed_beside_a_room_elsewhere_does_not_stand_for_it(tmp_path: Path, place: Path) -> None:
    rooms.push(place, "refs/remotes/origin/dojo/panda", [started(), check("amber")])
    assert on_board(tmp_path, place.as_uri()) == {"panda": ["green", "red"]}


def test_a_practice_is_called_by_who_practises_or_else_by_its_folder(practice: Practice) -> None:
    checked(practice, "amber")
    assert on_board(practice.workspace, practice.folder) == {"practice": ["amber"]}
    Repository(practice.folder).append("named\n\nName: Ada\n")
    assert on_board(practice.workspace, practice.folder) == {"Ada": ["amber"]}


def test_a_bundle_of_a_practice_is_read_without_the_practice(tmp_path: Path, practice: Practice) -> None:
    checked(practice, "amber")
    git(practice.folder, "bundle", "create", "--quiet", str(tmp_path / "lions.bundle"), "refs/dojo/checks")
    assert on_board(tmp_path, tmp_path / "lions.bundle") == {"lions": ["amber"]}


def test_a_pair_of_a_bundle_stands_as_it_was_last_heard_when_the_bundle_was_made(tmp_path: Path, place: Path) -> None:
    file = tmp_path / "panda.bundle"
    git(place, "bundle", "create", "--quiet", str(file), PANDA)
    checked_at = rooms.BEGAN + 2 * rooms.STEP_SECONDS
    os.utime(file, (0, checked_at + 5))
    room = Room(tmp_path, [str(file)])
    room.refresh()
    row = row_of(room.pairs["panda"], checked_at + 500)
    assert (row.lasted, row.is_overdue) == ("0:05?", False)


def test_a_room_that_was_cloned_in_part_is_read_as_far_as_it_goes(tmp_path: Path, place: Path) -> None:
    git(
        tmp_path,
        "clone",
        "--quiet",
        "--bare",
        "--depth=1",
        "--no-single-branch",
        "--",
        place.as_uri(),
        "part",
    )
    assert on_board(tmp_path, tmp_path / "part") == {"panda": ["red"]}


def test_pairs_of_one_name_in_several_rooms_are_told_apart(tmp_path: Path, place: Path) -> None:
    for number in (1, 2):
        rooms.push(
            rooms.new_room(tmp_path / f"{number}/second.git"),
            PANDA,
            [started(level=number), *[check("amber")] * number],
        )
    sources = (place, tmp_path / "1/second.git", tmp_path / "2/second.git")
    assert on_board(tmp_path, *sources) == {
        "panda": ["green", "red"],
        "panda (second)": ["amber"],
        "panda (2)": ["amber", "amber"],
    }


@pytest.mark.parametrize("words", ["", " ", "--upload-pack=x", "a\nb:c", "\x1b:x"])
def test_what_can_be_no_room_is_wrong_usage(words: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="is no room") as error:
        Room(tmp_path, [words])
    assert error.value.message.isprintable()


def test_nothing_that_a_source_names_is_run(tmp_path: Path) -> None:
    room = Room(tmp_path, [f"ext::touch%20{tmp_path}/made"])
    room.refresh()
    assert [why for _, why in room.unreachable.values()] == ["transport 'ext' not allowed"]
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("words", ["foo://host/x", "git://127.0.0.1:1/x", "nowhere", "/no/where"])
def test_a_room_that_does_not_answer_is_said_not_to(words: str, tmp_path: Path) -> None:
    room = Room(tmp_path, [words], clock=lambda: 12.0)
    room.refresh()
    [(since, why)] = room.unreachable.values()
    assert (since, bool(why)) == (12.0, True)


@pytest.mark.parametrize(
    ("words", "help_"),
    [
        ("detected dubious ownership in repository at '/x'", "git config --global --add safe.directory"),
        ("could not read Username for 'https://host'", "set up a key"),
    ],
)
def test_where_a_person_can_help_it_is_said_how(
    words: str, help_: str, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise RefusedError(words)

    monkeypatch.setattr(sources, "reach", refuse)
    room = Room(tmp_path, [str(place)])
    room.refresh()
    [(_, why)] = room.unreachable.values()
    assert why.startswith(f"{words}; ")
    assert help_ in why


@pytest.mark.parametrize("url", ["http://me:secret@127.0.0.1:1/room.git", "http://me:se%0acret@host.invalid/x"])
def test_no_password_is_shown(url: str, tmp_path: Path) -> None:
    room = Room(tmp_path, [url])
    room.refresh()
    assert "cret" not in str(room.unreachable)


def test_a_copy_that_nobody_looked_at_for_a_month_goes(tmp_path: Path, place: Path) -> None:
    on_board(tmp_path, place)
    [copy] = (tmp_path / sources.HOME).iterdir()
    other = copy.rename(copy.with_name("other"))
    os.utime(other, (0, 0))
    on_board(tmp_path, place)
    assert list((tmp_path / sources.HOME).iterdir()) == [copy]


# A whole story.


def test_the_story_of_a_pair_comes_with_its_files(tmp_path: Path, place: Path) -> None:
    room = Room(tmp_path, [str(place)])
    room.refresh()
    repository, story = room.open(room.pairs["panda"])
    assert [entry.status for entry in story.checks] == ["green", "red"]
    assert "yatzy.py" in repository.files(str(story.checks[0].tree))


def test_a_practice_is_opened_as_it_is(practice: Practice) -> None:
    made = checked(practice, "red")
    _, story = opened(practice.workspace, str(practice.folder))
    assert (story.checks, story.choices) == ([replace(made, base=made.tree)], practice.choices)


def test_of_several_stories_one_is_opened_by_its_name(tmp_path: Path, place: Path) -> None:
    rooms.push(place, "refs/heads/dojo/lion", [started(), check("amber")])
    assert [entry.status for entry in opened(tmp_path, str(place), "lion")[1].checks] == ["amber"]
    with pytest.raises(WrongUsageError, match="has several stories: lion, panda"):
        opened(tmp_path, str(place))
    with pytest.raises(WrongUsageError, match="has no story of tiger, but of lion, panda"):
        opened(tmp_path, str(place), "tiger")


def test_of_two_names_that_count_as_one_each_is_opened_by_itself(tmp_path: Path, place: Path) -> None:
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("amber")])
    found = [opened(tmp_path, str(place), name)[1].checks[-1].status for name in ("panda", "Panda")]
    assert found == ["red", "amber"]
    with pytest.raises(WrongUsageError, match="has several stories: Panda, panda"):
        opened(tmp_path, str(place), "PANDA")


def test_where_there_is_no_story_that_is_what_is_said(tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="has no story of a practice: neither refs/dojo/checks, nor a branch"):
        opened(tmp_path, str(rooms.new_room(tmp_path / "empty")))
