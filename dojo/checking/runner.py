"""A run of pytest in a process of its own, which has a limit: whatever the code in it does, the dojo goes on."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import msgspec

from dojo.checking.check import LAST_RUN, Job, Report, amber, begin, forget, read_run, record
from dojo.checking.explain import SAID, explain_end, explain_pytest
from dojo.kata.golden_master import USAGE_ERROR, environment
from dojo.practice.model import CHECK, QUIET_SECONDS, Practice, Tell, hold, silent
from dojo.text import INDENT, now

PYTEST = "import os, sys, pytest; code = pytest.main(sys.argv[1:]); sys.stdout.flush(); os._exit(code)"
OURS = ("-q", "--rootdir=.", "-p", "dojo.checking.plugin")
# Plugins that no test of a practice needs, and those that the golden master can do without as well.
UNUSED_PLUGINS = ("cacheprovider", "faulthandler", "junitxml", "pastebin", "stepwise")
UNUSED_BY_SCENARIOS = (
    *("debugging", "doctest", "legacypath", "logging", "monkeypatch", "recwarn", "setuponly", "setupplan", "subtests"),
    *("threadexception", "tmpdir", "unittest", "unraisableexception", "warnings"),
)
TEST_FILES = ("test_*.py", "*_test.py")  # as pytest has them
NO_TESTS = f"""{{name}}/tests has no test yet
{INDENT}Write one: a function test_... in a file {{name}}/tests/test_....py"""
CLOCK_SECONDS = 60.0  # for a check, when code only waits
LAST_WORDS_SECONDS = 10.0  # beyond the limit, for the process to say where it was
GLANCE_SECONDS = 0.1  # between looks at whether the result is still wanted
VARIABLES = {"PYTHONIOENCODING": "utf-8:backslashreplace", "PYTHONUNBUFFERED": "1"}  # so what was printed is there


Process = subprocess.Popen[bytes]


class SupersededError(Exception):
    """Nobody waits for this run any more."""


@dataclass(frozen=True)
class Caller:
    """Who waits for a run: `is_superseded` tells whether they do no more, `tell` is given what they wait for."""

    is_superseded: Callable[[], bool] | None = None
    tell: Tell = silent


NOBODY = Caller()


def check(
    practice: Practice,
    limit: float | None = None,
    caller: Caller = NOBODY,
    *,
    tcr: bool = False,
    with_shared: bool = False,
) -> Report:
    """Check the practice as it is now, and add it to the history; `with_shared`: by the kata's own documents.

    When code is saved meanwhile, the result is about neither state: for who cannot find that out while it runs, the
    check is made again.
    """
    job = replace(Job.typed(practice.choices), tcr=tcr, with_shared=with_shared, limit=limit)
    with hold(practice.folder, CHECK, tell=caller.tell):
        report = run(practice, job, caller)
        if report.is_void and caller.is_superseded is None:
            report = run(practice, replace(job, moment=now()), caller)
    return report


def run(practice: Practice, job: Job, caller: Caller = NOBODY, options: Sequence[str] = ()) -> Report:
    """Run what guards the practice; SupersededError when nobody waits for it any more."""
    practice.home.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="dojo-check-") as folder:
        report = Path(folder, "report.json")
        words = msgspec.json.encode(replace(job, report=str(report))).decode()
        try:
            arguments = [*OURS, *_without(practice), *options, f"--dojo-job={words}", "."]
            code = _run(practice, arguments, job.limit or CLOCK_SECONDS, caller)
        except BaseException:
            forget(practice)
            raise
        if report.exists():
            return msgspec.json.decode(report.read_bytes(), type=Report)
    explained = explain_pytest(practice) if code == USAGE_ERROR else explain_end(practice, is_late=code is None)
    if not job.is_check:
        return Report(amber(explained))
    return record(practice, read_run(practice, LAST_RUN) or begin(practice, job), amber(explained))


def own_tests(practice: Practice) -> Iterator[Path]:
    """Return the files with tests of the person's own."""
    return (path for path in (practice.folder / "tests").rglob("*.py") if is_test(path))


def is_test(path: Path) -> bool:
    """Tell whether pytest looks for tests in a file."""
    return any(path.match(pattern) for pattern in TEST_FILES)


def no_tests(practice: Practice) -> str:
    """Say that there is none."""
    return NO_TESTS.format(name=practice.name)


def _without(practice: Practice) -> list[str]:
    """Return pytest's options to leave out what neither the golden master nor tests of the person's own need."""
    if practice.choices.blind or any(own_tests(practice)):
        return without_plugins(UNUSED_PLUGINS)
    return ["--disable-plugin-autoload", *without_plugins((*UNUSED_PLUGINS, *UNUSED_BY_SCENARIOS))]


def without_plugins(names: Sequence[str]) -> list[str]:
    """Return pytest's options to leave plugins out."""
    return [word for name in names for word in ("-p", f"no:{name}")]


def _run(practice: Practice, arguments: Sequence[str], seconds: float, caller: Caller) -> int | None:
    """Run pytest in the practice; return its exit code, or None when it had to be ended."""
    with (practice.home / SAID).open("w", encoding="utf-8") as said:
        process = start(practice.folder, arguments, environment() | VARIABLES, said)
        try:
            return _wait(process, seconds, caller)
        finally:
            with suppress(OSError, AttributeError):  # where there are no groups, its process is all that can be ended
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()


def start(folder: Path, arguments: Sequence[str], variables: Mapping[str, str], output: IO[str]) -> Process:
    """Start pytest in a group of processes of its own; what it prints goes to a file."""
    return subprocess.Popen(  # noqa: S603 - this Python, and arguments of our own
        [sys.executable, "-P", "-c", PYTEST, *arguments],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _wait(process: Process, seconds: float, caller: Caller) -> int | None:
    """Wait for the process, and say so when it takes long; None when it does not end."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(QUIET_SECONDS)
    end = time.monotonic() + seconds + LAST_WORDS_SECONDS
    caller.tell(f"still running; it may take {seconds:g} s")
    try:
        while time.monotonic() < end:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(GLANCE_SECONDS)
            if caller.is_superseded is not None and caller.is_superseded():
                raise SupersededError
    finally:
        caller.tell("")
    return None
