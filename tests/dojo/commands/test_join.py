"""`dojo join`, and `dojo start --room`: what a pair is told of its room, and what it takes along without one."""

import subprocess
from pathlib import Path

import pytest

from dojo.commands.watch import Watch
from dojo.practice import membership
from dojo.practice.create import find_practice
from dojo.practice.membership import Membership, Standing, read_membership
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import read_story
from tests.dojo.practising import checked, git, started
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.usefixtures("pushed_at_once")
PANDA = "refs/heads/dojo/Panda"


def told(room: Path) -> dict[str, str]:
    """Return the commit that a room has of each branch."""
    found = subprocess.run(["git", "show-ref"], cwd=room, capture_output=True, text=True, check=False)  # noqa: S607 - any git
    return {ref: commit for commit, ref in (line.split() for line in found.stdout.splitlines())}


def end(folder: Path) -> str:
    return git(folder, "rev-parse", CHECKS)


# Into a room.


def test_from_now_on_each_check_goes_there_and_nothing_is_said(kata: SmallKata, practice: Practice, room: Path) -> None:
    before = kata.dojo("check").stdout.splitlines()
    kata.dojo("join", "room.git", "--name", "Panda")
    after = kata.dojo("check")
    assert (after.returncode, len(after.stdout.splitlines()), after.stderr) == (0, len(before), "")
    assert told(room) == {PANDA: end(practice.folder)}


def name_a_room(practice: Practice, url: str) -> None:
    """Have a practice name a room, as one that came from somebody else may."""
    for key, value in {"room": url, "pair": "Ann"}.items():
        git(practice.folder, "config", f"dojo.{key}", value)


def test_a_room_that_nobody_joined_here_is_sent_nothing(kata: SmallKata, practice: Practice, room: Path) -> None:
    name_a_room(practice, str(room))
    done = kata.dojo("check")
    assert f"practice/ names a room that nobody has joined here, and sends nothing there: {room}" in done.stdout
    assert told(room) == {}


def test_a_new_start_goes_to_no_room_that_nobody_joined_here(kata: SmallKata, practice: Practice, room: Path) -> None:
    name_a_room(practice, str(room))
    kata.dojo("start", "--again")
    assert told(room) == {}


def test_a_room_that_nobody_joined_here_can_be_left(kata: SmallKata, practice: Practice) -> None:
    name_a_room(practice, "/no/room")
    kata.dojo("join", "--leave")
    assert kata.dojo("join").stdout.startswith("practice/ is in no room.")


def test_a_clone_knows_the_name(kata: SmallKata, practice: Practice, room: Path) -> None:
    kata.dojo("join", "room.git", "--name", "Ada and Bob")
    clone = kata.folder / "clone"
    subprocess.run(["git", "clone", "-q", str(room), str(clone)], capture_output=True, check=True)  # noqa: S603, S607 - any git
    assert read_story(Repository(clone), "refs/remotes/origin/dojo/Ada-and-Bob").name == "Ada and Bob"
    assert practice.choices.name == ""


@pytest.mark.usefixtures("practice")
@pytest.mark.parametrize(
    "arguments", [("-", "--leave"), ("--leave", "--bundle", "b"), ("a", "--bundle", "b"), ("--name", "Panda")]
)
def test_one_thing_at_a_time(arguments: tuple[str, ...], kata: SmallKata) -> None:
    assert kata.dojo("join", *arguments).returncode == 2


@pytest.mark.usefixtures("practice")
@pytest.mark.parametrize("url", ["--upload-pack=touch x", "-x"])
def test_a_url_is_no_option_of_git(url: str, kata: SmallKata) -> None:
    done = kata.dojo("join", "--name", "Panda", "--", url)
    assert (done.returncode, "is no room" in done.stderr) == (2, True)


# How it stands.


def test_it_says_what_is_not_there_since_when_and_why(kata: SmallKata, practice: Practice, room: Path) -> None:
    checked(practice, "red")
    kata.dojo("join", "room.git", "--name", "Panda")
    room.rename(kata.folder / "away")
    checked(practice, "red")
    shown = kata.dojo("join").stdout
    assert "Not there yet: 1 of 2 checks.\nNot sent to the room since " in shown
    assert "does not appear to be a git repository" in shown


