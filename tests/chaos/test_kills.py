"""Kills, and two at once: whatever is ended at any moment, nothing that a person made is lost, and all goes on.

Each round tries some of the writers; all have had their turn before one comes again.
"""

import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from subprocess import DEVNULL
from threading import Thread

import pytest

from tests.chaos.own import litter
from tests.chaos.places import PLACES, needs_mounts
from tests.chaos.scene import PATIENCE_SECONDS, Done, Scene, end_all, promise
from tests.chaos.turns import NextOf
from tests.chaos.writers import BAD, WRITERS, Writer, half, untrue

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
LENGTHS: dict[Writer, float] = {}  # in seconds, as measured where it ran to its end
KILLED, TWICE, TIGHT = 4, 2, 2  # writers a round
NOT_OURS = b"Fatal Python error: init_"  # a signal that came before Python could run a line of the dojo
AT_A_TABLE = b"\r1\r 2\r"

Sceneries = Callable[[Writer], Scene]


@pytest.fixture(autouse=True)
def heeded() -> None:
    """Ignore none of the signals, as a process does that a shell began in the background; commands would, too."""
    for each in SIGNALS:
        if signal.getsignal(each) == signal.SIG_IGN:
            signal.signal(each, signal.SIG_DFL)


def problems(scene: Scene, *done: Done) -> list[str]:
    """Return which promises are broken by now."""
    bad = [f"{each.command} ended with {each.code}: {each.printed}" for each in done if not each.is_plain()]
    said = [f"not so: {word}" for each in done for word in untrue(scene, each.printed)]
    lost = [f"lost: {name}" for name in scene.lost()]
    return [*bad, *said, *lost, *(f"half: {name}" for name in half(scene))]


def afterwards(scene: Scene, writer: Writer) -> list[str]:
    """Return what is wrong when the same command comes again, and then a check."""
    again, check = scene.run(*writer.command, stdin=writer.stdin), scene.run("check")
    told = [] if check.code in (0, 1) else [check.printed]
    return [*problems(scene, again, check), *told, *(f"litter: {name}" for name in litter(scene.folder))]


def length(writer: Writer, set_up: Sceneries) -> float:
    """Return how many seconds a command takes on this machine, now."""
    if writer not in LENGTHS:
        scene = set_up(writer)
        start = time.monotonic()
        scene.run(*writer.command, stdin=writer.stdin)
        LENGTHS[writer] = time.monotonic() - start
    return LENGTHS[writer]


def killed(scene: Scene, writer: Writer, seconds: float, sent: signal.Signals) -> Done:
    """Begin a command and send it a signal; return what it said until its end. One that goes on for ever fails."""
    paths = [scene.folder / f"{name}.said" for name in ("stdout", "stderr")]
    with paths[0].open("wb") as stdout, paths[1].open("wb") as stderr:
        process = scene.begin(*writer.command, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr)
        if process.stdin is not None:
            with suppress(BrokenPipeError), process.stdin as stdin:
                stdin.write(writer.stdin)
        time.sleep(seconds)
        code = ended_by(process, sent)
    said = [path.read_bytes() for path in paths]
    for path in paths:
        path.unlink()
    if sent == signal.SIGINT and NOT_OURS in said[1]:
        return Done(writer.command, 130, b"", b"")
    return Done(writer.command, code, *said)


def ended_by(process: "subprocess.Popen[bytes]", sent: signal.Signals) -> int:
    """Send a signal to a process and its group, and wait; return its exit code, 130 if it is this signal that ended it.

    Any other signal, of a crash, stays what it is: a negative number, which no command may end with.
    """
    with suppress(ProcessLookupError):
        os.killpg(process.pid, sent)
    try:
        code = process.wait(PATIENCE_SECONDS)
    finally:
        end_all(process)
    return 130 if code == -sent else code


