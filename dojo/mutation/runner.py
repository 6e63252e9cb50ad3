"""One run of mutmut, in its folder.

home: that folder, `mutants/`. unreliable: said of a test that passes and fails on the same code. A run has come to the
mutants when all of them are made and the first is tested.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import IO

from dojo.errors import WorkspaceError
from dojo.kata.golden_master import environment
from dojo.practice.model import parsed
from dojo.text import printable

if sys.platform != "win32":
    import fcntl

# The mutmut that is installed beside us; a practice may have a file that is called like what it imports later.
RUN = "import approvaltests, pytest, dojo.mutation.replacing; from mutmut.__main__ import cli; cli()"
MUTMUT = [sys.executable, "-c", RUN]
TESTING_STARTS = "Running mutation testing"
COUNT = re.compile(r"(\d+)/(\d+) ")
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SPEED = re.compile(r"([\d.]+) mutations/second")
STOPPING_SECONDS = 10.0  # for mutmut to stop its workers
LAST_LINES = 12
NOT_TRUSTED = """\
Nothing was graded, for one test cannot be trusted: {test}
On the same code it passed, and failed. Look for chance, time, the order of tests, what they
share, and files other than Python's outside of tests/: mutmut works on a copy without them."""
LOCK, UNRELIABLE = "lock", "unreliable.txt"  # the session writes the second

Progress = Callable[[int, int], None]  # is told how many are done, of how many


class UnreliableError(WorkspaceError):
    """A test cannot be trusted: what it says of a mutant is worth nothing."""


class Mutmut:
    """A run of mutmut, how far it came, and its speed in mutants a second, 0.0 if it tested none."""

    def __init__(self, home: Path, lock: IO[str], progress: Progress) -> None:
        """Prepare a run in a folder that is held."""
        self.home, self.lock, self.progress = home, lock, progress
        self.command = MUTMUT
        self.came_to_mutants = False
        self.speed = 0.0
        self.last_lines: deque[str] = deque(maxlen=LAST_LINES)

    def run(self, patterns: Iterable[str], workers: int | None) -> None:
        """Test the mutants that the patterns name, or all; WorkspaceError when mutmut gives up, for a test or not."""
        limit = [] if workers is None else ["--max-children", str(workers)]
        running = self._begun([*self.command, "run", *limit, *patterns])
        with running:
            tidying = Thread(target=_end_with, args=(running,), daemon=True)
            tidying.start()
            try:
                self._follow(running)
            except BaseException:
                _stop(running)
                raise
            finally:
                tidying.join()
        if running.wait() != 0:
            raise self._why_it_gave_up()

    def _begun(self, command: Sequence[str]) -> subprocess.Popen[str]:
        """Begin it, in a group of its own, which ends as a whole."""
        return subprocess.Popen(  # noqa: S603 - our own Python
            command,
            cwd=self.home.parent,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="backslashreplace",
            pass_fds=[self.lock.fileno()],
            start_new_session=True,
        )

    def _why_it_gave_up(self) -> WorkspaceError:
        """Return the test that cannot be trusted, if there is one; else what mutmut said at last."""
        unreliable = self.home / UNRELIABLE
        if unreliable.exists():
            test = printable(unreliable.read_bytes().decode(errors="replace"))
            return UnreliableError(NOT_TRUSTED.format(test=test))
        return WorkspaceError("\n".join(["mutmut gave up; it said:", *self.last_lines]))

    def _follow(self, running: subprocess.Popen[str]) -> None:
        for line in running.stdout or ():
            self.came_to_mutants = self.came_to_mutants or line.startswith(TESTING_STARTS)
            if count := COUNT.search(line):
                self.progress(int(count.group(1)), int(count.group(2)))
            elif line.strip() and line[0] not in SPINNER:
                self.last_lines.append(printable(line.rstrip()))
                speed = SPEED.search(line)
                self.speed = float(speed.group(1)) if speed else self.speed


def _end_with(running: subprocess.Popen[str]) -> None:
    """End what the code, or a test, has started when mutmut has ended: it may hold the output open, which is read."""
    running.wait()
    _send(running, signal.SIGKILL)


def _stop(running: subprocess.Popen[str]) -> None:
    """Let mutmut stop its workers, or end them all."""
    _send(running, signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        running.communicate(timeout=STOPPING_SECONDS)
        return
    _send(running, signal.SIGKILL)
    running.communicate()


def _send(running: subprocess.Popen[str], number: signal.Signals) -> None:
    """Send a signal to mutmut and to all that it has started."""
    with suppress(OSError):  # they have ended
        os.killpg(running.pid, number)


@contextmanager
def alone(home: Path, progress: Progress = lambda _done, _of: None) -> Iterator[Mutmut]:
    """Hold the results, for one run of mutmut; it inherits the lock, which so lasts as long as it does."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield Mutmut(home, lock, progress)


def check_readable(source: Path, workspace: Path) -> None:
    """Raise WorkspaceError when mutmut could not read a source."""
    name, content = source.relative_to(workspace).as_posix(), source.read_bytes()
    try:
        content.decode()
    except UnicodeDecodeError:
        raise WorkspaceError(f"{name} is not UTF-8, and mutmut reads nothing else: save it as UTF-8.") from None
    if parsed(content) is None:
        out = f"move it out of {name.partition('/')[0]}/"
        raise WorkspaceError(f"{name} does not parse, and no mutant can be made: mend it, or {out}.")


def remove(paths: Iterable[Path]) -> None:
    """Remove files and folders."""
    for path in list(paths):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
