"""One run of mutmut, in its folder.

home: that folder, `mutants/`. unreliable: said of a test that passes and fails on the same code. A run has come to the
mutants when all of them are made and the first is tested.
"""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from dojo.kata.golden_master import environment
from dojo.text import WorkspaceError, printable

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


class Mutmut:
    """A run of mutmut, how far it came, and its speed in mutants a second, 0.0 if it tested none."""

    def __init__(self, home: Path, progress: Progress) -> None:
        """Prepare a run in a folder that is held."""
        self.home, self.progress = home, progress
        self.came_to_mutants = False
        self.speed = 0.0
        self.last_lines: deque[str] = deque(maxlen=LAST_LINES)

    def run(self, patterns: Iterable[str], workers: int | None) -> None:
        """Test the mutants that the patterns name, or all; WorkspaceError when mutmut gives up, for a test or not."""
        limit = [] if workers is None else ["--max-children", str(workers)]
        running = subprocess.Popen(  # noqa: S603 - our own Python
            [*MUTMUT, "run", *limit, *patterns],
            cwd=self.home.parent,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="backslashreplace",
            start_new_session=True,
        )
        with running:
            try:
                self._follow(running)
            except BaseException:
                _stop(running)
                raise
        if running.returncode != 0:
            raise WorkspaceError(self._why_it_gave_up())

    def _follow(self, running: subprocess.Popen[str]) -> None:
        for line in running.stdout or ():
            self.came_to_mutants = self.came_to_mutants or line.startswith(TESTING_STARTS)
            if count := COUNT.search(line):
                self.progress(int(count.group(1)), int(count.group(2)))
            elif line.strip() and line[0] not in SPINNER:
                self.last_lines.append(printable(line.rstrip()))
                speed = SPEED.search(line)
                self.speed = float(speed.group(1)) if speed else self.speed

    def _why_it_gave_up(self) -> str:
        """Return the test that cannot be trusted, if there is one; else what mutmut said at last."""
        unreliable = self.home / UNRELIABLE
        if unreliable.exists():
            return NOT_TRUSTED.format(test=printable(unreliable.read_text(encoding="utf-8")))
        return "\n".join(["mutmut gave up; it said:", *self.last_lines])


def _stop(running: subprocess.Popen[str]) -> None:
    """Let mutmut stop its workers; end all that is left."""
    for number in (signal.SIGINT, signal.SIGKILL):
        with suppress(OSError, subprocess.TimeoutExpired):
            os.killpg(running.pid, number)
            running.communicate(timeout=STOPPING_SECONDS)


@contextmanager
def alone(home: Path, progress: Progress = lambda _done, _of: None) -> Iterator[Mutmut]:
    """Hold the results, for one run of mutmut."""
    home.mkdir(parents=True, exist_ok=True)
    with FileLock(home / LOCK):
        yield Mutmut(home, progress)


def check_readable(source: Path, workspace: Path) -> None:
    """Raise WorkspaceError when mutmut could not read a source."""
    name = source.relative_to(workspace).as_posix()
    try:
        ast.parse(source.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise WorkspaceError(f"{name} is not UTF-8, and mutmut reads nothing else: save it as UTF-8.") from None
    except (SyntaxError, ValueError):
        out = f"move it out of {name.partition('/')[0]}/"
        raise WorkspaceError(f"{name} does not parse, and no mutant can be made: mend it, or {out}.") from None


def remove(paths: Iterable[Path]) -> None:
    """Remove files and folders."""
    for path in list(paths):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
