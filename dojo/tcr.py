"""*test && commit || revert*: a green check commits, a red one goes back to the last green commit.

lost change: what a revert takes away. It is kept first: the files as they were, and the difference as a patch, in
`practice/.dojo/lost/`, under the time of the revert; and the snapshot that every check makes.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from dojo.check_log import Entry
from dojo.practice import Practice
from dojo.repository import Repository
from dojo.workspace import WorkspaceError


@dataclass
class Tcr:
    """The game, played in a practice; `green` is the last green commit, None before the first check."""

    practice: Practice
    green: str | None = None

    @property
    def repository(self) -> Repository:
        """Return the repository of the practice."""
        return Repository(self.practice.folder)

    def follow(self, entry: Entry) -> str:
        """Commit what was green, revert what was red; say which, in a word or two.

        WorkspaceError when the first check is red, for then there is nothing to go back to, or when git fails.
        """
        if entry.snapshot is None:
            message = "TCR needs git, and practice/.git does not work: nothing was committed or reverted."
            raise WorkspaceError(message)
        if entry.green:
            return self._commit(entry.snapshot)
        if self.green is None:
            message = "TCR begins from green, so nothing was reverted. `dojo check` says what is red."
            raise WorkspaceError(message)
        return self._revert(self.green, entry.snapshot, f"{entry.moment:%Y-%m-%d-%H%M%S}")

    def _commit(self, snapshot: str) -> str:
        self.green = self.repository.head()
        changed = self.repository.changes(self.green, snapshot)
        if not changed:
            return ""
        self.green = self.repository.commit_snapshot(snapshot, f"green: {', '.join(changed)}")
        return "committed"

    def _revert(self, green: str, snapshot: str, stamp: str) -> str:
        changed = list(self.repository.changes(green, snapshot))
        if self.repository.snapshot("before a revert") != snapshot:
            return "saved again, not reverted"
        self._keep(changed, self.repository.git_bytes("diff", "--binary", green, snapshot), stamp)
        before = self.repository.blobs(green, changed)
        for path in changed:
            self._put_back(path, before.get(path))
        return "reverted" if changed else "the last green commit is red now"

    def _keep(self, changed: list[str], patch: bytes, stamp: str) -> None:
        """Keep the files and the difference; a hard link also keeps what an editor still writes into a file."""
        lost = self.practice.home / "lost" / stamp
        while lost.exists():
            lost = lost.with_name(lost.name + "-2")
        lost.mkdir(parents=True)
        (lost / "change.patch").write_bytes(patch)
        for path in changed:
            source, target = self.practice.folder / path, lost / "files" / path
            if source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                _link(source, target)

    def _put_back(self, path: str, content: bytes | None) -> None:
        """Put a file back as it was, in one step, so that it is never half there; or take away one that is new."""
        target = self.practice.folder / path
        if content is None:
            target.unlink(missing_ok=True)
            return
        unfinished = self.practice.home / "put-back"
        unfinished.write_bytes(content)
        if target.is_file():
            shutil.copymode(target, unfinished)
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.replace(target)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
