"""What a board costs: `python -m tests.dojo.board.measure [PAIRS CHECKS]` makes a room, looks at it, and says.

cold: nothing was fetched yet. warm: all was, by another board. at rest: a look every two seconds, and no news.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import psutil

from dojo.board import Room
from tests.dojo.board import rooms
from tests.dojo.board.rooms import BEGAN, STEP_SECONDS, check

PAIRS, CHECKS, LINES = 200, 500, 80
FEW_PAIRS = 12
LOOKS, REST_SECONDS = 10, 2.0
GLANCE_SECONDS = 0.05
LAST_CHECKS = 10  # of each pair that git has not packed yet
MIB = 1024**2
ME = psutil.Process()


class Memory:
    """The most that this process and all that it started had at once, in bytes."""

    most = 0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look again and again."""
        over = Event()
        watcher = Thread(target=self._watch, args=(over,))
        watcher.start()
        yield
        over.set()
        watcher.join()

    def _watch(self, over: Event) -> None:
        while not over.wait(GLANCE_SECONDS):
            self.most = max(self.most, sum(map(_own_bytes, [ME, *ME.children(recursive=True)])))


def _own_bytes(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        memory = process.memory_info()
        return int(memory.rss - memory.shared)
    return 0


def computed() -> float:
    """Return the seconds that this process, and all that it waited for, have computed."""
    return sum(ME.cpu_times()[:4])


def say(line: str) -> None:
    """Say it at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def timed(what: str, do: Callable[[], object]) -> None:
    """Say how long something took on the clock, how long it computed, and the most memory."""
    memory, began, before = Memory(), time.monotonic(), computed()
    with memory.watched():
        do()
    seconds = time.monotonic() - began
    say(f"{what:<30} {seconds:6.2f} s, {computed() - before:5.2f} s computed, {memory.most / MIB:4.0f} MB")


def after_a_push(place: Path, room: Room, began: int) -> float:
    """Return the seconds that a look computes after one check was pushed, the median of several."""
    taken = []
    for number in range(LOOKS):
        rooms.push(place, "refs/heads/dojo/pair-003", [check("red")], began=began + number * STEP_SECONDS)
        before = computed()
        assert [each.name for each in room.refresh()] == ["pair-003"]
        taken.append(computed() - before)
    return sorted(taken)[LOOKS // 2]


def at_rest(room: Room) -> float:
    """Return the share of a core that looks take when there is no news."""
    began, before = time.monotonic(), computed()
    for _ in range(LOOKS):
        room.refresh()
        time.sleep(REST_SECONDS)
    return (computed() - before) / (time.monotonic() - began)


def measure(place: Path, what: str) -> None:
    """Say what a board costs that looks at a room."""
    with tempfile.TemporaryDirectory() as workspace:
        with Room(Path(workspace), [str(place)]) as room:
            timed(f"{what}: cold", room.refresh)
            say(f"    {len(room.pairs)} pairs, {sum(len(pair.lights) for pair in room.pairs.values()):,} lights")
        with Room(Path(workspace), [str(place)]) as room:
            timed(f"{what}: warm", room.refresh)
            now = int(max(pair.last or 0 for pair in room.pairs.values())) + STEP_SECONDS
            say(f"    after a push: {after_a_push(place, room, now):.3f} s computed")
            say(f"    after a push by a clock that is late: {after_a_push(place, room, BEGAN):.3f} s computed")
            say(f"    at rest: {at_rest(room):.1%} of a core")


def main(pairs: int = PAIRS, checks: int = CHECKS) -> None:
    """Measure a small room; a large one, packed; and the same as git leaves it between two times that it packs."""
    with tempfile.TemporaryDirectory() as home:
        few, packed, pushed = (rooms.new_room(Path(home, name)) for name in ("few", "packed", "pushed"))
        rooms.fill(few, FEW_PAIRS, checks, LINES)
        measure(few, f"{FEW_PAIRS} x {checks}")
        rooms.fill(packed, pairs, checks, LINES)
        measure(packed, f"{pairs} x {checks}")
        rooms.fill(pushed, pairs, checks - LAST_CHECKS, LINES)
        for number in range(pairs):
            began = BEGAN + (checks - LAST_CHECKS + 1) * STEP_SECONDS
            rooms.push(pushed, f"refs/heads/dojo/pair-{number:03}", [check("green")] * LAST_CHECKS, began=began)
        measure(pushed, f"{pairs} x {checks}, partly packed")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
