"""What a stranger may have pushed: nobody else's lights are lost by it, and nothing of it is obeyed."""

import os
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from dojo.board import Room, mirror, opened, reader, strangers
from dojo.board.mirror import Mirror
from dojo.board.strangers import Done, Limit, StrangersGit
from dojo.errors import WorkspaceError
from dojo.practice import ending, same_name
from tests.dojo.board import rooms
from tests.dojo.board.rooms import check, commit, keep, point, started

GOOD, BAD = "refs/heads/dojo/good", "refs/heads/dojo/bad"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a room in which there is one pair."""
    room = rooms.new_room(tmp_path / "room.git")
    rooms.push(room, GOOD, [started(), check("red")])
    return room


@pytest.fixture
def room(tmp_path: Path, place: Path) -> Room:
    """Give the board of that room."""
    return Room(tmp_path / "kata", [str(place)])


def tree(place: Path) -> str:
    """Return the name of a tree of that room."""
    return rooms.run_git(place, "rev-parse", f"{GOOD}^{{tree}}").stdout.decode().strip()


def a_blob(place: Path) -> str:
    """Return no commit at all."""
    return keep(place, "blob", b"rubbish")


def a_tag(place: Path) -> str:
    """Return a tag of no commit."""
    return keep(place, "tag", f"object {tree(place)}\ntype tree\ntag t\ntagger a <a@b> 0 +0000\n\n".encode())


def other_work(place: Path) -> str:
    """Return a commit of another kind of work."""
    return keep(place, "commit", commit(tree(place), b"Fix the build\n\nSigned-off-by: A <a@b>\n"))


def nul(place: Path) -> str:
    """Return a commit that git itself calls broken."""
    return keep(place, "commit", commit(tree(place), b"a\0b\n"))


def no_parent(place: Path) -> str:
    """Return a commit after one that is not there."""
    return keep(place, "commit", commit(tree(place), check("red").encode(), ["1" * 40]))


def no_author(place: Path) -> str:
    """Return a commit by nobody, never."""
    return keep(place, "commit", f"tree {tree(place)}\n\n{check('red')}".encode())


def long_ago(place: Path) -> str:
    """Return a commit of a year that no calendar has."""
    return keep(place, "commit", commit(tree(place), check("red").encode(), author="a <a@b> 99999999999999 +0000"))


RUBBISH = [tree, a_blob, a_tag, other_work, nul, no_parent, no_author, long_ago]


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_is_told_in_a_line_and_costs_nobody_else_a_light(
    rubbish: Callable[[Path], str], place: Path, room: Room
) -> None:
    point(place, BAD, rubbish(place))
    room.refresh()
    assert list(room.pairs) == ["good"]
    assert room.problems["bad"].startswith("bad: not read")


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_leaves_the_lights_that_a_pair_had(rubbish: Callable[[Path], str], place: Path, room: Room) -> None:
    room.refresh()
    point(place, GOOD, rubbish(place))
    room.refresh()
    assert [light.status for light in room.pairs["good"].lights] == ["red"]
    assert list(room.problems) == ["good"]


def lights(room: Room, name: str) -> list[str]:
    """Return the lights of a pair."""
    return [light.status for light in room.pairs[name].lights]


def test_of_several_that_are_broken_each_is_told_and_no_other(place: Path, room: Room) -> None:
    for number in range(8):
        rooms.push(place, f"{GOOD}-{number}", [started(), check("green")])
        if number % 3 == 0:
            point(place, f"{BAD}-{number}", nul(place))
    room.refresh()
    assert (len(room.pairs), sorted(room.problems)) == (9, ["bad-0", "bad-3", "bad-6"])


def test_what_failed_is_not_tried_again_with_each_look(
    place: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    point(place, BAD, nul(place))
    room.refresh()
    monkeypatch.setattr(Mirror, "fetch_ends", lambda *_: pytest.fail("tried again"))
    room.refresh()


def test_what_failed_is_tried_again_later(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as network:
        network.setattr(Mirror, "fetch", lambda *_: "the remote end hung up")
        room.refresh()
    assert room.problems == {"good": "good: not read; git said: the remote end hung up"}
    for _ in range(2 * reader.AGAIN_LOOKS):
        room.refresh()
    assert (lights(room, "good"), room.problems) == (["red"], {})


def test_of_many_that_fail_the_others_wait_for_another_look(
    place: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror, "MOST_FAILED", 2)
    for number in range(5):
        point(place, f"{BAD}-{number}", nul(place))
    looks = [(room.refresh(), len(room.problems), list(room.pairs))[1:] for _ in range(3)]
    assert looks == [(2, []), (4, []), (5, ["good"])]


def test_a_merge_of_a_thousand_is_one_check(place: Path, room: Room) -> None:
    rooms.push(place, "refs/heads/others", [check("green")] * 1_000)
    parents = rooms.run_git(place, "rev-list", "refs/heads/others").stdout.decode().split()
    end = rooms.run_git(place, "rev-parse", GOOD).stdout.decode().strip()
    point(place, GOOD, keep(place, "commit", commit(tree(place), check("amber").encode(), [end, *parents])))
    room.refresh()
    assert lights(room, "good") == ["red", "amber"]


def test_a_message_of_megabytes_is_not_read_and_what_was_read_before_stays(place: Path, room: Room) -> None:
    room.refresh()
    rooms.push(place, GOOD, [check("green", Finding="x") + "y" * 5_000_000])
    room.refresh()
    assert (lights(room, "good"), list(room.problems)) == (["red"], ["good"])


def test_reading_that_does_not_end_is_given_up(place: Path, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: StrangersGit, folder: Path, *arguments: str, limit: Limit, **more: str) -> Done:
        return usual(self, folder, *arguments, limit=Limit(seconds=0.01) if end in arguments else limit, **more)

    rooms.push(place, BAD, [check("green") + "\n y" * 1_000_000])  # git would take minutes for it
    end, usual = rooms.run_git(place, "rev-parse", BAD).stdout.decode().strip(), StrangersGit.run
    monkeypatch.setattr(StrangersGit, "run", run)
    room.refresh()
    assert (lights(room, "good"), list(room.problems)) == (["red"], ["bad"])


def test_who_sends_too_much_is_not_read(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "GLANCE_SECONDS", 0.0)
    monkeypatch.setattr(mirror, "FETCH_ONE", Limit(seconds=30, written_bytes=-1))
    room.refresh()
    assert room.problems == {"good": "good: not read; git said: more than -1 MB"}


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        ("--upload-pack=touch-x", "--upload-pack=touch-x"),
        ("-x", "-x"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\u202ednap", r"\u202ednap"),
        ("Zoë-名前", "Zoë-名前"),
        ("x" * 200, "x" * 40),
        ("a/b/c", "a/b/c"),
    ],
)
def test_a_name_is_a_name_whatever_it_looks_like(ref: str, name: str, place: Path, room: Room) -> None:
    rooms.push(place, f"refs/heads/dojo/{ref}", [started(), check("green")])
    room.refresh()
    assert sorted(room.pairs) == sorted(["good", name])


def test_a_name_that_is_no_text_is_shown_all_the_same(place: Path, room: Room) -> None:
    end = rooms.run_git(place, "rev-parse", GOOD).stdout.decode().strip()
    Path(os.fsdecode(os.fsencode(place / "refs/heads/dojo") + b"/\xff\xfe")).write_text(f"{end}\n")
    room.refresh()
    assert (sorted(room.pairs), room.problems) == ([r"\udcff\udcfe", "good"], {})


@pytest.mark.parametrize("ending", ["\u2028x", "\u2029", "\x85x"])
def test_nobody_stands_for_another_by_a_name_of_two_lines(ending: str, place: Path, room: Room) -> None:
    rooms.push(place, GOOD + ending, [started(), check("green")])
    room.refresh()
    assert (lights(room, "good"), len(room.pairs)) == (["red"], 2)


def test_who_comes_later_does_not_displace_who_is_there(
    place: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_PAIRS", 1)
    room.refresh()
    rooms.push(place, BAD, [started(), check("green")])
    room.refresh()
    assert list(room.pairs) == ["good"]


def test_names_that_look_alike_are_told_apart(place: Path, room: Room) -> None:
    for name in ("x" * 41, "x" * 42, "Zo\u00eb", "Zoe\u0308", "GOOD"):
        rooms.push(place, f"refs/heads/dojo/{name}", [started(), check("green")])
    room.refresh()
    assert len({same_name(name) for name in room.pairs}) == 6


@pytest.mark.parametrize(
    "lie",
    [
        {"Status": "purple"}, {"Findings": "1e99"}, {"Seconds": "nan"}, {"Level": "9"},
        {"Status": "green\x1b[31m"}, {"Status": "green\u202e"},
    ],
)  # fmt: skip
def test_a_check_that_lies_is_no_light(lie: dict[str, str], place: Path, room: Room) -> None:
    rooms.push(place, GOOD, [check("green", **lie), check("amber")])
    room.refresh()
    assert lights(room, "good") == ["red", "amber"]


@pytest.mark.parametrize("moment", [0, 2**31, 250_000_000_000, 10**11 * 3])
def test_every_moment_has_a_date(moment: int, place: Path, room: Room) -> None:
    rooms.push(place, GOOD, [check("green")], began=moment)
    room.refresh()
    found = [datetime.fromtimestamp(light.moment).astimezone() for light in room.pairs["good"].lights]
    assert found


def test_more_pairs_than_can_be_shown_are_said_to_be_left_out(
    place: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_PAIRS", 1)
    rooms.push(place, BAD, [started(), check("green")])
    room.refresh()
    assert (list(room.pairs), list(room.problems.values())) == (
        ["bad"], [f"{place}: more than 1 pairs; the others are left out"],
    )  # fmt: skip
    (place / GOOD).unlink()
    room.refresh()
    assert room.problems == {}


def test_what_is_no_story_of_a_pair_is_not_looked_at(place: Path, room: Room) -> None:
    rooms.push(place, "refs/heads/main", ["Begin"])
    rooms.push(place, "refs/tags/dojo/v1", ["Begin"])
    room.refresh()
    assert (list(room.pairs), room.problems) == (["good"], {})


def test_a_story_that_is_put_back_is_shown_as_it_is_and_said_to_be(place: Path, room: Room) -> None:
    rooms.push(place, GOOD, [check("green")])
    room.refresh()
    point(place, GOOD, rooms.run_git(place, "rev-parse", f"{GOOD}^").stdout.decode().strip())
    room.refresh()
    assert (lights(room, "good"), list(room.problems.values())) == (
        ["red"], ["good: its story was rewritten, and is shown as it is now"],
    )  # fmt: skip


def test_a_story_that_is_another_is_shown_as_it_is(place: Path, room: Room) -> None:
    room.refresh()
    (place / GOOD).unlink()
    rooms.push(place, GOOD, [started(), check("amber"), check("amber")])
    room.refresh()
    assert lights(room, "good") == ["amber", "amber"]


def test_a_branch_that_is_gone_leaves_the_board_with_a_word_and_may_come_back(place: Path, room: Room) -> None:
    room.refresh()
    end = (place / GOOD).read_text().strip()
    (place / GOOD).unlink()
    room.refresh()
    assert (room.pairs, room.problems) == ({}, {"good": "good: its branch is gone from the room"})
    point(place, GOOD, end)
    room.refresh()
    assert (lights(room, "good"), room.problems) == (["red"], {})


def kept_tree(place: Path, entries: str) -> str:
    """Keep a tree in a room, and return its name."""
    return rooms.run_git(place, "mktree", given=entries.encode()).stdout.decode().strip()


def test_a_tree_that_has_itself_in_it_ten_times_over_is_not_read(tmp_path: Path, place: Path) -> None:
    many = tree(place)
    for _ in range(4):
        many = kept_tree(place, "".join(f"040000 tree {many}\td{number}\n" for number in range(10)))
    point(place, BAD, keep(place, "commit", commit(many, check("green").encode())))
    with pytest.raises(WorkspaceError, match="more files than a practice can have"):
        opened(tmp_path / "kata", str(place), "bad")


def asked_by(tmp_path: Path, *arguments: str, given: str = "") -> bool:
    """Run git, and tell whether it has run the program that is at `tmp_path`/ask."""
    program, asked = tmp_path / "ask", tmp_path / "asked"
    program.write_text(f"#!/bin/sh\ntouch {asked}\n", encoding="utf-8")
    program.chmod(0o700)
    StrangersGit().run(tmp_path, *arguments, limit=Limit(seconds=30), given=given)
    return asked.exists()


def test_nobody_is_asked_for_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_ASKPASS", str(tmp_path / "ask"))
    assert not asked_by(tmp_path, "credential", "fill", given="protocol=https\nhost=localhost\n\n")


def test_a_room_is_reached_as_a_person_has_set_it_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_SSH_COMMAND", str(tmp_path / "ask"))
    assert asked_by(tmp_path, "ls-remote", "ssh://localhost/room")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, the memory of git has no bound of ours")
def test_git_has_so_much_memory_and_no_more(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strangers, "MEMORY_BYTES", 0)
    room.refresh()
    assert (room.pairs, len(room.unreachable)) == ({}, 1)


@pytest.mark.parametrize("left", ["pack/tmp_pack_1", "pack/pack-1.idx.temp", "ab/tmp_obj_1", "ab/1.temp"])
def test_what_git_had_begun_to_write_is_removed_when_it_fails(
    left: str, tmp_path: Path, place: Path, room: Room
) -> None:
    room.refresh()
    [pack] = (tmp_path / "kata").rglob("pack")
    unfinished = pack.parent / left
    unfinished.parent.mkdir(exist_ok=True)
    unfinished.write_bytes(b"rubbish")
    point(place, BAD, nul(place))
    room.refresh()
    assert not unfinished.exists()


def test_when_what_fails_is_slow_each_is_fetched_alone(
    place: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched, usual = list[int](), Mirror.fetch
    monkeypatch.setattr(mirror, "SLOW_SECONDS", -1.0)
    monkeypatch.setattr(
        Mirror, "fetch", lambda self, what, limit: fetched.append(len(what)) or usual(self, what, limit)
    )
    for number in range(3):
        point(place, f"{BAD}-{number}", nul(place) if number == 0 else tree(place))
    room.refresh()
    assert fetched == [4, 1, 1, 1, 1]


def test_a_look_that_takes_long_leaves_the_others_for_another(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patience:
        patience.setattr(mirror, "LOOK_SECONDS", -1.0)
        room.refresh()
    assert (room.pairs, room.problems) == ({}, {})
    room.refresh()
    assert list(room.pairs) == ["good"]


def test_a_story_is_read_the_same_whatever_a_person_has_set_up(
    tmp_path: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gitconfig").write_text('[trailer]\nseparators = "#"\n', encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    room.refresh()
    assert lights(room, "good") == ["red"]


def test_a_copy_that_is_removed_meanwhile_is_not_taken_for_a_git_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="gone was removed meanwhile"):
        StrangersGit().run(tmp_path / "gone", "version", limit=Limit(seconds=30))
