"""`dojo watch`: a check on every save, a line each.

save: a change to a file that is part of the practice (dojo.practice.ignored says which are not), by whatever editor. A
save that comes while a long check is running ends it: that check is given up.
settled: nobody is in the middle of a save any more. Some editors empty a file first, and write its text a moment later;
what a check finds in between is not told.
"""

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import click
from watchfiles import watch

from dojo.checking.result import SHADES, Answer, check_and_log
from dojo.checking.runner import SupersededError
from dojo.checking.tcr import Tcr
from dojo.errors import WorkspaceError
from dojo.practice import (
    AMBER,
    CHECK,
    CHOICES,
    PATIENCE_SECONDS,
    RED,
    Changes,
    Entry,
    GitError,
    HeldError,
    Practice,
    Repository,
    files_of,
    hold,
    read_choices,
)

QUIET_SPELL = 50  # milliseconds without a change, after which a save is over
AT_MOST = 200  # milliseconds, however busy the disk is
GLANCE = 250  # milliseconds between looks, where the system says nothing
SETTLED_SECONDS = 1.0  # from the start of a check, before its red or amber is believed
FILLED_SECONDS = 5.0  # the same, while a file is empty that was not
OVER_AND_OVER = 5  # checks in a row that were given up
LOOKS = 3  # before a practice is gone
FINE = 0

Saved = dict[Path, tuple[int, int]]


@dataclass
class Watch:
    """A practice that is watched: checks so far, and red and amber ones among them; `limit` if a person chose one."""

    practice: Practice
    limit: float | None
    tcr: Tcr | None
    checks: int = 0
    red: int = 0
    amber: int = 0
    saved: Saved = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    began: tuple[int, int] | None = None
    checked: str | None = None
    given_up: int = 0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    asked: float = 0
    warned: str = ""

    def check(self) -> None:
        """Check once, and with TCR commit or revert; a save that comes in between makes the answer void."""
        self.saved = saved(self.practice.folder)
        try:
            with hold(self.practice.folder, CHECK, PATIENCE_SECONDS):
                self.check_alone()
            self.given_up = 0
        except SupersededError:
            self.give_up()
        except HeldError as error:
            click.echo(str(error))
            self.saved = {}

    def check_alone(self) -> None:
        """Check while nobody else does; SupersededError when something is saved meanwhile."""
        self.look_who_is_there()
        self.checked = self.tree()
        answer, entry = self.ask()
        if self.tcr and answer.late:
            click.echo(line(answer, entry, "asking again, with twice the time", entry.changed))
            answer, entry = self.ask(patient=True)
        self.checks += 1
        self.red += answer.colour == RED
        self.amber += answer.colour == AMBER
        left = answer.left if answer.written else None  # what the practice itself writes is no save
        changed, done = (self.tcr.changes(entry), self.tcr.follow(entry, left)) if self.tcr else (entry.changed, "")
        click.echo(line(answer, entry, done, changed))
        self.warn(answer.warning)
        self.seen = self.known(entry, left)

    def warn(self, warning: str) -> None:
        """Say what a check warns of, once, and not after every save."""
        if warning and warning != self.warned:
            click.echo(warning)
        self.warned = warning

    def ask(self, *, patient: bool = False) -> tuple[Answer, Entry]:
        """Return what a check finds once the files have settled; SupersededError when they are no longer the same."""
        self.asked = self.clock()
        return check_and_log(self.practice, self.limit, self.is_superseded, patient=patient, settle=self.settle)

    def settle(self, changed: Changes) -> None:
        """Wait until a save in two steps would be over; `changed` is what the check saw that the one before did not."""
        while self.clock() - self.asked < (FILLED_SECONDS if self.is_emptied(changed) else SETTLED_SECONDS):
            self.sleep(GLANCE / 1000)

    def is_emptied(self, changed: Changes) -> bool:
        """Tell whether a file is empty now of which lines were removed."""
        sizes = {path: size for path, (_, size) in saved(self.practice.folder).items()}
        return any(removed and sizes.get(self.practice.folder / path) == 0 for path, (_, removed) in changed.items())

    def known(self, entry: Entry, left: str | None = None) -> set[str]:
        """Return the states of the files that need no check: the one just checked, or the one a revert went back to.

        A state is what git calls a tree; there is none when git does not work. `left`: what the code made of the first.
        """
        reverted = self.tcr is not None and not entry.green
        commit = self.tcr.green if self.tcr and reverted else entry.snapshot
        trees = set() if commit is None else {Repository(self.practice.folder).tree_of(commit)}
        return trees if left is None or reverted else trees | {left}

    def look_who_is_there(self) -> None:
        """Take another practice for what it is, when one was started in the place of the one that was watched."""
        there = Practice(self.practice.workspace, read_choices(self.practice.folder), self.practice.name)
        began = began_at(there)
        if self.began is not None and self.began != began:
            blind = ", blind" if there.choices.blind else ""
            click.echo(f"Another practice was started: level {there.level.number}, {there.level.title}{blind}.")
            self.tcr, self.seen = Tcr(there) if self.tcr else None, set()
        self.practice, self.began = there, began

    def give_up(self) -> None:
        """Look again at once; when that happens over and over, nobody saves so fast: the tests write files."""
        self.given_up += 1
        if self.given_up == OVER_AND_OVER:
            now = saved(self.practice.folder)
            files = sorted(self.practice.shown(path) for path, _ in set(now.items()) ^ set(self.saved.items()))
            click.echo(f"Files change during each check: {', '.join(dict.fromkeys(files))}.")
            click.echo(f"If your code writes them, name them in {self.practice.name}/.gitignore.")
        self.saved = {}

    def is_superseded(self) -> bool:
        """Tell whether files are no longer as they were when the check began; one that git ignores does not count."""
        if not self.is_saved():
            return False
        now = self.tree()
        if now is None or now != self.checked:
            return True
        self.saved = saved(self.practice.folder)
        return False

    def is_saved(self) -> bool:
        """Tell whether a file was saved since the last check began."""
        return saved(self.practice.folder) != self.saved

    def is_another(self) -> bool:
        """Tell whether this is no longer the practice of the last check, however alike."""
        return began_at(self.practice) != self.began

    def tree(self) -> str | None:
        """Return what the files are, as git names it; None when it cannot."""
        try:
            return Repository(self.practice.folder).tree()
        except GitError:
            return None

    def follow(self) -> None:
        """Check now, and on every save from now on.

        The system's word that something was saved is only a reason to look: some file systems give none.
        """
        self.check()
        look = watch(
            self.practice.folder, watch_filter=None, debounce=AT_MOST, step=QUIET_SPELL, rust_timeout=GLANCE,
            yield_on_timeout=True,
        )  # fmt: skip
        for _ in look:
            if self.is_gone():
                message = f"{self.practice.name}/ is gone. `dojo start` makes a new one."
                raise WorkspaceError(message)
            if self.is_saved():
                self.saved = saved(self.practice.folder)
                if self.is_another() or self.tree() not in self.seen:
                    self.check()

    def is_gone(self) -> bool:
        """Tell whether the practice is not there; `dojo start --again` has a new one in its place in no time."""
        for _ in range(LOOKS):
            if self.practice.folder.is_dir():
                return False
            time.sleep(GLANCE / 1000)
        return True


