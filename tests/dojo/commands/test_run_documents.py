"""Run the commands that documents show, each in a practice or a project that is ready for it."""

import re
import shlex
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.dojo.commands.documents import all_commands
from tests.dojo.practising import git, write_files
from tests.dojo.printed import RealKata
from tests.dojo.small_kata import SmallKata

PRICES = """def total(prices):
    return max(sum(prices), 5)
"""
OWN_CODE = {
    "invoice.py": PRICES,
    "tests/test_invoice.py": """from invoice import total


def test_the_total_is_the_sum():
    assert total([3, 4]) == 7
""",
}
# They go on until a person ends them, play a game, or take minutes: a page of all steps, the whole
# grade, a kata of one's own. Other tests run these with less.
NOT_HERE = re.compile(
    r"(kata|play|record|room serve|score|table|tournament|verify|watch)\b|room URL|way --html"
    r"|swap .*--minutes|.* --follow"
)
# A sentence names these without what they need.
INCOMPLETE = re.compile(
    r"(check -m|handouts( --\w+)?|join|mutants --(equivalent|sarif)|restore|room|slips --without"
    r"|start --at|swap)$"
)
NEED_A_TERMINAL = re.compile(r"slips --from-room")
COMPARED = re.compile(r"mutants \S+/\S+ --report")  # `python -m tests.compared` runs it
NOT_RUN = (NOT_HERE, INCOMPLETE, NEED_A_TERMINAL, COMPARED)
IN_PROJECT = re.compile(r"mutants\b|start --here|compare --behaviour|.* --twins")
WITHOUT_PRACTICE = re.compile(r"start(?!.* --(again|list|back))")
IN_A_ROOM = re.compile(r"join --(bundle|leave)|room (close|compare|remove)|slips --send")
IDENTITY = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
SLIP = "\n\ndef forgotten():\n    return 0\n"
FAILS = 2  # wrong usage; a higher code: nothing could be graded


def shown_commands() -> list[str]:
    """Return the commands in all documents that end by themselves, without `dojo`."""
    commands = [line.removeprefix("dojo ") for line in all_commands("dojo")]
    return [each for each in commands if not any(reason.match(each) for reason in NOT_RUN)]


class Place(SmallKata):
    """A copy of the kata, with a project and a room beside it."""

    def __init__(self, folder: Path):
        """Take a place as it is."""
        self.folder = folder / "kata"
        self.project = folder / "project"
        self.room = folder / "tuesday.git"
        self.named = {
            "URL": self.room,
            "NEXT_URL": folder / "next.git",
            "~/rooms/tuesday.git": self.room,
            "/srv/tuesday.git": folder / "srv.git",
            "/mnt/share/tuesday.git": folder / "share.git",
            "~/shop": self.project / "invoice.py",
            "origin/main": "HEAD",
            "origin/$GITHUB_BASE_REF": "HEAD",
            "17": "1",  # the number of a check, or of a step
            "3": "1",  # the number of a survivor
            "NUMBER": "1",
            "Rehearsal": "Panda",
            "practice/invoice.py": "invoice.py",
        }

    def type(self, command: str) -> CompletedProcess[str]:
        """Run a command as a document shows it, with names of this place."""
        words = [str(self.named.get(word, word)) for word in shlex.split(command)]
        folder = self.folder
        if IN_PROJECT.match(command):
            folder = self.project
        return self.dojo(*words, answer="y\n", folder=folder)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a place with three practices of the kata, and one of the project."""
    folder = tmp_path_factory.mktemp("documents")
    place = Place(folder / "place")
    RealKata(place.folder)
    for room in ("URL", "NEXT_URL"):
        place.type(f"room new {room}")
    for options in ("", "--again", "--again"):
        place.type(f"start --level hour {options}")
    place.type("check")
    place.type("check")
    write_files(place.project, OWN_CODE)
    git(place.project, "init", "--quiet")
    git(place.project, "add", ".")
    git(place.project, *IDENTITY, "commit", "--quiet", "--message", "first")
    place.type("start --here")
    place.dojo("check", folder=place.project)
    place.type("mutants")
    shutil.copytree(folder / "place", folder / "prepared", symlinks=True)
    return folder / "prepared"


@pytest.fixture
def place(prepared: Path) -> Place:
    """Give the place that was prepared, under the same path, so that its results are valid."""
    folder = prepared.with_name("place")
    shutil.rmtree(folder)
    shutil.copytree(prepared, folder, symlinks=True)
    return Place(folder)


def prepare(place: Place, command: str):
    """Bring a place into the state in which a document shows a command."""
    if WITHOUT_PRACTICE.match(command):
        shutil.rmtree(place.folder / "practice")
        shutil.rmtree(place.project / ".dojo")
    if IN_A_ROOM.match(command):
        place.type("join URL --name Panda")
    if command.startswith("slips --send"):
        code = place.read("practice/yatzy.py")
        place.write("practice/yatzy.py", code + SLIP)


@pytest.mark.usefixtures("pushed_at_once")
@pytest.mark.parametrize("command", shown_commands())
def test_a_command_of_a_document_does_its_work(command: str, place: Place):
    prepare(place, command)
    done = place.type(command)
    assert done.returncode < FAILS, done.stderr
    assert "Error:" not in done.stderr
