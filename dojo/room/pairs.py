"""The pairs of a room, and all that a board knows of each: its checks, swaps, score.

source: a room (a repository that pairs push to), a clone of one, a practice, or a bundle of any of them. Each is
fetched into a clone of ours, and read there; that is nobody's work: who removes it loses nothing. line: a history in a
source; a pair that took another name, or whose bundle lies beside its room, has several, and the one that goes on
counts.
"""

import os
import shutil
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain, count
from math import inf
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, Differences, hold
from dojo.practice.rooms import BRANCHES, LONGEST_NAME, RefusedError, reach, room_url, same_name, shown_url
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import Late, Story, Swap, read_story
from dojo.text import WorkspaceError, WrongUsageError, shortened

CLONED = "refs/remotes/origin/dojo/"  # of a clone of a room
HOME = ".dojo-rooms"
KIND = "fetch"  # of work: one board at a time fetches into a clone
PATIENCE_SECONDS = 60.0  # for another board that does
KEPT_SECONDS = 30 * 24 * 3600  # after which a clone goes that nobody looked at
REFRESH_SECONDS = 2  # from a look to the next
UNHEARD_SECONDS = 15  # without an answer of a room
FETCH = (
    *("fetch", "--quiet", "--prune", "--no-tags", "--update-shallow"),
    *("--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules"),
)
HINTS = {  # by words of git
    "dubious ownership": "if you trust whose it is: git config --global --add safe.directory {}",
    "not appear to be": "is it typed right? It is a URL, a folder with a repository, or a bundle",
    "could not read": "a board asks for no password: set up a key, or git config --global credential.helper cache",
}


class Light(NamedTuple):
    """A check: its moment, in seconds since 1970 by the pair's clock, its commit, and whether TCR reverted it.

    `approved`: what it went by beside the kata's documents.
    """

    moment: float
    status: str
    commit: str
    reverted: bool
    approved: Differences = NOTHING_APPROVED


@dataclass(frozen=True)
class Pair:
    """A pair as its history has it by now; its name is unique on a board.

    `score`: the last one, from 0 to 1. `source` and `head`: where the history is, and its last commit. `left`: what the
    line is called, if its pair has left it. `late`: what came to the room late, the last time. `heard`: when the room
    was last heard, or a bundle made; nobody knows what came since.
    """

    name: str
    level: int
    blind: bool
    lights: list[Light] = field(default_factory=list)
    swaps: list[Swap] = field(default_factory=list)
    score: float | None = None
    source: str = ""
    head: str = ""
    left: str = ""
    late: Late | None = None
    heard: float = field(default=inf, compare=False)

    def known(self, now: float) -> float:
        """Return the last moment of which anything is known: now, unless the room is not heard."""
        return now if now - self.heard <= UNHEARD_SECONDS else self.heard

    @property
    def approved(self) -> Differences:
        """Return what is approved beside the kata's documents; amber code was not compared with any."""
        compared = [light.approved for light in self.lights if not light.reverted and light.status != AMBER]
        return compared[-1] if compared else NOTHING_APPROVED

    @property
    def last(self) -> float | None:
        """Return the moment of the last check; None before the first."""
        return self.lights[-1].moment if self.lights else None

    @property
    def since(self) -> float | None:
        """Return the moment from which on no check was green, and none was reverted; None when the last one was."""
        start = None
        for light in reversed(self.lights):
            if light.status == GREEN or light.reverted:
                break
            start = light.moment
        return start


def read_pair(story: Story, source: str = "", head: str = "") -> Pair | None:
    """Return the pair of a history that is in a source, called as it says; None when it tells of no practice."""
    guard = story.guard
    if guard is None:
        return None
    lights = [
        Light(each.moment.timestamp(), each.status, each.snapshot or "", each.snapshot in story.reverts, each.approved)
        for each in story.checks
    ]
    score = list(story.scores.values())[-1] if story.scores else None
    return Pair(story.name, guard.level, guard.blind, lights, story.swaps, score, source, head, story.left, story.late)


