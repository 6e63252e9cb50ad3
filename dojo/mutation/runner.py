"""One run of mutmut, and the files that it leaves in its folder `mutants/`.

home: that folder. note: a small file in it that says how far the run came, and for which inputs. undecided: a mutant
whose test was stopped half-way, or not begun. unreliable: said of a test that passes and fails on the same code.
"""

import fcntl
import json
import re
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from dojo.errors import WorkspaceError
from dojo.kata import environment, lean_mutmut
from dojo.mutation.results import OUTCOMES, read_json

GENERATING, TESTING = "generating", "testing"
TESTING_STARTS = "Running mutation testing"
COUNT = re.compile(r"(\d+)/(\d+) ")
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SPEED = re.compile(r"([\d.]+) mutations/second")
PATIENCE = 10  # seconds for mutmut to stop its workers
REACH = "mutmut-stats.json"  # which test reaches which function
UNPATCHED = "mutmut is not the one that dojo makes faster: it runs as it is, and slower."
UNRELIABLE = "unreliable.txt"  # tests/warm_session.py writes it

Progress = Callable[[int, int], None]


class UnreliableError(WorkspaceError):
    """A test cannot be trusted: what it says of a mutant is worth nothing."""

    def __init__(self, test: str) -> None:
        """Name the test."""
        self.test = test
        super().__init__(
            f"Nothing was graded, for one test cannot be trusted: {test}\n"
            "On the same code it passed, and failed. Look for chance, time, the order of tests, what they\n"
            "share, and files other than Python's outside of tests/: mutmut works on a copy without them."
        )


@contextmanager
def alone(home: Path) -> Iterator[IO[str]]:
    """Hold the results; mutmut inherits the lock, so that it lasts as long as mutmut does."""
    home.mkdir(exist_ok=True)
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def run_mutmut(home: Path, patterns: list[str], workers: int | None, progress: Progress, lock: IO[str]) -> float:
    """Run mutmut on the mutants that the patterns name, or on all; return its speed in mutants a second, 0.0 if none.

    `progress` is told how many are done, of how many. Raises WorkspaceError when mutmut gives up, and UnreliableError
    when a test made it do so.
    """
    remove([home / REACH, home / UNRELIABLE])  # it looks anew which test reaches what, and whether all can be trusted
    limit = [] if workers is None else ["--max-children", str(workers)]
    running = subprocess.Popen(  # noqa: S603 - the mutmut that is installed beside this command
        [*lean_mutmut(), "run", *limit, *patterns],
        cwd=home.parent,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        pass_fds=[lock.fileno()],
    )
    try:
        last_lines = _follow(running, home, progress)
    except BaseException:
        _stop(running)
        raise
    if running.wait() != 0:
        if (home / UNRELIABLE).exists():
            raise UnreliableError((home / UNRELIABLE).read_text(encoding="utf-8"))
        raise WorkspaceError("mutmut gave up; it said:\n" + "\n".join(last_lines))
    speed = SPEED.search("\n".join(last_lines))
    return float(speed.group(1)) if speed else 0.0


def _follow(running: subprocess.Popen[str], home: Path, progress: Progress) -> list[str]:
    last_lines: deque[str] = deque(maxlen=12)
    for line in running.stdout or ():
        if line.startswith(TESTING_STARTS):
            write_note(home, {**read_note(home), "stage": TESTING})
        count = COUNT.search(line)
        if count:
            progress(int(count.group(1)), int(count.group(2)))
        elif line.strip() and line[0] not in SPINNER:
            last_lines.append(line.rstrip())
    return list(last_lines)


def _stop(running: subprocess.Popen[str]) -> None:
    """Let mutmut stop its workers. At a terminal, Ctrl-C reached it already; once more would cut it short."""
    for ask in (None, signal.SIGINT, signal.SIGKILL):
        if ask is not None:
            running.send_signal(ask)
        try:
            running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            continue
        return


def metas(home: Path) -> dict[Path, dict[str, Any]]:
    """Return the results of each source file; ValueError when one cannot be read."""
    return {path: read_json(path) for path in home.rglob("*.meta")}


def forget_undecided(home: Path, outcomes: tuple[str, ...] = ()) -> None:
    """Forget the exit codes of tests that were stopped half-way, which mutmut would take for results.

    With `outcomes`, forget those results as well, so that they are tested again.
    """
    for path, meta in metas(home).items():
        codes: dict[str, int | None] = meta["exit_code_by_key"]
        left = {
            name: code if code in OUTCOMES and OUTCOMES[code] not in outcomes else None for name, code in codes.items()
        }
        if left != codes:
            path.write_text(json.dumps({**meta, "exit_code_by_key": left}, indent=4), encoding="utf-8")


def decided(folder: Path) -> bool:
    """Tell whether there are results, and none is undecided."""
    metas = [read_json(path) for path in folder.rglob("*.meta")]
    return bool(metas) and all(code in OUTCOMES for meta in metas for code in meta["exit_code_by_key"].values())


def remove(paths: Iterable[Path]) -> None:
    """Remove files and folders."""
    for path in list(paths):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def clear(home: Path) -> None:
    """Remove all results, and keep the lock."""
    remove(entry for entry in home.iterdir() if entry.name != "lock")


def read_note(home: Path) -> dict[str, Any]:
    """Return the note; empty when there is none that can be read."""
    try:
        note = read_json(home / "note.json")
    except (FileNotFoundError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def write_note(home: Path, note: dict[str, Any]) -> None:
    """Write the note, in one step."""
    unfinished = home / "note.json.new"
    unfinished.write_text(json.dumps(note, indent=2), encoding="utf-8")
    unfinished.replace(home / "note.json")
