"""The limit for being red that a pair sets itself with `dojo watch --red`."""

from collections.abc import Callable
from datetime import datetime

from dojo.errors import WorkspaceError
from dojo.practice.events import RedLimitSet
from dojo.practice.history import read_history
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import GREEN, Notify, Practice, silent
from dojo.practice.recording import record, restore_snapshot
from dojo.practice.snapshots import Repository


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
            record(repository, f"red limit: {minutes:g} min", RedLimitSet(minutes=minutes))

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
