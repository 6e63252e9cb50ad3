"""A check on every save.

save: a change to a file that is part of the practice (dojo.practice.ignored says which are not), by whatever editor. A
save that comes while a long check is running ends it: that check is given up.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from watchfiles import watch

from dojo.checking import check
from dojo.checking.job import CheckResult
from dojo.checking.process import Asker, SupersededError
from dojo.checking.rendering import render_line
from dojo.checking.tcr import NOT_REVERTED, REVERTED, Tcr
from dojo.errors import WorkspaceError
from dojo.practice import (
    CHECK,
    Entry,
    GitError,
    HeldError,
    Practice,
    Repository,
    Stat,
    Tell,
    files_of,
    hold,
    read_beginning,
    silent,
    stat_of,
)

QUIET_MILLISECONDS = 50  # without a change, after which a save is over
MOST_MILLISECONDS = 200  # however busy the disk is
GLANCE_MILLISECONDS = 250  # between looks, where the system says nothing

Saved = dict[Path, Stat | None]


@dataclass
class Watch:
    """A practice that is watched: how many checks had which status so far; `limit` if a person chose one.

    `say` is given each line for the person who watches, `tell` what they wait for. `began` tells the practice from
    another in its place: the commit with which it was begun.
    """

    practice: Practice
    limit: float | None
    tcr: Tcr | None
    say: Callable[[str], object]
    tell: Tell = silent
    checks: Counter[str] = field(default_factory=Counter)
    saved: Saved = field(default_factory=dict)
    seen: set[str | None] = field(default_factory=set)
    began: str | None = None
    checked: str | None = None
    warned: str = ""

    def follow(self) -> None:
        """Check now, and on every save from now on; WorkspaceError when the practice is gone."""
        self.check()
        for _ in watch(
            self.practice.folder,
            watch_filter=None,
            debounce=MOST_MILLISECONDS,
            step=QUIET_MILLISECONDS,
            rust_timeout=GLANCE_MILLISECONDS,  # for some file systems give no word
            yield_on_timeout=True,
        ):
            if not self.practice.folder.is_dir():
                raise WorkspaceError(f"{self.practice.name}/ is gone. `dojo start` makes a new one.")
            if self.is_saved():
                self.saved = saved(self.practice.folder)
                if self.state() not in self.seen:
                    self.check()

    def check(self) -> None:
        """Check once, and with TCR commit or revert; a save that comes in between makes the result void."""
        self.saved = saved(self.practice.folder)
        try:
            with hold(self.practice.folder, CHECK, tell=self.tell):
                self.check_alone()
        except SupersededError:
            self.saved = {}  # so that it looks again
        except HeldError as error:
            self.say(str(error))
            self.saved = {}

    def check_alone(self) -> None:
        """Check while nobody else does; SupersededError when something is saved meanwhile."""
        self.look_who_is_there()
        self.checked = self.state()
        asker = Asker(self.is_superseded, self.tell, tcr=self.tcr is not None)
        result, entry = check.check_and_log(self.practice, self.limit, asker)
        self.checks[result.status] += 1
        self.follow_up(result, entry)
        if result.warning and result.warning != self.warned:  # once, and not after every save
            self.say(result.warning)
        self.warned = result.warning
        self.seen = set() if result.around else self.known(entry, result.left)

    def follow_up(self, result: CheckResult, entry: Entry) -> None:
        """Say what a check found; with TCR commit or revert, and say that as well."""
        changed, done = result.changed, ""
        if self.tcr:
            changed = self.tcr.changes(entry)
            done = NOT_REVERTED if result.around else self.tcr.follow(entry, result.left)
        self.say(render_line(result, entry, done, changed))
        if self.tcr and done == REVERTED:
            self.say(f"          Ctrl-C, then `{self.tcr.way_back()}` brings it back")

    def known(self, entry: Entry, left: str | None = None) -> set[str | None]:
        """Return the states that need no check: the one checked, what its code `left`, or what TCR reverted to."""
        if self.tcr and not entry.green:
            green = self.tcr.green
            return {Repository(self.practice.folder).tree_of(green)} if green else set()
        return {entry.tree, left} - {None}

    def look_who_is_there(self) -> None:
        """Take another practice for what it is, when one was started in the place of the one that was watched."""
        choices, began = read_beginning(self.practice.folder)
        there = Practice(self.practice.workspace, choices, self.practice.name)
        if self.began is not None and self.began != began:
            blind = ", blind" if there.choices.blind else ""
            self.say(f"Another practice was started: level {there.level.number}, {there.level.title}{blind}.")
            self.tcr, self.seen = Tcr(there) if self.tcr else None, set()
        self.practice, self.began = there, began

    def is_superseded(self) -> bool:
        """Tell whether code is no longer as it was when the check began."""
        if self.is_saved():
            now = self.state()
            if now is None or check.is_saved(Repository(self.practice.folder).changes(self.checked, now)):
                return True
            self.saved = saved(self.practice.folder)
        return False

    def is_saved(self) -> bool:
        """Tell whether a file was saved since the last check began."""
        return saved(self.practice.folder) != self.saved

    def state(self) -> str | None:
        """Return the files as git names them, in a tree; None when git does not work."""
        with suppress(GitError):
            return Repository(self.practice.folder).tree()
        return None


def saved(folder: Path) -> Saved:
    """Return each file of the practice, and what shows that it was saved."""
    return {path: stat_of(path) for path in files_of(folder)}
