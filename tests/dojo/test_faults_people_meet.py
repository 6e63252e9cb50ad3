"""Faults that lose work or hide a failure: a killed command, a cut history."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, HISTORY
from tests.dojo.practising import YATZY, checked, git
from tests.dojo.small_kata import APPROVED, RULE, SmallKata

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")

RED = RULE.replace("first + second", "3 * first") + "# saved by a person"
CHANGES = ("subprocess.Popen", "os.fork", "os.mkdir", "os.remove", "os.rename", "shutil.rmtree")


def kill_before(change: int):
    """Kill this process before it changes a file or starts a program for the nth time."""
    process = os.getpid()
    changes = iter(range(1, change))

    def hear(event: str, arguments: tuple[Any, ...]):
        is_change = event in CHANGES
        if event == "open":
            is_change = bool(arguments[2] & (os.O_WRONLY | os.O_RDWR))
        if is_change and os.getpid() == process and next(changes, None) is None:
            os.kill(process, signal.SIGKILL)

    sys.addaudithook(hear)


def run_and_kill(kata: SmallKata, command: str, change: int):
    process = os.fork()
    if process == 0:
        kill_before(change)
        kata.dojo(*command.split())
        os._exit(0)
    os.waitpid(process, 0)


@pytest.mark.parametrize("change", [1, 9, 24])
@pytest.mark.parametrize("command", ["check", "approve practice --yes"])
def test_a_killed_command_loses_nothing(
    command: str, change: int, kata: SmallKata, practice: Practice
):
    kata.write(YATZY, RED)
    run_and_kill(kata, command, change)
    assert "red" in kata.dojo("check").stdout or "approve" in command
    assert git(
        practice.folder / HISTORY, "log", "--all", "--format=%H", "-S", "# saved by a person"
    )
    assert kata.read(YATZY) == RED
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED


@pytest.mark.parametrize("command", ["check", "progress", "restore"])
def test_a_damaged_history_is_reported(command: str, kata: SmallKata, practice: Practice):
    kata.write(YATZY, RED)
    checked(practice, "red")
    Path(practice.folder / HISTORY / CHECKS).write_text("0123456789", encoding="utf-8")
    done = kata.dojo(command)
    assert done.stderr.startswith("Error: ")
    assert "unexpected" not in done.stderr
    assert kata.read(YATZY) == RED
