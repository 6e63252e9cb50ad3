"""Running the golden master on an implementation.

result: did it pass, in how many seconds, and what pytest said.
"""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from dojo.workspace import WorkspaceError

ALL_PASSED, SOME_FAILED = 0, 1  # pytest's exit codes


@dataclass(frozen=True)
class GoldenMasterResult:
    """What came of a run on one implementation; `seconds` is the whole process, start-up included."""

    implementation: str
    passed: bool
    seconds: float
    report: str


def run_golden_master(workspace: Path, implementation: str) -> GoldenMasterResult:
    """Run the whole golden master, in a process of its own; WorkspaceError when it could not be run at all."""
    start = time.perf_counter()
    done = run_scenarios(workspace, implementation)
    seconds = time.perf_counter() - start
    if done.returncode not in (ALL_PASSED, SOME_FAILED):
        lines = (done.stdout + done.stderr).strip().splitlines()[-12:]
        message = f"The golden master could not be run on {implementation}; pytest said:\n" + "\n".join(lines)
        raise WorkspaceError(message)
    return GoldenMasterResult(implementation, done.returncode == ALL_PASSED, seconds, done.stdout)


def run_scenarios(workspace: Path, implementation: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the scenarios on an implementation, with the pytest that is installed beside this command."""
    return run_tests(workspace, "tests/golden_master", "-k", implementation, "--disable-plugin-autoload", *options)


def run_tests(workspace: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the workspace, with the pytest that is installed beside this command."""
    return subprocess.run(  # noqa: S603 - our own pytest, with arguments of our own
        [sys.executable, "-m", "pytest", tests, "-q", "--no-header", "-p", "no:cacheprovider", *options],
        cwd=workspace,
        capture_output=True,
        text=True,
        check=False,
    )


def lean_mutmut() -> list[str]:
    """Return how to call the mutmut that is installed beside this command, with less to write and less to remember."""
    return [sys.executable, "-m", "dojo.lean_mutmut"]


def mutmut() -> list[str]:
    """Return how to call the mutmut that is installed beside this command, as it is."""
    return [sys.executable, "-c", "from mutmut.__main__ import cli; cli()"]
