"""Following a check of `dojo watch`: *test && commit || revert*, and a limit for red."""

from collections.abc import Callable
from datetime import datetime

from dojo.errors import WorkspaceError
from dojo.practice.branch import Branch
from dojo.practice.events import RedLimitSet
from dojo.practice.history import read_history
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import AMBER, GREEN, Notify, Practice, silent
from dojo.practice.recording import NOT_REVERTED, TCR_PREFIX, restore_snapshot, revert_check
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step

COMMITTED = "committed"
NOT_COMMITTED = "not committed, because a file was saved meanwhile"


class Tcr:
    """*test && commit || revert*, in a practice.

    `keep_tests`: a revert leaves tests and approved files as they are. `keep_amber`: amber is not
    reverted. `last_green_commit`: that of the last green check, or None before the first one.
    """

    def __init__(
        self,
        practice: Practice,
        *,
        keep_tests: bool = False,
        keep_amber: bool = False,
    ) -> None:
        self.practice = practice
        self.keep_tests = keep_tests
        self.keep_amber = keep_amber
        self.last_green_commit: str | None = None

    def follow(self, step: Step, tree_after: str) -> str:
        """Commit the files if the check is green, else revert them. Returns words for that.

        `tree_after`: the files as the check left them. Raises WorkspaceError if the first check is
        not green, because then there is no commit to restore.
        """
        if step.is_green:
            return self._commit(step, tree_after)
        if self.last_green_commit is None:
            reason = f"but the first check is {step.status}, so nothing was reverted"
            raise WorkspaceError(f"TCR has to start green, {reason}.\n`dojo check` shows why.")
        if self.keep_amber and step.status == AMBER:
            return NOT_REVERTED
        # Nothing is reverted if only tests changed, or if the last green commit itself is not green
        # any more.
        repository = Repository(self.practice.folder)
        return revert_check(
            repository, step, self.last_green_commit, tree_after, keep_tests=self.keep_tests
        )

    def _commit(self, step: Step, tree_after: str) -> str:
        """Commit the files of a green check, unless one was saved since. Returns words for that.

        They are empty if nothing changed since the last commit. The subject lists the files that
        changed since the last green check or, for the first one, since the last commit.
        """
        repository = Repository(self.practice.folder)
        before = self.last_green_commit or repository.find_any_commit("HEAD")
        changed = repository.changes(before, step.tree)
        self.last_green_commit = step.commit
        branch = Branch(self.practice.folder)
        if branch.exists and not branch.has_changes():
            return ""
        if repository.tree() != tree_after:
            return NOT_COMMITTED
        branch.commit(TCR_PREFIX + ", ".join(changed))
        return COMMITTED


def undo_line(check: int | None = None) -> str:
    """Return advice to restore a check that was reverted or, without one, the last backup."""
    command = "dojo restore" if check is None else f"dojo restore {check}"
    return f"{' ' * 10}to undo this: Ctrl-C, then `{command}`"


class RedLimit:
    """Tells a pair once that it is red for too long, and restores the last green check if asked.

    Red means that the files of the last check failed, so it includes amber. `show_title` is called
    with a title for the terminal, and with an empty string when it is over.
    """

    def __init__(
        self,
        practice: Practice,
        minutes: float,
        *,
        revert: bool = False,
        keep_tests: bool = False,
        show_title: Callable[[str], object] = silent,
    ) -> None:
        """Record the limit for the board, unless it is the present one."""
        self.practice = practice
        self.minutes = minutes
        self.revert = revert
        self.keep_tests = keep_tests
        self.show_title = show_title
        self.has_told = False
        repository = Repository(practice.folder)
        self.history = read_history(repository)
        if self.history.max_red_seconds != 60 * minutes:
            repository.record(f"red limit: {minutes:g} min", RedLimitSet(minutes=minutes))

    def note_check(self) -> None:
        """Read the history again after a check. Green, or a revert, ends the time of red."""
        self.history = read_history(Repository(self.practice.folder))
        if self.history.red_since is None:
            self.clear_title()

    def clear_title(self) -> None:
        if self.has_told:
            self.show_title("")
        self.has_told = False

    def tell_if_late(self, moment: datetime, notify: Notify = silent) -> list[str]:
        """Return lines to print once if the practice is red for too long at a moment."""
        if self.has_told or not self.history.is_red_too_long(moment.timestamp()):
            return []
        self.has_told = True
        headline = f"RED for more than {self.minutes:g} min"
        self.show_title(f"{headline}: {self.practice.title}")
        if self.revert:
            return self._restore(headline, notify)
        return [f"{headline}. `dojo restore green` restores the last green check."]

    def _restore(self, headline: str, notify: Notify) -> list[str]:
        """Restore the last green check, and return lines about that."""
        with lock(self.practice.folder, CHECK, notify=notify):
            try:
                name, changes = restore_snapshot(self.practice, GREEN, keep_tests=self.keep_tests)
            except WorkspaceError as error:
                return [f"{headline}. {error.format_message()}"]
        if not changes:
            return [f"{headline}. The code is that of the last green check already."]
        return [f"{headline}: restored {name}.", undo_line()]
