"""A check on every save.

save: a change to a file that is part of the practice (dojo.practice.ignored says which are not), by whatever editor. A
save that comes while a long check is running ends it: that check is given up.
settled: nobody is in the middle of a save any more. Some editors empty a file first, and write its text a moment later;
what a check finds in between is not said.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from watchfiles import watch

from dojo.checking.check import Checked, check_and_log
from dojo.checking.job import CheckResult
from dojo.checking.process import Asker, SupersededError
from dojo.checking.rendering import render_line
from dojo.checking.tcr import NOT_REVERTED, REVERTED, Tcr
from dojo.errors import WorkspaceError
from dojo.practice import (
    CHECK,
    Changes,
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
SETTLED_SECONDS = 1.0  # from the start of a check, before its red or amber is believed
FILLED_SECONDS = 5.0  # the same, while a file is empty that was not
OVER_AND_OVER = 5  # checks in a row that were given up
LOOKS = 3  # before a practice is gone


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
    given_up: int = 0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    asked: float = 0
    warned: str = ""

    def follow(self) -> None:
        """Check now, and on every save from now on; WorkspaceError when the practice is gone."""
        self.check()
        for _ in self.reasons_to_look():
            if self.is_gone():
                raise WorkspaceError(f"{self.practice.name}/ is gone. `dojo start` makes a new one.")
            if self.is_saved():
                self.saved = saved(self.practice.folder)
                if self.is_another() or self.state() not in self.seen:
                    self.check()

    def reasons_to_look(self) -> Iterator[object]:
        """Wait for the system's word that something was saved, or a moment: some file systems give none."""
        while True:
            with suppress(RuntimeError):  # it stops at a file name that is not UTF-8
                yield from watch(
                    self.practice.folder,
                    watch_filter=None,
                    debounce=MOST_MILLISECONDS,
                    step=QUIET_MILLISECONDS,
                    rust_timeout=GLANCE_MILLISECONDS,
                    yield_on_timeout=True,
                )
            self.sleep(GLANCE_MILLISECONDS / 1000)
            yield None

    def check(self) -> None:
        """Check once, and with TCR commit or revert; a save that comes in between makes the result void."""
        self.saved = saved(self.practice.folder)
        try:
            with hold(self.practice.folder, CHECK, tell=self.tell):
                self.check_alone()
            self.given_up = 0
        except SupersededError:
            self.give_up()
        except HeldError as error:
            self.say(str(error))
            self.saved = {}

    def check_alone(self) -> None:
        """Check while nobody else does; SupersededError when something is saved meanwhile."""
        self.look_who_is_there()
        self.checked = self.state()
        result, entry = self.ask()
        if self.tcr and result.late:
            self.say(render_line(result, entry, "asking again, with twice the time", result.changed))
            result, entry = self.ask(patient=True)
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

    def ask(self, *, patient: bool = False) -> Checked:
        """Return what a check finds once the files have settled; SupersededError when they are no longer the same."""
        self.asked = self.clock()
        asker = Asker(self.is_superseded, self.tell, tcr=self.tcr is not None)
        return check_and_log(self.practice, self.limit, asker, patient=patient, settle=self.settle)

    def settle(self, changed: Changes) -> None:
        """Wait until a save in two steps would be over; `changed` is what the check saw that the one before did not."""
        shorter = [self.practice.folder / path for path, change in changed.items() if change.removed]
        while True:
            emptied = any(path.is_file() and path.stat().st_size == 0 for path in shorter)
            if self.clock() - self.asked >= (FILLED_SECONDS if emptied else SETTLED_SECONDS):
                return
            self.sleep(GLANCE_MILLISECONDS / 1000)

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

    def give_up(self) -> None:
        """Look again at once; when that happens over and over, nobody saves so fast: the tests write files."""
        self.given_up += 1
        if self.given_up == OVER_AND_OVER:
            differ = saved(self.practice.folder).items() ^ self.saved.items()
            files = sorted({self.practice.shown(path) for path, _ in differ})
            self.say(f"Files change during each check: {', '.join(files)}.")
            self.say(f"If your code writes them, name them in {self.practice.name}/.gitignore.")
        self.saved = {}

    def is_superseded(self) -> bool:
        """Tell whether files are no longer as they were when the check began; one that git ignores does not count."""
        if self.is_saved():
            now = self.state()
            if now is None or now != self.checked:
                return True
            self.saved = saved(self.practice.folder)
        return False

    def is_saved(self) -> bool:
        """Tell whether a file was saved since the last check began."""
        return saved(self.practice.folder) != self.saved

    def is_another(self) -> bool:
        """Tell whether this is no longer the practice of the last check, however alike."""
        return read_beginning(self.practice.folder).commit != self.began

    def is_gone(self) -> bool:
        """Tell whether the practice is not there; `dojo start --again` has a new one in its place in no time."""
        for _ in range(LOOKS):
            if self.practice.folder.is_dir():
                return False
            self.sleep(GLANCE_MILLISECONDS / 1000)
        return True

    def state(self) -> str | None:
        """Return the files as git names them, in a tree; None when git does not work."""
        with suppress(GitError):
            return Repository(self.practice.folder).tree()
        return None


def saved(folder: Path) -> Saved:
    """Return each file of the practice, and what shows that it was saved."""
    return {path: stat_of(path) for path in files_of(folder)}
