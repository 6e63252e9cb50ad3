"""The pairs of a room: what they push is on the board, whoever they are; what cannot be read is a line."""

import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import psutil
import pytest

from dojo.practice import rooms as reaching
from dojo.practice.model import Practice
from dojo.practice.rooms import RefusedError
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import Record, Story
from dojo.room import pairs
from dojo.room.pairs import Pair, Room, opened, read_pair
from dojo.text import WrongUsageError
from tests.dojo.practising import checked, git
from tests.dojo.room import rooms
from tests.dojo.room.rooms import check, left, started

PANDA = "refs/heads/dojo/panda"
OTTER = "refs/heads/dojo/otter"
BEGAN = datetime(2026, 1, 2, 10, tzinfo=UTC)
GUARD = {"Level": "2", "Blind": "no"}

# What a history tells of a pair.


def pair_of(*told: dict[str, str]) -> Pair | None:
    """Return the pair of commits with these trailers, called 0, 1, 2 and so on, a minute from each to the next."""
    story = Story()
    for number, trailers in enumerate(told):
        with suppress(KeyError, ValueError):
            story.add(Record(str(number), "tree", BEGAN + timedelta(minutes=number), GUARD | trailers))
    return read_pair(story)


def status(status: str, **more: str) -> dict[str, str]:
    """Return the trailers of a check."""
    return {"Status": status, "Seconds": "1", "Findings": "0", **more}


def test_a_pair_that_has_not_checked_yet_has_a_level_and_no_status() -> None:
    found = pair_of({"Practice": "x", "Level": "3", "Blind": "yes"})
    assert found == Pair("", level=3, blind=True)


@pytest.mark.parametrize(
    ("told", "since"),
    [
        (["green"], None),
        (["green", "red", "amber", "red"], 1),
        (["red", "green", "amber"], 2),
        (["red", "green"], None),
    ],
)
def test_red_is_counted_from_the_first_check_after_green(told: list[str], since: float | None) -> None:
    found = pair_of(*map(status, told))
    assert found
    assert found.since == (None if since is None else BEGAN.timestamp() + 60 * since)


def test_a_revert_ends_red() -> None:
    found = pair_of(status("red"), {"Reverts": "0"})
    assert found
    assert (found.since, found.lights[0].reverted) == (None, True)


def test_what_is_shown_of_a_practice_is_its_last_score_its_swaps_what_came_late_and_what_was_approved() -> None:
    otherwise = {"Approved-Changes": "30", "Approved-Additions": "2"}
    told = ({"Practice": "x"}, status("green"), {"Score": "25", "Of": "1"}, status("green", **otherwise))
    found = pair_of(*told, {"Score": "75", "Of": "3"}, {"Swap": "yes", "Name": "Bob"}, {"Late": "1"})
    assert found
    assert (found.score, found.approved, [swap.after for swap in found.swaps]) == (0.75, (30, 2), [2])
    assert found.late == (BEGAN + timedelta(minutes=6), 1)


def test_what_tells_of_no_practice_is_no_pair() -> None:
    assert pair_of({"Signed-off-by": "A"}, {"Status": "purple"}) is None


