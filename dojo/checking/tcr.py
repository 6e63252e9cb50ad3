"""*test && commit || revert*: a green check commits, any other goes back to the last green commit.

lost change: what a revert takes away. It is kept first: the files as they were, and the difference as a patch, in
`practice/.dojo/lost/`, under the time of the revert; and the snapshot that every check makes.
"""

import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata import free_name
from dojo.practice import Changes, Entry, Practice, Repository, append_revert
from dojo.practice import exchange_files as exchange

REVERTED = "reverted"


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
        if done == REVERTED:
            append_revert(self.practice.home, entry, datetime.now().astimezone())
        return done or f"the last green commit is {entry.colour} now"

    def changes(self, entry: Entry) -> Changes:
        """Return what a check saw that the last green commit has not: what it commits, or takes away."""
        if entry.snapshot is None:
            return {}
        return self.repository.changes(self.green or self.repository.head(), entry.snapshot)

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
        nested = self.repository.nested(green) | self.repository.nested(snapshot)
        changed = [path for path in self.repository.changes(green, snapshot) if path not in nested]
        if not changed:
            return ""
        blobs = self.repository.blobs(green, changed)
        lost = free_name(self.practice.home / "lost" / stamp)
        try:
            lost.mkdir(parents=True)
            (lost / "change.patch").write_bytes(self.repository.patch(green, snapshot))
            exchange(self.practice.folder, {path: blobs.get(path) for path in changed}, lost / "files")
        except OSError as error:
            raise WorkspaceError(self._not_reverted(error, lost)) from None
        self.repository.answered(self.repository.snapshot("reverted"))
        return REVERTED

    def _not_reverted(self, error: OSError, lost: Path) -> str:
        """Say why there was no revert, and where the files are."""
        about = f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
        if any(path.is_symlink() or path.is_file() for path in (lost / "files").rglob("*")):
            return f"TCR could not revert: {about}.\nSome of your files are in {self.practice.shown(lost)}/files now."
        shutil.rmtree(lost, ignore_errors=True)
        return f"TCR could not revert: {about}.\nYour files are as you saved them."
