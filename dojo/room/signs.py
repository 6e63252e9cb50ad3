"""Signs of life: when a board heard a pair last, and how much the pair's clock differs.

A room may be on any git host, so it has no clock. A sign has the time of the pair's clock. The
board knows by its own clock when the sign came, if it looked at the room shortly before.
"""

from pathlib import Path

import msgspec
import pygit2

from dojo.files import DamagedError, read_json, write_json
from dojo.practice.snapshots import Repository
from dojo.room.pushing import BEAT_SECONDS
from dojo.room.remote import sign_ref

FILE = "signs.json"
# Seconds. A sign that is new came after the last look at the room, if that is so recent.
LOOKED_RECENTLY = 15.0
# The way of a sign through the network. A smaller difference of two clocks is none.
DELAY_SECONDS = 5.0
# A clock that is wrong by more is rarer than a pair that has stopped working.
MAX_DOUBT_SECONDS = 15 * 60
# The newest signs of a pair that tell the difference. The quickest of them is the most exact.
MAX_SAMPLES = 5


class Sighting(msgspec.Struct):
    """The last sign of a pair. `heard`: when it came, by the clock of the board.

    `samples`: by how many seconds the pair's clock seemed to be ahead, at the last signs.
    """

    commit: str
    heard: float
    samples: list[float] = msgspec.field(default_factory=list)

    @property
    def skew(self) -> float | None:
        """Return by how many seconds the pair's clock is ahead, or None if it is not known.

        A sign that was slow makes it seem less, so the greatest sample is the most exact.
        """
        if not self.samples:
            return None
        skew = max(self.samples)
        if abs(skew) < DELAY_SECONDS:
            return 0.0
        return skew


class Signs(msgspec.Struct):
    """The signs of a room by their refs, and when the room was looked at last."""

    looked: float = 0.0
    sightings: dict[str, Sighting] = msgspec.field(default_factory=dict)

    def of(self, pair: str, practice: str) -> Sighting | None:
        """Return the last sign of a pair.

        If its practice has sent none yet, one of its earlier practices may have, or the pair under
        the name that it had before.
        """
        exact = self.sightings.get(sign_ref(pair, practice))
        if exact is not None:
            return exact
        related = [
            sighting
            for ref, sighting in self.sightings.items()
            if ref.startswith(sign_ref(pair, "")) or ref.endswith(f"/{practice}")
        ]
        return max(related, key=lambda sighting: sighting.heard, default=None)

    def see(self, refs: dict[str, str], repository: Repository, now: float) -> None:
        """Update the signs from the refs of the room."""
        is_recent = now - self.looked <= LOOKED_RECENTLY
        for ref, commit in refs.items():
            before = self.sightings.get(ref)
            if before is not None and before.commit == commit:
                continue
            sent = repository.git[commit].peel(pygit2.Commit).author.time
            samples = before.samples if before else []
            self.sightings[ref] = _sighting(commit, sent, samples, now, is_recent=is_recent)
        self.looked = now


def _sighting(
    commit: str, sent: float, samples: list[float], now: float, *, is_recent: bool
) -> Sighting:
    """Return a new sign. `sent`: when, by the clock of the pair."""
    ahead = sent - now
    if is_recent:
        all_samples = [*samples, ahead]
        return Sighting(commit, now, all_samples[-MAX_SAMPLES:])
    if not samples and -BEAT_SECONDS - DELAY_SECONDS <= ahead <= DELAY_SECONDS:
        # The pair is there, and its clock is right: it sends a sign so often.
        return Sighting(commit, min(sent, now), [0.0])
    if not samples and abs(ahead) <= MAX_DOUBT_SECONDS:
        # Its clock is wrong, or it has just stopped working. The next sign will tell.
        return Sighting(commit, now)
    sighting = Sighting(commit, now, samples)
    sighting.heard = min(sent - (sighting.skew or 0.0), now)
    return sighting


def read_signs(folder: Path) -> Signs:
    """Return the signs that a board stored in a folder. Other boards of the room use them, too."""
    try:
        return read_json(folder / FILE, Signs)
    except (FileNotFoundError, DamagedError):
        return Signs()


def write_signs(folder: Path, signs: Signs) -> None:
    write_json(folder / FILE, signs)