# A room.


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a room in which there is one pair."""
    place = rooms.new_room(tmp_path / "room.git")
    rooms.push(place, PANDA, [started(name="Ada and Bob"), check("green"), check("red")])
    return place


@pytest.fixture
def room(tmp_path: Path, place: Path) -> Room:
    """Give the board of that room."""
    return Room(tmp_path, [str(place)], clock=lambda: 12.0)


def lights(room: Room) -> dict[str, list[str]]:
    """Return the lights of all pairs by their names."""
    room.look()
    return {pair.name: [light.status for light in pair.lights] for pair in room.pairs}


def on_board(workspace: Path, *sources: Path | str) -> dict[str, list[str]]:
    """Return what can be read of some sources."""
    room = Room(workspace, [str(each) for each in sources])
    found = lights(room)
    assert (room.unreachable, room.problems, room.is_reading) == ({}, [], False)
    return found


def why_not(workspace: Path, words: str) -> str:
    """Return why a source is not heard."""
    room = Room(workspace, [words], clock=lambda: 12.0)
    assert lights(room) == {}
    [(since, why)] = room.unreachable.values()
    assert since == 12.0
    return why


def test_what_is_pushed_adds_its_lights_and_nothing_else_does(place: Path, room: Room) -> None:
    rooms.push(place, "refs/heads/main", ["Begin"])
    rooms.push(place, OTTER, [started(), check("green", Status="purple"), check("green", Level="9")])
    assert lights(room) == {"otter": [], "panda": ["green", "red"]}
    rooms.push(place, PANDA, [check("amber")])
    assert lights(room) == {"otter": [], "panda": ["green", "red", "amber"]}


def test_two_boards_at_once_see_the_same(tmp_path: Path, place: Path) -> None:
    boards = [Room(tmp_path, [str(place)], clock=lambda: 1.0) for _ in range(2)]
    seen = [Event(), Event()]
    for board, event in zip(boards, seen, strict=True):
        board.follow(event.set)
    assert all(event.wait(60) for event in seen)
    for board in boards:
        board.close()
    assert boards[0].pairs == boards[1].pairs == boards[0].pairs[:1] != []


def test_a_round_is_the_same_for_all_that_look_at_a_room_here_unless_it_was_over_before(
    tmp_path: Path, place: Path
) -> None:
    screen, page = (Room(tmp_path, [str(place)], lambda: 100.0) for _ in range(2))
    assert page.end is None
    screen.end = 160.5
    assert (page.end, Room(tmp_path, [str(place)], lambda: 170.0).end) == (160.5, None)


def test_what_was_fetched_may_be_removed_while_the_board_looks(tmp_path: Path, place: Path, room: Room) -> None:
    room.look()
    (tmp_path / ".dojo-rooms").rename(tmp_path / "aside")
    rooms.push(place, PANDA, [check("red")])
    assert lights(room) == {"panda": ["green", "red", "red"]}


def test_what_is_no_story_is_told_in_a_line_and_costs_nobody_else_a_light(place: Path, room: Room) -> None:
    rooms.push(place, OTTER, ["Fix the build"])
    assert (lights(room), room.problems) == (
        {"panda": ["green", "red"]},
        ["otter: not read, for it is no story of a practice"],
    )
    rooms.push(place, OTTER, [started(), check("red")])
    assert (lights(room)["otter"], room.problems) == (["red"], [])


def test_a_branch_that_is_gone_leaves_the_board_and_another_story_is_shown_as_it_is(place: Path, room: Room) -> None:
    room.look()
    (place / PANDA).unlink()
    assert lights(room) == {}
    rooms.push(place, PANDA, [started(level=2), check("amber"), check("amber")])
    assert lights(room) == {"panda": ["amber", "amber"]}


def test_the_story_of_a_pair_comes_with_its_files(room: Room) -> None:
    room.look()
    repository, story = room.open(room.pairs[0])
    assert [entry.status for entry in story.checks] == ["green", "red"]
    assert "yatzy.py" in repository.files(str(story.checks[0].tree))


# A line that its pair has left, or that goes on elsewhere.


def test_a_line_that_was_left_says_so_until_its_pair_comes_back(place: Path, room: Room) -> None:
    rooms.push(place, PANDA, [left("panda")])
    room.look()
    assert [pair.left for pair in room.pairs] == ["panda"]
    rooms.push(place, PANDA, [check("red")])
    room.look()
    assert [pair.left for pair in room.pairs] == [""]


@pytest.mark.parametrize(
    ("last", "names"),
    [([left("otter")], ["panda"]), ([], ["otter", "panda"])],
    ids=["took another name", "goes on with the code of others"],
)
def test_a_pair_that_took_another_name_is_one_line_and_nobody_else_loses_theirs(
    last: list[str], names: list[str], place: Path, room: Room
) -> None:
    rooms.push(place, OTTER, [started(), check("green"), *last])
    git(place, "update-ref", PANDA, OTTER)
    rooms.push(place, PANDA, ["named: panda", check("red")])
    assert list(lights(room)) == names


@pytest.mark.parametrize("newer", ["room", "bundle", "neither"])
def test_a_pair_whose_bundle_lies_beside_its_room_is_one_line(newer: str, tmp_path: Path, place: Path) -> None:
    other = rooms.new_room(tmp_path / "other.git")
    git(other, "fetch", "-q", str(place), f"{PANDA}:{CHECKS}")
    rooms.push(other, CHECKS, ["named\n\nName: panda\n"])
    git(place, "fetch", "-q", str(other), f"{CHECKS}:{PANDA}")
    if newer != "neither":
        rooms.push(*{"room": (place, PANDA), "bundle": (other, CHECKS)}[newer], [check("amber")])
    both = ["green", "red"] if newer == "neither" else ["green", "red", "amber"]
    assert on_board(tmp_path, place, other) == {"panda": both}


def test_a_practice_that_has_left_a_room_is_shown_by_itself(place: Path, room: Room) -> None:
    git(place, "update-ref", CHECKS, PANDA)
    rooms.push(place, CHECKS, [left("panda")])
    room.look()
    assert {pair.left for pair in room.pairs} == {""}


# Other sources.


def test_a_clone_of_a_room_is_read_as_the_room_was_whatever_its_own_branch_says(tmp_path: Path, place: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--", str(place), "clone")
    git(tmp_path / "clone", "branch", "dojo/panda", "origin/dojo/panda~1")
    assert on_board(tmp_path, tmp_path / "clone") == {"panda": ["green", "red"]}


def test_a_practice_is_called_by_who_practises_or_else_by_its_folder(practice: Practice) -> None:
    checked(practice, "amber")
    assert on_board(practice.workspace, practice.folder) == {"practice": ["amber"]}
    Repository(practice.folder).append("named\n\nName: Ada\n")
    assert on_board(practice.workspace, practice.folder) == {"Ada": ["amber"]}


def test_a_bundle_is_read_as_it_was_when_it_was_made(tmp_path: Path, place: Path) -> None:
    git(place, "update-ref", CHECKS, PANDA)
    git(place, "bundle", "create", "--quiet", str(tmp_path / "lions.bundle"), CHECKS)
    os.utime(tmp_path / "lions.bundle", (0, rooms.BEGAN))
    room = Room(tmp_path, [str(tmp_path / "lions.bundle")])
    assert lights(room) == {"Ada and Bob": ["green", "red"]}
    assert room.pairs[0].known(rooms.BEGAN + 500) == rooms.BEGAN


def test_a_room_that_was_cloned_in_part_is_read_as_far_as_it_goes(tmp_path: Path, place: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--bare", "--depth=1", "--no-single-branch", "--", place.as_uri(), "part")
    assert on_board(tmp_path, tmp_path / "part") == {"panda": ["red"]}


def test_pairs_of_one_name_in_several_rooms_are_told_apart(tmp_path: Path, place: Path) -> None:
    others = [rooms.new_room(tmp_path / f"{number}/second.git") for number in (1, 2)]
    for number, other in enumerate(others, start=1):
        rooms.push(other, PANDA, [started(level=number), *[check("amber")] * number])
    assert on_board(tmp_path, place, *others) == {
        "panda": ["green", "red"],
        "panda (second)": ["amber"],
        "panda (2)": ["amber", "amber"],
    }


def test_a_clone_that_nobody_looked_at_for_a_month_goes(tmp_path: Path, room: Room) -> None:
    other = tmp_path / pairs.HOME / "other"
    other.mkdir(parents=True)
    os.utime(other, (0, 0))
    room.look()
    assert len(list((tmp_path / pairs.HOME).iterdir())) == 1


# What is not heard.


@pytest.mark.parametrize("words", ["", " ", "--upload-pack=x", "a\nb:c", "\x1b:x"])
def test_what_can_be_no_room_is_wrong_usage(words: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="is no room") as error:
        Room(tmp_path, [words])
    assert error.value.message.isprintable()


def test_nothing_that_a_source_names_is_run(tmp_path: Path) -> None:
    assert why_not(tmp_path, f"ext::touch%20{tmp_path}/made") == "transport 'ext' not allowed"
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("words", ["foo://host/x", "git://127.0.0.1:1/x", "nowhere", "http://me:secret@127.0.0.1:1/x"])
def test_a_room_that_does_not_answer_is_said_not_to_and_no_password_is_shown(words: str, tmp_path: Path) -> None:
    why = why_not(tmp_path, words)
    assert (bool(why), "secret" in why) == (True, False)


def test_where_nothing_can_be_written_that_is_what_is_said(tmp_path: Path, place: Path) -> None:
    (tmp_path / "kata").write_text("")
    assert "Not a directory" in why_not(tmp_path / "kata", str(place))


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("detected dubious ownership in repository at '/x'", "git config --global --add safe.directory"),
        ("could not read Username for 'https://host'", "set up a key"),
    ],
)
def test_where_a_person_can_help_it_is_said_how(
    words: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise RefusedError(words)

    monkeypatch.setattr(pairs, "reach", refuse)
    why = why_not(tmp_path, "x")
    assert (why.startswith(f"{words}; "), hint in why) == (True, True)


def test_of_a_room_that_is_away_nothing_is_known_since_it_was_heard(tmp_path: Path, place: Path) -> None:
    now = [100.0]
    room = Room(tmp_path, [str(place)], clock=lambda: now[0])
    room.look()
    away = place.rename(tmp_path / "aside")
    now[0] = 500.0
    for _ in range(2):
        room.look()
    assert [room.pairs[0].known(moment) for moment in (110.0, 500.0)] == [110.0, 100.0]
    assert [since for since, _ in room.unreachable.values()] == [100.0]
    away.rename(place)
    room.look()
    assert (room.pairs[0].known(500.0), room.unreachable) == (500.0, {})


@pytest.fixture
def deaf() -> Iterator[str]:
    """Give a room that takes calls, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"git://127.0.0.1:{listener.getsockname()[1]}/room"


