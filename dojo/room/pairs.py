"""The pairs of a room, each with its history.

A source is a room, a practice or a bundle. It is fetched into a clone in the cache of the
person's account, which can be deleted at any time.
"""

import os
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Thread

import platformdirs
import pygit2

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.events import MAX_NAME
from dojo.practice.history import History, read_whole_history
from dojo.practice.locks import lock
from dojo.practice.snapshots import CHECKS, HISTORY, Repository
from dojo.room.git import RefusedError, display_url, parse_room_url, run_git
from dojo.room.remote import (
    BRANCHES,
    CLOCKS,
    SIGNS,
    RoomRefs,
    Round,
    Sighting,
    Signs,
    newest_round,
    read_signs,
    refs_in,
    sign_ref,
    write_signs,
)
from dojo.text import shorten
from dojo.times import MINUTE_SECONDS

REFRESH_SECONDS = 2.0
# Without an answer from the room for longer, nobody knows the state of its pairs.
UNHEARD_SECONDS = 15
# Without a sign of life from a pair for longer, nobody knows its state. It sends one in 20 s.
SILENT_SECONDS = 60
# A round that was over for longer is one of another day.
MAX_OVER_SECONDS = 30 * MINUTE_SECONDS
FETCH = (
    *("fetch", "--quiet", "--prune", "--no-tags"),
    *("--no-write-fetch-head", "--no-auto-maintenance"),
)


@dataclass(frozen=True)
class Pair:
    """A pair: its name on the board, and its history up to the commit `head`.

    `answered`: when its room answered last. `sign`: its last sign of life; a practice, and a room
    that takes none, count as heard whenever they answer. `is_final`: the room is closed, or this is
    a bundle, so nothing more will be heard.
    """

    name: str
    history: History
    repository: Repository
    head: str
    has_left: bool
    answered: float
    sighting: Sighting
    is_final: bool = False

    @property
    def has_right_clock(self) -> bool:
        return self.sighting.ahead is not None and not self.sighting.is_clock_wrong

    @property
    def has_times(self) -> bool:
        """Whether the times of the last checks are by a right clock. A green check begins anew."""
        new = self.history.all_steps[self.sighting.doubtful_checks :]
        is_new = not self.sighting.doubtful_checks or any(step.is_green for step in new)
        return self.has_right_clock and is_new

    @property
    def has_all_times(self) -> bool:
        """Whether the times of all checks are by a right clock."""
        return self.has_right_clock and not self.sighting.doubtful_checks

    def is_silent(self, now: float) -> bool:
        """Return whether nobody knows how the pair stands now."""
        if self.is_final:
            return False
        return now - self.answered > UNHEARD_SECONDS or now - self.sighting.heard > SILENT_SECONDS

    def known_until(self, now: float) -> float:
        """Return now, or, if the pair is silent or final, when it was heard last."""
        if self.is_final or self.is_silent(now):
            return self.sighting.heard
        return now


