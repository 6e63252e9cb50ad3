"""What the board costs at a terminal: `python -m tests.dojo.room.measure` looks into a room, presses keys, and says.

first frame: from the start of the process until a pair is drawn. effect: as for the table. refresh: from a push until
the board has drawn it; it asks the room every two seconds.
"""

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.dojo.room import rooms
from tests.dojo.table.measure import SIZES, Effects, Terminal, say

KEYS = (  # a kind of effect, and keys for it
    ("cursor", "down down down up up up"),
    ("minute", "m m"),
    ("hide", "h H"),
    ("light", "l l"),
    ("round", "t + -"),
    ("help", "? escape"),
    ("steps", "enter"),
    ("diff", "enter"),
    ("step on", "p p n"),
    ("back", "escape escape"),
)
CODES = {"enter": "\r", "escape": "\x1b"}
STARTS, TURNS, PUSHES = 5, 3, 5
STATUSES = ("green", "green", "red", "green", "amber", "red")


def fill(room: Path, pairs: int, checks: int) -> None:
    """Let so many pairs make so many checks, the last a minute ago."""
    for pair in range(pairs):
        told = [rooms.check(STATUSES[(pair + number) % len(STATUSES)]) for number in range(checks)]
        began = int(time.time()) - (checks + 1) * rooms.STEP_SECONDS
        rooms.push(room, f"refs/heads/dojo/Pair-{pair}", [rooms.started(), *told], began=began)


@contextmanager
def board(size: tuple[int, int], pairs: int, checks: int) -> Iterator[tuple[Path, Terminal]]:
    """Look into a room from a workspace of its own."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder)
        for kata in ("approved_files", "legacy"):
            (workspace / kata).mkdir()
        (workspace / "legacy" / "yatzy.py").touch()
        room = rooms.new_room(workspace / "room.git")
        fill(room, pairs, checks)
        terminal = Terminal(workspace, *size, command=("-m", "dojo", "room", "room.git"))
        try:
            yield room, terminal
        finally:
            terminal.leave()


def refresh(terminal: Terminal, room: Path, name: str) -> float:
    """Let a pair come in; return the seconds until the board has drawn it."""
    began = time.monotonic()
    rooms.push(room, f"refs/heads/dojo/{name}", [rooms.started(), rooms.check("green")])
    return terminal.read_until(name.encode()) - began


def measure(size: tuple[int, int], pairs: int, checks: int) -> None:
    """Say what a board of a size costs, of so many pairs with so many checks."""
    say("{} x {}, ".format(*size) + f"{pairs} pairs with {checks} checks")
    frames = Effects()
    for _ in range(STARTS):
        with board(size, pairs, checks) as (_, terminal):
            frames.of(terminal, partial(terminal.first_frame, b"Pair-1"))
    say(f"    first frame {frames}")
    with board(size, pairs, checks) as (room, terminal):
        terminal.first_frame(b"Pair-1")
        kinds: dict[str, Effects] = defaultdict(Effects)
        for kind, keys in KEYS * TURNS:
            for key in keys.split():
                kinds[kind].of(terminal, partial(terminal.press, CODES.get(key, key)))
        for number in range(PUSHES):
            kinds["refresh"].of(terminal, partial(refresh, terminal, room, f"Late-{number}"))
        for kind, effect in kinds.items():
            say(f"    {kind:<11} {effect}")
        say(f"    at rest: {terminal.at_rest():.1%} of a core")


if __name__ == "__main__":
    for columns_and_rows in SIZES:
        measure(columns_and_rows, 8, 30)
    measure(SIZES[1], 40, 100)
