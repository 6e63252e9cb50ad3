"""`dojo watch`: a check on every save, and with --tcr *test && commit || revert*."""

import shutil
import time
from collections import Counter

import click
from watchfiles import watch as watch_files

from dojo import next_step
from dojo.checking.display import surprise_line
from dojo.checking.runner import RecordedCheck, run_check
from dojo.cli import bell_option, limit_option, practice_here, show_waiting
from dojo.errors import WorkspaceError
from dojo.practice.create import read_start
from dojo.practice.history import Step
from dojo.practice.model import (
    AMBER,
    CHECK,
    GREEN,
    RED,
    STATUSES,
    Practice,
    Prediction,
    lock,
    status_in_words,
)
from dojo.practice.recording import NOT_REVERTED, REVERTED, TCR_PREFIX, revert_check
from dojo.practice.snapshots import BACKUP, Repository
from dojo.room.membership import round_seconds
from dojo.room.pushing import note_activity, share
from dojo.room.rows import format_minutes
from dojo.room.sharing import take_warning
from dojo.text import STATUS_STYLES, printable, quantity

COMMITTED = "committed"
KEYS: dict[str, Prediction] = {"g": GREEN, "r": RED, "a": AMBER}
QUESTION = "What do you expect? g green, r red, a amber "
BELL = "\a"


@click.command()
@click.option(
    "--tcr",
    is_flag=True,
    help="test && commit || revert: commit green, revert red and amber.",
)
@click.option(
    "--expect",
    "is_asking",
    is_flag=True,
    help="Ask for your prediction before each check: press g, r or a.",
)
@bell_option
@limit_option
def watch(limit: float | None, *, tcr: bool, is_asking: bool, bell: bool) -> None:
    """Run a check each time a file is saved, until Ctrl-C.

    Each check prints one line. With --tcr, a green check is committed in the repository of
    practice/, and a red or amber check restores the files of the last green commit. Your files are
    saved first, and the next line names the command that brings them back: `dojo restore`.

    With --expect, each check waits for a key: g if you expect green, r for red, a for amber. A
    wrong prediction is printed first, and `dojo progress` counts them.

    In a room, a round that the facilitator began (`dojo room URL --minutes 25`) is counted down in
    the last line. After half of it, you are told who drives next. A bell rings when it ends, unless
    you choose --no-bell.
    """
    practice = practice_here()
    watcher = Watcher(practice, limit, is_asking=is_asking, has_bell=bell)
    rule = "If a check is red, `dojo check` shows why."
    if tcr:
        watcher.tcr = Tcr(practice)
        rule = "Green is committed, red and amber are reverted."
    click.echo(f"Watching {practice.name}/ until Ctrl-C. {rule}")
    try:
        watcher.run()
    except (KeyboardInterrupt, EOFError):
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
        # Nothing is reverted if the last green commit itself is not green any more.
        repository = Repository(self.practice.folder)
        return revert_check(repository, step, self.last_green_commit, tree_after)

    def _commit(self, step: Step) -> str:
        repository = Repository(self.practice.folder)
        self.last_green_commit = repository.find_commit("HEAD")
        changed = repository.changes(self.last_green_commit, step.tree)
        if not changed:
            return ""
        subject = TCR_PREFIX + ", ".join(changed)
        self.last_green_commit = repository.commit(step.tree, subject)
        return COMMITTED


class Watcher:
    """Checks a practice on every save, and counts the checks by status.

    `is_asking`: it asks for a prediction before each check. `has_bell`: the end of a round has a
    sound.
    """

    def __init__(
        self, practice: Practice, limit: float | None, *, is_asking: bool, has_bell: bool
    ) -> None:
        self.practice = practice
        self.limit = limit
        self.is_asking = is_asking
        self.has_bell = has_bell
        self.is_in_round = False
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
            self.tick()
            if Repository(self.practice.folder).tree() == self.tree:
                continue
            if read_start(self.practice.folder) != start:
                advice = "Run `dojo watch` again."
                raise WorkspaceError(f"A new practice was started, so this watch stopped. {advice}")
            self.check()

    def check(self) -> None:
        """Check once, and print a line. With TCR, also commit or revert."""
        expected = self.ask() if self.is_asking else ""
        with lock(self.practice.folder, CHECK, notify=show_waiting):
            recorded = run_check(self.practice, self.limit, show_waiting, expected=expected)
            self.counts[recorded.step.status] += 1
            action = ""
            if self.tcr is not None:
                action = NOT_REVERTED
                if not recorded.outcome.is_kata_fault:
                    action = self.tcr.follow(recorded.step, recorded.tree_after)
            if recorded.step.is_surprise:
                click.echo(surprise_line(self.practice, recorded.step))
            click.echo(check_line(recorded, action))
            self.tree = recorded.tree_after
            if self.tcr is not None and action == REVERTED:
                repository = Repository(self.practice.folder)
                self.tree = repository.tree_of(str(self.tcr.last_green_commit))
                backup = repository.short_name(BACKUP)
                click.echo(f"{' ' * 10}to undo this: Ctrl-C, then `dojo restore {backup}`")
        share(self.practice.folder)

    def ask(self) -> Prediction:
        """Wait for a key that predicts the next check."""
        show_waiting(QUESTION)
        key = ""
        while key not in KEYS:
            key = click.getchar().lower()
        return KEYS[key]

    def tick(self) -> None:
        """Print news of the room, and show how much of the round is left. Ring when it ends."""
        note_activity(self.practice.folder)
        self.warn()
        seconds = round_seconds(self.practice.folder, time.time())
        status = ""
        if seconds:
            status = f"round: {format_minutes(seconds)} left"
        elif self.is_in_round and self.has_bell:
            status = BELL
        self.is_in_round = seconds > 0
        show_waiting(status)

    def warn(self) -> None:
        """Print a warning about the room if it is a new one: the push continues after a check."""
        warning = take_warning(self.practice.folder)
        if warning not in ("", self.warning):
            show_waiting("")
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
        step.prediction,
        action,
        step.finding,
        ", ".join(files),
    ]
    line = "  ".join(part for part in parts if part)
    width = shutil.get_terminal_size().columns
    if len(line) > width:
        line = line[: width - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[step.status])
