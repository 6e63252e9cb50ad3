"""`dojo join`, `dojo start --room` and `dojo swap`: what they print, and what a room has then."""

from pathlib import Path

import pytest

from dojo.files import write_json
from dojo.practice.create import find_practice
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.membership import FILE, Membership, read_membership, write_membership
from tests.dojo.practising import checked, git, started
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.usefixtures("pushed_at_once")
PANDA = "refs/heads/dojo/Panda"


def told(room: Path) -> dict[str, str]:
    """Return the commit that a room has of each branch."""
    found = git(room, "for-each-ref", "--format=%(refname) %(objectname)")
    return dict(line.split() for line in found.splitlines())


def end(folder: Path) -> str:
    return git(folder, "rev-parse", CHECKS)


@pytest.fixture
def panda(kata: SmallKata, room: Path) -> SmallKata:
    """Give a kata with a practice that began in the room."""
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    assert told(room) == {PANDA: end(kata.folder / "practice")}
    return kata


@pytest.fixture
def other(kata: SmallKata) -> SmallKata:
    """Give a kata elsewhere, with a practice."""
    other = SmallKata(kata.folder / "elsewhere")
    started(other)
    return other


# Into a room.


def test_a_room_that_nobody_joined_here_is_sent_nothing_and_can_be_left(
    kata: SmallKata, practice: Practice, room: Path
) -> None:
    write_json(practice.state_directory / FILE, Membership(str(room), "Ann", "/somebody/else"))
    done = kata.dojo("check")
    warning = f"You are in no room: practice/ is a copy of a practice in {room}."
    assert warning in done.stdout
    kata.dojo("join", "--leave")
    assert "/ is in no room." in kata.dojo("join").stdout
    assert told(room) == {}


@pytest.mark.usefixtures("practice")
@pytest.mark.parametrize(
    "arguments",
    [
        ("a", "--leave"),
        ("--leave", "--bundle", "b"),
        ("a", "--bundle", "b"),
        ("--name", "Panda"),
    ],
)
def test_one_thing_at_a_time(arguments: tuple[str, ...], kata: SmallKata) -> None:
    assert kata.dojo("join", *arguments).returncode == 2


# How it stands.


@pytest.mark.parametrize(
    ("why", "what"),
    [
        (
            "detected dubious ownership in repository at '/r'",
            "git config --global --add safe.directory /r",
        ),
        ("could not read Username for 'https://h': terminal prompts disabled", "credential.helper"),
        ("not found", "check the URL and the network"),
    ],
)
def test_it_says_what_to_do(why: str, what: str, kata: SmallKata, practice: Practice) -> None:
    write_membership(Membership("/r", "Panda", str(practice.folder), "a commit", why))
    assert what in kata.dojo("join").stdout


@pytest.mark.usefixtures("practice")
def test_a_password_is_not_printed(kata: SmallKata) -> None:
    url = "http://me:secret@127.0.0.1:1/room.git"
    done = [
        kata.dojo("join", url, "--name", "Panda"),
        kata.dojo("join"),
        kata.dojo("check"),
        kata.dojo("join", "--leave"),
    ]
    assert [each.returncode for each in done] == [0] * 4
    assert "secret" not in "".join(each.stdout + each.stderr for each in done)


# A practice that begins in a room.


@pytest.mark.parametrize(
    "options",
    [("--room", "room.git"), ("--room", "", "--name", "a"), ("--room", "r", "--name", "/")],
)
def test_what_cannot_be_a_room_or_a_name_starts_nothing(
    options: tuple[str, ...], kata: SmallKata
) -> None:
    assert kata.dojo("start", *options).returncode == 2
    assert not (kata.folder / "practice").exists()


