"""Thrown dice, from the hand until they lie.

flight: the poses of a die, one for each frame, the last as it lies. A die hops and spins, ever slower; with each
quarter that it has turned, it shows another face. The dice come to lie one after the other, from left to right.
"""

from collections.abc import Callable, Mapping
from itertools import count
from math import ceil, pi, sin
from random import Random

from textual.timer import Timer

from dojo.table.dice import Pose
from dojo.table.tray import Die

FRAME_SECONDS = 0.045
FRAMES = 7  # until the first of the thrown dice lies
FRAMES_MORE = 1  # until the next one does
QUARTER_TURNS = 3.4
SLOWING = 1.5  # 1 would turn it ever as fast
HOPS = 2


def flight(face: int, frames: int, random: Random) -> list[Pose]:
    """Return how a die that comes to lie with a face flies, so many frames long."""
    others = [other for other in range(1, 7) if other != face]
    faces = [face, *random.sample(others, ceil(QUARTER_TURNS))]
    way, aside = random.choice((-1, 1)), random.uniform(-1, 1)
    poses = []
    for frame in range(1, frames + 1):
        left = 1 - frame / frames
        quarters = QUARTER_TURNS * left**SLOWING
        spun = way * 90 * (quarters - round(quarters))
        poses.append(Pose(faces[round(quarters)], spun, aside * left, -left * abs(sin(pi * HOPS * left))))
    return poses


class Tumble:
    """The dice that are in the air, if any."""

    def __init__(self, after: Callable[[float, Callable[[], None]], Timer], random: Random) -> None:
        """Begin with none; `after` does something after so many seconds."""
        self._after, self._random = after, random
        self._timer: Timer | None = None

    @property
    def goes_on(self) -> bool:
        """Tell whether dice are in the air."""
        return self._timer is not None

    def start(self, thrown: Mapping[Die, int], done: Callable[[], None]) -> None:
        """Let dice tumble until each lies with its face; then do what is to be done."""
        self.stop()
        frames = count(FRAMES, FRAMES_MORE)
        flights = {die: flight(face, next(frames), self._random) for die, face in thrown.items()}
        self._show(flights, 0, done)

    def stop(self) -> bool:
        """Let them lie at once; tell whether there were any."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.stop()
        return timer is not None

    def _show(self, flights: Mapping[Die, list[Pose]], frame: int, done: Callable[[], None]) -> None:
        self._timer = None
        if frame == max(map(len, flights.values()), default=0):
            done()
            return
        for die, poses in flights.items():
            die.pose = poses[min(frame, len(poses) - 1)]
        self._timer = self._after(FRAME_SECONDS, lambda: self._show(flights, frame + 1, done))
