"""`dojo watch`: a check on every save, and with --tcr *test && commit || revert*."""

import shutil
from collections import Counter

import click
from watchfiles import watch as watch_files

from dojo import next_step
from dojo.checking.runner import RecordedCheck, run_check
from dojo.cli import limit_option, practice_here, show_waiting
from dojo.errors import WorkspaceError
from dojo.practice.create import read_start
from dojo.practice.events import Reverted
from dojo.practice.history import Step
from dojo.practice.model import CHECK, STATUSES, Practice, lock, status_in_words
from dojo.practice.recording import TCR_PREFIX, record
from dojo.practice.snapshots import BACKUP, Repository, SavedAgainError
from dojo.room.pushing import note_activity, share
from dojo.room.sharing import take_warning
from dojo.text import STATUS_STYLES, printable, quantity

COMMITTED = "committed"
REVERTED = "reverted"
NOT_REVERTED = "not reverted"
SAVED_AGAIN = "not reverted, because a file was saved meanwhile"


@click.command()
@click.option(
    "--tcr",
    is_flag=True,
    help="test && commit || revert: commit green, revert red and amber.",
)
@limit_option
def watch(limit: float | None, *, tcr: bool) -> None:
    """Run a check each time a file is saved, until Ctrl-C.

    Each check prints one line. With --tcr, a green check is committed in the repository of
    practice/, and a red or amber check restores the files of the last green commit. Your files are
    saved first, and the next line names the command that brings them back: `dojo restore`.
    """
    practice = practice_here()
    watcher = Watcher(practice, limit)
    rule = "If a check is red, `dojo check` shows why."
    if tcr:
        watcher.tcr = Tcr(practice)
        rule = "Green is committed, red and amber are reverted."
    click.echo(f"Watching {practice.name}/ until Ctrl-C. {rule}")
    try:
        watcher.run()
    except KeyboardInterrupt:
        counts = ", ".join(f"{watcher.counts[status]} {status}" for status in STATUSES)
        click.echo(f"\n{quantity(watcher.counts.total(), 'check')}: {counts}.")
        next_step.tell(next_step.AFTER["watch"])


class Tcr:
    """*test && commit || revert*, in a practice."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        # None before the first check.
        self.last_green_commit: str | None = None

    def follow(self, step: Step, tree_after: str) -> str:
        """Commit the files if the check is green, else revert them. Returns words for that.

        `tree_after`: the files as the check left them. Raises WorkspaceError if the first check is
        not green, because then there is no commit to restore.
        """
        if step.is_green:
            return self._commit(step)
        if self.last_green_commit is None:
            reason = f"but the first check is {step.status}, so nothing was reverted"
            raise WorkspaceError(f"TCR has to start green, {reason}.\n`dojo check` shows why.")
        return self._revert(step, self.last_green_commit, tree_after)

    def _commit(self, step: Step) -> str:
        repository = Repository(self.practice.folder)
        self.last_green_commit = repository.find_commit("HEAD")
        changed = repository.changes(self.last_green_commit, step.tree)
        if not changed:
            return ""
        subject = TCR_PREFIX + ", ".join(changed)
        self.last_green_commit = repository.commit(step.tree, subject)
        return COMMITTED

    def _revert(self, step: Step, commit: str, tree_after: str) -> str:
        repository = Repository(self.practice.folder)
        snapshot = repository.snapshot("before a revert")
        if repository.tree_of(snapshot) != tree_after:
            return SAVED_AGAIN
        try:
            changed = repository.restore(snapshot, commit)
        except SavedAgainError:
            return SAVED_AGAIN
        if not changed:
            # The last green commit itself is not green any more.
            return NOT_REVERTED
        event = Reverted(reverts=step.commit)
        subject = f"reverted, because it was {step.status}"
        record(repository, subject, event, tree=repository.tree())
        return REVERTED


class Watcher:
    """Checks a practice on every save, and counts the checks by status."""

    def __init__(self, practice: Practice, limit: float | None) -> None:
        self.practice = practice
        self.limit = limit
        self.tcr: Tcr | None = None
        self.counts: Counter[str] = Counter()
        # The files after the last check.
        self.tree = ""
        self.warning = ""

    def run(self) -> None:
        """Check now and on every save. Raises WorkspaceError if the practice is started over."""
        start = read_start(self.practice.folder)
        self.check()
        for _ in watch_files(
            self.practice.folder,
            watch_filter=None,
            debounce=200,
            # In milliseconds. Some file systems report no changes, so look once a second, too.
            rust_timeout=1000,
            yield_on_timeout=True,
        ):
            note_activity(self.practice.folder)
            self.warn()
            if Repository(self.practice.folder).tree() == self.tree:
                continue
            if read_start(self.practice.folder) != start:
                advice = "Run `dojo watch` again."
                raise WorkspaceError(f"A new practice was started, so this watch stopped. {advice}")
            self.check()

    def check(self) -> None:
        """Check once, and print a line. With TCR, also commit or revert."""
        with lock(self.practice.folder, CHECK, notify=show_waiting):
            recorded = run_check(self.practice, self.limit, show_waiting)
            self.counts[recorded.step.status] += 1
            action = ""
            if self.tcr is not None:
                action = NOT_REVERTED
                if not recorded.outcome.is_kata_fault:
                    action = self.tcr.follow(recorded.step, recorded.tree_after)
            click.echo(check_line(recorded, action))
            self.tree = recorded.tree_after
            if self.tcr is not None and action == REVERTED:
                repository = Repository(self.practice.folder)
                self.tree = repository.tree_of(str(self.tcr.last_green_commit))
                backup = repository.short_name(BACKUP)
                click.echo(f"{' ' * 10}to undo this: Ctrl-C, then `dojo restore {backup}`")
        share(self.practice.folder)

    def warn(self) -> None:
        """Print a warning about the room if it is a new one: the push continues after a check."""
        warning = take_warning(self.practice.folder)
        if warning not in ("", self.warning):
            click.echo(warning)
        self.warning = warning


def check_line(recorded: RecordedCheck, action: str) -> str:
    """Return a line about a check, at most as wide as the terminal."""
    step = recorded.step
    changes = recorded.changed.items()
    files = [f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes]
    parts = [
        f"{step.moment:%H:%M:%S}",
        status_in_words(step.status, step.approved).ljust(5),
        f"{step.check.seconds:.1f} s",
        action,
        step.finding,
        ", ".join(files),
    ]
    line = "  ".join(part for part in parts if part)
    width = shutil.get_terminal_size().columns
    if len(line) > width:
        line = line[: width - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[step.status])
