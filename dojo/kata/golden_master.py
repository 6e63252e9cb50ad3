"""Running the golden master on an implementation, and writing documents: pytest, in a process that comes to an end."""

import errno
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.files import content_of
from dojo.kata.workspace import IMPLEMENTATIONS, LEGACY, checkout
from dojo.text import INDENT, printable, printable_lines

LIMITED_PYTEST = Path(__file__).with_name("limited_pytest.py")
CPU_SECONDS = 60  # of the processor; the golden master takes one or two
# pytest.ExitCode has them, too; but to import it takes as long as all else that a command imports.
ALL_PASSED, SOME_FAILED, *_, USAGE_ERROR, NO_TESTS = EXIT_CODES = range(6)
SETTINGS = ("PYTEST_", "MUTANT", "APPROVAL", "PYTHON", "FORCE_COLOR", "PY_COLORS")
KEPT = ("PYTHONHOME", "PYTHONSAFEPATH", "PYTHONDONTWRITEBYTECODE")
DOJO = str(Path(__file__).resolve().parents[2])  # where this very package is imported from
OURS = {"PYTHONPATH": DOJO, "PYTHONUTF8": "1"}
TIMEOUT = "Timeout ("  # how Python begins to write down where it was, when its time is over
ENDED_EARLY = "The tests were not run to their end: exit code {}. os._exit, a signal, or too little memory?"
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
ERRORS = ("E  ", "ERROR ", "FAILED ")  # how pytest begins such a line
NO_FAULT_OF_THE_CODE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.EROFS)


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
    for each in implementations:
        _refuse_what_does_not_parse(workspace, each)
    with ThreadPoolExecutor() as pool, ExitStack() as running:
        processes = [running.enter_context(_started(workspace, *_scenarios(each))) for each in implementations]
        return list(pool.map(partial(_result, workspace, start), implementations, processes))


def _result(workspace: Path, start: float, implementation: str, process: subprocess.Popen[str]) -> GoldenMasterResult:
    done = _finished(process, workspace)
    seconds = time.perf_counter() - start
    if done.returncode not in (ALL_PASSED, SOME_FAILED):
        raise WorkspaceError(f"The golden master could not be run on {implementation}; {_told(done, workspace)}")
    return GoldenMasterResult(implementation, done.returncode == ALL_PASSED, seconds, done.stdout)


def write_golden_master(workspace: Path, folder: Path) -> list[Path]:
    """Write every document into `folder` as legacy shows it; WorkspaceError when legacy cannot."""
    _refuse_what_does_not_parse(workspace, LEGACY)
    return _written(workspace, folder, "legacy cannot write the golden master", *_scenarios(LEGACY))


def write_looks(workspace: Path, screen: str, folder: Path) -> list[Path]:
    """Write what a screen, `table` or `board`, looks like into `folder`; WorkspaceError when it cannot be shown."""
    return _written(workspace, folder, f"The {screen} cannot be shown", f"tests/dojo/{screen}/test_{screen}_looks.py")


def _written(workspace: Path, folder: Path, complaint: str, *tests: str) -> list[Path]:
    """Return the documents that tests write into a folder; WorkspaceError with a complaint when a test fails."""
    with _started(workspace, *tests, "-x", f"--received-to={folder}") as process:
        done = _finished(process, workspace)
    if done.returncode != ALL_PASSED:
        raise WorkspaceError(f"{complaint}; {_told(done, workspace)}")
    return sorted(folder.glob("*.approved.*"))


def _scenarios(implementation: str) -> tuple[str, ...]:
    """Return what pytest has to be told, to run the scenarios on an implementation."""
    return ("tests/golden_master", "-k", implementation, "--disable-plugin-autoload")


