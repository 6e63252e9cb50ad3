"""`dojo watch`: a check on every save, and with --tcr *test && commit || revert*."""

import shutil
from collections import Counter
from dataclasses import dataclass

import click
from watchfiles import watch as watch_files

from dojo import next_step
from dojo.checking.runner import check
from dojo.cli import LIMIT, notice, practice_here
from dojo.errors import WorkspaceError
from dojo.practice.events import Reverted
from dojo.practice.find import read_start
from dojo.practice.history import Step
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import STATUSES, Practice, status_in_words
from dojo.practice.recording import record
from dojo.practice.snapshots import BACKUP, Changes, Repository, SavedAgainError
from dojo.room.membership import sharing_warning
from dojo.room.sharing import share
from dojo.text import STATUS_STYLES, printable, quantity

COMMITTED, REVERTED, NOT_REVERTED = "committed", "reverted", "not reverted"


@click.command()
@click.option("--tcr", is_flag=True, help="test && commit || revert: green is committed, red and amber are reverted.")
@LIMIT
def watch(limit: float | None, *, tcr: bool) -> None:
    """Check practice/ on every save, and print a line, until Ctrl-C.

    With --tcr, a green check commits to the repository of practice/, and a red or an amber one takes your files back to
    the last green commit. The files that it takes back are kept; the next line names the command that brings them back:
    `dojo restore`.
    """
    practice = practice_here()
    watched = Watch(practice, limit, Tcr(practice) if tcr else None)
    rule = "Green commits, red and amber revert." if tcr else "After red, `dojo check` shows what differs."
    click.echo(f"Watching {practice.name}/. {rule} Ctrl-C ends it.")
    try:
        watched.follow()
    except KeyboardInterrupt:
        each = ", ".join(f"{watched.checks[status]} {status}" for status in STATUSES)
        click.echo(f"\n{quantity(watched.checks.total(), 'check')}: {each}.")
        next_step.tell(next_step.AFTER["watch"])


class Watch:
    """A practice that is watched, and how many checks had which status so far."""

    def __init__(self, practice: Practice, limit: float | None, tcr: "Tcr | None" = None) -> None:
        self.practice, self.limit, self.tcr = practice, limit, tcr
        self.checks: Counter[str] = Counter()
        self.tree = ""  # the files as the last check left them, as git names them
        self.warning = ""

    def follow(self) -> None:
        """Check now, and on every save from now on; WorkspaceError when the practice is gone."""
        first_commit = read_start(self.practice.folder)
        self.check()
        for _ in watch_files(
            self.practice.folder,
            watch_filter=None,
            debounce=200,  # milliseconds at most, however busy the disk is
            rust_timeout=1000,  # for some file systems give no word
            yield_on_timeout=True,
        ):
            if Repository(self.practice.folder).tree() != self.tree:
                if read_start(self.practice.folder) != first_commit:
                    raise WorkspaceError("Another practice was started, so this watch ends. Type `dojo watch` again.")
                self.check()

    def check(self) -> None:
        """Check once, and say what that found; with TCR, commit or revert."""
        action = ""
        with lock(self.practice.folder, CHECK, notify=notice):
            report = check(self.practice, self.limit, notice)
            self.tree = report.left
            self.checks[report.step.status] += 1
            if self.tcr:
                action = NOT_REVERTED if report.outcome.of_the_kata else self.tcr.follow(report.step, report.left)
            click.echo(render_line(report.step, action, report.changed))
            if self.tcr and action == REVERTED:
                repository = Repository(self.practice.folder)
                self.tree = repository.tree_of(str(self.tcr.green))
                click.echo(
                    f"{' ' * 10}press Ctrl-C, then `dojo restore {repository.short_name(BACKUP)}` brings it back"
                )
        share(self.practice.folder)
        warning = sharing_warning(self.practice.folder)
        if warning not in ("", self.warning):  # once, and not after every save
            click.echo(warning)
        self.warning = warning


def render_line(step: Step, action: str, changes: Changes) -> str:
    """Return what a check found, and what followed, in a line as wide as the terminal."""
    status = status_in_words(step.status, step.approved).ljust(5)
    files = ", ".join(f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes.items())
    parts = [f"{step.moment:%H:%M:%S}", status, f"{step.check.seconds:.1f} s", action, step.finding, files]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    line = text if len(text) <= wide else text[: wide - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[step.status])


@dataclass
class Tcr:
    """The game, played in a practice; `green` is the last green commit, None before the first check."""

    practice: Practice
    green: str | None = None

    def follow(self, step: Step, left: str) -> str:
        """Commit what was green, revert what was not; say which, in a word or two.

        `left`: the files as the check left them, as git names them; the code itself may have written some.
        WorkspaceError when the first check is not green, for then there is nothing to go back to, or when git fails.
        """
        repository = Repository(self.practice.folder)
        if step.is_green:
            self.green = repository.find_commit("HEAD")
            changed = repository.changes(self.green, step.tree)
            if changed:
                self.green = repository.commit(step.tree, f"green: {', '.join(changed)}")
            return COMMITTED if changed else ""
        if self.green is None:
            raise WorkspaceError(
                f"TCR begins from green, so nothing was reverted. `dojo check` says what is {step.status}."
            )
        snapshot = repository.snapshot("before a revert")
        if repository.tree_of(snapshot) != left:
            return "saved again, not reverted"
        try:
            changed = repository.restore(snapshot, self.green)
        except SavedAgainError:
            return "saved again, not reverted"
        if not changed:
            return NOT_REVERTED  # for the last green commit itself is red now
        reverted = Reverted(reverts=step.commit)
        record(repository, f"reverted, for it was {step.status}", reverted, tree=repository.tree())
        return REVERTED
