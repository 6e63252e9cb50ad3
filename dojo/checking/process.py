"""The process of a check, from outside: it is started, waited for, ended, and asked what it found.

late: no report came, for time ran out. place: the last line of the practice that is known to have run, or the practice.
mark: a variable that whatever a check starts inherits, so that it is found when the check is over.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import IO, Any
from uuid import uuid4

import click
import psutil  # type: ignore[import-untyped] # it comes without types

from dojo.checking import worker
from dojo.checking.explain import INDENT, shown
from dojo.checking.job import Finding, Job, Report, read_report
from dojo.checking.limits import Limit
from dojo.checking.limits import shown as shown_seconds
from dojo.practice import Practice

QUIET_SECONDS = 2  # that a person waits without a word
GLANCE_SECONDS = 0.1  # between looks at whether the result is still wanted
PATIENCE_SECONDS = 10  # beyond the limit, for the process to say where it was
TRIES, END_SECONDS = 10, 1  # to end what a check has started, and how long that may take each time
# The variables that a check is given; any other might change what Python, pytest or approvaltests do.
CHOSEN = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
MARK = "DOJO_CHECK"
DOJO = str(Path(__file__).resolve().parents[2])  # where this very package is imported from
ERASE = "\r\x1b[K"  # what stands on the line of a terminal
TIME_IS_UP = signal.SIGPROF if sys.platform != "win32" else signal.SIGTERM
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')


class SupersededError(Exception):
    """Nobody waits for this check any more."""


def report_of(practice: Practice, job: Job, limit: Limit, superseded: Callable[[], bool]) -> Report:
    """Do a job, and return what the process reported; when it could not, why and where it was.

    Raises SupersededError when `superseded` says so while it runs.
    """
    start = time.monotonic()
    code = _run(practice, job, limit, superseded)
    with suppress(FileNotFoundError, ValueError, TypeError):  # these, if the practice wrote something else
        return read_report(Path(job.report).read_text(encoding="utf-8"))
    stacks = Path(job.stacks)
    text = stacks.read_text(encoding="utf-8", errors="replace") if stacks.exists() else ""
    late = code is None or code == -TIME_IS_UP or text.startswith("Timeout")
    why = _late(limit, time.monotonic() - start) if late else _crash(code, text)
    return Report(findings=[Finding(f"{_place(practice, text)}\n{INDENT}{why}")], late=late)


def _late(limit: Limit, seconds: float) -> str:
    return f"{limit.passed(seconds)}\n{INDENT}an endless loop? `--limit` gives it longer"


def _crash(code: int | None, text: str) -> str:
    if text:
        return f"crashed Python itself: {text.splitlines()[0]}"
    return f"the whole process ended, exit code {code}: os._exit, a signal, or a full disk?"


def _place(practice: Practice, text: str) -> str:
    """Return the place in the practice that comes first in what Python wrote down, for it is the innermost."""
    for file, line, name in FRAME.findall(text):
        if Path(file).is_relative_to(practice.folder):
            return shown(Path(file), int(line), name, practice.folder)
    return f"{practice.folder.name}/"


def _run(practice: Practice, job: Job, limit: Limit, superseded: Callable[[], bool]) -> int | None:
    """Run the process in the practice; return its exit code, or None when it had to be killed.

    It is given nothing that could change its result from one person's shell to another's.
    """
    mark = uuid4().hex
    chosen = {name: os.environ[name] for name in CHOSEN if name in os.environ}
    python = {"PYTHONPATH": DOJO, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:backslashreplace"}
    python |= {"PYTHONUNBUFFERED": "1"}  # what was printed is there, however the process ends
    with (practice.home / "printed.txt").open("w") as printed:
        process = start(practice.folder, json.dumps(vars(job)), {**chosen, **python, MARK: mark}, printed)
        try:
            return _wait(process, limit, superseded)
        finally:
            _end(process, mark)


def start(folder: Path, job: str, variables: dict[str, str], printed: IO[Any]) -> "subprocess.Popen[bytes]":
    """Start the worker on a job; what it prints goes to a file."""
    return subprocess.Popen(  # noqa: S603 - this Python, and arguments of our own
        [sys.executable, "-P", worker.__file__, job],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=printed,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _wait(process: "subprocess.Popen[bytes]", limit: Limit, superseded: Callable[[], bool]) -> int | None:
    """Wait for the process, and say so when it takes long; None when it does not end."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(QUIET_SECONDS)
    end = time.monotonic() + max(limit.clock - QUIET_SECONDS, 0) + PATIENCE_SECONDS
    with still_running(limit):
        while time.monotonic() < end:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(GLANCE_SECONDS)
            if superseded():
                raise SupersededError
    return None


@contextmanager
def still_running(limit: Limit) -> Iterator[None]:
    """Say at a terminal that it takes long, on a line that the result then takes."""
    if not sys.stderr.isatty() or current_thread() is not main_thread():  # in a thread, somebody else shows progress
        yield
        return
    last_time = "" if limit.before is None else f"last time it took {shown_seconds(limit.before)}"
    click.echo(f"still running; {last_time or f'it may take {limit.clock:g} s'}", err=True, nl=False)
    try:
        yield
    finally:
        click.echo(ERASE, err=True, nl=False)


def _end(process: "subprocess.Popen[bytes]", mark: str) -> None:
    """End the process, and all that it started; some of that may have outlived it, and start more meanwhile."""
    if process.poll() is None:
        _kill([psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)])
        process.wait()
    for _ in range(TRIES):
        left = [each for each in psutil.process_iter() if _is_left(each, process.pid, mark)]
        if not left:
            break
        _kill(left)
        psutil.wait_procs(left, timeout=END_SECONDS)


def _kill(processes: list[psutil.Process]) -> None:
    for each in processes:
        with suppress(psutil.Error):
            each.kill()


def _is_left(process: psutil.Process, session: int, mark: str) -> bool:
    """Tell whether a process was started by a check: it is in its session, or has its mark; and is no corpse."""
    with suppress(psutil.Error, OSError):
        alike = sys.platform != "win32" and os.getsid(process.pid) == session
        left: bool = alike or process.environ().get(MARK) == mark
        return left and bool(process.status() != psutil.STATUS_ZOMBIE)
    return False
