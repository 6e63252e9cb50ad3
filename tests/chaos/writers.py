"""Every command that writes, what it needs there, and whether what it says, and leaves, is true and whole.

writer: such a command. word: what it says when something is done.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.chaos.scene import Scene

Prepare = Callable[[Scene], object]
HALL = "98 Ann yacht 2026-01-02\n230 Bob yahtzee 2026-01-03\n"
BAD = "class Yatzy:\n    pass\n"
EVENING = b"yacht\ncomputer\nn\n"


def nothing(_: Scene) -> None:
    """Need nothing."""


def another_rule(scene: Scene) -> None:
    """Have legacy do something else than what was approved."""
    for name in ("legacy", "refactored"):
        path = scene.folder / name / "yatzy.py"
        path.write_text(path.read_text().replace("return first + second", "return first + second + 1"))


def another_practice(scene: Scene) -> None:
    """Have the practice do something else than what was approved."""
    path = scene.practice / "yatzy.py"
    path.write_text(path.read_text().replace("return 2 * first", "return 2 * first + 1"))


def approved_once(scene: Scene) -> None:
    """Have an own document already, and do something else again."""
    another_practice(scene)
    scene.run("approve", "practice", "--yes")
    path = scene.practice / "yatzy.py"
    path.write_text(path.read_text().replace("first + 1", "first + 2"))


def reverted(scene: Scene) -> None:
    """Have something to bring back."""
    scene.run("restore", "HEAD")


def in_a_room(scene: Scene) -> None:
    """Have a room, and the practice in it."""
    scene.run("room", "new", "room.git")
    scene.run("join", "room.git", "--name", "Ann")


def a_hall(scene: Scene) -> None:
    """Have a hall of fame."""
    (scene.folder / "hall_of_fame.txt").write_text(HALL)


def few_slips(scene: Scene) -> None:
    """Have three slips: each costs a run of all tests."""
    for path in sorted((scene.folder / "tests" / "slips" / "level1").iterdir())[3:]:
        path.unlink()


class Writer(NamedTuple):
    """A command, what has to be there before, whether it takes the whole kata, and what is typed."""

    words: str
    prepare: Prepare = nothing
    whole: bool = False
    stdin: bytes = b""

    @property
    def command(self) -> tuple[str, ...]:
        """Return it as a shell would hand it over."""
        return tuple(self.words.split())


WRITERS = (
    *map(Writer, ("start", "start --again", "start --again --blind --name Ann", "check", "swap Bob", "mutants")),
    *map(Writer, ("verify", "verify --svg v.svg", "verify --report v.html", "progress --html way.html", "compare")),
    Writer("restore", reverted),
    Writer("restore HEAD"),
    Writer("approve --yes", another_rule),
    Writer("approve practice --yes", another_practice),
    Writer("mutants --report m.html"),
    Writer("room new other.git"),
    Writer("join room.git --name Ann", in_a_room),
    Writer("join --bundle ann.bundle", in_a_room),
    Writer("room room.git --html board.html", in_a_room),
    Writer("check", in_a_room),
    Writer("start --again --at 17", whole=True),
    Writer("hint", whole=True),
    Writer("slips", few_slips, whole=True),
    Writer("handouts --html h.html", whole=True),
    Writer("way --html w.html", whole=True),
    Writer("way --edit", whole=True),
    Writer("play --seed 1", a_hall, whole=True, stdin=EVENING),
    Writer("tournament --games 20 --seed 1", whole=True),
)


def untrue(scene: Scene, said: str) -> list[str]:
    """Return each word of a command that is not so."""
    words = [(word, is_so) for pattern, is_so in SAID.items() for word in re.finditer(pattern, said, re.MULTILINE)]
    return [word[0] for word, is_so in words if not is_so(scene, word[1])]


def is_approved(scene: Scene, name: str) -> bool:
    return (scene.folder / name).read_bytes() != scene.own.get(name)


def is_practice(scene: Scene, name: str) -> bool:
    return (scene.folder / name / ".git" / "refs").is_dir()


def is_there(scene: Scene, name: str) -> bool:
    return (scene.folder / name).exists()


def is_kept(scene: Scene, name: str) -> bool:
    return name in _git(scene, "rev-list", "--abbrev-commit", "--all")


def is_its_room(scene: Scene, room: str) -> bool:
    return _git(scene, "config", "dojo.room") == [room]


SAID: dict[str, Callable[[Scene, str], bool]] = {
    r"^approved  (\S+)$": is_approved,
    r"^(practice)/ is ready": is_practice,
    r"^The old practice is in (\S+)/,": is_practice,  # of two at once, one may put aside the other's
    r"^(?:The report: |The same as a page: )?(\S+\.html)(?:: |$)": is_there,
    r"^(\S+) is a room: ": is_there,
    r"^(\S+) has the story of practice/": is_there,
    r"^What was there is kept as (\w+):": is_kept,
    r"^practice/ is in the room (\S+) as \S+\.$": is_its_room,
}


def _git(scene: Scene, *command: str) -> list[str]:
    """Return the lines that git prints about the practice."""
    at = ("git", "-C", str(scene.practice))
    done = subprocess.run([*at, *command], capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.splitlines()


def half(scene: Scene) -> Iterator[str]:
    """Give what is there, but not whole."""
    for path in scene.folder.glob("*.html"):
        if not path.read_text().rstrip().endswith("</html>"):
            yield path.name
    for path in scene.folder.glob("*.bundle"):
        verify = ["git", "-C", str(scene.practice), "bundle", "verify", str(path)]
        if subprocess.run(verify, capture_output=True, check=False).returncode:  # noqa: S603 - git
            yield path.name
    hall = scene.folder / "hall_of_fame.txt"
    if hall.exists() and not hall.read_text().startswith(HALL):
        yield hall.name
