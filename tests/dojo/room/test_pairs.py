"""The pairs of a room: their histories are on the board; a source may fail to answer."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from dojo.errors import WrongUsageError
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room import git as room_git
from dojo.room.hosting import write_room_bundle
from dojo.room.pairs import Clone, Room, open_history
from tests.dojo.practising import checked, git, named
from tests.dojo.room import boards, rooms
from tests.dojo.room.boards import MINUTE, NOON
from tests.dojo.room.rooms import check, left, started

PANDA = "refs/heads/dojo/panda"
OTTER = "refs/heads/dojo/otter"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a room in which there is one pair."""
    place = rooms.new_room(tmp_path / "room.git")
    rooms.push(place, PANDA, [started(name="Ada and Bob"), check("green"), check("red")])
    return place


@pytest.fixture
def room(tmp_path: Path, place: Path) -> Room:
    """Give the board of that room."""
    return Room(tmp_path, [str(place)])


def checks(room: Room) -> dict[str, list[str]]:
    """Return the checks of all pairs by their names."""
    room.refresh()
    return {pair.name: [check.status for check in pair.history.steps] for pair in room.pairs}


def on_board(workspace: Path, *sources: Path | str) -> dict[str, list[str]]:
    """Return what can be read of some sources."""
    room = Room(workspace, [str(each) for each in sources])
    found = checks(room)
    assert [clone.failure for clone in room.clones] == [""] * len(sources)
    return found


def why_not(workspace: Path, words: str) -> str:
    """Return why a source does not answer."""
    room = Room(workspace, [words])
    assert checks(room) == {}
    return room.clones[0].failure


# A pair.


@pytest.mark.parametrize(
    ("letters", "ago"),
    [("g", None), ("grar", 2), ("rga", 0), ("rg", None), ("r<", None), ("", None)],
)
def test_red_is_counted_from_the_first_check_after_green_and_a_revert_ends_it(
    letters: str, ago: int | None
) -> None:
    since = boards.pair(letters).history.red_since
    assert (since and since.timestamp()) == (None if ago is None else NOON - ago * MINUTE)


def test_a_pair_is_what_its_history_tells(place: Path, room: Room) -> None:
    otherwise = check("green", **{"Approved-Changes": "30"})
    more = ["a\n\nScore: 25\nOf: 1", "b\n\nScore: 75\nOf: 2", "c\n\nSwap: yes\nName: Bob"]
    rooms.push(place, PANDA, [check("red"), otherwise, *more])
    room.refresh()
    [pair] = room.pairs
    history = pair.history
    assert (pair.name, history.choices.level, history.score) == ("panda", 1, 0.75)
    assert (history.approved, history.red_since) == ((30, 0), None)
    assert pair.history.swaps[0].after == 4
    assert "yatzy.py" in pair.repository.files(str(pair.history.steps[0].tree))


# A room.


def test_what_is_pushed_adds_its_checks_and_nothing_else_does(place: Path, room: Room) -> None:
    rooms.push(place, "refs/heads/main", ["Begin"])
    rooms.push(place, "refs/heads/dojo/yak", ["Fix the build"])
    rooms.push(
        place, OTTER, [started(), check("green", Status="purple"), check("green", Level="9")]
    )
    assert checks(room) == {"otter": [], "panda": ["green", "red"]}
    rooms.push(place, PANDA, [check("amber")])
    assert checks(room) == {"otter": [], "panda": ["green", "red", "amber"]}


def test_two_boards_at_once_see_the_same(tmp_path: Path, place: Path) -> None:
    found = [Room(tmp_path, [str(place)]) for _ in range(2)]
    events = [follow(board) for board in found]
    assert all(event.wait(60) for event in events)
    assert [[pair.head for pair in board.pairs] for board in found] == [
        [git(place, "rev-parse", PANDA)]
    ] * 2


def follow(room: Room) -> Event:
    """Follow a room until it was looked at once, of which the event tells."""
    looked = Event()

    def on_look() -> bool:
        looked.set()
        return False

    room.follow(on_look)
    return looked


def test_a_branch_that_is_gone_leaves_the_board_and_another_story_is_shown_as_it_is(
    place: Path, room: Room
) -> None:
    room.refresh()
    (place / PANDA).unlink()
    assert checks(room) == {}
    rooms.push(place, PANDA, [started(level=2), check("amber"), check("amber")])
    assert checks(room) == {"panda": ["amber", "amber"]}


def has_left(room: Room) -> dict[str, bool]:
    room.refresh()
    return {pair.name: pair.has_left for pair in room.pairs}


def test_a_pair_has_left_until_it_comes_back(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [left("panda")])
    assert has_left(room) == {"panda": True}
    rooms.push(place, PANDA, [check("red")])
    assert has_left(room) == {"panda": False}


def test_a_pair_with_a_new_name_has_not_left(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [left("panda")])
    git(place, "update-ref", OTTER, PANDA)
    rooms.push(place, OTTER, [check("green")])
    assert has_left(room) == {"otter": False}


def test_a_practice_that_has_left_its_room_is_shown(place: Path, room: Room) -> None:
    git(place, "update-ref", CHECKS, PANDA)
    git(place, "update-ref", "-d", PANDA)
    rooms.push(place, CHECKS, [left("panda")])
    assert has_left(room) == {"Ada and Bob": False}


def test_a_branch_that_is_continued_is_the_practice_before(practice: Practice, place: Path) -> None:
    repository = Repository(practice.folder)
    git(practice.folder, "fetch", "-q", str(place), PANDA)
    theirs = git(practice.folder, "rev-parse", "FETCH_HEAD")
    repository.append("continues panda", merged=theirs)
    room = Room(practice.workspace, [str(practice.folder)])
    room.refresh()
    [pair] = room.pairs
    earlier, _ = pair.history.practices
    assert [step.status for step in earlier.steps] == ["green", "red"]


