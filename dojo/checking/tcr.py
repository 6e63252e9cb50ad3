"""*test && commit || revert*: a green check commits, any other is reverted to the last green commit."""

from contextlib import suppress
from dataclasses import dataclass

from dojo.errors import WorkspaceError
from dojo.practice import TAKEN, Changes, Entry, GitError, Practice, Repository, SavedAgainError, append_revert, go_back

REVERTED, NOT_REVERTED, SAVED_AGAIN = "reverted", "not reverted", "saved again, not reverted"


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
            raise WorkspaceError(
                "TCR needs a snapshot, and git made none, so nothing was reverted. `dojo check` says why."
            )
        if entry.green:
            return self._commit(entry.snapshot)
        if self.green is None:
            why = f"`dojo check` says what is {entry.status}"
            raise WorkspaceError(f"TCR begins from green, so nothing was reverted. {why}.")
        return self._revert(entry, self.green, {entry.tree, left})

    def changes(self, entry: Entry) -> Changes:
        """Return what a check saw that the last green commit has not: what it commits, or reverts."""
        if entry.snapshot is None:
            return {}
        return self.repository.changes(self.green or self.repository.commit_named("HEAD"), entry.snapshot)

    def _commit(self, snapshot: str) -> str:
        self.green = self.repository.commit_named("HEAD")
        changed = self.repository.changes(self.green, snapshot)
        if self.green is not None and not changed:
            return ""
        self.green = self.repository.commit(self.repository.tree_of(snapshot), f"green: {', '.join(changed)}")
        return "committed"

    def _revert(self, entry: Entry, green: str, checked: set[str | None]) -> str:
        """Go back, unless the files are no longer as they were checked; what the code itself wrote goes, too."""
        snapshot = self.repository.snapshot("before a revert")
        if self.repository.tree_of(snapshot) not in checked:
            return SAVED_AGAIN
        try:
            taken = go_back(self.practice, snapshot, green)
        except SavedAgainError:
            return SAVED_AGAIN
        if taken is None:
            return f"the last green commit is {entry.status} now"
        with suppress(GitError):  # the next check says so, too; what was reverted is to be said now
            append_revert(self.repository, entry)
        return REVERTED

    def way_back(self) -> str:
        """Return the command that brings back what was reverted last."""
        return f"dojo restore {self.repository.short_name(TAKEN)}"
