"""Survivors while somebody works: a process of low priority tests mutants after a green check.

It brings the results up to date, first those of the functions that changed, and prints a line for
each new survivor. A survivor is new if there are more with the same change than were known. Names
do not count, so that renaming or moving code brings no news.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Thread

from dojo.errors import WorkspaceError
from dojo.mutation.equivalent import with_excuses
from dojo.mutation.grade import read_grade
from dojo.mutation.kept import Kept, ResultFiles, known_after, mutants_of
from dojo.mutation.project import project_of_practice
from dojo.mutation.results import ALL, KILLED, NOT_COVERED, TIMED_OUT, Mutant, Patch, shared_ends
from dojo.mutation.run import MutantOptions, nothing, update_results
from dojo.mutation.selection import select_changed
from dojo.mutation.workers import refuse_without_fork
from dojo.practice.find import find_practice
from dojo.practice.locks import MUTANTS, LockedError, lock
from dojo.practice.model import Practice
from dojo.processes import end_group, python_environment, start_with_pipes
from dojo.text import printable, quantity, shorten

PROGRAM = "from dojo.mutation.background import main; main()"
NOTICED = (KILLED, TIMED_OUT)
SAME_BEFORE = 4  # characters
MAX_SHOWN = 24
NOTHING = "(deleted)"
GO = "go"
NICENESS = 10
SECONDS_TO_END = 5.0
LOCK_SECONDS = 5.0  # the process before ends meanwhile
FIRST_RUN = "mutants: {killed} of {made} killed. New survivors are shown from now on."
FEWER = "mutants: {fewer} fewer, {left} left"

Tell = Callable[[str], None]


class Background:
    """The process, as the watch sees it. `tell` is called in a thread, with each line.

    A spare process imports what it needs, and waits, so that the next one is quick. `running`
    waits for the check, or tests mutants. Its standard input has the lines for `main`.
    """

    def __init__(self, practice: Practice, tell: Tell) -> None:
        self.practice = practice
        self.tell = tell
        self.running: subprocess.Popen[str] | None = None
        self.spare = self._start_process()  # already, because the first check begins soon
        self.reader: Thread | None = None
        self.last_line = ""

    def prepare(self, since: str) -> None:
        """Find what the tests of the current files call, while they are checked.

        `since`: a commit. The functions that changed after it are tested first.
        """
        self.stop()
        self.running = self.spare
        write_line(self.running, since)
        self.spare = self._start_process()

    def follow(self, *, is_green: bool) -> None:
        """Test mutants if the check was green."""
        if not is_green:
            self.stop()
        elif self.running is not None:
            write_line(self.running, GO)
            self.reader = Thread(target=self._read, args=(self.running,), daemon=True)
            self.reader.start()

    @property
    def is_running(self) -> bool:
        return self.running is not None and self.running.poll() is None

    def stop(self) -> None:
        """Stop the tests. What they found out is kept."""
        if self.running is not None:
            self.running.terminate()
            self.running = None

    def close(self) -> None:
        """Stop everything, and wait until the results are kept."""
        for process in (self.running, self.spare):
            if process is not None:
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(SECONDS_TO_END)
                end_group(process)

    def _start_process(self) -> "subprocess.Popen[str]":
        """Start a spare process. -P keeps it from importing modules of the practice."""
        command = [sys.executable, "-P", "-c", PROGRAM]
        return start_with_pipes(command, self.practice.folder, python_environment())

    def _read(self, process: "subprocess.Popen[str]") -> None:
        """Tell the lines of a process until it ends, in a thread."""
        for line in process.stdout or ():
            if line != self.last_line:  # an error may be the same each time
                self.tell(line.rstrip("\n"))
            self.last_line = line
        process.wait()


def write_line(process: "subprocess.Popen[str]", line: str) -> None:
    """Send a line to a process, unless it has ended."""
    if process.stdin is not None:
        with suppress(BrokenPipeError):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()


class News:
    """Tells which survivors of a practice are new. Equivalent mutants are none.

    Until the first complete run, only survivors in the `changed` regions are told. `before`: how
    many were known at the start. `found`: how many survivors of `kept` have each shape so far.
    """

    def __init__(self, practice: Practice, changed: frozenset[str], tell: Tell) -> None:
        self.practice = practice
        self.changed = changed
        self.tell = tell
        self.files = ResultFiles(practice.state_directory)
        self.known = self.files.read_known()
        self.before = self.known.number
        self.kept: Kept | None = None
        self.found: Counter[str] = Counter()

    def on_survivor(self, kept: Kept, patch: Patch) -> None:
        """Tell a survivor that was just found, if it is new."""
        if self.kept is not kept:
            self.kept = kept
            found = read_grade(self.practice, kept).to_kill
            others = [each for each in found if each.name != patch.name]
            self.found = Counter(each.shape for each in others)
        [mutant], _ = with_excuses(self.practice, mutants_of(kept, [patch.name]))
        if mutant.reason:
            return
        shape = mutant.shape
        self.found[shape] += 1
        if self.found[shape] <= self.known.shapes.get(shape, 0):
            return
        self.known.shapes[shape] = self.found[shape]
        self.files.write_known(self.known)
        if self.known.is_complete or patch.region in self.changed:
            self._tell(mutant)

    def finish(self, kept: Kept) -> None:
        """Note the survivors of a complete run."""
        known = known_after(read_grade(self.practice, kept).to_kill)
        if not self.known.is_complete:
            killed = sum(result.status in NOTICED for result in kept.results.values())
            self.tell(FIRST_RUN.format(killed=killed, made=killed + known.number))
        elif known.number < self.before:
            fewer = quantity(self.before - known.number, "survivor")
            self.tell(FEWER.format(fewer=fewer, left=known.number))
        self.files.write_known(known)

    def _tell(self, mutant: Mutant) -> None:
        """Tell a survivor in a line: its place in the practice, and its change."""
        place = mutant.place.removeprefix(f"{self.practice.name}/")
        line = f"survivor  {place}  {short_change(mutant)}"
        if mutant.status == NOT_COVERED:
            line += f"  (no test runs {mutant.function})"
        self.tell(printable(line))


def short_change(mutant: Mutant) -> str:
    """Return a change in a few words. A long one begins a bit before the first difference."""
    old = " ".join(" ".join(mutant.removed).split())
    new = " ".join(" ".join(mutant.added).split())
    if max(len(old), len(new)) > MAX_SHOWN:
        shared = shared_ends([*old], [*new])[0]
        start = old.rfind(" ", 0, max(0, shared - SAME_BEFORE)) + 1
        if start > 0:
            old = f"...{old[start:]}"
            new = f"...{new[start:]}"
    return f"{shorten(old, MAX_SHOWN)} -> {shorten(new, MAX_SHOWN) or NOTHING}"


def bring_up_to_date(
    practice: Practice, since: str, tell: Tell, when_ready: Callable[[], object] = nothing
) -> None:
    """Bring the results up to date, first those of functions that changed since a commit.

    `when_ready` may wait. It is called before the first mutant is tested, and maybe again later.
    Raises WorkspaceError if the tests cannot run.
    """
    refuse_without_fork()  # Windows ends the process at once, without its results
    project = project_of_practice(practice)
    changed = select_changed(practice, since)
    news = News(practice, changed.regions or frozenset(), tell)
    for selection in (changed, ALL):
        options = MutantOptions(
            selection=selection,
            workers=1,
            on_survivor=news.on_survivor,
            when_ready=when_ready,
        )
        kept, _ = update_results(project, lambda _done, _of: None, options)
    when_ready()  # there may have been nothing to test
    news.finish(kept)


@cache
def wait_for_green() -> None:
    """Wait for the end of the check, once. Ends the process if it is not green."""
    if not sys.stdin.readline():
        raise KeyboardInterrupt


def main() -> None:
    """Test mutants since the commit in a line on standard input, when another line follows.

    Prints lines about survivors.
    """

    def tell(line: str) -> None:
        print(line, flush=True)  # noqa: T201 - the watch reads it

    if sys.platform != "win32":
        os.nice(NICENESS)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt, LockedError):
        from dojo.mutation import make  # noqa: F401, PLC0415 - it takes long

        practice = find_practice()
        since = sys.stdin.readline().strip()
        if since:
            with lock(practice.folder, MUTANTS, LOCK_SECONDS):
                try:
                    bring_up_to_date(practice, since, tell, wait_for_green)
                except WorkspaceError as error:
                    wait_for_green()
                    tell(" ".join(error.format_message().split()))
