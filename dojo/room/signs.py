"""Signs of life: when a board heard a pair last, and whether the pair's clock is right.

A room may be on any git host, so it has no clock. A sign has the time of the pair's clock. The
board knows by its own clock when the sign came, if it looked at the room shortly before. Times of a
wrong clock are not corrected: the board does not show them.
"""

from pathlib import Path

import msgspec
import pygit2

from dojo.files import DamagedError, read_json, write_json
from dojo.practice.snapshots import Repository
from dojo.room.pushing import BEAT_SECONDS
from dojo.room.remote import SIGNS, sign_ref

FILE = "signs.json"
# Seconds. A sign that is new came after the last look at the room, if that is so recent.
LOOKED_RECENTLY = 15.0
# The way of a sign through the network.
DELAY_SECONDS = 5.0
# Clocks that differ by more are wrong. A sign that is slow seems to differ, too.
MAX_SKEW_SECONDS = 30.0
# A clock that is wrong by more is rarer than a pair that has stopped working.
MAX_DOUBT_SECONDS = 15 * 60


class Sighting(msgspec.Struct):
    """The last sign of a pair. `heard`: when it came, by the clock of the board.

    `ahead`: by how many seconds the pair's clock is ahead, or None if that is not known yet.
    `doubtful_checks`: how many checks the pair had when its clock was wrong.
    """

    commit: str
    heard: float
    ahead: float | None = 0.0
    doubtful_checks: int = 0

    @property
    def is_clock_wrong(self) -> bool:
        return self.ahead is not None and abs(self.ahead) > MAX_SKEW_SECONDS


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

    def see(
        self, refs: dict[str, str], checks: dict[str, int], repository: Repository, now: float
    ) -> None:
        """Update the signs from the refs of the room. `checks`: how many each pair has."""
        is_recent = now - self.looked <= LOOKED_RECENTLY
        for ref, commit in refs.items():
            before = self.sightings.get(ref)
            if before is not None and before.commit == commit:
                continue
            sent = repository.git[commit].peel(pygit2.Commit).author.time
            sighting = _sighting(commit, sent, before, now, is_recent=is_recent)
            # Of the checks since the sign before, some may be from before the repair.
            if sighting.is_clock_wrong or (before is not None and before.is_clock_wrong):
                pair = ref.removeprefix(SIGNS).rpartition("/")[0]
                sighting.doubtful_checks = checks.get(pair, 0)
            self.sightings[ref] = sighting
        self.looked = now


def _sighting(
    commit: str, sent: float, before: Sighting | None, now: float, *, is_recent: bool
) -> Sighting:
    """Return a new sign. `sent`: when, by the clock of the pair."""
    ahead = sent - now
    doubtful_checks = before.doubtful_checks if before else 0
    if is_recent:
        return Sighting(commit, now, ahead, doubtful_checks)
    if before is not None and before.ahead is not None:
        heard = min(sent - before.ahead, now)
        return Sighting(commit, heard, before.ahead, doubtful_checks)
    is_beat = -BEAT_SECONDS - DELAY_SECONDS <= ahead <= DELAY_SECONDS
    if not is_beat and abs(ahead) <= MAX_DOUBT_SECONDS:
        # Its clock is wrong, or it has just stopped working. The next sign will tell.
        return Sighting(commit, now, None, doubtful_checks)
    return Sighting(commit, min(sent, now), 0.0, doubtful_checks)


def read_signs(folder: Path) -> Signs:
    """Return the signs that a board stored in a folder. Other boards of the room use them, too."""
    try:
        return read_json(folder / FILE, Signs)
    except (FileNotFoundError, DamagedError):
        return Signs()


def write_signs(folder: Path, signs: Signs) -> None:
    write_json(folder / FILE, signs)
