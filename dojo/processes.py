"""Starting other programs: Python, pytest, mutmut, ruff and git. None of them runs in a shell."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

# Variables that change what Python or pytest do or print begin with one of these.
REMOVED = ("PYTEST_", "MUTANT_UNDER_TEST", "APPROVALTESTS_", "PYTHON", "FORCE_COLOR", "PY_COLORS")

ROOT = str(Path(__file__).resolve().parents[1])  # has the package dojo

# They ask a program to end. Windows has no SIGHUP.
END_REQUESTS = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}


def python_environment() -> dict[str, str]:
    """Return the environment for a Python that imports this dojo."""
    environment = project_environment(sys.executable)
    environment["PYTHONPATH"] = os.pathsep.join([ROOT, *paths_in(environment)])
    return environment


def project_environment(python: str) -> dict[str, str]:
    """Return the environment for the Python of somebody's project, which loads `dojo.inside`.

    The programs that it starts find those of its virtual environment, as if that were activated.
    The project's own folders stay in PYTHONPATH.
    """
    inherited = os.environ.items()
    environment = {name: value for name, value in inherited if not name.startswith(REMOVED)}
    paths = [path for path in paths_in(os.environ) if path != ROOT]
    if paths:
        environment["PYTHONPATH"] = os.pathsep.join(paths)
    environment["PYTHONUTF8"] = "1"
    environment["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
    programs = Path(python).parent
    if python != sys.executable and (programs.parent / "pyvenv.cfg").is_file():
        environment["VIRTUAL_ENV"] = str(programs.parent)
        environment["PATH"] = os.pathsep.join([str(programs), environment.get("PATH", "")])
    return environment


def paths_in(environment: Mapping[str, str]) -> list[str]:
    """Return the folders in PYTHONPATH."""
    return list(filter(None, environment.get("PYTHONPATH", "").split(os.pathsep)))


def run(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end, and return its exit code and its output."""
    return subprocess.run(  # noqa: S603 - a program that we name
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def run_with_timeout(
    command: Sequence[str], environment: Mapping[str, str], timeout: float, *, at_terminal: bool
) -> tuple[int, str]:
    """Run a program, and return its exit code and its output.

    Raises subprocess.TimeoutExpired after `timeout` seconds. `at_terminal`: the program may read
    from the terminal, and Ctrl-C reaches it.
    """
    # A pipe would stay open if the program leaves another one in the background, as ssh does.
    with tempfile.TemporaryFile() as printed:
        done = subprocess.run(  # noqa: S603 - a program that we name
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            start_new_session=not at_terminal,
            check=False,
        )
        printed.seek(0)
        return done.returncode, printed.read().decode(errors="replace")


def run_in_foreground(command: Sequence[str]) -> int:
    """Run a program in our place, with our input and output, and return its exit code.

    It decides how to end at Ctrl-C, which reaches it, too. Other requests to end are passed on.
    """
    process = subprocess.Popen(command)  # noqa: S603 - a program that we name

    def pass_on(number: int, _frame: object) -> None:
        process.send_signal(number)

    previous = {signal.SIGINT: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    for request in END_REQUESTS:
        previous[request] = signal.signal(request, pass_on)
    try:
        code = process.wait()
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
    if code < 0:  # a signal ended it; shells count such codes from 128
        return 128 - code
    return code


def start_process(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    output: int | IO[str] = subprocess.DEVNULL,
    keep: Sequence[int] = (),
) -> "subprocess.Popen[str]":
    """Start a program in a new process group. All that it prints goes to `output`.

    `keep`: more file descriptors that it gets.
    """
    return subprocess.Popen(  # noqa: S603 - a program that we name
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="backslashreplace",
        start_new_session=True,
        pass_fds=keep,
    )


def start_with_pipes(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> "subprocess.Popen[str]":
    """Start a program in a new process group, to write to it and to read what it prints."""
    return subprocess.Popen(  # noqa: S603 - a program that we name
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        errors="backslashreplace",
        start_new_session=True,
    )


def end_group(process: "subprocess.Popen[str]") -> None:
    """Kill a program and everything that it started, and wait for it."""
    with suppress(OSError, AttributeError):  # Windows has no process groups
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