@promise("nothing-lost", "what-was-said", "no-litter")
@pytest.mark.parametrize("number", range(KILLED))
def test_nothing_is_lost_by_a_kill(number: int, next_of: NextOf, set_up: Sceneries, dice: Random) -> None:
    writer = next_of(WRITERS, number, KILLED)
    seconds, scene = dice.uniform(0, length(writer, set_up)), set_up(writer)
    sent = dice.choice(SIGNALS)
    done = killed(scene, writer, seconds, sent)
    found = [*problems(scene, done), *afterwards(scene, writer)]
    assert not found, (writer.words, sent, seconds, found)


@promise("nothing-lost", "what-was-said", "no-litter")
@pytest.mark.parametrize("number", range(TWICE))
def test_two_at_once_lose_nothing(number: int, next_of: NextOf, set_up: Sceneries, dice: Random) -> None:
    writer = next_of(WRITERS, number, TWICE)
    scene = set_up(writer)
    other = scene.begin(*writer.command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    time.sleep(dice.uniform(0, 0.2))
    done = scene.run(*writer.command, stdin=writer.stdin)
    try:
        assert other.wait(PATIENCE_SECONDS) in (0, 1, 2, 3), writer.words
    finally:
        end_all(other)
    found = [*problems(scene, done), *afterwards(scene, writer)]
    assert not found, (writer.words, found)


@needs_mounts
@promise("nothing-lost", "what-was-said", "no-litter")
@pytest.mark.parametrize("number", range(TIGHT))
def test_nothing_is_lost_in_a_place_without_room(number: int, next_of: NextOf, set_up: Sceneries) -> None:
    place, writer = next_of([*product(PLACES, WRITERS)], number, TIGHT)
    scene = set_up(writer)
    done = scene.run(*writer.command, stdin=writer.stdin, behind=PLACES[place](scene.folder))
    found = [*problems(scene, done), *afterwards(scene, writer)]
    assert not found, (writer.words, place, done.printed, found)


@promise("nothing-lost", "what-was-said", "no-litter")
def test_nothing_is_lost_by_a_kill_of_tcr(scene: Scene, dice: Random, tmp_path: Path) -> None:
    command, sent = ("watch", "--tcr"), dice.choice(SIGNALS)
    with (tmp_path / "said").open("w+b") as said:
        process = scene.begin(*command, stdin=DEVNULL, stdout=said, stderr=said)
        time.sleep(dice.uniform(0.3, 2.0))
        scene.write("practice/yatzy.py", BAD)  # which takes the place of what may not have been checked
        time.sleep(dice.uniform(0, 2.5))
        code = ended_by(process, sent)
        said.seek(0)
        done = Done(command, code, said.read(), b"")
    found = [*problems(scene, done), *afterwards(scene, Writer("restore HEAD"))]
    assert (code in (0, 1, 130), found) == (True, []), (sent, done)  # 1 where what it began from was red


@promise("nothing-lost", "no-traceback")
def test_a_table_that_is_killed_goes_on(whole: Scene, dice: Random) -> None:
    for sent in (dice.choice(SIGNALS), signal.SIGTERM):
        done = at_a_table(whole, dice.uniform(0.3, 2.5), sent)
        assert (done.code, done.is_plain()) == (130, True), (sent, done)
    assert not [*problems(whole), *litter(whole.folder)]


def at_a_table(scene: Scene, seconds: float, sent: signal.Signals) -> Done:
    """Press some keys at a table, and send it a signal; return what was on the screen until its end."""
    ours, theirs = pty.openpty()
    process = scene.begin("table", "yacht", stdin=theirs, stdout=theirs, stderr=theirs, env={"TERM": "xterm-256color"})
    os.close(theirs)
    screen: list[bytes] = []
    looking = Thread(target=look_at, args=(ours, screen))
    looking.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.1)
        with suppress(OSError):
            os.write(ours, AT_A_TABLE)
    code = ended_by(process, sent)
    looking.join(PATIENCE_SECONDS)
    os.close(ours)
    return Done(("table", "yacht"), code, b"".join(screen), b"")


def look_at(terminal: int, screen: list[bytes]) -> None:
    """Read what comes to a screen, until nobody is left who writes there."""
    with suppress(OSError):
        while part := os.read(terminal, 65536):
            screen.append(part)
