"""Kills: whatever is ended at any moment, nothing that a person made is lost, and the next command works."""

import os
import signal
import time
from random import Random
from subprocess import DEVNULL

import pytest

from tests.chaos.scene import Scene, end_all, promise

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
WRITERS = {  # every command that writes, and for how long it may run before it is killed, in seconds
    ("start", "--again"): 1.0,
    ("check",): 2.0,
    ("check", "--tcr"): 2.5,
    ("swap", "Bob"): 1.0,
    ("restore",): 1.0,
    ("hint",): 1.5,
    ("approve", "--yes"): 3.0,
    ("approve", "practice", "--yes"): 3.0,
    ("mutants",): 6.0,
    ("verify",): 6.0,
    ("progress", "--html", "way.html"): 3.0,
}


@promise("nothing-lost")
@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
def test_nothing_is_lost_by_a_kill(command: tuple[str, ...], scene: Scene, dice: Random) -> None:
    process = scene.begin(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    time.sleep(dice.uniform(0, WRITERS[command]))
    os.killpg(process.pid, dice.choice(SIGNALS))
    end_all(process)
    again = scene.run("check")
    assert (scene.lost(), again.is_plain(), again.code in (0, 1)) == ([], True, True), again.printed