@pytest.mark.parametrize(
    ("why", "what"),
    [
        ("detected dubious ownership in repository at '/r'", "git config --global --add safe.directory /r"),
        ("could not read Username for 'https://h': terminal prompts disabled", "credential.helper"),
        ("no answer in 60 s", "they go there when it answers"),
    ],
)
def test_it_says_what_to_do(why: str, what: str, kata: SmallKata, practice: Practice) -> None:
    membership.write_membership(practice.folder, Membership("/r", "Panda"))
    membership.write_standing(practice.folder, Standing().failed(why))
    assert what in kata.dojo("join").stdout


@pytest.mark.usefixtures("practice")
def test_a_password_is_not_printed(kata: SmallKata) -> None:
    url = "http://me:secret@127.0.0.1:1/room.git"
    done = [
        kata.dojo("join", url, "--name", "Panda"),
        kata.dojo("join", url, "--name", "Panda", "--later"),
        kata.dojo("join"),
        kata.dojo("check"),
        kata.dojo("join", "--leave"),
    ]
    assert [each.returncode for each in done] == [1, 0, 0, 0, 0]
    assert "secret" not in "".join(each.stdout + each.stderr for each in done)


def test_a_watch_says_once_that_the_room_is_away(kata: SmallKata, practice: Practice, room: Path) -> None:
    kata.dojo("join", "room.git", "--name", "Panda")
    room.rename(kata.folder / "away")
    checked(practice, "red")
    said: list[str] = []
    watched = Watch(practice, 20, None, said.append)
    watched.check()
    watched.check()
    assert sum("Not sent to the room since" in line for line in said) == 1


# A practice that begins in a room.


