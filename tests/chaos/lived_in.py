"""A scene with every file in it that a command reads, and commands as forks: where the start of Python is not tried."""

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import TimeoutExpired
from tempfile import TemporaryFile
from typing import IO

from dojo.commands import main
from dojo.table.saves import Save
from dojo.table.session import new_record
from tests.chaos.scene import PATIENCE_SECONDS, Done, Scene
from tests.dojo.forked import Forked, Surroundings
from tests.dojo.small_kata import APPROVED, RULE, WORKSPACE, variables
from tests.dojo.small_way import LOOK, PATCH, diff_of

OF_THE_KATA = ("KATA.md", "approved_files/worked_examples.approved.txt")
STEP = PATCH.format(
    title="Substitute Algorithm: a pair is twice its face",
    lesson="".join(f"{name}: {words}\n" for name, words in LOOK.items()),
    diff=diff_of(RULE, RULE.replace("first + second", "2 * first")),
)
SLIP = "A pair pays one point more.\n\n" + diff_of(RULE, RULE.replace("first + second", "first + second + 1")).replace(
    "/yatzy.py", "/legacy/yatzy.py"
)
MARKED = "practice/yatzy.py Yatzy.pair\n    - return 0\n    + return -0\n    Why: 0 is 0.\n"
BY_HAND = {
    "practice/.dojo/room-news.txt": "In the room again.\n",
    "practice/approved_files/pairs.approved.txt": APPROVED,
    "practice/equivalent.txt": MARKED,
}
LIFE = (
    "hint",
    "handouts --html page.html --level 4",
    "verify --svg verdict.svg",
    "mutants --report report.html --report report.json",
    "room new room.git",
    "join room.git --name Panda",
    "check",
    "join --bundle story.bundle",
    "room room.git",
    "progress story.bundle",
)
RECORD = new_record("yatzy", {"Ann": "person", "Bob": "careful"}, 7)


def lived_in(template: Path, folder: Path) -> Scene:
    """Copy a scene, and let its people do all that leaves a file; some of these hold the path of the folder."""
    shutil.copytree(template, folder, symlinks=True)
    for name in OF_THE_KATA:
        shutil.copy(WORKSPACE / name, folder / name)
    for name, text in {"worked/0001.patch": STEP, "tests/slips/level1/001-more.patch": SLIP}.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text, encoding="utf-8")
    scene = Scene(folder)
    for command in LIFE:
        done = forked(scene, *command.split())
        assert done.code in (0, 1), (command, done.printed)
    for name, text in BY_HAND.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    Save(folder, "yatzy").write(RECORD)
    return scene


def forked(scene: Scene, *command: str) -> Done:
    """Run a command in a scene to its end, in a fork; one that hangs fails the case."""
    with _three_files() as (stdin, stdout, stderr):
        fork = Forked(
            lambda: main(list(command), prog_name="dojo"),
            Surroundings(scene.folder, variables(), stdin, stdout, stderr),
        )
        try:
            code = fork.wait(PATIENCE_SECONDS)
        except TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(fork.pid, signal.SIGKILL)
            fork.wait()
            raise
        for file in (stdout, stderr):
            file.seek(0)
        return Done(command, code, stdout.read(), stderr.read())


@contextmanager
def _three_files() -> Iterator[tuple[IO[bytes], IO[bytes], IO[bytes]]]:
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        yield stdin, stdout, stderr
