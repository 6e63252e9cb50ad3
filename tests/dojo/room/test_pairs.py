"""Rules of the pairs of a room: what the board reads from a room, a practice or a file."""

from pathlib import Path

import pygit2
import pytest

from dojo.errors import WrongUsageError
from dojo.practice.snapshots import CHECKS
from dojo.room.hosting import write_room_bundle
from dojo.room.pairs import Clone, Pair, Room, open_history
from tests.dojo.room import rooms
from tests.dojo.room.rooms import BEGAN, STEP_SECONDS, check, left, started

PANDA = "refs/heads/dojo/panda"
OTTER = "refs/heads/dojo/otter"
YEARS_LATER = BEGAN + 10**9


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a room with one pair."""
    place = rooms.new_room(tmp_path / "room.git")
    rooms.push(place, PANDA, [started(name="Ada and Bob"), check("green"), check("red")])
    return place


@pytest.fixture
def room(tmp_path: Path, place: Path) -> Room:
    """Give the board of that room."""
    return Room(tmp_path, [str(place)])


def pairs_of(room: Room) -> dict[str, Pair]:
    room.refresh()
    assert [clone.failure for clone in room.clones] == [""] * len(room.clones)
    return {pair.name: pair for pair in room.pairs}


def statuses(room: Room) -> dict[str, list[str]]:
    """Return the checks of all pairs, by their names."""
    found: dict[str, list[str]] = {}
    for name, pair in pairs_of(room).items():
        found[name] = [step.status for step in pair.history.steps]
    return found


# A room.


def test_only_checks_of_practices_are_on_the_board(place: Path, room: Room) -> None:
    impossible = [check("green", Status="purple"), check("green", Level="9")]
    rooms.push(place, "refs/heads/main", ["Begin"])
    rooms.push(place, "refs/heads/dojo/yak", ["Fix the build"])
    rooms.push(place, OTTER, [started(), *impossible])
    assert statuses(room) == {"otter": [], "panda": ["green", "red"]}


def test_a_new_check_is_on_the_board(place: Path, room: Room) -> None:
    room.refresh()
    rooms.push(place, PANDA, [check("amber")])
    assert statuses(room) == {"panda": ["green", "red", "amber"]}


def test_a_pair_has_left_until_it_comes_back(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [left("panda")])
    assert pairs_of(room)["panda"].has_left
    rooms.push(place, PANDA, [check("red")])
    assert not pairs_of(room)["panda"].has_left


def test_a_pair_with_a_new_name_has_one_row(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [left("panda")])
    git = pygit2.Repository(str(place))
    git.references.create(OTTER, git.references[PANDA].target)
    rooms.push(place, OTTER, [check("green")])
    assert statuses(room) == {"otter": ["green", "red", "green"]}


def test_pairs_of_one_name_in_two_rooms_are_told_apart(tmp_path: Path, place: Path) -> None:
    other = rooms.new_room(tmp_path / "second.git")
    rooms.push(other, PANDA, [started(), check("amber")])
    both = Room(tmp_path, [str(place), str(other)])
    assert statuses(both) == {"panda": ["green", "red"], "panda (second)": ["amber"]}


# Other sources.


def test_a_practice_has_the_name_from_its_start(tmp_path: Path, place: Path) -> None:
    git = pygit2.Repository(str(place))
    git.references.create(CHECKS, git.references[PANDA].target)
    git.references.delete(PANDA)
    assert statuses(Room(tmp_path, [str(place)])) == {"Ada and Bob": ["green", "red"]}


def test_a_branch_that_is_continued_has_the_checks_from_before(tmp_path: Path, place: Path) -> None:
    repository = rooms.new_practice(tmp_path / "practice")
    git = repository.git
    git.remotes.create_anonymous(str(place)).fetch([f"{PANDA}:refs/theirs"])
    repository.append("continues panda", merged=str(git.references["refs/theirs"].target))
    [pair] = pairs_of(Room(tmp_path, [str(repository.folder)])).values()
    assert [step.status for step in pair.history.all_steps] == ["green", "red"]


def bundle_of(place: Path) -> Room:
    """Return the board of a file with a room."""
    file = place.with_name("room.bundle")
    write_room_bundle(Clone(place.parent, str(place)), file)
    return Room(place.parent, [str(file)])


def test_a_pair_in_a_bundle_was_heard_at_its_last_check(place: Path) -> None:
    [pair] = pairs_of(bundle_of(place)).values()
    assert pair.known_until(YEARS_LATER) == BEGAN + 2 * STEP_SECONDS


def test_a_pair_in_a_bundle_was_heard_at_its_last_sign(place: Path) -> None:
    practice = "0" * 32
    rooms.push(place, f"refs/heads/dojo/_alive/panda/{practice}", ["here"], began=BEGAN + 300)
    [pair] = pairs_of(bundle_of(place)).values()
    assert pair.red_seconds(YEARS_LATER) == 300 - 2 * STEP_SECONDS


# Sources that do not answer.


@pytest.mark.parametrize("source", ["", "a\nb:c"])
def test_a_source_is_a_url_or_a_path(source: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="is not a room"):
        Room(tmp_path, [source])


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("ext::touch made", "transport 'ext' not allowed"),
        ("nowhere", "does not appear to be a room, a practice or a bundle"),
        ("http://me:secret@127.0.0.1:1/x", "http://127.0.0.1:1/x"),
    ],
)
def test_a_source_that_cannot_be_read_has_a_reason(
    source: str, reason: str, tmp_path: Path
) -> None:
    room = Room(tmp_path, [source])
    room.refresh()
    assert reason in room.clones[0].failure


def test_a_room_that_is_away_is_known_until_it_answered_last(
    tmp_path: Path, place: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 100.0)
    room.refresh()
    away = place.rename(tmp_path / "away")
    room.refresh()
    [pair] = room.pairs
    assert [pair.known_until(now) for now in (115.0, 115.1)] == [115.0, 100.0]
    assert room.clones[0].silent_since == 100.0
    away.rename(place)
    assert pairs_of(room).keys() == {"panda"}


def test_a_new_board_shows_the_pairs_of_a_room_that_is_away(place: Path, room: Room) -> None:
    room.refresh()
    place.rename(place.with_name("away"))
    again = Room(place.parent, [str(place)])
    again.refresh()
    assert [pair.name for pair in again.pairs] == ["panda"]


# A whole history.


def opened(place: Path, name: str) -> list[str]:
    _, history = open_history(place.parent, str(place), name)
    return [step.status for step in history.steps]


@pytest.mark.parametrize(("name", "status"), [("panda", "red"), ("Panda", "amber")])
def test_a_history_is_opened_by_its_name(place: Path, name: str, status: str) -> None:
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("amber")])
    assert opened(place, name)[-1] == status


@pytest.mark.parametrize(
    ("name", "problem"),
    [("", "has the practices of otter, panda"), ("Yak", "has no Yak, but the practices of")],
)
def test_one_of_several_histories_has_to_be_chosen(place: Path, name: str, problem: str) -> None:
    rooms.push(place, OTTER, [started()])
    with pytest.raises(WrongUsageError, match=problem):
        opened(place, name)