class Clone:
    """The clone of a source, and the pairs that the last fetch found.

    `refs`: what the source had then, and `histories`: those of its pairs, by their last commits.
    `answered`: when the source answered last. `failure`: why it does not answer now. `signs`: the
    signs of life, as of the last look. `round`: the newest one. `pairs_told`: how many pairs there
    were when it was announced.
    """

    def __init__(self, source: str) -> None:
        """Raise WrongUsageError if the source is neither a URL nor a path."""
        self.address = parse_room_url(source)
        self.display_name = display_url(source)
        self.label = Path(self.address).stem
        digest = sha256(os.fsencode(self.address)).hexdigest()
        self.folder = platformdirs.user_cache_path("dojo", appauthor=False) / "rooms" / digest[:16]
        self.repository = Repository(self.folder)
        self.refs = RoomRefs()
        self.histories: dict[str, History] = {}
        self.pairs: list[Pair] = []
        self.began = time.time()
        self.answered: float | None = None
        self.failure = ""
        self.signs = Signs()
        self.pairs_told = 0
        self.round: Round | None = None

    @property
    def silent_since(self) -> float:
        """Return when the source answered last, or when it was asked first."""
        return self.answered or self.began

    @property
    def is_file(self) -> bool:
        """Whether this is a bundle."""
        return Path(self.address).is_file()

    @property
    def is_room(self) -> bool:
        """Whether this is neither a bundle nor a practice, whose one history has no name."""
        return not self.is_file and "" not in self.refs.pairs

    @property
    def is_closed(self) -> bool:
        return self.refs.closed != ""

    def refresh(self) -> None:
        """Fetch, and read the pairs. If that fails, they do not change, and `failure` is set."""
        try:
            self.fetch()
            self.failure = ""
        except (WorkspaceError, OSError, pygit2.GitError) as error:
            self.failure = str(error)
            if self.answered is None:
                looked = read_signs(self.folder).looked
                if looked:
                    self._read_pairs(looked)  # the ones that an earlier board stored

    def fetch(self) -> None:
        """Fetch, and read the pairs. Raises RefusedError if the source does not answer."""
        source = self.address
        if Path(source, HISTORY).is_dir():  # a practice
            source = str(Path(source, HISTORY))
        refspecs = [f"+{ref}*:{ref}*" for ref in (BRANCHES, CHECKS)]
        self.folder.mkdir(parents=True, exist_ok=True)
        with lock(self.folder, "fetch"):  # another board may fetch, too
            if not self.repository.path.exists():
                self.repository.create()
            try:
                run_git(self.repository.path, *FETCH, "--", source, *refspecs)
            except RefusedError as error:
                expected = "a room, a practice or a bundle"
                raise RefusedError(str(error).replace("a git repository", expected)) from None
            self._read_pairs(time.time())
        rounds = [each for each in (self.round, newest_round(self.refs.rounds)) if each]
        self.round = max(rounds, default=None)

    def _read_pairs(self, answered: float) -> None:
        """Set `pairs` from the branches in the clone, and note signs of life. `answered`: when.

        A history that is as long as before is not read again.
        """
        self.answered = answered
        self.refs = refs_in(self.repository.git)
        heads = self.refs.pairs
        self.histories = {
            head: self.histories.get(head) or read_whole_history(self.repository, head)
            for head in heads.values()
        }
        checks = {name: len(self.histories[head].all_steps) for name, head in heads.items()}
        self.signs = read_signs(self.folder)
        self.signs.see(self.refs.signs, checks, self.repository, answered)
        write_signs(self.folder, self.signs)
        pairs: list[Pair] = []
        for branch, head in heads.items():
            history = self.histories[head]
            if history.started is None:
                continue
            pair = Pair(
                name=shorten(branch or history.name or self.label, MAX_NAME),
                history=history,
                repository=self.repository,
                head=head,
                has_left=branch != "" and history.left == branch,
                answered=answered,
                sighting=self._sighting_of(branch, history.started.practice, answered),
                is_final=self.is_file or self.is_closed,
            )
            pairs.append(pair)
        self.pairs = [pair for pair in pairs if not _is_renamed(pair, pairs)]

    def _sighting_of(self, branch: str, practice: str, answered: float) -> Sighting:
        """Return the last sign of a pair. In a bundle, it has the time of the pair's own clock.

        The time of the file itself is another one after it was copied.
        """
        if not self.is_file:
            return self.signs.of(branch, practice) or Sighting("", answered)
        ref = sign_ref(branch, practice)
        last = self.refs.signs.get(ref) or self.refs.pairs[branch]
        heard = float(self.repository.git[last].peel(pygit2.Commit).author.time)
        return Sighting("", heard, doubtful_checks=self.refs.doubtful_checks.get(ref, 0))

    def note_round(self) -> None:
        """Tell the pairs when the round ends, and tell it again when another pair has come.

        A pair whose clock is wrong does not believe it, if it was announced some time ago.
        """
        if self.round is None or self.failure or not self.is_room:
            return
        if self.round.end < time.time():
            return
        if len(self.pairs) > self.pairs_told:
            self.round = self.round.announced_now()
        if self.round.ref not in self.refs.rounds:
            with suppress(RefusedError, OSError, pygit2.GitError):
                self.push_note("round", self.round.ref)
                self.refs.rounds.append(self.round.ref)
                self.pairs_told = len(self.pairs)

    def push_note(self, text: str, ref: str) -> None:
        """Push a commit that has a message and no files. Raises RefusedError."""
        note = self.repository.create_note(text)
        git_dir = self.repository.path
        run_git(git_dir, "push", "--quiet", "--", self.address, f"{note}:{ref}")

    def note_clocks(self) -> list[str]:
        """Create refs that say whose clock was wrong, for the file of a closed room."""
        refs: list[str] = []
        for sign, sighting in self.signs.sightings.items():
            if sighting.doubtful_checks:
                ref = f"{CLOCKS}{sign.removeprefix(SIGNS)}/{sighting.doubtful_checks}"
                self.repository.git.references.create(ref, sighting.commit, force=True)
                refs.append(ref)
        return refs


