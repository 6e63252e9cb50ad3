"""A copy of the commits of one source, so that each is fetched once.

It is nobody's work: whatever is wrong with it, it is made anew. It holds commits without files where the source can
leave them out, and is never checked out. A chain's end has a name of its own in it, made from the name of its ref.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from dojo.board.source import CLONED, Ending, Source, endings_in
from dojo.board.strangers import MIB, Limit, StrangersGit
from dojo.errors import WorkspaceError
from dojo.practice import BRANCHES, CHECKS, LOG, Record, Tell, hold, records_in, silent

HOME = ".dojo-rooms"
PATIENCE_SECONDS = 60.0  # for another board that is at work on the same source
LOOK = Limit(seconds=20, printed_bytes=8 * MIB)
FETCH = Limit(seconds=120, written_bytes=512 * MIB)
FETCH_ONE = Limit(seconds=30, written_bytes=64 * MIB)
READ = Limit(seconds=5, printed_bytes=32 * MIB)
BRIEF = Limit(seconds=60, printed_bytes=8 * MIB)
MOST_COMMITS = 2_500  # of a chain that are read: about two for each light
MOST_PACKS = 50  # each fetch leaves one, and git looks into all

REMOTES = {"GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh"}
LAID_OUT = {  # nothing is fetched but by a fetch of ours
    "protocol.allow": "never",
    "remote.room.promisor": "true",
    "remote.room.partialCloneFilter": "tree:0",
}
FETCHING = (
    *("-c", "transfer.fsckObjects=true", "-c", "core.logAllRefUpdates=false", "fetch", "--quiet", "--stdin"),
    *("--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules", "--update-shallow"),
)


class UnreachableError(WorkspaceError):
    """A source that does not answer, in git's words."""


def named(text: str) -> str:
    """Return a name for a file or a ref, the same for the same text, and another for any other."""
    return sha256(text.encode(errors="surrogateescape")).hexdigest()[:20]


class Mirror:
    """The mirror of a source in a workspace."""

    def __init__(self, workspace: Path, source: Source, git: StrangersGit) -> None:
        """Say where it is; nothing is there before it is opened."""
        self.folder = workspace / HOME / named(source.place)
        self.source = source
        self.git = git
        self._settled = False

    @contextmanager
    def opened(self, tell: Tell = silent) -> Iterator[None]:
        """Have the mirror for oneself, made if it is not there, or is broken."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with hold(self.folder, "mirror", PATIENCE_SECONDS, tell):
            if not self._settled or not (self.folder / ".git").is_dir():
                self._settle()
            yield

    def endings(self) -> dict[str, Ending]:
        """Return the ends of the stories that the source has now, by their refs; UnreachableError."""
        asked = ("--quiet", "--refs", "--", self.source.place, f"{BRANCHES}*", f"{CLONED}*", CHECKS)
        done = self.git.run(self.folder, "ls-remote", *asked, limit=LOOK, **REMOTES)
        if not done.well:
            raise UnreachableError(done.words)
        return endings_in(done.printed.decode(errors="replace"))

    def fetch(self, wanted: dict[str, str]) -> dict[str, str]:
        """Fetch commits, by refs, that are not there yet; return what git said of those that it could not.

        One that cannot be fetched takes no other with it. UnreachableError when the source answers no more.
        """
        there = self._ends()
        parts = [[(ref, commit) for ref, commit in wanted.items() if there.get(named(ref)) != commit]]
        failed: dict[str, str] = {}
        while parts:
            part = parts.pop()
            words = self._fetch(part) if part else ""
            if words and len(part) == 1:
                failed[part[0][0]] = words
            elif words:
                self.endings()
                half = len(part) // 2
                parts += [part[half:], part[:half]]
        self._tidy()
        return failed

    def chain(self, end: str, before: str | None = None) -> tuple[list[Record], bool]:
        """Return the commits of a chain, oldest first; and whether they go on `before`, or are the last of all."""
        if before is not None:
            found = self._log("--boundary", f"{before}..{end}")
            if found and found[-1].commit == before:
                return found[-2::-1], True
        return self._log(end)[::-1], False

    def _log(self, *which: str) -> list[Record]:
        brief = ("--first-parent", f"--max-count={MOST_COMMITS}")
        return list(records_in(self.git.run(self.folder, *LOG, *brief, *which, "--", limit=READ).printed))

    def _fetch(self, part: list[tuple[str, str]]) -> str:
        """Fetch commits in one go; return what went wrong."""
        wanted = "".join(f"+{commit}:refs/pairs/{named(ref)}\n" for ref, commit in part)
        place = ("-c", f"remote.room.url={self.source.place}")
        limit = FETCH if len(part) > 1 else FETCH_ONE
        done = self.git.run(
            self.folder, *place, *FETCHING, "--filter=tree:0", "room", limit=limit, given=wanted, **REMOTES
        )
        return done.words

    def _ends(self) -> dict[str, str]:
        """Return the ends that are there already, by their names in the mirror."""
        done = self.git.run(
            self.folder, "for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/pairs", limit=BRIEF
        )
        return dict(line.split(" ") for line in done.printed.decode().splitlines())

    def _settle(self) -> None:
        """Make the mirror ready: without what was left by a board that was killed, or anew."""
        git_folder = self.folder / ".git"
        for left in (*git_folder.rglob("*.lock"), *git_folder.glob("objects/pack/tmp_*")):
            left.unlink(missing_ok=True)
        if not self._is_whole():
            shutil.rmtree(git_folder, ignore_errors=True)
            self._create()
        self._settled = True

    def _is_whole(self) -> bool:
        return self.git.run(self.folder, "rev-list", "--all", "--count", limit=BRIEF).well

    def _create(self) -> None:
        done = self.git.run(self.folder, "init", "--quiet", "--template=", limit=BRIEF)
        for key, value in LAID_OUT.items():
            done = done if not done.well else self.git.run(self.folder, "config", key, value, limit=BRIEF)
        if not done.well:
            raise WorkspaceError(f"{HOME}/ cannot be written: {done.words}")

    def _tidy(self) -> None:
        packs = self.folder / ".git" / "objects" / "pack"
        if len(list(packs.glob("*.pack"))) > MOST_PACKS:
            self.git.run(self.folder, "repack", "-a", "-d", "--quiet", limit=BRIEF)
