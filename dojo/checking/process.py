"""The process of a check, from outside: it is started, waited for, ended, and asked what it found.

limit: how long it may take, in seconds of computing, which a busy machine does not stretch, and seconds on the clock,
for code that only waits. Both are generous multiples of what the same check took when it was green on this machine.
mark: a variable that whatever a check starts inherits, so that it is found when the check is over.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, NamedTuple
from uuid import uuid4

import psutil

from dojo.checking import worker
from dojo.checking.explain import shown
from dojo.checking.job import CheckResult, Finding, Job, Report
from dojo.kata import DOJO, FRAME, TIMEOUT, DamagedError, read_record
from dojo.practice import QUIET_SECONDS, Practice, Repository, Story, Tell, read_story, silent
from dojo.text import INDENT

LATEST = 3  # green checks, of which the fastest tells how long one takes: any of them may have had to wait
LEAST_SECONDS, FIRST_SECONDS = 10.0, 60.0
GENEROUS = 10  # times as long as when it was green
STRETCHED = 4  # seconds on the clock for each second of computing
GLANCE_SECONDS = 0.1  # between looks at whether the result is still wanted
LAST_WORDS_SECONDS = 10.0  # beyond the limit, for the process to say where it was
TRIES, END_SECONDS = 10, 1  # to end what a check has started, and how long that may take each time
# The variables that a check is given; any other might change what Python, pytest or approvaltests do.
CHOSEN = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
MARK = "DOJO_CHECK"
HIDDEN = (psutil.Error, OSError, IndexError)  # what psutil raises where the system shows nobody its processes
TIME_IS_UP = signal.SIGPROF if sys.platform != "win32" else signal.SIGTERM


class SupersededError(Exception):
    """Nobody waits for this check any more."""


@dataclass(frozen=True)
class Asker:
    """Who waits for a check: `superseded` tells whether they do no more, `tell` is given what they wait for.

    `tcr`: what they do then is commit or revert.
    """

    superseded: Callable[[], bool] | None = None
    tell: Tell = silent
    tcr: bool = False


NOBODY = Asker()


class Limit(NamedTuple):
    """So many seconds of computing, so many on the clock; and how many the same check took before, if that is known."""

    computing: float
    clock: float
    before: float | None = None

    @property
    def running(self) -> str:
        """Say that it takes long."""
        before = self.before
        took = f"it may take {self.clock:g} s" if before is None else f"last time it took {shown_seconds(before)}"
        return f"still running; {took}"

    def passed(self, seconds: float) -> str:
        """Say that it did not end in so many seconds on the clock."""
        last_time = "" if self.before is None else f"; last time it took {shown_seconds(self.before)}"
        return f"did not end in {shown_seconds(seconds)}{last_time}"


def limit_for(practice: Practice, chosen: float | None = None, story: Story | None = None) -> Limit:
    """Return the limit that a person chose, in seconds; else one that fits the last green check; at first, a minute."""
    choices = (practice.choices.level, practice.choices.blind)
    story = story or read_story(Repository(practice.folder))
    checks = [each for each in story.checks if each.green and (each.level, each.blind) == choices]
    before = min((each.seconds for each in checks[-LATEST:]), default=None)
    if chosen is not None:
        return Limit(chosen, chosen, before)
    if before is None:
        return Limit(FIRST_SECONDS, FIRST_SECONDS)
    computing = generous(before)
    return Limit(computing, STRETCHED * computing, before)


def generous(seconds: float) -> float:
    """Return how many seconds something may take that took so many when it was green."""
    return max(LEAST_SECONDS, GENEROUS * seconds)


def shown_seconds(seconds: float) -> str:
    """Show seconds, exact as far as it matters."""
    return f"{seconds:.1f} s" if seconds < LEAST_SECONDS else f"{seconds:.0f} s"


def result_of(practice: Practice, job: Job, limit: Limit, asker: Asker) -> CheckResult:
    """Return what the process reported, or why it could not, and where it was; SupersededError when nobody waits."""
    began = time.monotonic()
    seal = uuid4().hex
    code = _run(practice, job, limit, asker, seal)
    with suppress(FileNotFoundError, DamagedError):  # damaged, if the practice wrote something else
        report = read_record(Path(job.report), Report)
        if code == 0 and report.seal == seal:
            return replace(report.result, findings=[finding.to_show() for finding in report.result.findings])
    stacks = Path(job.stacks)
    text = stacks.read_text(encoding="utf-8", errors="replace") if stacks.exists() else ""
    late = code in (None, -TIME_IS_UP) or text.startswith(TIMEOUT)
    why = f"the whole process ended, exit code {code}: os._exit, a signal, or a full disk?"
    if late:
        why = f"{limit.passed(time.monotonic() - began)}\n{INDENT}an endless loop? `--limit` gives it longer"
    elif text:
        why = f"crashed Python itself: {text.splitlines()[0]}"
    own = (frame for frame in FRAME.findall(text) if Path(frame[0]).is_relative_to(practice.folder))
    places = [shown(Path(file), int(line), name, practice.folder) for file, line, name in own]  # from the innermost
    place = places[0] if places else f"{practice.folder.name}/"
    return CheckResult([Finding(f"{place}\n{INDENT}{why}").to_show()], unasked=True, late=late)


def printed_by(practice: Practice) -> Path:
    """Return the file of all that is printed: one for the golden master, and one for a person's own tests."""
    return practice.home / ("pytest.txt" if practice.choices.blind else "printed.txt")


