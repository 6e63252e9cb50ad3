"""The process of a check, from outside: it is started, waited for, ended, and asked what it found.

order, report: as `dojo.checking.worker` has them. late: no report came, for time ran out. place: the last line of the
practice that is known to have run, or the practice.
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
from typing import Any

import click

from dojo.checking import worker
from dojo.checking.limits import Limit
from dojo.checking.limits import shown as shown_seconds
from dojo.checking.worker import INDENT, shown
from dojo.practice import Practice

QUIETLY = 2  # seconds that a person waits without a word
GLANCE = 0.1  # seconds between looks at whether the answer is still wanted
PATIENCE = 10  # seconds beyond the limit, for the process to say where it was
# The variables that a check is given; any other might change what Python, pytest or approvaltests do.
CHOSEN = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
DOJO = str(Path(__file__).resolve().parents[2])  # where this very package is imported from
ERASE = "\r\x1b[K"  # what stands on the line of a terminal
TIME_IS_UP = signal.SIGPROF if sys.platform != "win32" else signal.SIGTERM
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')

Order = dict[str, Any]
Report = dict[str, Any]


class SupersededError(Exception):
    """Nobody waits for this check any more."""


def report_of(practice: Practice, order: Order, limit: Limit, superseded: Callable[[], bool]) -> Report:
    """Run what is ordered, and return what the process reported; when it could not, why and where it was.

    Raises SupersededError when `superseded` says so while it runs.
    """
    start = time.monotonic()
    code = _run(practice, order, limit, superseded)
    with suppress(FileNotFoundError, ValueError, TypeError):
        report: Report = json.loads(Path(order["report"]).read_text(encoding="utf-8"))
        return {**report, "late": False}  # a TypeError, if the practice wrote something else
    stacks = Path(order["stacks"])
    text = stacks.read_text(encoding="utf-8", errors="replace") if stacks.exists() else ""
    late = code is None or code == -TIME_IS_UP or text.startswith("Timeout")
    said = _late(limit, time.monotonic() - start) if late else _crash(code, text)
    finding = f"{_place(practice, text)}\n{INDENT}{said}"
    nothing = {"passed": 0, "expected": 0, "left_out": "", "code": 0, "written": []}
    return {**nothing, "findings": [(finding, 1)], "late": late}


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


def _run(practice: Practice, order: Order, limit: Limit, superseded: Callable[[], bool]) -> int | None:
    """Run the process in the practice; return its exit code, or None when it had to be killed.

    It is given nothing that could change its answer from one person's shell to another's.
    """
    chosen = {name: os.environ[name] for name in CHOSEN if name in os.environ}
    python = {"PYTHONPATH": DOJO, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:backslashreplace"}
    python |= {"PYTHONUNBUFFERED": "1"}  # what was printed is there, however the process ends
    with (practice.home / "printed.txt").open("w") as printed:
        process = subprocess.Popen(  # noqa: S603 - this Python, and arguments of our own
            [sys.executable, "-P", worker.__file__, json.dumps(order)],
            cwd=practice.folder,
            env=chosen | python,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return _wait(process, limit, superseded)
        finally:
            _end(process)


def _wait(process: "subprocess.Popen[bytes]", limit: Limit, superseded: Callable[[], bool]) -> int | None:
    """Wait for the process, and say so when it takes long; None when it does not end."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(QUIETLY)
    end = time.monotonic() + max(limit.clock - QUIETLY, 0) + PATIENCE
    with still_running(limit):
        while time.monotonic() < end:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(GLANCE)
            if superseded():
                raise SupersededError
    return None


@contextmanager
def still_running(limit: Limit) -> Iterator[None]:
    """Say at a terminal that it takes long, on a line that the answer then takes."""
    if not sys.stderr.isatty() or current_thread() is not main_thread():  # in a thread, somebody else shows progress
        yield
        return
    known = (
        f"it may take {limit.clock:g} s" if limit.before is None else f"last time it took {shown_seconds(limit.before)}"
    )
    click.echo(f"still running; {known}", err=True, nl=False)
    try:
        yield
    finally:
        click.echo(ERASE, err=True, nl=False)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the process, and all that it started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
