"""Running the golden master on an implementation, and writing its documents from legacy.

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
from dojo.kata.workspace import LEGACY

LOOKS = "tests/dojo/table/test_table_looks.py"


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


def write_golden_master(workspace: Path, folder: Path) -> list[Path]:
    """Write every document into `folder` as legacy shows it; WorkspaceError when legacy cannot."""
    return _written(workspace, folder, "legacy cannot write the golden master", *scenarios(LEGACY))


def write_looks(workspace: Path, folder: Path) -> list[Path]:
    """Write what the table looks like, at its key moments, into `folder`; WorkspaceError when it cannot be shown."""
    return _written(workspace, folder, "The table cannot be shown", LOOKS)


def _written(workspace: Path, folder: Path, complaint: str, *tests: str) -> list[Path]:
    """Return the documents that tests write into a folder; WorkspaceError with a complaint when a test fails."""
    done = run_pytest(workspace, *tests, f"--received-to={folder}")
    if done.returncode != ALL_PASSED:
        raise WorkspaceError(f"{complaint}; {last_lines(done.stdout)}")
    return sorted(folder.glob("*.approved.*"))


def scenarios(implementation: str) -> tuple[str, ...]:
    """Return what pytest has to be told, to run the scenarios on an implementation."""
    return ("tests/golden_master", "-k", implementation, "--disable-plugin-autoload")