def _is_renamed(pair: Pair, pairs: list[Pair]) -> bool:
    """Return whether a pair that left this branch continues in another branch of the room."""
    others = [other for other in pairs if other is not pair]
    return pair.has_left and any(pair.name in other.history.left_branches for other in others)


class Sources:
    """The rooms, practices and bundles on a board, and all of their pairs."""

    def __init__(self, sources: Sequence[str]) -> None:
        """Raise WrongUsageError if a source is neither a URL nor a path."""
        self.clones = [Clone(source) for source in sources]

    def refresh(self) -> None:
        for clone in self.clones:
            clone.refresh()

    def follow(self, redraw: Callable[[], object]) -> None:
        """Refresh each source again and again, in one thread each: none waits for another."""

        def follow_one(clone: Clone) -> None:
            while True:
                clone.refresh()
                redraw()
                clone.note_round()  # last: it may wait for the network
                time.sleep(REFRESH_SECONDS)

        for clone in self.clones:
            Thread(target=follow_one, args=[clone], daemon=True).start()

    def round_at(self, now: float) -> Round | None:
        """Return the newest round, unless it was over long ago."""
        rounds = [clone.round for clone in self.clones if clone.round is not None]
        newest = max(rounds, default=None)
        if newest is None or now - newest.end > MAX_OVER_SECONDS:
            return None
        return newest

    def set_round(self, start: float, end: float, name: str = "") -> None:
        """Begin a round, or change its end. `follow` announces it to pairs and other boards."""
        for clone in self.clones:
            before = 0
            if clone.round is not None:
                before = clone.round.announced
            clone.round = Round(before, int(start), int(end), name).announced_now()

    @property
    def pairs(self) -> list[Pair]:
        """Return all pairs by name. If two have one, the second has the name of its source, too."""
        pairs: dict[str, Pair] = {}
        for clone in self.clones:
            for pair in clone.pairs:
                name = pair.name
                if name in pairs:
                    name = f"{pair.name} ({clone.label})"
                pairs[name] = replace(pair, name=name)
        return sorted(pairs.values(), key=lambda pair: natural_order(pair.name))

    @property
    def present(self) -> list[Pair]:
        return [pair for pair in self.pairs if not pair.has_left]

    @property
    def left(self) -> list[Pair]:
        return [pair for pair in self.pairs if pair.has_left]


def natural_order(name: str) -> str:
    """Return a key that sorts Panda-2 before Panda-10."""
    return re.sub(r"\d+", lambda number: number[0].zfill(MAX_NAME), name.casefold())


def open_history(source: str, name: str = "") -> tuple[Repository, History]:
    """Return the history in a practice, a bundle or a room. `name`: of the pair, if it has several.

    Raises WrongUsageError if there is no such history, and WorkspaceError if it cannot be fetched.
    """
    clone = Clone(source)
    clone.fetch()
    heads = clone.refs.pairs
    branch = clone.refs.spelling_of(name)
    if not name and len(heads) == 1:
        [branch] = heads
    if branch in heads:
        return clone.repository, clone.histories[heads[branch]]
    names = sorted(pair.name for pair in clone.pairs)
    if not names:
        raise WrongUsageError(f"{clone.display_name} has no practices.")
    missing = ""
    if name:
        missing = f"no {name}, but "
    practices = f"{missing}the practices of {', '.join(names)}"
    raise WrongUsageError(f"{clone.display_name} has {practices}. Choose one with --name.")
