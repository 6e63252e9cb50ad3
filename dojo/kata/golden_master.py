"""Run the golden master on an implementation, or write its documents, with pytest."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

from dojo.errors import WorkspaceError
from dojo.kata.description import read_kata
from dojo.processes import python_environment, run
from dojo.text import printable_lines

TEST_TIMEOUT = 60  # seconds for one test; all of them together take one or two
MAX_OUTPUT_LINES = 12
# As in pytest.ExitCode, which is slow to import.
PASSED = 0
FAILED = 1
PYTEST = (
    *(sys.executable, "-PB", "-m", "pytest", "-c", "pyproject.toml", "--disable-plugin-autoload"),
    *("-q", "--no-header", "--tb=short", "-p", "no:cacheprovider"),
    *("-o", "faulthandler_exit_on_timeout=true"),
)
# Python writes this to stderr before the tracebacks of all threads.
TIMED_OUT = "Timeout ("
FRAME = "  File "
ERROR_LINES = ("E  ", "ERROR ", "FAILED ")


@dataclass(frozen=True)
class GoldenMasterResult:
    """The result for one implementation. `seconds` includes the start of the process."""

    implementation: str
    passed: bool
    seconds: float
    report: str


def run_golden_master(workspace: Path, implementations: Sequence[str]) -> list[GoldenMasterResult]:
    """Run the golden master on each implementation. Raises WorkspaceError if one cannot run."""
    results: list[GoldenMasterResult] = []
    for name in implementations:
        start = time.perf_counter()
        done = _run_pytest(workspace, name)
        seconds = time.perf_counter() - start
        if done.returncode not in (PASSED, FAILED):
            problem = f"The golden master could not run on {name}."
            raise WorkspaceError(f"{problem} {_last_lines(done)}")
        passed = done.returncode == PASSED
        results.append(GoldenMasterResult(name, passed, seconds, printable_lines(done.stdout)))
    return results


def write_golden_master(workspace: Path, folder: Path) -> list[Path]:
    """Write the documents of the tangle into a folder. Raises WorkspaceError if a test fails."""
    name = read_kata(workspace).tangle_package
    done = _run_pytest(workspace, name, "-x", f"--received-to={folder}")
    if done.returncode != PASSED:
        raise WorkspaceError(f"{name} could not write the golden master. {_last_lines(done)}")
    return sorted(folder.glob("*.approved.*"))


def _run_pytest(workspace: Path, implementation: str, *options: str) -> CompletedProcess[str]:
    """Run the scenarios on an implementation. Raises WorkspaceError if pytest was cut short."""
    timeout = f"faulthandler_timeout={TEST_TIMEOUT}"
    scenarios = read_kata(workspace).golden_master
    command = [*PYTEST, scenarios, "-o", timeout, "-k", implementation, *options]
    done = run(command, workspace, python_environment())
    if TIMED_OUT in done.stderr:
        frame = _innermost_frame(done.stderr, implementation)
        problem = f"The tests timed out after {TEST_TIMEOUT} s: an endless loop?"
        raise WorkspaceError(f"{problem}\n{frame}")
    if not done.stdout.strip():
        problem = f"pytest ended before the tests did, with exit code {done.returncode}:"
        guess = "os._exit, or too little memory?"
        raise WorkspaceError(f"{problem} {guess}\n{_last_lines(done)}")
    return done


def _innermost_frame(stderr: str, implementation: str) -> str:
    """Return the innermost frame of a traceback, in the implementation if there is one."""
    frames = [line.strip() for line in stderr.splitlines() if line.startswith(FRAME)]
    for frame in frames:
        if implementation in frame:
            return frame
    return frames[0]


def _last_lines(done: CompletedProcess[str]) -> str:
    """Return the last lines of the output, or only the errors if there are any."""
    output = (done.stdout + done.stderr).strip().splitlines()
    errors = [line for line in output if line.startswith(ERROR_LINES)]
    lines = errors or output
    return "\n".join(["Output of pytest:", *lines[-MAX_OUTPUT_LINES:]])