def _run(practice: Practice, job: Job, limit: Limit, asker: Asker, seal: str) -> int | None:
    """Run the process in the practice; return its exit code, or None when it had to be killed."""
    mark = uuid4().hex
    variables = {name: os.environ[name] for name in CHOSEN if name in os.environ}
    variables |= {"PYTHONPATH": DOJO, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:backslashreplace", MARK: mark}
    variables |= {"PYTHONUNBUFFERED": "1"}  # what was printed is there, however the process ends
    with printed_by(practice).open("w", encoding="utf-8") as printed:
        process = start(practice.folder, f"{seal}\n{json.dumps(vars(job))}", variables, printed)
        try:
            return _wait(process, limit, asker)
        finally:
            _end(process, mark)


def start(folder: Path, job: str, variables: dict[str, str], printed: IO[Any]) -> "subprocess.Popen[bytes]":
    """Start the worker on a sealed job; what it prints goes to a file."""
    process = subprocess.Popen(  # noqa: S603 - this Python, and our own file
        [sys.executable, "-P", worker.__file__, str(os.getpid())],
        cwd=folder,
        env=variables,
        stdin=subprocess.PIPE,
        stdout=printed,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(BrokenPipeError), process.stdin as given:  # broken, if it could not start
        given.write(job.encode())
    return process


def _wait(process: "subprocess.Popen[bytes]", limit: Limit, asker: Asker) -> int | None:
    """Wait for the process, and say so when it takes long; None when it does not end."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(QUIET_SECONDS)
    end = time.monotonic() + max(limit.clock - QUIET_SECONDS, 0) + LAST_WORDS_SECONDS
    asker.tell(limit.running)
    try:
        while time.monotonic() < end:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(GLANCE_SECONDS)
            if asker.superseded is not None and asker.superseded():
                raise SupersededError
    finally:
        asker.tell("")
    return None


def _end(process: "subprocess.Popen[bytes]", mark: str) -> None:
    """End the process, and all that it started; some of that may have outlived it, and start more meanwhile."""
    if process.poll() is None:
        with suppress(*HIDDEN):
            _kill(psutil.Process(process.pid).children(recursive=True))
        process.kill()
    process.wait()
    end_marked(mark, process.pid)


def end_marked(mark: str, session: int | None = None) -> None:
    """End all processes that have a mark, or are in a session."""
    for _ in range(TRIES):
        left = [each for each in _processes() if _is_left(each, session, mark)]
        if not left:
            break
        _kill(left)
        psutil.wait_procs(left, timeout=END_SECONDS)


def _processes() -> list[psutil.Process]:
    """Return all processes that can be seen; in a container, there may be none."""
    with suppress(*HIDDEN):
        return list(psutil.process_iter())
    return []


def _kill(processes: list[psutil.Process]) -> None:
    for each in processes:
        with suppress(psutil.Error):
            each.kill()


def _is_left(process: psutil.Process, session: int | None, mark: str) -> bool:
    """Tell whether a process was started by a check: it is in its session, or has its mark; and is no corpse."""
    with suppress(psutil.Error, OSError):
        alike = sys.platform != "win32" and os.getsid(process.pid) == session
        left: bool = alike or process.environ().get(MARK) == mark
        return left and bool(process.status() != psutil.STATUS_ZOMBIE)
    return False