def refuse_damaged_tests(workspace: Path) -> None:
    """Raise WorkspaceError for what pytest reads and is no file: it would wait for a pipe, for good.

    Likewise for a path that its plugins cannot write down.
    """
    if any("\ud800" <= letter <= "\udfff" for letter in str(workspace)):  # which stand for what is no text
        raise WorkspaceError(f"{printable(str(workspace))} is no text in UTF-8.\nGive the folder another name.")
    read = (
        "pyproject.toml",
        "approved_files/*.approved.*",
        *(f"{folder}/*.py" for folder in ("tests", "tests/golden_master", *IMPLEMENTATIONS)),
    )
    found = [each for pattern in read for each in workspace.glob(pattern) if not each.is_file()]
    if found:
        name = found[0].relative_to(workspace).as_posix()
        raise WorkspaceError(f"{name} is no file.\n{checkout(workspace, name)} brings it back.")


def _refuse_what_does_not_parse(workspace: Path, implementation: str) -> None:
    """Raise WorkspaceError for a syntax error, in two lines: each test would tell of it, and of all that led there."""
    for path in filter(Path.is_file, (workspace / implementation).glob("*.py")):
        name = f"{implementation}/{path.name}"
        try:
            compile(content_of(path), name, "exec", dont_inherit=True)
        except SyntaxError as error:
            raise WorkspaceError(f"{name}:{error.lineno or 1}\n{INDENT}SyntaxError: {error.msg}") from None
        except ValueError as error:
            raise WorkspaceError(f"{name}: {error}") from None


@contextmanager
def _started(workspace: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start the pytest that is installed beside this command; it ends with this context at the latest."""
    refuse_damaged_tests(workspace)
    limited = [sys.executable, "-P", str(LIMITED_PYTEST), str(os.getpid()), str(CPU_SECONDS), "-c", "pyproject.toml"]
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


def _finished(process: subprocess.Popen[str], workspace: Path) -> subprocess.CompletedProcess[str]:
    """Wait for pytest; WorkspaceError when what it says is not about the code."""
    output, errors = map(printable_lines, process.communicate())
    if (place := _place(errors, workspace)) and (process.returncode < 0 or TIMEOUT in errors):
        raise WorkspaceError(f"The tests were stopped at {place}: an endless loop?")
    broken = next((code for code in NO_FAULT_OF_THE_CODE if f"[Errno {code}]" in output + errors), None)
    if process.returncode != ALL_PASSED and broken is not None:
        raise WorkspaceError(
            f"The tests say nothing of the code: {errno.errorcode[broken]}, {os.strerror(broken)}. "
            "Put that right, and run the same command again."
        )
    if process.returncode not in EXIT_CODES or (process.returncode != ALL_PASSED and not output.strip()):
        raise WorkspaceError("\n".join([ENDED_EARLY.format(process.returncode), *errors.strip().splitlines()[-1:]]))
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def _place(stack: str, workspace: Path) -> str:
    """Say where Python was, as far as it went in the workspace's own implementations; nothing when it did not say."""
    frames: list[tuple[str, str, str]] = FRAME.findall(stack)
    own = [frame for frame in frames if set(IMPLEMENTATIONS) & set(Path(frame[0]).parts)]
    for file, line, name in own or frames:
        return f"{Path(file.removeprefix(f'{workspace}{os.sep}')).as_posix()}:{line}, in {name}"
    return ""


def environment() -> dict[str, str]:
    """Return the variables of the system without those that change what Python, or a test, says; this dojo is found."""
    inherited = os.environ.items()
    return {name: value for name, value in inherited if name in KEPT or not name.startswith(SETTINGS)} | OURS


def _told(done: subprocess.CompletedProcess[str], workspace: Path) -> str:
    """Return the end of what pytest said, of errors these alone; where no tests were found, also how to have them."""
    lines = (done.stdout + done.stderr).strip().splitlines()
    last = ([line for line in lines if line.startswith(ERRORS)] or lines)[-12:]
    again = [f"{checkout(workspace, 'tests')} brings back what was committed."]
    return "\n".join(["pytest said:", *last, *(again if done.returncode in (USAGE_ERROR, NO_TESTS) else [])])
