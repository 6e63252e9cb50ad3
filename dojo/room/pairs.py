"""The pairs of a room, each with its history.

A source is a room, a practice or a bundle. It is fetched into a clone in the cache of the
person's account, which can be deleted at any time.
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
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
from dojo.room.remote import BRANCHES, CLOCKS, SIGNS, RoomRefs, sign_ref
from dojo.room.round import Round, newest_round
from dojo.room.signs import Sighting, Signs, read_signs, write_signs
from dojo.text import shorten
from dojo.times import MINUTE_SECONDS

REFRESH_SECONDS = 2.0
# Without an answer from the room for longer, nobody knows the state of its pairs.
UNHEARD_SECONDS = 15
# Without a sign of life from a pair for longer, nobody knows its state. It sends one in 20 s.
SILENT_SECONDS = 60
# A round that was over for longer is one of another day.
MAX_OVER_SECONDS = 30 * MINUTE_SECONDS
# Of a pair without signs of life: a practice, a bundle, or a room that takes none.
NO_SIGN = Sighting("", 0.0)
FETCH = (
    *("fetch", "--quiet", "--prune", "--no-tags"),
    *("--no-write-fetch-head", "--no-auto-maintenance"),
)


@dataclass(frozen=True)
class Pair:
    """A pair: its name on the board, and its history up to the commit `head`.

    `answered`: when its room answered last. `heard`: when the pair itself sent a sign of life;
    without signs, the same as `answered`. `sign`: the last one. `is_final`: the room is closed, or
    this is a bundle, so nothing more will be heard.
    """

    name: str
    history: History
    repository: Repository
    head: str
    has_left: bool
    answered: float
    heard: float
    sign: Sighting = NO_SIGN
    is_final: bool = False

    @property
    def has_right_clock(self) -> bool:
        return self.sign.ahead is not None and not self.sign.is_clock_wrong

    @property
    def has_times(self) -> bool:
        """Whether the times of the last checks are by a right clock. A green check begins anew."""
        new = self.history.all_steps[self.sign.doubtful_checks :]
        is_new = not self.sign.doubtful_checks or any(step.is_green for step in new)
        return self.has_right_clock and is_new

    @property
    def has_all_times(self) -> bool:
        """Whether the times of all checks are by a right clock."""
        return self.has_right_clock and not self.sign.doubtful_checks

    def is_silent(self, now: float) -> bool:
        """Return whether nobody knows how the pair stands now."""
        if self.is_final:
            return False
        return now - self.answered > UNHEARD_SECONDS or now - self.heard > SILENT_SECONDS

    def known_until(self, now: float) -> float:
        """Return now, or, if the pair is silent or final, when it was heard last."""
        if self.is_final or self.is_silent(now):
            return self.heard
        return now

    def red_seconds(self, now: float) -> float | None:
        """Return for how long the pair is not green, or None if it is green or reverted."""
        since = self.history.red_since
        if since is None:
            return None
        return max(0.0, self.known_until(now) - since.timestamp())


def address_of(source: str) -> str:
    """Return where git finds a source: that of a practice is its history."""
    history = Path(source, HISTORY)
    return str(history) if history.is_dir() else source


class Clone:
    """The clone of a source, and the pairs that the last fetch found.

    `answered`: when the source answered last. `failure`: why it does not answer now. `is_closed`:
    the room was closed. `is_room`: this is neither a practice nor a bundle. `signs`: the signs of
    life, as of the last look. `rounds`: the refs of the rounds that the room has. `round`: the
    newest one. `pairs_told`: how many pairs there were when it was announced.
    """

    def __init__(self, source: str) -> None:
        """Raise WrongUsageError if the source is neither a URL nor a path."""
        self.address = parse_room_url(source)
        self.display_name = display_url(source)
        self.label = Path(self.address).stem
        digest = sha256(os.fsencode(self.address)).hexdigest()
        self.folder = platformdirs.user_cache_path("dojo", appauthor=False) / "rooms" / digest[:16]
        self.repository = Repository(self.folder)
        self.history_of = lru_cache(partial(read_whole_history, self.repository))
        self.pairs: list[Pair] = []
        self.began = time.time()
        self.answered: float | None = None
        self.failure = ""
        self.is_closed = False
        self.signs = Signs()
        self.rounds: set[str] = set()
        self.pairs_told = 0
        self.is_room = False
        self.round: Round | None = None

    @property
    def silent_since(self) -> float:
        """Return when the source answered last, or when it was asked first."""
        return self.answered or self.began

    @property
    def is_file(self) -> bool:
        """Whether this is a bundle."""
        return Path(self.address).is_file()

    def follow(self, on_refresh: Callable[[], bool]) -> None:
        """Refresh again and again, until `on_refresh` returns False."""
        self.refresh()
        while on_refresh():
            self.note_round()
            time.sleep(REFRESH_SECONDS)
            self.refresh()

    def refresh(self) -> None:
        """Fetch, and read the pairs. If that fails, they do not change, and `failure` is set."""
        try:
            refs = self.fetch()
            self.answered = time.time()
            self.is_closed = refs.closed != ""
            self.is_room = not self.is_file and "" not in refs.pairs
            self.pairs = self.read_pairs(refs, self.answered)
            self._read_round(refs)
            self.failure = ""
        except (WorkspaceError, OSError, pygit2.GitError) as error:
            self.failure = str(error)
            if self.answered is None:
                self._read_stored_pairs()

    def _read_round(self, refs: RoomRefs) -> None:
        """Use the newest round of the room, unless this board has a newer one."""
        newest = newest_round(refs.rounds)
        if newest is not None and (self.round is None or self.round < newest):
            self.round = newest

    def _read_stored_pairs(self) -> None:
        """Read the pairs as an earlier board stored them, because the source does not answer."""
        self.signs = read_signs(self.folder)
        looked = self.signs.looked
        if looked:
            self.answered = looked
            self.pairs = self.read_pairs(self._stored_refs(), looked)

    def read_pairs(self, refs: RoomRefs, answered: float) -> list[Pair]:
        pairs: list[Pair] = []
        for branch, head in refs.pairs.items():
            history = self.history_of(head)
            if history.started is None:
                continue
            name = shorten(branch or history.name or self.label, MAX_NAME)
            has_left = branch != "" and history.left == branch
            pair = Pair(name, history, self.repository, head, has_left, answered, answered)
            pair = replace(pair, is_final=self.is_file or refs.closed != "")
            sighting = self.signs.of(branch, history.started.practice)
            if self.is_file:
                heard = self._last_time(branch, history, refs)
                sign = sign_ref(branch, history.started.practice)
                doubtful = refs.doubtful_checks.get(sign, 0)
                sighting = Sighting("", heard, doubtful_checks=doubtful)
                pair = replace(pair, heard=heard, sign=sighting)
            elif sighting is not None:
                pair = replace(pair, heard=sighting.heard, sign=sighting)
            pairs.append(pair)
        return [pair for pair in pairs if not _is_renamed(pair, pairs)]

    def _last_time(self, branch: str, history: History, refs: RoomRefs) -> float:
        """Return when a pair was heard last before a bundle was written, by the pair's own clock.

        The time of the file itself is another one after it was copied.
        """
        practice = history.started.practice if history.started else ""
        last = refs.signs.get(sign_ref(branch, practice)) or refs.pairs[branch]
        return float(self.repository.git[last].peel(pygit2.Commit).author.time)

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
        if self.round.ref not in self.rounds:
            with suppress(RefusedError, OSError, pygit2.GitError):
                self.push_note("round", self.round.ref)
                self.rounds.add(self.round.ref)
                self.pairs_told = len(self.pairs)

    def push_note(self, text: str, ref: str) -> None:
        """Push a commit that has a message and no files. Raises RefusedError."""
        note = self.repository.create_note(text)
        git_dir = self.repository.path
        run_git(git_dir, "push", "--quiet", "--", self.address, f"{note}:{ref}")

    def fetch(self) -> RoomRefs:
        """Fetch, and return the refs of the source. Raises RefusedError if it does not answer.

        A practice or its bundle has one pair, without a name.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with lock(self.folder, "fetch"):  # another board may fetch, too
            if not self.repository.path.exists():
                self.repository.create()
            refspecs = [f"+{ref}*:{ref}*" for ref in (BRANCHES, CHECKS)]
            try:
                run_git(self.repository.path, *FETCH, "--", address_of(self.address), *refspecs)
            except RefusedError as error:
                expected = "a room, a practice or a bundle"
                raise RefusedError(str(error).replace("a git repository", expected)) from None
            refs = self._stored_refs()
            self.signs = read_signs(self.folder)
            checks = {
                pair: len(self.history_of(head).all_steps) for pair, head in refs.pairs.items()
            }
            self.signs.see(refs.signs, checks, self.repository, time.time())
            write_signs(self.folder, self.signs)
        self.rounds |= {*refs.rounds}
        return refs

    def _stored_refs(self) -> RoomRefs:
        refs = RoomRefs()
        for ref in self.repository.git.references.objects:
            refs.add(ref.name, str(ref.target))
        return refs

    def note_clocks(self) -> list[str]:
        """Create refs that say whose clock was wrong, for the file of a closed room."""
        refs: list[str] = []
        for sign, sighting in self.signs.sightings.items():
            if sighting.doubtful_checks:
                ref = f"{CLOCKS}{sign.removeprefix(SIGNS)}/{sighting.doubtful_checks}"
                self.repository.git.references.create(ref, sighting.commit, force=True)
                refs.append(ref)
        return refs

    def names(self, refs: RoomRefs) -> list[str]:
        """Return the present names of the pairs."""
        pairs = self.read_pairs(refs, time.time())
        return sorted(pair.name for pair in pairs)


