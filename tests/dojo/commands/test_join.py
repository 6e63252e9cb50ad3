"""Test `dojo join`, `dojo start --room` and `dojo swap`: their advice, and the room."""

from pathlib import Path

import pytest

from dojo.commands.join import membership_lines
from dojo.errors import WorkspaceError
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, HISTORY, Repository
from dojo.room.membership import Membership, write_membership
from dojo.room.sharing import write_bundle
from tests.dojo.practising import checked, git
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.usefixtures("pushed_at_once")


def branches(room: Path) -> dict[str, str]:
    """Return the last commit of each branch of a room."""
    found = git(room, "for-each-ref", "--format=%(refname:lstrip=3) %(objectname)")
    return dict(line.split() for line in found.splitlines())


def last_check(folder: Path) -> str:
    return git(folder / HISTORY, "rev-parse", CHECKS)


@pytest.fixture
def panda(kata: SmallKata, room: Path) -> SmallKata:  # noqa: ARG001 - the room is in the kata
    """Return a kata with a practice that began in the room."""
    kata.dojo("start", "--name", "Panda", "--room", "room.git")
    return kata


# Joining.


@pytest.mark.parametrize(
    ("failure", "advice"),
    [
        (
            "detected dubious ownership in repository at '/r'",
            "git config --global --add safe.directory /r",
        ),
        ("could not read Username for 'https://h': terminal prompts disabled", "credential.helper"),
        ("not found", "check the URL and the network"),
    ],
)
def test_a_failure_has_advice(failure: str, advice: str, practice: Practice):
    write_membership(Membership("/r", "Panda", str(practice.folder), "a commit", failure))
    assert advice in "\n".join(membership_lines(practice))


# A practice that begins in a room.


@pytest.mark.parametrize("options", [("--room", "room.git"), ("--room", "r", "--name", "/")])
def test_a_bad_name_starts_nothing(options: tuple[str, ...], kata: SmallKata):
    assert kata.dojo("start", *options).returncode == 2
    assert not (kata.folder / "practice").exists()


def test_a_new_start_continues_the_row(panda: SmallKata, room: Path):
    practice = panda.folder / "practice"
    before = last_check(practice)
    panda.dojo("start", "--again", "--blind")
    assert branches(room) == {"Panda": last_check(practice)}
    assert git(practice / HISTORY, "rev-parse", f"{CHECKS}^") == before


def test_an_old_practice_continues_the_row(panda: SmallKata, room: Path):
    panda.dojo("start", "--again", "--blind")
    told = panda.dojo("start", "--back", "1").stdout
    command = told.partition("To continue the row of Panda: dojo ")[2].partition("\n")[0]
    panda.dojo(*command.split())
    assert branches(room) == {"Panda": last_check(panda.folder / "practice")}


# A bundle.


def test_a_bundle_replaces_an_earlier_one(practice: Practice):
    bundle = practice.workspace / "panda.bundle"
    write_bundle(practice.folder, bundle)
    checked(practice, "red")
    write_bundle(practice.folder, bundle)
    git(practice.folder / HISTORY, "fetch", "-q", str(bundle), f"{CHECKS}:refs/theirs")
    assert git(practice.folder / HISTORY, "rev-parse", "refs/theirs") == last_check(practice.folder)


@pytest.mark.usefixtures("practice")
def test_a_bundle_has_the_name_of_the_option(kata: SmallKata):
    kata.dojo("join", "--bundle", "pair.bundle", "--name", "Panda")
    assert "Panda" in kata.dojo("room", "pair.bundle").stdout


@pytest.mark.parametrize("content", [b"mine", b""])
def test_a_bundle_replaces_no_other_file(content: bytes, practice: Practice):
    file = practice.workspace / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(WorkspaceError, match="is not a bundle of this practice"):
        write_bundle(practice.folder, file)
    assert file.read_bytes() == content


# A swap.


def test_a_swap_is_recorded_with_a_short_name(kata: SmallKata, practice: Practice):
    printed = kata.dojo("swap", "\x1b[2J" + "Ann " * 99).stdout
    assert "\x1b" not in printed
    assert len(printed) < 80
    assert read_history(Repository(practice.folder)).partners.startswith("\\x1b[2JAnn Ann")
