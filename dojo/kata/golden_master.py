"""Running the golden master on an implementation.

result: did it pass, in how many seconds, and what pytest said.
"""

import errno
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dojo.errors import WorkspaceError

ALL_PASSED, SOME_FAILED = 0, 1  # pytest's exit codes
CPU_SECONDS = 60  # of the processor; the golden master takes one or two
SETTINGS = ("PYTEST_", "MUTANT", "APPROVAL", "PYTHONOPTIMIZE", "PYTHONPYCACHEPREFIX", "PYTHONWARNINGS")
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
NO_FAULT_OF_THE_CODE = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EROFS)


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
    with ThreadPoolExecutor() as pool:
        running = [_start(_scenarios(each), workspace) for each in implementations]
        try:
            return list(pool.map(partial(_result, workspace, start), implementations, running))
        finally:
            for process in running:
                process.kill()  # when something came between; else, it has ended


def _result(workspace: Path, start: float, implementation: str, process: "subprocess.Popen[str]") -> GoldenMasterResult:
    done = _wait(process, workspace)
    seconds = time.perf_counter() - start
    if done.returncode not in (ALL_PASSED, SOME_FAILED):
        lines = (done.stdout + done.stderr).strip().splitlines()[-12:]
        message = f"The golden master could not be run on {implementation}; pytest said:\n" + "\n".join(lines)
        raise WorkspaceError(message)
    return GoldenMasterResult(implementation, done.returncode == ALL_PASSED, seconds, done.stdout)


def run_scenarios(workspace: Path, implementation: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the scenarios on an implementation; WorkspaceError when they do not come to an end, or the disk is full."""
    return _run([*_scenarios(implementation), *options], workspace)


def run_tests(workspace: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the workspace; WorkspaceError when they do not come to an end, or the disk is full."""
    return _run([tests, *options], workspace)


def _scenarios(implementation: str) -> list[str]:
    return ["tests/golden_master", "-k", implementation, "--disable-plugin-autoload"]


def _run(arguments: list[str], workspace: Path) -> subprocess.CompletedProcess[str]:
    process = _start(arguments, workspace)
    try:
        return _wait(process, workspace)
    finally:
        process.kill()


def _start(arguments: list[str], workspace: Path) -> "subprocess.Popen[str]":
    """Start the pytest that is installed beside this command."""
    limited = [sys.executable, "-m", "dojo.kata.limited_pytest", str(CPU_SECONDS), "-c", "pyproject.toml"]
    return subprocess.Popen(  # noqa: S603 - our own pytest, with arguments of our own
        [*limited, *arguments, "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:faulthandler"],
        cwd=workspace,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )


def _wait(process: "subprocess.Popen[str]", workspace: Path) -> subprocess.CompletedProcess[str]:
    output, errors = process.communicate()
    if process.returncode not in range(6) or "Timeout (" in errors:  # pytest's exit codes; faulthandler's word
        message = f"The tests were stopped {_place(errors, workspace)}: an endless loop?"
        raise WorkspaceError(message)
    broken = next((code for code in NO_FAULT_OF_THE_CODE if f"[Errno {code}]" in output), None)
    if process.returncode != ALL_PASSED and broken is not None:
        message = f"The tests say nothing of the code: {errno.errorcode[broken]}, {os.strerror(broken)}."
        raise WorkspaceError(f"{message} Put that right, and run the same command again.")
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def _place(stack: str, workspace: Path) -> str:
    """Say where Python was, as far as it went in the workspace's own implementations."""
    frames = [(Path(file), line, name) for file, line, name in FRAME.findall(stack)]
    own = [frame for frame in frames if {"legacy", "refactored"} & set(frame[0].parts)] or frames
    if not own:
        return f"after {CPU_SECONDS} seconds"
    file, line, name = own[0]
    shown = file.relative_to(workspace).as_posix() if file.is_relative_to(workspace) else str(file)
    return f"at {shown}:{line}, in {name}"


def environment() -> dict[str, str]:
    """Return the variables of the system without those that change what a test says."""
    return {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