def test_a_practice_can_begin_in_a_room(kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    assert told(room) == {PANDA: end(kata.folder / "practice")}


@pytest.mark.parametrize(
    "options", [("--room", "room.git"), ("--room", "-x", "--name", "a"), ("--room", "r", "--name", "/")]
)
def test_what_cannot_be_a_room_or_a_name_starts_nothing(options: tuple[str, ...], kata: SmallKata) -> None:
    assert kata.dojo("start", *options).returncode == 2
    assert not (kata.folder / "practice").exists()


@pytest.mark.parametrize("how", [(), ("--blind",), ("--level", "3"), ("--room", "room.git", "--name", "Panda")])
def test_a_new_start_in_the_same_room_goes_on_with_the_line(how: tuple[str, ...], kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    checked(find_practice(kata.folder), "red")
    old = end(kata.folder / "practice")
    done = kata.dojo("start", "--again", *how)
    [aside] = kata.folder.glob("practices/*")
    assert told(room) == {PANDA: end(kata.folder / "practice")}
    assert git(kata.folder / "practice", "rev-parse", f"{CHECKS}^") == old == end(aside)
    assert f"practice/ is in the room {room} as Panda.\n" in done.stdout
    assert read_membership(aside) is None


@pytest.mark.usefixtures("room")
def test_a_new_start_under_another_name_is_the_line_of_the_same_pair(kata: SmallKata) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    done = kata.dojo("start", "--again", "--name", "Lynx")
    assert done.stdout.count("its board shows that line no more.") == 1
    assert kata.dojo("room", "room.git").stdout.startswith("1 pair  0 red  0 amber  0 checks  at ")


def test_the_part_before_is_shown_where_asked(kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    for statuses in ("red", "green"), ("green",):
        for status in statuses:
            checked(find_practice(kata.folder), status)
        kata.dojo("start", "--again")
    checked(find_practice(kata.folder), "amber")
    times = [[*["--earlier"] * number] for number in range(4)]
    for place in ((), (str(room), "--name", "Panda")):
        shown = [kata.dojo("progress", *place, *earlier).stdout.partition("\n\n")[0] for earlier in times]
        assert [each.rpartition(": ")[2] for each in shown] == [
            "1 check, 0 red, 1 amber",
            "1 check, 0 red",
            "2 checks, 1 red",
            "",
        ]


@pytest.mark.usefixtures("room")
def test_a_practice_that_was_never_checked_is_passed_over(kata: SmallKata) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    checked(find_practice(kata.folder), "red")
    kata.dojo("start", "--again")
    kata.dojo("start", "--again", "--level", "2")
    checked(find_practice(kata.folder), "green")
    assert "1 check, 1 red" in kata.dojo("progress", "--earlier").stdout


def test_a_new_start_without_a_network_stays_in_the_room(kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    room.rename(kata.folder / "away")
    done = kata.dojo("start", "--again")
    assert (done.returncode, "Not sent to the room since" in done.stdout) == (0, True)
    assert read_membership(kata.folder / "practice") == (str(room), "Panda")


# A room that does not answer, and a name that another has.


@pytest.mark.usefixtures("practice")
def test_a_url_that_does_not_answer_fails_with_what_to_look_at(kata: SmallKata) -> None:
    done = kata.dojo("join", "nowhere.git", "--name", "Panda")
    assert (done.returncode, "does not appear to be a git repository" in done.stderr) == (1, True)
    assert "Next: look at the URL as it is typed here, at the network" in done.stderr
    assert kata.dojo("join").stdout.startswith("practice/ is in no room.")


def test_a_start_makes_the_practice_though_the_room_does_not_answer(kata: SmallKata) -> None:
    done = kata.dojo("start", "--name", "Panda", "--room", "nowhere.git")
    assert (done.returncode, done.stdout.startswith("practice/ is ready")) == (1, True)
    assert "practice/ is there, and is in no room. With --later, it joins" in done.stderr
    assert kata.dojo("start", "--again", "--name", "Panda", "--room", "nowhere.git", "--later").returncode == 0


def test_a_name_of_another_pair_is_refused_and_the_practice_is_made(kata: SmallKata, room: Path) -> None:
    other = SmallKata(kata.folder / "elsewhere")
    other.dojo("start", "--name", "Panda", "--room", str(room))
    before = told(room)
    done = kata.dojo("start", "--name", "Panda", "--room", "room.git")
    assert (done.returncode, done.stdout.startswith("practice/ is ready")) == (1, True)
    assert f"{room} was not joined: Panda is the name of another pair there." in done.stderr
    assert f"choose another: `dojo join {room} --name NAME`" in done.stderr
    assert told(room) == before
    assert kata.dojo("join", "room.git", "--name", "Panda", "--mine").returncode == 0
    assert told(room) == {PANDA: end(kata.folder / "practice")}


@pytest.mark.usefixtures("pushed_at_once")
def test_a_pair_whose_name_another_took_over_was_in_the_room(kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    other = SmallKata(kata.folder / "elsewhere")
    other.dojo("start")
    other.dojo("join", str(room), "--name", "Panda", "--mine")
    other.dojo("join", "--leave")
    checked(find_practice(kata.folder), "red")
    first, _, why, *_ = kata.dojo("join").stdout.splitlines()
    assert first == f"practice/ was in the room {room} as Panda."
    assert why.endswith(": Panda is the name of another pair there.")


def test_who_was_taken_over_and_takes_another_name_is_told_nothing_of_the_line_that_is_anothers(
    kata: SmallKata, room: Path
) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    other = SmallKata(kata.folder / "elsewhere")
    other.dojo("start")
    other.dojo("join", str(room), "--name", "Panda", "--mine")
    done = kata.dojo("join", "room.git", "--name", "Lynx")
    assert ("board" in done.stdout, told(room)[PANDA]) == (False, end(other.folder / "practice"))


def test_who_comes_by_another_path_has_left_nothing(kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    done = kata.dojo("join", f"file://{room}", "--name", "Panda")
    assert ("board" in done.stdout, told(room)) == (False, {PANDA: end(kata.folder / "practice")})


def test_a_practice_that_was_put_aside_here_is_no_other_pair(kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    assert kata.dojo("start", "--again", "--name", "Panda", "--room", "nowhere.git").returncode == 1
    [aside] = kata.folder.glob("practices/*")
    assert kata.dojo("join", "room.git", "--name", "Panda").returncode == 0
    assert (told(room), read_membership(aside)) == ({PANDA: end(kata.folder / "practice")}, None)


@pytest.mark.usefixtures("practice")
def test_who_joins_later_is_not_yet_in_the_room(kata: SmallKata) -> None:
    stands = f"practice/ will be in the room {kata.folder / 'nowhere.git'} as Panda.\n"
    assert stands in kata.dojo("join", "nowhere.git", "--name", "Panda", "--later").stdout
    assert stands in kata.dojo("join").stdout


def test_who_leaves_is_told_that_the_board_shows_the_line_no_more_or_how_it_is_hidden(
    kata: SmallKata, room: Path
) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    done = kata.dojo("join", "--leave")
    assert done.stdout.endswith(f"What Panda told stays in {room}; its board shows that line no more.\n")
    kata.dojo("join", "room.git", "--name", "Panda")
    room.rename(kata.folder / "away")
    assert (
        "Its board shows Panda until somebody hides that line there, with the key h."
        in kata.dojo("join", "--leave").stdout
    )


def test_a_new_start_can_go_elsewhere(kata: SmallKata, room: Path) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    kata.dojo("room", "new", "other.git")
    kata.dojo("start", "--again", "--room", "other.git", "--name", "Koala")
    there = read_membership(kata.folder / "practice")
    assert there is not None
    assert (there.url, there.pair, len(told(room))) == (str(kata.folder / "other.git"), "Koala", 1)


@pytest.mark.parametrize("is_back", [True, False])
def test_what_the_old_practice_could_not_send_goes_with_the_new(kata: SmallKata, room: Path, *, is_back: bool) -> None:
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    away = room.rename(kata.folder / "away")
    for _ in range(2):
        checked(find_practice(kata.folder), "red")
    if is_back:
        away.rename(room)
    done = kata.dojo("start", "--again")
    if not is_back:
        away.rename(room)
        done = kata.dojo("check")
    assert "The room has your 2 checks that had waited." in done.stdout
    assert told(room) == {PANDA: end(kata.folder / "practice")}


@pytest.mark.usefixtures("practice")
def test_who_has_a_practice_already_is_told_how_to_join_with_it(kata: SmallKata, room: Path) -> None:
    done = kata.dojo("start", "--name", "Panda", "--room", "room.git")
    assert f"`dojo join {room} --name Panda` goes into the room with it." in done.stderr


# A bundle, for a stick.


def bundled(kata: SmallKata, *more: str) -> "subprocess.CompletedProcess[str]":
    return kata.dojo("join", "--bundle", "story.bundle", *more)


def test_a_bundle_has_the_whole_story(kata: SmallKata, practice: Practice) -> None:
    checked(practice, "red")
    assert bundled(kata, "--name", "Panda").returncode == 0
    reader = Repository(started(SmallKata(kata.folder / "elsewhere")).folder)
    git(reader.folder, "fetch", "-q", str(kata.folder / "story.bundle"), f"{CHECKS}:refs/theirs")
    story = read_story(reader, "refs/theirs")
    assert (story.name, len(story.checks)) == ("Panda", 1)


def test_an_earlier_bundle_is_replaced(kata: SmallKata, practice: Practice) -> None:
    bundled(kata)
    before = (kata.folder / "story.bundle").read_bytes()
    checked(practice, "red")
    assert bundled(kata).returncode == 0
    assert (kata.folder / "story.bundle").read_bytes() != before


@pytest.mark.usefixtures("practice")
@pytest.mark.parametrize("there", [b"mine", b"# v2 git bundle\n", b""])
def test_any_other_file_stays(there: bytes, kata: SmallKata) -> None:
    (kata.folder / "story.bundle").write_bytes(there)
    assert bundled(kata).returncode == 1
    assert (kata.folder / "story.bundle").read_bytes() == there
