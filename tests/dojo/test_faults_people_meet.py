"""Test what goes wrong: killed commands, cut histories, endless code, unreachable rooms."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dojo.main import main
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS
from tests.dojo.forked import Forked, Surroundings
from tests.dojo.practising import YATZY, checked
from tests.dojo.small_kata import APPROVED, RULE, SmallKata, variables

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals and limits")

SAVED = "# saved by a person"
RED = RULE.replace("first + second", "3 * first") + SAVED
CHANGES = ("subprocess.Popen", "os.fork", "os.mkdir", "os.remove", "os.rename", "shutil.rmtree")
MOMENTS = (1, 9, 24, 60)  # of some 80, or 30 where it approves
ENDS_BADLY = {
    "an endless loop": (
        "while first: pass",
        "amber",
        "practice/yatzy.py:12, in pair()\n    timed out after ",
    ),
    "a crash": ("import os; os.abort()", "amber", "pytest ended before the tests did"),
    "an end at once": (
        "import os; os._exit(0)",
        "amber",
        "pytest ended before the tests did: os._exit",
    ),
    "an end": ("raise SystemExit", "red", "SystemExit"),
}
# Code that leaves out all scenarios but the first.
LEAVES_OUT = """
        import gc, pytest
        for each in gc.get_objects():
            if isinstance(each, pytest.Session):
                del each.items[1:]
"""


def has_committed(practice: Practice, text: str) -> bool:
    """Tell whether some commit of a practice has a text."""
    command = ["git", "log", "--all", "--format=%H", "-S", text]
    done = subprocess.run(  # noqa: S603 - git
        command, cwd=practice.folder, capture_output=True, check=True
    )
    return bool(done.stdout)


def is_plain(kata: SmallKata, command: str) -> bool:
    """Run a command; tell whether it ended as commands do, with words and without a traceback."""
    done = kata.dojo(*command.split())
    return (
        done.returncode in (0, 1, 2)
        and bool(done.stdout + done.stderr)
        and "Traceback" not in done.stderr
    )


# Killed.


def kill_before(moment: int) -> None:
    """Kill this process before it changes a file or starts a program for the nth time."""
    process, armed, changes = os.getpid(), Path("armed").resolve(), iter(range(1, moment))

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        writes = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if (
            (writes or event in CHANGES)
            and os.getpid() == process
            and armed.exists()
            and next(changes, None) is None
        ):
            os.kill(process, signal.SIGKILL)

    sys.addaudithook(hear)


def until(has_come: Callable[[], bool]) -> None:
    """Wait, five minutes at most."""
    end = time.monotonic() + 300
    while not has_come():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("command", ["check", "approve practice --yes", "start --again"])
def test_a_command_that_is_killed_loses_nothing_and_can_come_again(
    command: str, moment: int, kata: SmallKata, practice: Practice
) -> None:
    kata.write(YATZY, RED)
    kata.write("armed", "")

    def killed() -> None:
        kill_before(moment)
        main(command.split(), prog_name="dojo")

    kata.in_a_fork(killed)
    (kata.folder / "armed").unlink()
    assert all(is_plain(kata, each) for each in dict.fromkeys((command, "check")))
    assert RED in [
        path.read_text(encoding="utf-8") for path in kata.folder.glob("practice*/**/yatzy.py")
    ]
    assert has_committed(practice, SAVED) or command == "start --again"
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_watch_that_is_killed_while_it_reverts_loses_nothing(
    moment: int, kata: SmallKata, practice: Practice
) -> None:
    def watch() -> None:
        kill_before(moment)
        main(["watch", "--tcr"], prog_name="dojo")

    shown = kata.folder / "shown.txt"
    with Path(os.devnull).open() as nothing, shown.open("w") as output:
        watching = Forked(watch, Surroundings(kata.folder, variables(), nothing, output, output))
    until(lambda: " green " in shown.read_text(encoding="utf-8"))
    kata.write("armed", "")
    kata.write(YATZY, RED)
    until(
        lambda: watching.poll() is not None or "to undo this" in shown.read_text(encoding="utf-8")
    )
    watching.kill()
    watching.wait()
    (kata.folder / "armed").unlink()
    assert is_plain(kata, "check")
    assert has_committed(practice, SAVED)


# A history that is cut.


@pytest.mark.parametrize("command", ["check", "progress", "progress 1", "restore", "swap Ann"])
@pytest.mark.parametrize("is_lost", [False, True])
def test_a_history_that_is_cut_is_told_in_words(
    command: str, kata: SmallKata, practice: Practice, *, is_lost: bool
) -> None:
    kata.write(YATZY, RED)
    checked(practice, "red")
    ref = practice.folder / ".git" / CHECKS
    end = ref.read_text(encoding="utf-8").strip()
    ref.write_text(end if is_lost else end[:10], encoding="utf-8")
    if is_lost:
        (practice.folder / ".git/objects" / end[:2] / end[2:]).unlink()
    assert is_plain(kata, command)
    assert kata.read(YATZY) == RED


# Code that ends badly.


@pytest.mark.parametrize("what", ENDS_BADLY)
@pytest.mark.usefixtures("practice")
def test_code_that_ends_badly_is_told_with_its_line(what: str, kata: SmallKata) -> None:
    code, status, words = ENDS_BADLY[what]
    kata.write(YATZY, RULE.replace("return first + second", code))
    done = kata.dojo("check", *(["--limit", "0.3"] if "loop" in what else []))
    assert (done.returncode, done.stdout.partition(":")[0], words in done.stdout) == (
        1,
        status,
        True,
    )


@pytest.mark.usefixtures("practice")
def test_green_is_when_all_scenarios_were_run_to_their_end(kata: SmallKata) -> None:
    scenarios = kata.read("tests/golden_master/test_scores.py")
    kata.write(
        "tests/golden_master/test_scores.py",
        f"{scenarios}\n\ndef test_more(yatzy):\n    assert yatzy\n",
    )
    assert kata.dojo("check").stdout.startswith("green: level 1, scoring, 2 tests")
    kata.change(YATZY, "        if", f"{LEAVES_OUT}        if")
    assert "only 1 of the 2 scenarios of the level ran to the end" in kata.dojo("check").stdout


# A room that is away.


@pytest.mark.usefixtures("pushed_at_once", "practice")
def test_what_was_not_sent_goes_later(kata: SmallKata, room: Path) -> None:
    kata.dojo("join", str(room), "--name", "Panda")
    away = room.rename(room.with_name("away"))
    assert kata.dojo("check").returncode == 0
    assert "Not pushed: 2 checks, the first from" in kata.dojo("check").stdout
    away.rename(room)
    assert "Not pushed" not in kata.dojo("check").stdout
