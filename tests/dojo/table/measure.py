"""What the table costs at a terminal: `python -m tests.dojo.table.measure` sits down at one, presses keys, and says.

first frame: from the start of the process until the table is drawn. effect: from a key that is written until the last
of what it changes is read. computed: the same without what the machine did for others meanwhile. at rest: nobody
presses a key.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import click
import psutil

SIZES = ((80, 24), (200, 60))
COMMAND = ("-m", "dojo", "table", "yahtzee", "--seed", "3", "--no-motion", "--player", "Ann=person")
STARTS = 5
QUIET_SECONDS = 0.15  # without a byte: all that a key changes is drawn
PATIENCE_SECONDS = 2.0  # for a first byte
REST_SECONDS = 5.0
TURN = (  # a kind of effect, and keys for it, each of which has one; a new game brings the first turn back
    ("throw", "space"),
    ("keep", "1 2 3 4 5 5 4 3 2 1"),
    ("cursor", "down down down up up up"),
    ("throw", "space"),
    ("rules", "r x"),
    ("ask", "f2 n"),
    ("light", "t t"),
    ("take", "m"),
    ("undo", "u"),
    ("take", "m"),
    ("new", "f2 y"),
)
TURNS = 3
say = click.echo
CODES = {
    "space": " ",
    "f2": "\x1bOQ",
    "down": "\x1b[B",
    "up": "\x1b[A",
}


class Terminal:
    """A terminal of some columns and rows, with a table on it, or what else a command shows."""

    def __init__(self, workspace: Path, columns: int, rows: int, command: Sequence[str] = COMMAND) -> None:
        """Start it."""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        surroundings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self._began = time.monotonic()
        self._table = psutil.Popen(
            [sys.executable, *command], cwd=workspace, env=surroundings, stdin=theirs, stdout=theirs, stderr=theirs
        )
        os.close(theirs)

    @property
    def computed(self) -> float:
        """Return the seconds that the table has computed, by a clock that ticks a hundred times a second."""
        times = self._table.cpu_times()
        return float(times.user + times.system)

    def first_frame(self, word: bytes = b"Ann") -> float:
        """Return the seconds from the start until the first picture was drawn that has a word, such as who plays."""
        return self.read_until(word) - self._began

    def read_until(self, word: bytes) -> float:
        """Wait until a word is drawn, and what comes with it; return when that was."""
        shown = b""
        while word not in shown:
            shown += os.read(self._ours, 65536)
        drawn = time.monotonic()
        return max(drawn, self._drawn())

    def press(self, key: str) -> float:
        """Press a key; return the seconds until its effect was drawn, or 0 if it has none."""
        began = time.monotonic()
        os.write(self._ours, CODES.get(key, key).encode())
        return max(0.0, self._drawn() - began)

    def at_rest(self) -> float:
        """Return the share of a core that the table takes while nobody touches it."""
        before = self.computed
        time.sleep(REST_SECONDS)
        return (self.computed - before) / REST_SECONDS

    def leave(self) -> None:
        """Take the table away."""
        self._table.kill()
        self._table.wait()
        os.close(self._ours)

    def _drawn(self) -> float:
        """Wait until no more is drawn; return when the last of it came."""
        last = 0.0
        while select.select([self._ours], [], [], QUIET_SECONDS if last else PATIENCE_SECONDS)[0]:
            os.read(self._ours, 65536)
            last = time.monotonic()
        return last


@contextmanager
def table(size: tuple[int, int]) -> Iterator[Terminal]:
    """Sit down at a table of a workspace of its own."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder)
        for kata in ("approved_files", "legacy"):
            (workspace / kata).mkdir()
        (workspace / "legacy" / "yatzy.py").touch()
        terminal = Terminal(workspace, *size)
        try:
            yield terminal
        finally:
            terminal.leave()


class Effects:
    """Of one kind: the seconds that each took, and those that all computed."""

    def __init__(self) -> None:
        """Begin with none."""
        self.seconds: list[float] = []
        self.computed = 0.0

    def of(self, terminal: Terminal, effect: Callable[[], float]) -> None:
        """Add one, which returns its seconds."""
        before = terminal.computed
        self.seconds.append(effect())
        self.computed += terminal.computed - before

    def __str__(self) -> str:
        """Return what it comes to, in milliseconds."""
        usual, worst, number = median(self.seconds), max(self.seconds), len(self.seconds)
        each = self.computed / number
        return f"{usual * 1000:5.0f} ms, worst {worst * 1000:5.0f} ms of {number:2}; {each * 1000:4.0f} ms computed"


def measure(size: tuple[int, int]) -> None:
    """Say what a table of a size costs."""
    say("{} x {}".format(*size))
    frames = Effects()
    for _ in range(STARTS):
        with table(size) as terminal:
            frames.of(terminal, terminal.first_frame)
    say(f"    first frame {frames}")
    with table(size) as terminal:
        terminal.first_frame()
        kinds: dict[str, Effects] = defaultdict(Effects)
        for kind, keys in TURN * TURNS:
            for key in keys.split():
                kinds[kind].of(terminal, partial(terminal.press, key))
        for kind, effects in kinds.items():
            say(f"    {kind:<11} {effects}")
        say(f"    at rest: {terminal.at_rest():.1%} of a core")


if __name__ == "__main__":
    for each in SIZES:
        measure(each)
