"""*test && commit || revert*: a green check commits, any other goes back to the last green commit.

lost change: what a revert takes away. It is kept first: the files as they were, and the difference as a patch, in
`practice/.dojo/lost/`, under the time of the revert; and the snapshot that every check makes.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dojo.check_log import Entry
from dojo.practice import Practice
from dojo.repository import Blob, Changes, Repository
from dojo.workspace import WorkspaceError, free_name

EXECUTABLE, SYMLINK = "100755", "120000"  # git's own modes


@dataclass
class Tcr:
    """The game, played in a practice; `green` is the last green commit, None before the first check."""

    practice: Practice
    green: str | None = None

    @property
    def repository(self) -> Repository:
        """Return the repository of the practice."""
        return Repository(self.practice.folder)

    def follow(self, entry: Entry, left: str | None = None) -> str:
        """Commit what was green, revert what was not; say which, in a word or two.

        `left`: the files as the check left them, as git names them, where the code itself has written some.
        WorkspaceError when the first check is not green, for then there is nothing to go back to, or when git fails.
        """
        if entry.snapshot is None:
            message = "TCR needs git, and practice/.git does not work: nothing was committed or reverted."
            raise WorkspaceError(message)
        if entry.green:
            return self._commit(entry.snapshot)
        if self.green is None:
            message = f"TCR begins from green, so nothing was reverted. `dojo check` says what is {entry.colour}."
            raise WorkspaceError(message)
        checked = {self.repository.tree_of(entry.snapshot), left}
        done = self._revert(self.green, checked, f"{entry.moment:%Y-%m-%d-%H%M%S}")
        return done or f"the last green commit is {entry.colour} now"

    def changes(self, entry: Entry) -> Changes:
        """Return what a check saw that the last green commit has not: what it commits, or takes away."""
        return (
            {}
            if entry.snapshot is None
            else self.repository.changes(self.green or self.repository.head(), entry.snapshot)
        )

    def _commit(self, snapshot: str) -> str:
        self.green = self.repository.head()
        changed = self.repository.changes(self.green, snapshot)
        if self.green is not None and not changed:
            return ""
        self.green = self.repository.commit_snapshot(snapshot, f"green: {', '.join(changed)}")
        return "committed"

    def _revert(self, green: str, checked: set[str | None], stamp: str) -> str:
        """Go back, unless the files are no longer as they were checked; what the code itself wrote goes, too."""
        snapshot = self.repository.snapshot("before a revert")
        if self.repository.tree_of(snapshot) not in checked:
            return "saved again, not reverted"
        changed = list(self.repository.changes(green, snapshot))
        before = self.repository.blobs(green, changed)
        lost = self._lost(stamp)
        (lost / "change.patch").write_bytes(self.repository.patch(green, snapshot))
        for path in changed:
            self._put_back(path, before.get(path), lost / "files" / path)
        self.repository.answered(self.repository.snapshot("reverted"))
        return "reverted" if changed else ""

    def _lost(self, stamp: str) -> Path:
        """Return a new folder for what is lost now."""
        lost = free_name(self.practice.home / "lost" / stamp)
        lost.mkdir(parents=True)
        return lost

    def _put_back(self, path: str, before: Blob | None, lost: Path) -> None:
        """Move a file aside, whatever is in it by now, and put it as it was in its place, unless there is one again.

        Moving loses nothing: an editor that still writes into the file writes into the one that was moved.
        """
        target = self.practice.folder / path
        lost.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            target.rename(lost)
        if before is None:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        if before.mode == SYMLINK:
            target.symlink_to(os.fsdecode(before.content))
            return
        unfinished = self.practice.home / f"put-back-{os.getpid()}"
        unfinished.write_bytes(before.content)
        unfinished.chmod(0o755 if before.mode == EXECUTABLE else 0o644)
        with suppress(FileExistsError):  # saved again by now: that save is checked next
            _place(unfinished, target)
        unfinished.unlink(missing_ok=True)


def _place(source: Path, target: Path) -> None:
    """Put a file where none is; FileExistsError when there is one."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        with target.open("xb") as file:
            file.write(source.read_bytes())