def _is_renamed(pair: Pair, pairs: list[Pair]) -> bool:
    """Return whether a pair that left this branch continues in another branch of the room."""
    others = [other for other in pairs if other is not pair]
    return pair.has_left and any(pair.name in other.history.left_branches for other in others)


class Room:
    """All pairs of some sources."""

    def __init__(self, sources: Sequence[str]) -> None:
        """Raise WrongUsageError if a source is neither a URL nor a path."""
        self.clones = [Clone(source) for source in sources]

    def refresh(self) -> None:
        for clone in self.clones:
            clone.refresh()

    def follow(self, on_refresh: Callable[[], bool]) -> None:
        """Refresh in the background. Each source has a thread, so that none waits for another."""
        for clone in self.clones:
            Thread(target=clone.follow, args=[on_refresh], daemon=True).start()

    def round_at(self, now: float) -> Round | None:
        """Return the newest round of the rooms, unless it was over long ago."""
        rounds = [clone.round for clone in self.clones if clone.round is not None]
        newest = max(rounds, default=None)
        if newest is None or now - newest.end > MAX_OVER_SECONDS:
            return None
        return newest

    def set_round(self, start: float, end: float, name: str = "") -> None:
        """Begin a round, or change its end. Pairs and other boards read it from the room."""
        for clone in self.clones:
            announced = clone.round.announced if clone.round else 0
            clone.round = Round(announced, int(start), int(end), name).announced_now()

    @property
    def pairs(self) -> list[Pair]:
        """Return all pairs. If two have one name, the second has the name of its source, too."""
        pairs: dict[str, Pair] = {}
        for clone in self.clones:
            for pair in clone.pairs:
                name = pair.name
                if name in pairs:
                    name = f"{pair.name} ({clone.label})"
                pairs[name] = replace(pair, name=name)
        return list(pairs.values())


def open_history(source: str, name: str = "") -> tuple[Repository, History]:
    """Return the history in a practice, a bundle or a room. `name`: of the pair, if it has several.

    Raises WrongUsageError if there is no such history, and WorkspaceError if it cannot be fetched.
    """
    clone = Clone(source)
    refs = clone.fetch()
    heads = refs.pairs
    matching = [head for branch, head in heads.items() if name in ("", branch)]
    if not matching:
        folded = name.casefold()
        matching = [head for branch, head in heads.items() if branch.casefold() == folded]
    if len(matching) == 1:
        return clone.repository, clone.history_of(matching[0])
    names = clone.names(refs)
    if not names:
        raise WrongUsageError(f"{clone.display_name} has no practices.")
    missing = ""
    if name:
        missing = f"no {name}, but "
    practices = f"{missing}the practices of {', '.join(names)}"
    raise WrongUsageError(f"{clone.display_name} has {practices}. Choose one with --name.")
