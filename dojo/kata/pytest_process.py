"""pytest on tests of the workspace, in a process of its own that comes to an end.

run: its exit code and what it said, when it says anything of the code: the tests came to their end, and the computer
did not fail them.
"""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dojo.errors import WorkspaceError

LIMITED_PYTEST = Path(__file__).with_name("limited_pytest.py")
CPU_SECONDS = 60  # of the processor; the golden master takes one or two
ALL_PASSED, SOME_FAILED, *_ = EXIT_CODES = range(6)  # pytest's
LINES_SHOWN = 12
SETTINGS = ("PYTEST_", "MUTANT", "APPROVAL", "PYTHONOPTIMIZE", "PYTHONPYCACHEPREFIX", "PYTHONWARNINGS")
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
NO_FAULT_OF_THE_CODE = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EROFS)


def run_pytest(workspace: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the workspace; WorkspaceError when they do not come to an end, or the disk is full."""
    with started(workspace, *arguments) as process:
        return finished(process, workspace)


@contextmanager
def started(workspace: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start the pytest that is installed beside this command; it ends with this context at the latest."""
    limited = [sys.executable, "-P", str(LIMITED_PYTEST), str(CPU_SECONDS), "-c", "pyproject.toml"]
    process = subprocess.Popen(  # noqa: S603 - our own pytest, with arguments of our own
        [*limited, *arguments, "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:faulthandler"],
        cwd=workspace,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    try:
        yield process
    finally:
        process.kill()  # when something came between; else, it has ended


def finished(process: subprocess.Popen[str], workspace: Path) -> subprocess.CompletedProcess[str]:
    """Wait for pytest; WorkspaceError when what it says is not about the code."""
    output, errors = process.communicate()
    if process.returncode not in EXIT_CODES or "Timeout (" in errors:  # faulthandler's word
        raise WorkspaceError(f"The tests were stopped {_place(errors, workspace)}: an endless loop?")
    broken = next((code for code in NO_FAULT_OF_THE_CODE if f"[Errno {code}]" in output), None)
    if process.returncode != ALL_PASSED and broken is not None:
        raise WorkspaceError(
            f"The tests say nothing of the code: {errno.errorcode[broken]}, {os.strerror(broken)}. "
            "Put that right, and run the same command again."
        )
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def _place(stack: str, workspace: Path) -> str:
    """Say where Python was, as far as it went in the workspace's own implementations."""
    frames: list[tuple[str, str, str]] = FRAME.findall(stack)
    own = [frame for frame in frames if {"legacy", "refactored"} & set(Path(frame[0]).parts)]
    for file, line, name in own or frames:
        return f"at {Path(file.removeprefix(f'{workspace}{os.sep}')).as_posix()}:{line}, in {name}"
    return f"after {CPU_SECONDS} seconds"


def environment() -> dict[str, str]:
    """Return the variables of the system without those that change what a test says."""
    return {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}


def last_lines(output: str) -> str:
    """Return the end of what pytest said, to be shown."""
    return "pytest said:\n" + "\n".join(output.strip().splitlines()[-LINES_SHOWN:])
