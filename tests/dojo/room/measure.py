"""What the board costs at a terminal: `python -m tests.dojo.room.measure` looks into a room, presses keys, and says.

first frame: from the start of the process until a pair is drawn. effect: as for the table. refresh: from a push until
the board has drawn it; it asks the room every two seconds.
"""

import tempfile
import time
from collections import defaultdict
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
        messages = [rooms.check(STATUSES[(pair + number) % len(STATUSES)]) for number in range(checks)]
        began = int(time.time()) - (checks + 1) * rooms.STEP_SECONDS
        rooms.push(room, f"refs/heads/dojo/Pair-{pair}", [rooms.started(), *messages], began=began)


def refresh(terminal: Terminal, room: Path, name: str) -> float:
    """Let a pair come in; return the seconds until the board has drawn it."""
    began = time.monotonic()
    rooms.push(room, f"refs/heads/dojo/{name}", [rooms.started(), rooms.check("green")])
    return terminal.read_until(name.encode()) - began


def measure(workspace: Path, size: tuple[int, int], pairs: int, checks: int) -> None:
    """Say what a board of a size costs, of so many pairs with so many checks."""
    say("{} x {}, ".format(*size) + f"{pairs} pairs with {checks} checks")
    room = rooms.new_room(workspace / f"{pairs}.git")
    fill(room, pairs, checks)
    kinds: dict[str, Effects] = defaultdict(Effects)
    for start in range(STARTS):
        terminal = Terminal(workspace, *size, command=("-m", "dojo", "room", room.name))
        kinds["first frame"].of(terminal, partial(terminal.first_frame, b"Pair-1"))
        if start < STARTS - 1:
            terminal.leave()
    for kind, keys in KEYS * TURNS:
        for key in keys.split():
            kinds[kind].of(terminal, partial(terminal.press, CODES.get(key, key)))
    for number in range(PUSHES):
        kinds["refresh"].of(terminal, partial(refresh, terminal, room, f"Late-{number}"))
    for kind, effect in kinds.items():
        say(f"    {kind:<11} {effect}")
    say(f"    at rest: {terminal.at_rest():.1%} of a core")
    terminal.leave()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for kata in ("approved_files", "legacy"):
            (Path(folder) / kata).mkdir()
        (Path(folder) / "legacy" / "yatzy.py").touch()
        measure(Path(folder), SIZES[0], 8, 30)
        measure(Path(folder), SIZES[1], 40, 100)