@pytest.mark.parametrize(
    "how", [("--blind",), ("--level", "3", "--room", "room.git", "--name", "Panda")]
)
def test_a_new_start_in_the_same_room_goes_on_with_the_line(
    how: tuple[str, ...], panda: SmallKata, room: Path
) -> None:
    checked(find_practice(panda.folder), "red")
    old = end(panda.folder / "practice")
    done = panda.dojo("start", "--again", *how)
    [aside] = panda.folder.glob("practices/*")
    assert told(room) == {PANDA: end(panda.folder / "practice")}
    assert git(panda.folder / "practice", "rev-parse", f"{CHECKS}^") == old == end(aside)
    assert f"practice/ is in the room {room} as Panda.\n" in done.stdout
    assert read_membership(aside) is None


def test_a_new_start_under_another_name_is_the_line_of_the_same_pair(panda: SmallKata) -> None:
    done = panda.dojo("start", "--again", "--name", "Lynx")
    assert "Panda is now Lynx, with the same row on the board." in done.stdout
    board = panda.dojo("room", "room.git").stdout
    assert board.startswith("1 pair  1 no check yet  0 checks  at ")


def test_the_part_before_is_shown_of_a_line_in_a_room_too(panda: SmallKata) -> None:
    checked(find_practice(panda.folder), "red")
    panda.dojo("start", "--again")
    shown = panda.dojo("progress", "room.git", "--name", "Panda", "--earlier").stdout
    assert shown.partition("\n")[0].endswith(": 1 check, 1 red")


# A name that another has.


def test_a_pair_whose_name_another_took_over_leaves_no_line_in_the_room(
    panda: SmallKata, other: SmallKata, room: Path
) -> None:
    other.dojo("join", str(room), "--name", "Panda", "--mine")
    checked(find_practice(panda.folder), "red")
    done = panda.dojo("join", "room.git", "--name", "Lynx")
    assert ("board" in done.stdout, told(room)[PANDA]) == (False, end(other.folder / "practice"))


def test_a_name_that_the_room_refuses_is_not_that_of_the_practice(
    panda: SmallKata, other: SmallKata
) -> None:
    done = other.dojo(
        "start", "--again", "--name", "Panda", "--room", str(panda.folder / "room.git")
    )
    assert (done.returncode, read_history(Repository(other.folder / "practice")).name) == (1, "")


# A bundle, for a stick.


BUNDLE = ("join", "--bundle", "story.bundle")


def test_a_bundle_has_the_whole_story_and_takes_the_place_of_an_earlier_one(
    kata: SmallKata, practice: Practice, other: SmallKata
) -> None:
    for number in range(2):
        kata.write("practice/notes.md", f"{number}\n")
        checked(practice, "red")
        assert kata.dojo(*BUNDLE, "--name", "Ada and Bob").returncode == 0
    reader = Repository(other.folder / "practice")
    git(reader.folder, "fetch", "-q", str(kata.folder / "story.bundle"), f"{CHECKS}:refs/theirs")
    history = read_history(reader, "refs/theirs")
    assert (history.name, len(history.steps)) == ("Ada and Bob", 2)


@pytest.mark.usefixtures("practice")
@pytest.mark.parametrize("there", [b"mine", b"", None])
def test_any_other_file_stays(there: bytes | None, kata: SmallKata, other: SmallKata) -> None:
    if there is None:
        other.dojo("join", "--bundle", str(kata.folder / "story.bundle"))
        there = (kata.folder / "story.bundle").read_bytes()
    (kata.folder / "story.bundle").write_bytes(there)
    assert kata.dojo(*BUNDLE).returncode == 1
    assert (kata.folder / "story.bundle").read_bytes() == there


# Who goes on with a practice.


def test_a_swap_is_on_record_and_nothing_in_a_name_is_obeyed(
    kata: SmallKata, practice: Practice
) -> None:
    assert kata.dojo("swap", " \n").returncode == 2
    printed = kata.dojo("swap", "\x1b[2J" + "Ann " * 99).stdout
    assert ("\x1b" in printed, len(printed) < 80) == (False, True)
    kata.dojo("swap", "Ann and Cem")
    history = read_history(Repository(practice.folder))
    assert ([each.name for each in history.swaps][1:], history.partners) == (
        ["Ann and Cem"],
        "Ann and Cem",
    )
