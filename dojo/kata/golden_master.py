"""Running the golden master on an implementation.

result: did it pass, in how many seconds, and what pytest said.
"""

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.pytest_process import ALL_PASSED, SOME_FAILED, finished, last_lines, run_pytest, started


@dataclass(frozen=True)
class GoldenMasterResult:
    """What came of a run on one implementation; `seconds` is the whole process, start-up included."""

    implementation: str
    passed: bool
    seconds: float
    report: str


def run_golden_master(workspace: Path, implementations: tuple[str, ...]) -> list[GoldenMasterResult]:
    """Run the whole golden master on each implementation, at once; WorkspaceError when it could not be run on one."""
    start = time.perf_counter()
    with ThreadPoolExecutor() as pool, ExitStack() as running:
        processes = [running.enter_context(started(workspace, *scenarios(each))) for each in implementations]
        return list(pool.map(partial(_result, workspace, start), implementations, processes))


def _result(workspace: Path, start: float, implementation: str, process: subprocess.Popen[str]) -> GoldenMasterResult:
    done = finished(process, workspace)
    seconds = time.perf_counter() - start
    if done.returncode not in (ALL_PASSED, SOME_FAILED):
        shown = last_lines(done.stdout + done.stderr)
        raise WorkspaceError(f"The golden master could not be run on {implementation}; {shown}")
    return GoldenMasterResult(implementation, done.returncode == ALL_PASSED, seconds, done.stdout)


def run_scenarios(workspace: Path, implementation: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the scenarios on an implementation; WorkspaceError when they do not come to an end, or the disk is full."""
    return run_pytest(workspace, *scenarios(implementation), *options)


def scenarios(implementation: str) -> tuple[str, ...]:
    """Return what pytest has to be told, to run the scenarios on an implementation."""
    return ("tests/golden_master", "-k", implementation, "--disable-plugin-autoload")
