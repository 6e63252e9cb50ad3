"""Run code in forks of the test process, to save the imports.

A fork has its own folder, variables, input, and output, and is used like a process of `subprocess`.
Fork in the main thread only: a fork has no other thread.
"""

import gc
import inspect
import io
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired
from tempfile import TemporaryFile
from typing import IO, Any

GLANCE_SECONDS = 0.005
WORKSPACE = str(Path(__file__).resolve().parents[2])
# What another kata has under the same name, and whatever has imported it.
COMMANDS_WITH_GAMES = ("dojo.commands.table.", "dojo.commands.tournament.")
OF_A_KATA = ("legacy.", "refactored.", "tests.", "dojo.games.", "dojo.table.", *COMMANDS_WITH_GAMES)


@dataclass(frozen=True)
class Surroundings:
    """A process's folder, complete variables, and files for input, output, and errors."""

    folder: Path
    variables: Mapping[str, str]
    stdin: IO[Any]
    stdout: IO[Any]
    stderr: IO[Any]

    def enter(self) -> None:
        """Make these the surroundings of this process, for good."""
        gc.freeze()  # what was there before is nothing to look through
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a pool of processes is ended by it
        for number, file in enumerate((self.stdin, self.stdout, self.stderr)):
            os.dup2(file.fileno(), number)
        sys.stdin = io.TextIOWrapper(os.fdopen(0, "rb", closefd=False), encoding="utf-8")
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(
                os.fdopen(number, "wb", buffering=0, closefd=False),
                encoding="utf-8",
                write_through=True,
            )
            for number in (1, 2)
        )
        os.chdir(self.folder)
        os.environ.clear()
        os.environ.update(self.variables)
        sys.path[:] = [path for path in sys.path if path != WORKSPACE]
        for name in _modules_of_a_kata(len(sys.modules)):
            sys.modules.pop(name, None)  # a fork of a fork has removed them already


@cache
def _modules_of_a_kata(_imported: int) -> list[str]:
    """Return the imported modules that a kata has, too.

    The result is cached before each fork, as looking at every module in a fork would copy their
    memory. `inspect.getmodule` fills a cache of its own, which a fork needs when something fails.
    """
    inspect.getmodule(compile("", "of no module", "exec"))
    return [name for name in sys.modules if f"{name}.".startswith(OF_A_KATA)]


class Forked:
    """A fork that does some work, and ends with the exit code that this returns or exits with."""

    def __init__(self, work: Callable[[], object], surroundings: Surroundings) -> None:
        """Begin."""
        self.returncode: int | None = None
        _modules_of_a_kata(len(sys.modules))
        self.pid = os.fork()
        if self.pid == 0:
            os._exit(_code_of(work, surroundings))

    def kill(self) -> None:
        """End it, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def poll(self, options: int = os.WNOHANG) -> int | None:
        """Return the exit code; None while the process runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, options)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code. Raises TimeoutExpired after this many seconds."""
        end = time.monotonic() + (timeout or 0)
        while (code := self.poll(0 if timeout is None else os.WNOHANG)) is None:
            if time.monotonic() > end:
                raise TimeoutExpired("a fork", timeout)
            time.sleep(GLANCE_SECONDS)
        return code


def run(
    work: Callable[[], object], folder: Path, variables: Mapping[str, str], answer: str = ""
) -> CompletedProcess[str]:
    """Do some work in a fork; return what it printed, and how it ended."""
    with (
        TemporaryFile("w+") as stdin,
        TemporaryFile("w+", errors="replace") as stdout,
        TemporaryFile("w+", errors="replace") as stderr,
    ):
        stdin.write(answer)
        stdin.seek(0)
        process = Forked(work, Surroundings(folder, variables, stdin, stdout, stderr))
        try:
            code = process.wait()
        finally:
            # Otherwise it would go on when its test is interrupted because it takes too long.
            process.kill()
        printed = [file.seek(0) or file.read() for file in (stdout, stderr)]
    return CompletedProcess([], code, *printed)


def _code_of(work: Callable[[], object], surroundings: Surroundings) -> int:
    """Do the work; return the exit code, as Python would."""
    try:
        surroundings.enter()
        done = work()
    except SystemExit as exit_:
        done = exit_.code
    except BaseException:  # noqa: BLE001 - as at the end of any process
        traceback.print_exc()
        done = 1
    sys.stdout.flush()
    return done if isinstance(done, int) else 0


class Alone(Executor):
    """Does one thing after the other, in the main thread, where a check can be a fork."""

    def __init__(self, _workers: int | None = None) -> None:
        """Have one worker, whatever is asked for."""

    def submit(
        self, work: Callable[..., Any], /, *arguments: object, **named: object
    ) -> Future[Any]:
        """Do it now."""
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **named))
        return future
