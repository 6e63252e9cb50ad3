"""What the documents promise beside kills and damage: each promise is tried as somebody would who doubts it."""

import socket
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

from dojo.practice import CHECKS
from dojo.practice.membership import Membership, write_membership
from tests.chaos.scene import Scene, promise
from tests.chaos.writers import another_rule, in_a_room

PAGES = {
    "notes.html": ("progress --html notes.html", "handouts --html notes.html", "verify --report notes.html"),
    "notes.svg": ("verify --svg notes.svg",),
    "notes.bundle": ("join --bundle notes.bundle",),
}
MINE = b"<!-- mine -->\nSmaller steps.\n"
PUSH_SECONDS = 20  # for a push that nobody waits for


def git(folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """Run git in a folder, as anybody may."""
    me = ("-c", "user.name=Eve", "-c", "user.email=eve@example.org", "-c", "safe.directory=*")
    return subprocess.run(["git", "-C", str(folder), *me, *command], capture_output=True, text=True, check=False)  # noqa: S603, S607


@promise("check-never-waits")
def test_a_check_does_not_wait_for_a_room_that_never_answers(scene: Scene) -> None:
    in_a_room(scene)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"git://127.0.0.1:{silent.getsockname()[1]}/room.git"
        write_membership(scene.practice, Membership(url, "Ann", "Ann"))
        assert scene.run("check").code in (0, 1)
        silent.settimeout(PUSH_SECONDS)
        connection, _ = silent.accept()
        with connection:
            connection.settimeout(PUSH_SECONDS)
            assert connection.recv(65536), "the push has come, and gone"
            connection.setblocking(False)
            with pytest.raises(BlockingIOError):  # the push waits still: the check did not
                connection.recv(65536)


@promise("sent-later")
def test_what_could_not_be_sent_goes_with_a_later_check(scene: Scene, dice: Random) -> None:
    in_a_room(scene)
    room, away = scene.folder / "room.git", scene.folder / "away.git"
    room.rename(away)
    for _ in range(dice.randint(1, 2)):
        (scene.practice / "notes" / "dreams.txt").write_text(str(dice.random()))
        scene.run("check")
    away.rename(room)
    end = time.monotonic() + PUSH_SECONDS
    while not in_step(scene, room) and time.monotonic() < end:
        scene.run("check")
        time.sleep(0.5)
    assert in_step(scene, room)


def in_step(scene: Scene, room: Path) -> bool:
    """Tell whether a room has all that the practice tells."""
    return git(room, "rev-parse", "dojo/Ann").stdout == git(scene.practice, "rev-parse", CHECKS).stdout


@promise("room-keeps")
@pytest.mark.parametrize("way", [(":refs/heads/dojo/Ann",), ("--force", "HEAD:refs/heads/dojo/Ann"), ("HEAD:main",)])
def test_nobody_changes_or_removes_what_a_pair_has_told(way: tuple[str, ...], scene: Scene) -> None:
    in_a_room(scene)
    room = scene.folder / "room.git"
    before = git(room, "for-each-ref").stdout
    assert git(scene.practice, "push", str(room), *way).returncode != 0
    assert git(room, "for-each-ref").stdout == before


@promise("others-stay")
@pytest.mark.parametrize("name", PAGES)
def test_a_file_that_somebody_else_made_is_not_replaced(name: str, scene: Scene, dice: Random) -> None:
    (scene.folder / name).write_bytes(MINE)
    done = scene.run(*dice.choice(PAGES[name]).split())
    assert (done.code in (1, 2), done.is_plain(), (scene.folder / name).read_bytes()) == (True, True, MINE)


@promise("legacy-alone")
def test_the_golden_master_is_written_from_legacy_alone(scene: Scene) -> None:
    for name in ("refactored", "practice"):
        (scene.folder / name / "yatzy.py").write_text("raise SystemExit('not asked')\n")
    before = (scene.folder / "approved_files/pairs.approved.txt").read_bytes()
    assert "Nothing to approve" in scene.run("approve", "--yes").printed
    assert (scene.folder / "approved_files/pairs.approved.txt").read_bytes() == before


@promise("replaced-is-kept")
def test_what_approving_replaces_is_kept(scene: Scene) -> None:
    another_rule(scene)
    before = (scene.folder / "approved_files/pairs.approved.txt").read_bytes()
    assert scene.run("approve", "--yes").code == 0
    kept = [path.read_bytes() for path in scene.folder.glob("approved_files/.replaced/*/pairs.approved.txt")]
    assert before in kept


@promise("check-guards")
@pytest.mark.parametrize("line", ["open({path!r}, 'w')", "__import__('os').remove({path!r})", "import legacy"])
def test_a_check_lets_code_change_no_file_of_the_kata(line: str, scene: Scene) -> None:
    path = scene.folder / "legacy" / "yatzy.py"
    before = path.read_bytes()
    yatzy = scene.practice / "yatzy.py"
    yatzy.write_text(f"{line.format(path=str(path))}\n{yatzy.read_text()}")
    assert (scene.run("check").code, path.read_bytes()) == (1, before)


@promise("every-check-kept")
def test_every_check_is_a_commit_of_what_was_checked(scene: Scene, dice: Random) -> None:
    for _ in range(2):
        text = f"# {dice.random()}\n"
        (scene.practice / "yatzy.py").write_text(text)
        scene.run("check")
        assert git(scene.practice, "show", f"{CHECKS}:yatzy.py").stdout == text


@promise("steps-stay")
def test_steps_that_nobody_touched_stay_to_the_letter(whole: Scene) -> None:
    before = {path.name: path.read_bytes() for path in (whole.folder / "worked").iterdir()}
    for _ in range(2):
        assert whole.run("way", "--edit").code == 0
    assert {path.name: path.read_bytes() for path in (whole.folder / "worked").iterdir()} == before


@promise("unmutated-is-listed")
def test_a_rule_where_no_mutant_goes_is_told(scene: Scene) -> None:
    path = scene.folder / "refactored" / "yatzy.py"
    path.write_text(path.read_text().replace("class Yatzy", "FACES = {1: 2}\n\n\nclass Yatzy"))
    done = scene.run("verify")
    assert (done.code, "FACES" in done.printed) == (1, True)