def test_a_room_that_never_answers_is_given_up(tmp_path: Path, deaf: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "LIMIT_SECONDS", 0.1)
    assert why_not(tmp_path, deaf) == "no answer in 0 s"


def test_no_room_waits_for_another_and_a_board_that_is_closed_leaves_nothing_at_work(
    tmp_path: Path, place: Path, deaf: str
) -> None:
    seen, ended = Event(), Event()
    with closing(Room(tmp_path, [deaf, str(place)])) as room:
        room.follow(lambda: ended.set() if room.unreachable else seen.set())
        assert seen.wait(60)
        assert (len(room.pairs), room.unreachable, room.is_reading) == (1, {}, True)
    assert ended.wait(60)
    assert not [each for each in psutil.Process().children(recursive=True) if "fetch" in each.cmdline()]


# A whole story.


def test_of_several_stories_one_is_opened_by_its_name(tmp_path: Path, place: Path) -> None:
    assert opened(tmp_path, str(place))[1].checks[-1].status == "red"
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("amber")])
    found = [opened(tmp_path, str(place), name)[1].checks[-1].status for name in ("panda", "Panda")]
    assert found == ["red", "amber"]
    for name in ("", "PANDA", "tiger"):
        with pytest.raises(WrongUsageError, match=r"has stories of Panda, panda\. Say whose, with --name"):
            opened(tmp_path, str(place), name)


def test_where_there_is_no_story_that_is_what_is_said(tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="has no story of a practice: neither refs/dojo/checks, nor a branch"):
        opened(tmp_path, str(rooms.new_room(tmp_path / "empty")))
