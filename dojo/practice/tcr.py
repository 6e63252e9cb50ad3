"""*test && commit || revert*: what it does after each check."""

from dojo.errors import WorkspaceError
from dojo.practice.branch import Branch
from dojo.practice.model import AMBER, Practice
from dojo.practice.recording import NOT_REVERTED, TCR_PREFIX, revert_check
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step

COMMITTED = "committed"
NOT_COMMITTED = "not committed, because a file was saved meanwhile"


class Tcr:
    """*test && commit || revert*, in a practice."""

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
        # None before the first check.
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
