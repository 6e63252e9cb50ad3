"""The commits of one source, so that each is fetched, and read, once.

mirror: a copy without files, where the source can leave them out. The end of each chain has a name of its own in it,
made from the name of its ref, so that no name of a stranger's is ever git's to understand.
"""

import time
from pathlib import Path
from typing import NamedTuple

from dojo.board.copy import HOME, OURS, REMOTES, Copy, forget_old, named
from dojo.board.source import Ending, Source, endings_in
from dojo.board.strangers import MIB, Limit, StrangersGit
from dojo.errors import WorkspaceError
from dojo.practice import CHECKS, LOG, Record, records_in

LOOK = Limit(seconds=20, printed_bytes=8 * MIB)
FETCH_ALL = Limit(seconds=120, written_bytes=512 * MIB)
FETCH_ONE = Limit(seconds=30, written_bytes=64 * MIB)
READ = Limit(seconds=5, printed_bytes=4 * MIB)
LARGEST_COMMIT = "4m"
MOST_COMMITS = 2_500  # of a chain that are read: about two for each light
MOST_FAILED = 16  # in one go: each is searched for among the others
LOOK_SECONDS = 150.0  # after which no other fetch begins in one go
SLOW_SECONDS = 10.0  # of a fetch that failed: half of it would take as long, so each is fetched alone
MOST_PACKS = 50  # each fetch leaves one, and git looks into all
HINTS = {  # by words of git
    "dubious ownership": "if you trust whose it is: git config --global --add safe.directory {place}",
    "could not read": "a board asks for no password: set up a key, or git config --global credential.helper cache",
}


class Fetched(NamedTuple):
    """The refs whose commits are there by now, and what git said of those that failed; others are for another time."""

    there: list[str]
    failed: dict[str, str]


class UnreachableError(WorkspaceError):
    """A source that does not answer, in git's words."""


class Mirror(Copy):
    """The mirror of a source in a workspace."""

    def __init__(self, workspace: Path, source: Source, git: StrangersGit) -> None:
        """Say where it is; nothing is there before it is opened."""
        super().__init__(workspace / HOME / named(source.place), source.place, "tree:0", git)
        self.source = source

    def _settle(self) -> None:
        super()._settle()
        forget_old(self.folder.parent)

    def endings(self) -> dict[str, Ending]:
        """Return the ends of the stories that the source has now, by their refs; UnreachableError."""
        asked = ("--quiet", "--refs", "--", self.place, *(f"{each}*" for each in self.source.places), CHECKS)
        done = self.git.run(self.folder, "ls-remote", *asked, limit=LOOK, **REMOTES)
        if not done.well:
            helps = next((f"; {help_}" for words, help_ in HINTS.items() if words in done.words), "")
            raise UnreachableError(done.words + helps.format(place=self.place))
        return endings_in(done.printed.decode(errors="surrogateescape"), self.source.places)

    def fetch_ends(self, wanted: dict[str, str]) -> Fetched:
        """Fetch commits, by refs, that are not there yet; UnreachableError when the source answers no more.

        One that cannot be fetched takes no other with it.
        """
        there = self._ends()
        missing = [ref for ref, commit in wanted.items() if there.get(named(ref)) != commit]
        parts = [missing] if missing else []
        failed: dict[str, str] = {}
        start = time.monotonic()
        while parts and len(failed) < MOST_FAILED and time.monotonic() - start < LOOK_SECONDS:
            part, began = parts.pop(), time.monotonic()
            commits = {f"refs/pairs/{named(ref)}": wanted[ref] for ref in part}
            words = self.fetch(commits, FETCH_ALL if len(part) > 1 else FETCH_ONE)
            if words and len(part) == 1:
                failed[part[0]] = words
            elif words:
                self.endings()
                is_slow = time.monotonic() - began > SLOW_SECONDS
                size = 1 if is_slow else (len(part) + 1) // 2
                parts += reversed([part[at : at + size] for at in range(0, len(part), size)])
        self._tidy()
        left = {ref for part in parts for ref in part}
        return Fetched([ref for ref in wanted if ref not in failed and ref not in left], failed)

    def chain(self, end: str, before: str | None = None) -> tuple[list[Record], bool]:
        """Return the commits of a chain, oldest first; and whether they go on `before`, or are the last of all."""
        if before is not None:
            found = self._log("--boundary", f"{before}..{end}")
            if found and found[-1].commit == before:
                return found[-2::-1], True
        return self._log(end)[::-1], False

    def _log(self, *which: str) -> list[Record]:
        """Return commits, newest first, as far as each is no larger than a check can be."""
        brief = ("--first-parent", f"--max-count={MOST_COMMITS}", *which, "--")
        done = self.git.run(self.folder, *LOG, *brief, limit=READ, GIT_ALLOC_LIMIT=LARGEST_COMMIT)
        return list(records_in(done.printed))

    def _ends(self) -> dict[str, str]:
        """Return the ends that are there already, by their names in the mirror."""
        form = ("--format=%(refname:lstrip=2) %(objectname)", "refs/pairs")
        printed = self.git.run(self.folder, "for-each-ref", *form, limit=OURS).printed.decode()
        return dict(line.split(" ") for line in printed.splitlines())

    def _tidy(self) -> None:
        packs = self.folder / ".git" / "objects" / "pack"
        if len(list(packs.glob("*.pack"))) > MOST_PACKS:
            self.git.run(self.folder, "repack", "-a", "-d", "--quiet", limit=OURS)
