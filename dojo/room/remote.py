"""What a room has: branches of pairs, signs of life, slips, rounds, a mark if it is closed.

All of these are branches below `dojo/`, because a room that the dojo made accepts nothing else. The
name of a pair begins with a letter or a digit, so it is none of the others.

A room may be on any git host, so it has no clock. A sign of life has the time of the pair's clock.
The board knows by its own clock when the sign came, if it looked at the room shortly before. Times
of a wrong clock are not corrected: the board does not show them.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import pygit2

from dojo.files import DamagedError, read_json, write_json
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.git import GIT_TIMEOUT, NO_REPOSITORY, may_ask_for_password, run_git
from dojo.text import duration

BRANCHES = "refs/heads/dojo/"
# Below this: the name of the pair, and the random number of its practice.
SIGNS = f"{BRANCHES}_alive/"
# Below this: the name of the sender, and the commit.
SLIPS = f"{BRANCHES}_slips/"
CLOSED = f"{BRANCHES}_closed"
# Below this, in the file of a closed room: a pair, its practice, and how many checks it had when
# its clock was wrong.
CLOCKS = f"{BRANCHES}_clocks/"
# Below this: a round, as Round.ref has it.
ROUNDS = f"{BRANCHES}_round/"

# In a phase with this name, pairs send slips, and run no check.
ATTACK = "attack"
# The file with the signs that a board has seen.
SIGNS_FILE = "signs.json"
# Seconds. A pair sends a sign of life, and asks the room, this often.
BEAT_SECONDS = 20.0
# A sign that is new came after the last look at the room, if that is so recent.
LOOKED_RECENTLY = 15.0
# The way of a sign through the network.
DELAY_SECONDS = 5.0
# Clocks that differ by more are wrong. A sign that is slow seems to differ, too.
MAX_SKEW_SECONDS = 30.0
# A clock that is wrong by more is rarer than a pair that has stopped working.
MAX_DOUBT_SECONDS = 15 * 60


@dataclass
class RoomRefs:
    """The commits of a room's branches. `pairs` has them by the name of the pair.

    A practice, or its bundle, has one history, without a name.
    """

    pairs: dict[str, str] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)
    slips: dict[str, str] = field(default_factory=dict)
    closed: str = ""
    rounds: list[str] = field(default_factory=list)
    doubtful_checks: dict[str, int] = field(default_factory=dict)

    def add(self, ref: str, commit: str) -> None:
        """Add a branch to the part of the room that its name stands for. Other refs are skipped.

        The history of a practice or a bundle, CHECKS, is that of a pair with an empty name.
        """
        if ref == CLOSED:
            self.closed = commit
        elif ref.startswith(ROUNDS):
            self.rounds.append(ref)
        elif ref.startswith(CLOCKS):
            place, _, number = ref.removeprefix(CLOCKS).rpartition("/")
            if number.isdecimal():  # others may push any branch
                self.doubtful_checks[f"{SIGNS}{place}"] = int(number)
        elif ref.startswith(SIGNS):
            self.signs[ref] = commit
        elif ref.startswith(SLIPS):
            self.slips[ref] = commit
        elif ref.startswith(BRANCHES) and not ref.startswith(f"{BRANCHES}_"):
            self.pairs[ref.removeprefix(BRANCHES)] = commit
        elif ref == CHECKS:
            self.pairs[""] = commit

    def spelling_of(self, pair: str) -> str:
        """Return the name of a pair as the room has it. Names ignore case.

        A room of an earlier version may have two that differ in case alone.
        """
        spellings = {name.casefold(): name for name in self.pairs}
        if pair in self.pairs:
            return pair
        return spellings.get(pair.casefold(), pair)


def refs_in(git: pygit2.Repository) -> RoomRefs:
    """Return the refs of a repository on this computer: a room, or a clone of one."""
    refs = RoomRefs()
    for ref in git.references.objects:
        refs.add(ref.name, str(ref.target))
    return refs


def read_room(url: str, timeout: float = GIT_TIMEOUT) -> RoomRefs:
    """Return the refs of a room. Raises RefusedError if it does not answer."""
    listed = run_git(
        NO_REPOSITORY,
        "ls-remote",
        "--",
        url,
        f"{BRANCHES}*",
        may_ask=may_ask_for_password(),
        timeout=timeout,
    )
    refs = RoomRefs()
    for line in listed.splitlines():
        commit, tab, ref = line.partition("\t")
        if tab:
            refs.add(ref, commit)
    return refs


def sign_ref(pair: str, practice: str) -> str:
    return f"{SIGNS}{pair}/{practice}"


def clock_in_words(ahead: float) -> str:
    """Return the error of a clock, as in "7 min behind"."""
    direction = "ahead" if ahead > 0 else "behind"
    unit = 60 if abs(ahead) >= 60 else 1
    return f"{duration(round(abs(ahead) / unit) * unit)} {direction}"


class Round(NamedTuple):
    """When a round was announced, when it began, and when it ends, in seconds since 1970.

    `name`: of a phase, such as "Attack".
    """

    announced: int
    start: int
    end: int
    name: str = ""

    @property
    def ref(self) -> str:
        return f"{ROUNDS}{self.announced}-{self.start}-{self.end}-{self.name}".rstrip("-")

    @property
    def title(self) -> str:
        return self.name or "round"

    def announced_now(self) -> "Round":
        """Return the round as announced now, and later than before even if a clock is wrong."""
        return self._replace(announced=max(int(time.time()), self.announced + 1))

    def has_late_pairs(self, now: float) -> bool:
        """Return whether a pair may be late. After a round, and in an attack, nobody checks."""
        return now < self.end and self.name.casefold() != ATTACK


class Phase(NamedTuple):
    """A part of a session."""

    name: str
    minutes: float

    def __str__(self) -> str:
        return f"{self.name} {self.minutes:g} min".strip()


def newest_round(refs: Iterable[str]) -> Round | None:
    """Return the round that was announced last. Refs that name no round are skipped."""
    rounds: list[Round] = []
    for ref in refs:
        with suppress(ValueError):
            announced, start, end, *names = ref.removeprefix(ROUNDS).split("-", 3)
            rounds.append(Round(int(announced), int(start), int(end), "".join(names)))
    return max(rounds, default=None)


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
        return read_json(folder / SIGNS_FILE, Signs)
    except (FileNotFoundError, DamagedError):
        return Signs()


def write_signs(folder: Path, signs: Signs) -> None:
    write_json(folder / SIGNS_FILE, signs)