def follow(practice: Practice, limit: float | None, *, tcr: bool) -> int:
    """Check on every save until Ctrl-C; return the exit code."""
    watched = Watch(practice, limit, Tcr(practice) if tcr else None)
    rule = "green commits, red reverts" if tcr else "red? `dojo check` tells more"
    click.echo(f"Watching {practice.name}/, {rule}; Ctrl-C ends it.")
    try:
        watched.follow()
    except KeyboardInterrupt:
        amber = f", {watched.amber} amber" if watched.amber else ""
        click.echo(
            f"\n{watched.checks} checks, {watched.red} of them red{amber}. `dojo progress` shows the way you came."
        )
    return FINE


def saved(folder: Path) -> Saved:
    """Return when each file of the practice was saved, in nanoseconds, and its size in bytes."""
    found: Saved = {}
    for path in files_of(folder):
        with suppress(FileNotFoundError):
            found[path] = (path.stat().st_mtime_ns, path.stat().st_size)
    return found


def began_at(practice: Practice) -> tuple[int, int] | None:
    """Return what tells a practice from another in its place: the file that its start wrote, and when."""
    with suppress(OSError):
        written = (practice.home / CHOICES).stat()
        return written.st_ino, written.st_mtime_ns
    return None


def line(answer: Answer, entry: Entry, done: str, changed: Changes) -> str:
    """Say in one line what a check found, as far as the terminal is wide."""
    files = ", ".join(f"{path} +{added} -{removed}" for path, (added, removed) in changed.items())
    parts = [f"{entry.moment:%H:%M:%S}", entry.colour.ljust(5), f"{answer.seconds:.1f} s", done, entry.said, files]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    return click.style(text if len(text) <= wide else text[: wide - 3] + "...", fg=SHADES[answer.colour])
