"""Running the golden master on an implementation, and writing documents: pytest, in a process that comes to an end."""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.workspace import LEGACY
from dojo.processes import python_environment, run
from dojo.text import printable_lines

TEST_SECONDS = 60  # for one of them; all together take one or two
ALL_PASSED, SOME_FAILED = range(2)  # as in pytest.ExitCode, which takes as long to import as all else
ARGUMENTS = (
    *("-m", "pytest", "-c", "pyproject.toml", "tests/golden_master", "--disable-plugin-autoload"),
    *("-q", "--no-header", "--tb=short", "-p", "no:cacheprovider"),
    *("-o", "faulthandler_exit_on_timeout=true"),
)


@dataclass(frozen=True)
class GoldenMasterResult:
    """What came of a run on one implementation; `seconds` is the whole process, start-up included."""

    implementation: str
    passed: bool
    seconds: float
    report: str


def run_golden_master(workspace: Path, implementations: tuple[str, ...]) -> list[GoldenMasterResult]:
    """Run the whole golden master on each implementation; WorkspaceError when it could not be run on one."""
    results: list[GoldenMasterResult] = []
    for each in implementations:
        start = time.perf_counter()
        done = _pytest(workspace, each)
        seconds = time.perf_counter() - start
        if done.returncode not in (ALL_PASSED, SOME_FAILED):
            raise WorkspaceError(f"The golden master could not be run on {each}; {_end_of(done)}")
        shown = printable_lines(done.stdout)
        results.append(GoldenMasterResult(each, done.returncode == ALL_PASSED, seconds, shown))
    return results


def write_golden_master(workspace: Path, folder: Path) -> list[Path]:
    """Write every document into `folder` as legacy shows it; WorkspaceError when legacy cannot."""
    done = _pytest(workspace, LEGACY, "-x", f"--received-to={folder}")
    if done.returncode != ALL_PASSED:
        raise WorkspaceError(f"legacy cannot write the golden master; {_end_of(done)}")
    return sorted(folder.glob("*.approved.*"))


def _pytest(workspace: Path, implementation: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the scenarios on an implementation; WorkspaceError when pytest did not come to its end."""
    arguments = [*ARGUMENTS, "-o", f"faulthandler_timeout={TEST_SECONDS}", "-k", implementation, *options]
    done = run([sys.executable, "-PB", *arguments], workspace, python_environment())
    if "Timeout (" in done.stderr:  # so Python begins to write down where it was
        frames = [line.strip() for line in done.stderr.splitlines() if line.startswith("  File ")]
        own = [frame for frame in frames if implementation in frame]
        raise WorkspaceError(f"The tests were stopped after {TEST_SECONDS} s: an endless loop?\n{[*own, *frames][0]}")
    if not done.stdout.strip():
        why = f"The tests were not run to their end: exit code {done.returncode}. os._exit, or too little memory?"
        raise WorkspaceError(f"{why}\n{_end_of(done)}")
    return done


def _end_of(done: subprocess.CompletedProcess[str]) -> str:
    """Return the end of what pytest said, of errors these alone."""
    lines = (done.stdout + done.stderr).strip().splitlines()
    errors = [line for line in lines if line.startswith(("E  ", "ERROR ", "FAILED "))]
    return "\n".join(["pytest said:", *(errors or lines)[-12:]])
