"""`dojo watch`: a check on every save, a line each.

save: any change to the practice's files, of whatever editor. A save that comes while a long check is running ends it.
"""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import click
from watchfiles import DefaultFilter, watch

from dojo.check import SHADES, Answer, check_and_log
from dojo.check_log import AMBER, RED, Entry
from dojo.check_process import SupersededError
from dojo.practice import HOME, Practice
from dojo.repository import GitError, Repository
from dojo.tcr import Tcr
from dojo.workspace import WorkspaceError

QUIET_SPELL = 50  # milliseconds without a change, after which a save is over
AT_MOST = 200  # milliseconds, however busy the disk is
GLANCE = 250  # milliseconds between looks, where the system says nothing
FINE = 0

Saved = dict[Path, tuple[int, int]]


class Saves(DefaultFilter):
    """What counts as a save: no caches, no files of editors, nothing of the dojo's own."""

    ignore_dirs = (*DefaultFilter.ignore_dirs, HOME, ".ruff_cache", ".approval_tests_temp", "venv")


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

    def check(self) -> None:
        """Check once, and with TCR commit or revert; a save that comes in between makes the answer void."""
        self.saved = saved(self.practice.folder)
        try:
            answer, entry = check_and_log(self.practice, self.limit, self.is_saved)
            if self.tcr and answer.late:
                click.echo(line(answer, entry, "asking again, with twice the time"))
                answer, entry = check_and_log(self.practice, self.limit, self.is_saved, patient=True)
        except SupersededError:
            self.saved = {}
            return
        self.checks += 1
        self.red += answer.colour == RED
        self.amber += answer.colour == AMBER
        done = self.tcr.follow(entry) if self.tcr else ""
        click.echo(line(answer, entry, done))
        self.seen = self.known(entry)
        if answer.written and answer.left:
            self.seen.add(answer.left)  # what the practice itself writes is no save

    def known(self, entry: Entry) -> set[str]:
        """Return the state of the files that needs no check: the one just checked, or the one a revert went back to.

        A state is what git calls a tree; there is none when git does not work.
        """
        commit = entry.snapshot if self.tcr is None or entry.green else self.tcr.green
        return set() if commit is None else {Repository(self.practice.folder).tree_of(commit)}

    def is_saved(self) -> bool:
        """Tell whether a file was saved since the last check began."""
        return saved(self.practice.folder) != self.saved

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
            self.practice.folder, watch_filter=Saves(), debounce=AT_MOST, step=QUIET_SPELL, rust_timeout=GLANCE,
            yield_on_timeout=True,
        )  # fmt: skip
        for _ in look:
            if not self.practice.folder.is_dir():
                message = "practice/ is gone. `dojo start` makes a new one."
                raise WorkspaceError(message)
            if self.is_saved():
                self.saved = saved(self.practice.folder)
                if self.tree() not in self.seen:
                    self.check()


def follow(practice: Practice, limit: float | None, *, tcr: bool) -> int:
    """Check on every save until Ctrl-C; return the exit code."""
    watched = Watch(practice, limit, Tcr(practice) if tcr else None)
    rule = "green commits, red reverts" if tcr else "red? `dojo check` tells more"
    click.echo(f"Watching practice/, {rule}; Ctrl-C ends it.")
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
    for path in _files(folder):
        with suppress(FileNotFoundError):
            found[path] = (path.stat().st_mtime_ns, path.stat().st_size)
    return found


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in ("__pycache__", "venv"):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files(path)
        elif path.is_file():
            yield path


def line(answer: Answer, entry: Entry, done: str) -> str:
    """Say in one line what a check found, as far as the terminal is wide."""
    changed = ", ".join(f"{path} +{added} -{removed}" for path, (added, removed) in entry.changed.items())
    parts = [f"{entry.moment:%H:%M:%S}", entry.colour.ljust(5), f"{answer.seconds:.1f} s", done, entry.said, changed]
    text = "  ".join(part for part in parts if part)
    wide = shutil.get_terminal_size().columns
    return click.style(text if len(text) <= wide else text[: wide - 3] + "...", fg=SHADES[answer.colour])
