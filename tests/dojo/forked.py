"""Fork the test process instead of starting Python, to save the imports of pytest and mutmut.

Only the programs that `dojo` starts for a check, for the golden master and for the watch are
forked, and only from the main thread, as a fork has no other threads. Workers are not: they fork
for each mutant, and a fork of a small process takes less time.
"""

import gc
import inspect
import io
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

import pytest

from dojo.checking.project import OWN_PYTEST
from dojo.checking.runner import PYTEST
from dojo.kata import golden_master
from dojo.mutation import background, run
from tests.dojo.small_kata import WORKSPACE, modules_of_a_kata

RUN_PYTEST = "import pytest, sys; raise SystemExit(pytest.main(sys.argv[1:]))"
# The first arguments of each program, and its code.
PROGRAMS = [
    ([sys.executable, "-P", "-c", PYTEST], PYTEST),
    (list(golden_master.PYTEST[:4]), f"import sys; sys.dont_write_bytecode = True; {RUN_PYTEST}"),
    ([sys.executable, "-c", OWN_PYTEST], OWN_PYTEST),
    ([sys.executable, "-P", "-c", background.PROGRAM], background.PROGRAM),
]
start_process = subprocess.Popen._execute_child  # type: ignore[attr-defined]  # noqa: SLF001


class ForkedPython(subprocess.Popen):
    """Forks this process if the command is one of the known programs."""

    def _execute_child(self, *arguments: Any):
        start = inspect.signature(start_process).bind(self, *arguments).arguments
        command = list(start["args"])
        for beginning, code in PROGRAMS:
            if command[: len(beginning)] == beginning and current_thread() is main_thread():
                self._fork(code, command[len(beginning) :], start)
                return
        super()._execute_child(*arguments)  # type: ignore[misc]

    def _fork(self, code: str, arguments: list[str], start: Mapping[str, Any]):
        modules = modules_of_a_kata() + [name for name in sys.modules if name.startswith("tests")]
        self.pid = os.fork()
        if self.pid:
            self._child_created = True
            pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
            self._close_pipe_fds(*(start[name] for name in pipes))  # type: ignore[attr-defined]
            return
        exit_code: object = 1
        try:
            for name in modules:
                del sys.modules[name]
            enter(start)
            sys.argv = ["-c", *arguments]
            exec(code, {"__name__": "__main__"})  # noqa: S102 - one of our own programs
            exit_code = 0
        except SystemExit as end:
            exit_code = end.code
        except BaseException:  # noqa: BLE001 - as at the end of any process
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(int(exit_code or 0))


def enter(start: Mapping[str, Any]):
    """Give this process the folder, the environment and the files that Popen was called with."""
    gc.freeze()  # collections pass over everything that the parent has made
    if start["start_new_session"]:
        os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for number, pipe in enumerate(("p2cread", "c2pwrite", "errwrite")):
        os.dup2(start[pipe], number)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), "utf-8")
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), "utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), "utf-8", write_through=True)
    os.chdir(start["cwd"])
    os.environ.clear()
    os.environ.update(start["env"])
    sys.path[:] = [path for path in sys.path if path != str(WORKSPACE)]


@contextmanager
def new_processes() -> Iterator[None]:
    """Start a new process for each program, as for a person."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess, "Popen", ForkedPython.__base__)
        yield


@contextmanager
def short_loops() -> Iterator[None]:
    """End the endless loop of a mutant sooner. By the clock, it has as long as otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "MORE_SECONDS", run.MORE_SECONDS / 4)
        patch.setattr(run, "TIMES_BY_CLOCK", run.TIMES_BY_CLOCK * 4)
        yield
