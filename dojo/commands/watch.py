"""`dojo watch`: a check on every save, and with --tcr *test && commit || revert*.

save: a change to a file that is part of the practice (dojo.practice.code says which are not), by whatever editor. A
save that comes while a long check is running ends it: that check is given up.
"""

import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import click
from watchfiles import watch as watch_files

from dojo.checking.check import Report, is_saved
from dojo.checking.runner import Caller, SupersededError, check
from dojo.commands import next_step
from dojo.commands.cli import LIMIT, SECONDS, notice, practice_here
from dojo.practice.code import Stat, files_of, stat_of
from dojo.practice.create import read_beginning
from dojo.practice.model import AMBER, CHECK, RED, HeldError, Practice, hold, status_in_words
from dojo.practice.snapshots import TAKEN, Changes, GitError, Repository, SavedAgainError, go_back
from dojo.practice.story import Entry, append_revert
from dojo.text import STATUS_STYLES, WorkspaceError, printable

QUIET_MILLISECONDS = 50  # without a change, after which a save is over
MOST_MILLISECONDS = 200  # however busy the disk is
GLANCE_MILLISECONDS = 250  # between looks, where the system says nothing

Saved = dict[Path, Stat | None]
REVERTED, NOT_REVERTED, SAVED_AGAIN = "reverted", "not reverted", "saved again, not reverted"


@click.command()
@click.option("--tcr", is_flag=True, help="test && commit || revert: green is committed, red and amber are reverted.")
@click.option("--limit", type=SECONDS, help=f"Seconds for a check.  [default: {LIMIT}]")
def watch(limit: float | None, *, tcr: bool) -> None:
    """Check practice/ on every save, a line each, until Ctrl-C.

    With --tcr, a green check commits to the repository of practice/, and a red or an amber one reverts your files to
    the last green commit. What is reverted is kept; the line after it names the command that brings it back, `dojo
    restore`.
    """
    practice = practice_here()
    watched = Watch(practice, limit, Tcr(practice) if tcr else None)
    rule = "Green commits, red and amber revert." if tcr else "After red, `dojo check` shows what differs."
    click.echo(f"Watching {practice.name}/. {rule} Ctrl-C ends it.")
    try:
        watched.follow()
    except KeyboardInterrupt:
        amber = f", {watched.checks[AMBER]} amber" if watched.checks[AMBER] else ""
        click.echo(f"\n{watched.checks.total()} checks, {watched.checks[RED]} of them red{amber}.")
        next_step.tell(next_step.AFTER["watch"])


@dataclass
class Watch:
    """A practice that is watched: how many checks had which status so far; `limit` if a person chose one.

    `say` is given each line for the person who watches. `saved`: the files as the last check began, and `checked` as
    git names them. `seen`: the states that need no check. `warned`: what was said last.
    """

    practice: Practice
    limit: float | None
    tcr: "Tcr | None"
    say: Callable[[str], object] = click.echo
    checks: Counter[str] = field(default_factory=Counter)
    saved: Saved = field(default_factory=dict)
    checked: str = ""
    seen: set[str | None] = field(default_factory=set)
    warned: str = ""

    def follow(self) -> None:
        """Check now, and on every save from now on; WorkspaceError when the practice is gone."""
        beginning = read_beginning(self.practice.folder)
        self.check()
        for _ in watch_files(
            self.practice.folder,
            watch_filter=None,
            debounce=MOST_MILLISECONDS,
            step=QUIET_MILLISECONDS,
            rust_timeout=GLANCE_MILLISECONDS,  # for some file systems give no word
            yield_on_timeout=True,
        ):
            if self.is_saved():
                if read_beginning(self.practice.folder) != beginning:
                    raise WorkspaceError("Another practice was started. `dojo watch` watches it.")
                self.saved = saved(self.practice.folder)
                if self.state() not in self.seen:
                    self.check()

    def check(self) -> None:
        """Check once, and with TCR commit or revert; a save that comes in between makes the result void."""
        self.saved = saved(self.practice.folder)
        try:
            with suppress(SupersededError), hold(self.practice.folder, CHECK, tell=notice):
                self.checked = self.state()
                caller = Caller(self.is_superseded, notice)
                report = check(self.practice, self.limit, caller, tcr=self.tcr is not None)
                if report.entry is not None:
                    self.follow_up(report, report.entry)
                    return
        except HeldError as error:
            self.say(str(error))
        self.saved = {}  # so that it looks again

    def follow_up(self, report: Report, entry: Entry) -> None:
        """Say what a check found; with TCR commit or revert, and say that as well."""
        self.checks[entry.status] += 1
        changed, done = report.changed, ""
        if self.tcr:
            changed = self.tcr.changes(entry)
            done = NOT_REVERTED if report.outcome.of_the_kata else self.tcr.follow(entry, report.left)
        self.say(render_line(entry, done, changed))
        if self.tcr and done == REVERTED:
            self.say(f"          Ctrl-C, then `{self.tcr.way_back()}` brings it back")
        if report.warning and report.warning != self.warned:  # once, and not after every save
            self.say(report.warning)
        self.warned = report.warning
        self.seen = set() if report.outcome.of_the_kata else self.known(entry, report.left)

    def known(self, entry: Entry, left: str | None = None) -> set[str | None]:
        """Return the states that need no check: the one checked, what its code `left`, or what TCR reverted to."""
        if self.tcr and self.tcr.green and not entry.green:
            return {self.tcr.repository.tree_of(self.tcr.green)}
        return {entry.tree, left} - {None}

    def is_superseded(self) -> bool:
        """Tell whether code is no longer as it was when the check began."""
        return self.is_saved() and is_saved(Repository(self.practice.folder).changes(self.checked, self.state()))

    def is_saved(self) -> bool:
        """Tell whether a file was saved since the last check began."""
        return saved(self.practice.folder) != self.saved

    def state(self) -> str:
        """Return the files as git names them, in a tree."""
        return Repository(self.practice.folder).tree()


def render_line(entry: Entry, done: str, changes: Changes) -> str:
    """Return in one line what a check found, and what was done then, as far as the terminal is wide."""
    status = status_in_words(entry.status, entry.approved).ljust(5)
    files = ", ".join(f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes.items())
    parts = [f"{entry.moment:%H:%M:%S}", status, f"{entry.seconds:.1f} s", done, entry.message, files]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    line = text if len(text) <= wide else text[: wide - 3] + "..."
    return click.style(line, fg=STATUS_STYLES[entry.status])


def saved(folder: Path) -> Saved:
    """Return each file of the practice, and what shows that it was saved."""
    return {path: stat_of(path) for path in files_of(folder)}


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
        if entry.green:
            return self._commit(str(entry.tree))
        if self.green is None:
            why = f"`dojo check` says what is {entry.status}"
            raise WorkspaceError(f"TCR begins from green, so nothing was reverted. {why}.")
        return self._revert(entry, self.green, {entry.tree, left})

    def changes(self, entry: Entry) -> Changes:
        """Return what a check saw that the last green commit has not: what it commits, or reverts."""
        return self.repository.changes(self.green or self.repository.commit_named("HEAD"), str(entry.tree))

    def _commit(self, tree: str) -> str:
        self.green = self.repository.commit_named("HEAD")
        changed = self.repository.changes(self.green, tree)
        if self.green is not None and not changed:
            return ""
        self.green = self.repository.commit(tree, f"green: {', '.join(changed)}")
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