class Clone:
    """The clone of a source in a workspace, and what was found there; nothing is, before the first look.

    lines: pairs by their names there. unread: names of what is no history of a practice. away: since when, in seconds
    since 1970, the source is not heard, and why. heard: when it answered the last time.
    """

    def __init__(self, workspace: Path, words: str, clock: Callable[[], float] = time.time) -> None:
        """Clone a source as a person typed it; WrongUsageError when there can be none."""
        self.address, self.shown, self.clock = room_url(words), shown_url(words), clock
        self.label = Path(self.address).stem
        self.folder = workspace / HOME / sha256(os.fsencode(self.address)).hexdigest()[:16]
        self.repository = Repository(self.folder)
        self.stopped = Event()
        self.lines: dict[str, Pair] = {}
        self.unread: list[str] = []
        self.away: tuple[float, str] | None = None
        self.heard: float | None = None
        self._known: dict[str, Pair] = {}  # by the last commit

    def look(self) -> None:
        """Fetch what is new, and take it over."""
        try:
            self._take(self.fetch())
        except (WorkspaceError, OSError) as error:
            since = self.away[0] if self.away else self.heard or self.clock()
            self.away = since, str(error)
        else:
            self.away, self.heard = None, self.clock()

    def follow(self, on_look: Callable[[], object]) -> None:
        """Look again and again, until it is stopped."""
        while not self.stopped.is_set():
            self.look()
            on_look()
            self.stopped.wait(REFRESH_SECONDS)

    def _take(self, heads: dict[str, str]) -> None:
        """Read each pair by its name there and its last commit, unless that is known."""
        file = Path(self.address)
        heard = file.stat().st_mtime if file.is_file() else self.clock()  # a bundle tells nothing that came later
        known: dict[str, Pair] = {}
        lines: dict[str, Pair] = {}
        for name, head in heads.items():
            pair = self._known.get(head) or read_pair(read_story(self.repository, head), self.address, head)
            if pair:
                known[head] = pair
                called = shortened(name or pair.name or self.label, LONGEST_NAME)
                lines[name] = replace(pair, name=called, left=pair.left if pair.left == name else "", heard=heard)
        self._known, self.lines = known, lines
        self.unread = [name for name in heads if name not in lines]

    def fetch(self) -> dict[str, str]:
        """Fetch what is new, and return the last commit of each pair; WorkspaceError when that fails.

        A pair is called as its branch; a practice's own has no name, for its history says it.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        os.utime(self.folder)
        for other in self.folder.parent.iterdir():
            if other.is_dir() and other.stat().st_mtime < time.time() - KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
        git, refs = self.folder / ".git", [f"+{each}*:{each}*" for each in (BRANCHES, CLONED, CHECKS)]
        with hold(self.folder, KIND, PATIENCE_SECONDS):
            if not (git / "HEAD").exists():
                self.repository.init()
            try:
                reach(git, *FETCH, "--", self.address, *refs, stopped=self.stopped.is_set)
            except RefusedError as error:
                hints = [hint.format(self.address) for key, hint in HINTS.items() if key in str(error)]
                raise WorkspaceError("; ".join([str(error), *hints])) from None
        found = {ref.name: str(ref.target) for ref in self.repository.git.references.objects}
        return {name.removeprefix(BRANCHES).removeprefix(CLONED).removeprefix(CHECKS): found[name] for name in found}


class Room:
    """All pairs of all sources; each source is looked at in a thread of its own, so that none waits for another."""

    def __init__(self, workspace: Path, sources: Sequence[str], clock: Callable[[], float] = time.time) -> None:
        """Look at sources as a person typed them; WrongUsageError when one cannot be any."""
        clones = [Clone(workspace, each, clock) for each in sources]
        self._clones = {clone.address: clone for clone in clones}
        self._threads = ThreadPoolExecutor(len(clones))
        self._round, self._began = clones[0].folder / "round", clock()

    def look(self) -> None:
        """Read once what is new."""
        list(self._threads.map(Clone.look, self._clones.values()))

    def follow(self, on_look: Callable[[], object]) -> None:
        """Read what is new again and again until the room is closed; `on_look` is called after each look."""
        for clone in self._clones.values():
            Thread(target=clone.follow, args=[on_look]).start()

    def close(self) -> None:
        """Look no more, and end what is at work."""
        for clone in self._clones.values():
            clone.stopped.set()

    @property
    def end(self) -> float | None:
        """When the round ends, as whoever looks at this room here has said last; None where it was over before."""
        with suppress(OSError, ValueError):
            end = float(self._round.read_text(encoding="ascii"))
            return end if end >= self._began else None
        return None

    @end.setter
    def end(self, end: float) -> None:
        self._round.parent.mkdir(parents=True, exist_ok=True)
        self._round.write_text(f"{end}", encoding="ascii")

    @property
    def is_reading(self) -> bool:
        """Tell whether nobody knows yet what is in a source."""
        return not all(clone.heard or clone.away for clone in self._clones.values())

    @property
    def problems(self) -> list[str]:
        """Return what cannot be read, a line each."""
        names = [name for clone in self._clones.values() for name in clone.unread]
        return [f"{shortened(name, LONGEST_NAME)}: not read, for it is no story of a practice" for name in names]

    @property
    def heard(self) -> float | None:
        """Return when a source answered the last time; None before any did."""
        return max((clone.heard for clone in self._clones.values() if clone.heard), default=None)

    @property
    def unreachable(self) -> dict[str, tuple[float, str]]:
        """Return since when each source is not heard, and why."""
        return {clone.shown: clone.away for clone in self._clones.values() if clone.away}

    @property
    def pairs(self) -> list[Pair]:
        """Return all lines by names of their own, but for those that go on in another."""
        lines: dict[str, Pair] = {}
        for line in (line for clone in self._clones.values() for line in clone.lines.values()):
            lines.setdefault(line.head, line)
        named: dict[str, Pair] = {}
        for line in lines.values():
            if not any(self._goes_on(line, other) for other in lines.values()):
                labels = chain([self._clones[line.source].label], count(2))
                names = chain([line.name], (f"{line.name} ({label})" for label in labels))
                name = next(name for name in names if same_name(name) not in named)
                named[same_name(name)] = replace(line, name=name)
        return list(named.values())

    def open(self, pair: Pair) -> tuple[Repository, Story]:
        """Return the whole history of a pair, and a repository with all that it tells of."""
        clone = self._clones[pair.source]
        return clone.repository, read_story(clone.repository, pair.head)

    def _goes_on(self, line: Pair, other: Pair) -> bool:
        """Tell whether another has all that a line tells: its pair under another name, or as another source has it."""
        is_here = line.source == other.source
        is_of_pair = bool(line.left) if is_here else same_name(line.name) == same_name(other.name)
        git = self._clones[other.source].repository.git
        return is_of_pair and line.head in git and git.descendant_of(other.head, line.head)


def opened(workspace: Path, words: str, name: str = "") -> tuple[Repository, Story]:
    """Return the history in a practice, a bundle, or a room, of the pair of this name if there are several.

    WrongUsageError when that names no history; WorkspaceError when it cannot be read.
    """
    clone = Clone(workspace, words)
    heads = clone.fetch()
    alike = [each for each in heads if not name or same_name(name) == same_name(each)]
    found = [each for each in alike if name == each] or alike
    if len(found) == 1:
        return clone.repository, read_story(clone.repository, heads[found[0]])
    if not heads:
        raise WrongUsageError(f"{clone.shown} has no story of a practice: neither {CHECKS}, nor a branch dojo/NAME.")
    names = ", ".join(sorted(shortened(each, LONGEST_NAME) or "the practice's own" for each in heads))
    raise WrongUsageError(f"{clone.shown} has stories of {names}. Say whose, with --name.")