# Other sources.


def test_a_practice_is_called_by_who_practises_or_else_by_its_folder(practice: Practice) -> None:
    checked(practice, "amber")
    assert on_board(practice.workspace, practice.folder) == {"practice": ["amber"]}
    named(Repository(practice.folder), "Ada")
    assert on_board(practice.workspace, practice.folder) == {"Ada": ["amber"]}


@pytest.fixture
def bundle(tmp_path: Path, place: Path) -> Room:
    """Give the board of a bundle that was copied a year later."""
    git(place, "bundle", "create", "--quiet", str(tmp_path / "lions.bundle"), "--all")
    os.utime(tmp_path / "lions.bundle", (0, rooms.BEGAN + 365 * 24 * 3600))
    return Room(tmp_path, [str(tmp_path / "lions.bundle")])


def test_a_pair_in_a_bundle_was_heard_at_its_last_check(bundle: Room) -> None:
    assert checks(bundle) == {"panda": ["green", "red"]}
    last = rooms.BEGAN + 2 * rooms.STEP_SECONDS
    assert bundle.pairs[0].known_until(rooms.BEGAN + 10**9) == last


def test_a_pair_in_a_bundle_was_heard_at_its_last_sign(place: Path, tmp_path: Path) -> None:
    number = "0" * 32  # of the practice
    rooms.push(place, f"refs/heads/dojo/_alive/panda/{number}", ["here"], began=rooms.BEGAN + 300)
    file = tmp_path / "room.bundle"
    write_room_bundle(Clone(tmp_path, str(place)), file)
    room = Room(tmp_path, [str(file)])
    room.refresh()
    [pair] = room.pairs
    assert pair.red_seconds(rooms.BEGAN + 10**9) == 300 - 2 * rooms.STEP_SECONDS


def test_pairs_of_one_name_in_several_rooms_are_told_apart(tmp_path: Path, place: Path) -> None:
    other = rooms.new_room(tmp_path / "second.git")
    rooms.push(other, PANDA, [started(), check("amber")])
    assert on_board(tmp_path, place, other) == {
        "panda": ["green", "red"],
        "panda (second)": ["amber"],
    }


# What does not answer.


@pytest.mark.parametrize("words", ["", "a\nb:c"])
def test_what_can_be_no_room_is_wrong_usage(words: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="is not a room"):
        Room(tmp_path, [words])


def test_nothing_that_a_source_names_is_run(tmp_path: Path) -> None:
    assert why_not(tmp_path, f"ext::touch%20{tmp_path}/made") == "transport 'ext' not allowed"
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    "words", ["foo://host/x", "git://127.0.0.1:1/x", "nowhere", "http://me:secret@127.0.0.1:1/x"]
)
def test_a_room_that_does_not_answer_is_said_not_to_and_no_password_is_shown(
    words: str, tmp_path: Path
) -> None:
    why = why_not(tmp_path, words)
    assert (bool(why), "secret" in why) == (True, False)


def test_of_a_room_that_is_away_nothing_is_known_since_it_was_heard(
    tmp_path: Path, place: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    room.refresh()
    away = place.rename(tmp_path / "aside")
    now[0] = 500.0
    for _ in range(2):
        room.refresh()
    assert [room.pairs[0].known_until(moment) for moment in (110.0, 500.0)] == [110.0, 100.0]
    assert [clone.answered for clone in room.clones if clone.failure] == [100.0]
    away.rename(place)
    room.refresh()
    assert (room.pairs[0].known_until(500.0), room.clones[0].failure) == (500.0, "")


@pytest.fixture
def deaf() -> Iterator[str]:
    """Give a room that takes calls, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"git://127.0.0.1:{listener.getsockname()[1]}/room"


def test_no_room_waits_for_another_that_never_answers(
    tmp_path: Path, place: Path, deaf: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_git, "GIT_TIMEOUT", 1)
    room = Room(tmp_path, [deaf, str(place)])
    assert follow(room).wait(60)
    assert (len(room.pairs), room.clones[0].failure) == (1, "")
    assert checks(room) == {"panda": ["green", "red"]}
    assert room.clones[0].failure == "no answer in 1 s"


# A whole story.


def test_of_several_stories_one_is_opened_by_its_name(tmp_path: Path, place: Path) -> None:
    assert open_history(tmp_path, str(place))[1].steps[-1].status == "red"
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("amber")])
    found = [
        open_history(tmp_path, str(place), name)[1].steps[-1].status for name in ("panda", "Panda")
    ]
    assert found == ["red", "amber"]
    for name in ("", "PANDA"):  # names ignore case, so that one names both
        with pytest.raises(
            WrongUsageError, match=r"has .*the practices of Panda, panda\. Choose one with --name"
        ):
            open_history(tmp_path, str(place), name)
    with pytest.raises(WrongUsageError, match="has no practices"):
        open_history(tmp_path, str(rooms.new_room(tmp_path / "empty")))


def test_a_round_is_the_same_for_all_that_look_at_a_room_here_unless_it_was_over_before(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 100.0)
    screen, page = (Room(tmp_path, [str(place)]) for _ in range(2))
    assert page.round_end is None
    screen.round_end = 160.5
    monkeypatch.setattr("time.time", lambda: 170.0)
    assert (page.round_end, Room(tmp_path, [str(place)]).round_end) == (160.5, None)
