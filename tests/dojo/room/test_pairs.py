"""Rules of reading the pairs of a room, a practice or a file."""

from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.room.hosting import close_room, write_room_bundle
from dojo.room.pairs import Clone, Pair, Sources, open_history
from tests.dojo.room import rooms
from tests.dojo.room.rooms import BEGAN, check, left, started

PANDA = "refs/heads/dojo/panda"
OTTER = "refs/heads/dojo/otter"
YEARS_LATER = BEGAN + 10**9
REASONS = {
    "ext::touch made": "transport 'ext' not allowed",
    "nowhere": "does not appear to be a room, a practice or a bundle",
    "http://me:secret@127.0.0.1:1/x": "http://127.0.0.1:1/x",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a room with one pair."""
    place = rooms.new_room(tmp_path / "room.git")
    rooms.push(place, PANDA, [started(name="Ada and Bob"), check("green"), check("red")])
    return place


@pytest.fixture
def room(place: Path) -> Sources:
    """Give the board of that room."""
    return Sources([str(place)])


def pairs_of(room: Sources) -> dict[str, Pair]:
    room.refresh()
    assert [clone.failure for clone in room.clones] == [""] * len(room.clones)
    return {pair.name: pair for pair in room.pairs}


def statuses(room: Sources) -> dict[str, list[str]]:
    """Return the checks of all pairs, by their names."""
    found: dict[str, list[str]] = {}
    for name, pair in pairs_of(room).items():
        found[name] = [step.status for step in pair.history.steps]
    return found


# A room.


def test_only_checks_of_practices_are_on_the_board(place: Path, room: Sources):
    impossible = check("green").replace("Status: green", "Status: purple")
    rooms.push(place, "refs/heads/main", ["Begin"])
    rooms.push(place, "refs/heads/dojo/yak", ["Fix the build"])
    rooms.push(place, "refs/heads/dojo/_clocks/yak", ["Set the clock"])
    rooms.push(place, OTTER, [started(), impossible])
    assert statuses(room) == {"otter": [], "panda": ["green", "red"]}


def test_a_pair_has_left_until_it_comes_back(place: Path, room: Sources):
    rooms.push(place, PANDA, [left("panda")])
    assert pairs_of(room)["panda"].has_left
    rooms.push(place, PANDA, [check("red")])
    assert not pairs_of(room)["panda"].has_left


def test_pairs_of_one_name_in_two_rooms_are_told_apart(tmp_path: Path, place: Path):
    other = rooms.new_room(tmp_path / "second.git")
    rooms.push(other, PANDA, [started(), check("amber")])
    both = Sources([str(place), str(other)])
    assert statuses(both) == {"panda": ["green", "red"], "panda (second)": ["amber"]}


def test_a_pair_in_a_bundle_was_heard_at_its_last_sign(place: Path):
    rooms.push(place, f"refs/heads/dojo/_alive/panda/{'0' * 32}", ["here"], began=BEGAN + 300)
    file = place.with_name("room.bundle")
    write_room_bundle(Clone(str(place)), file)
    pair = pairs_of(Sources([str(file)]))["panda"]
    assert pair.known_until(YEARS_LATER) == BEGAN + 300


@pytest.mark.parametrize("source", ["room.git", "room.bundle"])
def test_pairs_of_a_closed_room_or_a_bundle_are_not_silent(place: Path, source: str):
    alive = f"refs/heads/dojo/_alive/panda/{'0' * 32}"
    rooms.push(place, alive, ["here"], began=BEGAN + 300)
    close_room(Clone(str(place)))
    write_room_bundle(Clone(str(place)), place.with_name("room.bundle"))
    pair = pairs_of(Sources([str(place.with_name(source))]))["panda"]
    assert not pair.is_silent(YEARS_LATER)
    assert pair.known_until(YEARS_LATER) == BEGAN + 300


def test_pairs_of_an_open_room_become_silent(room: Sources):
    assert pairs_of(room)["panda"].is_silent(YEARS_LATER)


# Sources that do not answer.


@pytest.mark.parametrize("source", ["", "a\nb:c"])
def test_a_source_is_a_url_or_a_path(source: str):
    with pytest.raises(WrongUsageError, match="is not a room"):
        Sources([source])


@pytest.mark.parametrize(("source", "reason"), REASONS.items())
def test_a_source_that_cannot_be_read_has_a_reason(source: str, reason: str):
    room = Sources([source])
    room.refresh()
    assert reason in room.clones[0].failure


def test_a_room_that_is_away_is_known_until_it_answered_last(
    tmp_path: Path, place: Path, room: Sources, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("time.time", lambda: 100.0)
    room.refresh()
    away = place.rename(tmp_path / "away")
    room.refresh()
    [pair] = room.pairs
    assert [pair.known_until(now) for now in (115.0, 115.1)] == [115.0, 100.0]
    assert room.clones[0].silent_since == 100.0
    away.rename(place)
    assert pairs_of(room).keys() == {"panda"}


def test_a_new_board_shows_the_pairs_of_a_room_that_is_away(place: Path, room: Sources):
    room.refresh()
    place.rename(place.with_name("away"))
    again = Sources([str(place)])
    again.refresh()
    assert [pair.name for pair in again.pairs] == ["panda"]


# A whole history.


def test_one_of_several_histories_has_to_be_chosen(place: Path):
    rooms.push(place, OTTER, [started()])
    with pytest.raises(WrongUsageError, match="has the practices of otter, panda"):
        open_history(str(place))
    _, history = open_history(str(place), "PANDA")
    assert history.name == "Ada and Bob"
