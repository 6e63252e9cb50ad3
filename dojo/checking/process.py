"""The process of a check, from outside: it is started, waited for, ended, and asked what it found."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from dojo.checking import worker
from dojo.checking.explain import shown
from dojo.checking.job import CheckResult, Finding, Job
from dojo.kata import FRAME, TIMEOUT, DamagedError, environment, read_record
from dojo.practice import QUIET_SECONDS, Practice, Tell, silent
from dojo.text import INDENT

GLANCE_SECONDS = 0.1  # between looks at whether the result is still wanted
LAST_WORDS_SECONDS = 10.0  # beyond the limit, for the process to say where it was
TIME_IS_UP = signal.SIGPROF if sys.platform != "win32" else signal.SIGTERM
OURS = {"PYTHONIOENCODING": "utf-8:backslashreplace", "PYTHONUNBUFFERED": "1"}  # so what was printed is there


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


def result_of(practice: Practice, job: Job, asker: Asker) -> CheckResult:
    """Return what the process reported, or why it could not, and where it was; SupersededError when nobody waits."""
    began = time.monotonic()
    code = _run(practice, job, asker)
    with suppress(FileNotFoundError, DamagedError):
        result = read_record(Path(job.report), CheckResult)
        return replace(result, findings=[finding.to_show() for finding in result.findings])
    stacks = Path(job.stacks)
    text = stacks.read_text(encoding="utf-8", errors="replace") if stacks.exists() else ""
    why = f"the whole process ended, exit code {code}: os._exit, a signal, or a full disk?"
    if code in (None, -TIME_IS_UP) or text.startswith(TIMEOUT):
        took = f"did not end in {time.monotonic() - began:.1f} s"
        why = f"{took}\n{INDENT}an endless loop? `--limit` gives it longer"
    elif text:
        why = f"crashed Python itself: {text.splitlines()[0]}"
    own = (frame for frame in FRAME.findall(text) if Path(frame[0]).is_relative_to(practice.folder))
    places = [shown(Path(file), int(line), name, practice.folder) for file, line, name in own]  # from the innermost
    place = places[0] if places else f"{practice.folder.name}/"
    return CheckResult([Finding(f"{place}\n{INDENT}{why}").to_show()], unasked=True)


def printed_by(practice: Practice) -> Path:
    """Return the file of all that is printed: one for the golden master, and one for a person's own tests."""
    return practice.home / ("pytest.txt" if practice.choices.blind else "printed.txt")


def _run(practice: Practice, job: Job, asker: Asker) -> int | None:
    """Run the process in the practice; return its exit code, or None when it had to be killed."""
    with printed_by(practice).open("w", encoding="utf-8") as printed:
        process = start(practice.folder, json.dumps(vars(job)), environment() | OURS, printed)
        try:
            return _wait(process, job.clock_seconds, asker)
        finally:
            with suppress(OSError, AttributeError):  # where there are no groups, its process is all that can be ended
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()


def start(folder: Path, job: str, variables: Mapping[str, str], printed: IO[Any]) -> "subprocess.Popen[bytes]":
    """Start the worker on a job, in a group of its own; what it prints goes to a file."""
    return subprocess.Popen(  # noqa: S603 - this Python, and our own file
        [sys.executable, "-P", worker.__file__, job],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=printed,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _wait(process: "subprocess.Popen[bytes]", seconds: float, asker: Asker) -> int | None:
    """Wait for the process, and say so when it takes long; None when it does not end."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(QUIET_SECONDS)
    end = time.monotonic() + seconds + LAST_WORDS_SECONDS
    asker.tell(f"still running; it may take {seconds:g} s")
    try:
        while time.monotonic() < end:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(GLANCE_SECONDS)
            if asker.superseded is not None and asker.superseded():
                raise SupersededError
    finally:
        asker.tell("")
    return None
