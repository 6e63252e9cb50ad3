"""What the documents promise beside kills and damage: each promise is tried as somebody would who doubts it."""

import re
import socket
import subprocess
import time
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from dojo.practice import CHECKS
from dojo.practice.membership import Membership, write_membership
from tests.chaos.scene import Scene, promise
from tests.chaos.writers import Prepare, another_practice, another_rule, approved_once, in_a_room

PAGES = {
    "notes.html": ("progress --html notes.html", "handouts --html notes.html", "verify --report notes.html"),
    "notes.svg": ("verify --svg notes.svg",),
    "notes.bundle": ("join --bundle notes.bundle",),
}
PAIRS, OLD_ONES = "approved_files/pairs.approved.txt", r"The old ones are in (\S+)/\."
REPLACERS: dict[str, tuple[Prepare, str, str]] = {
    "approve --yes": (another_rule, "approved_files/pairs.approved.txt", r"The old ones are in (\S+)/\."),
    "approve practice --yes": (
        approved_once,
        "practice/approved_files/pairs.approved.txt",
        r"The old ones are in (\S+)/\.",
    ),
    "start --again": (another_practice, "practice/yatzy.py", r"The old practice is in (\S+)/,"),
    "restore HEAD": (another_practice, "practice/yatzy.py", r"What was there is kept as (\w+):"),
}
MINE = b"<!-- mine -->\nSmaller steps.\n"
PUSH_SECONDS = 20  # for a push that nobody waits for


ASKING = "<img src=//example.org/x><script src=//example.org/x></script><style>@import '//example.org/x'</style>"


class Asked(HTMLParser):
    """What a page asks for beside itself, and the policy by which a browser lets it ask."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.places: list[str] = []
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element asks for."""
        found = {name: value or "" for name, value in attrs}
        self.places += [found[name] for name in ("src", "href") if not found.get(name, "#").startswith("#")]
        if tag == "meta" and found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]


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
    assert (done.code in (1, 2, 3), done.is_plain(), (scene.folder / name).read_bytes()) == (True, True, MINE)


@promise("page-alone")
def test_a_report_asks_nothing_of_the_network_whatever_the_code_says(scene: Scene) -> None:
    yatzy = scene.practice / "yatzy.py"
    yatzy.write_text(f"# {ASKING}\n{yatzy.read_text()}")
    assert scene.run("mutants", "--report", "notes.html").code in (0, 1)
    asked = Asked((scene.folder / "notes.html").read_text())
    assert (asked.places, asked.policy.partition(";")[0]) == ([], "default-src 'none'")


@promise("legacy-alone")
def test_the_golden_master_is_written_from_legacy_alone(scene: Scene) -> None:
    for name in ("refactored", "practice"):
        (scene.folder / name / "yatzy.py").write_text("raise SystemExit('not asked')\n")
    before = (scene.folder / "approved_files/pairs.approved.txt").read_bytes()
    assert "Nothing to approve" in scene.run("approve", "--yes").printed
    assert (scene.folder / "approved_files/pairs.approved.txt").read_bytes() == before


@promise("replaced-is-kept")
@pytest.mark.parametrize("command", REPLACERS)
def test_what_is_replaced_is_kept_where_the_command_says(command: str, scene: Scene) -> None:
    prepare, name, says = REPLACERS[command]
    prepare(scene)
    before = (scene.folder / name).read_bytes()
    done = scene.run(*command.split())
    told = re.search(says, done.printed)
    assert (done.code, told is not None, (scene.folder / name).read_bytes() != before) == (0, True, True), done
    assert told is not None
    assert kept(scene, told[1], name) == before


def kept(scene: Scene, where: str, name: str) -> bytes:
    """Return a file as it is kept: in a folder of documents, in a practice that was put aside, or in a snapshot."""
    inside = Path(name).relative_to("practice") if name.startswith("practice/") else Path(name)
    places = (scene.folder / where / each for each in (inside, inside.name))
    found = next((place.read_bytes() for place in places if place.is_file()), None)
    return git(scene.practice, "show", f"{where}:{inside}").stdout.encode() if found is None else found


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
    assert (done.code, ": unmutated." in done.printed, "FACES = {1: 2}" in done.printed) == (1, True, True), done
