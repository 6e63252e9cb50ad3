"""Running what guards a practice, once: what it finds, how many tests pass, and how long it takes."""

import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from dojo.checking.job import Finding, Job
from dojo.checking.limits import Limit, limit_for
from dojo.checking.process import report_of
from dojo.checking.result import CheckResult
from dojo.checking.suite import has_tests, job_for, what_was_not_run
from dojo.errors import WorkspaceError
from dojo.practice import HOME, Practice, is_usual

CHUNK_BYTES = 2**20


def never() -> bool:
    """Say that the result is wanted, however long it takes."""
    return False


def run_all(practice: Practice, limit: Limit, superseded: Callable[[], bool] = never) -> CheckResult:
    """Run what guards the practice; besides a golden master, the person's own tests, if there are any."""
    result = run(practice, limit, superseded)
    if result.late or practice.choices.blind or not has_tests(practice):
        return result
    own = run(practice.with_own_tests(), limit, superseded, besides=True)
    return replace(
        result,
        findings=result.findings + own.findings,
        passed=result.passed + own.passed,
        seconds=result.seconds + own.seconds,
        late=own.late and not result.findings,
        written=result.written | own.written,
        left_out=own.left_out,
    )


def run(
    practice: Practice,
    limit: float | Limit | None = None,
    superseded: Callable[[], bool] = never,
    options: tuple[str, ...] = (),
    *,
    besides: bool = False,
) -> CheckResult:
    """Run the level's golden master, or the person's own tests, in a process that ends when its time is over.

    `limit`: that time, or seconds that a person chose. `options` are more options for pytest. `besides` a golden
    master, no test need pass.
    """
    limit = limit if isinstance(limit, Limit) else limit_for(practice, limit)
    start = time.perf_counter()
    practice.home.mkdir(parents=True, exist_ok=True)
    _forget_compiled(practice.folder)
    with tempfile.TemporaryDirectory(dir=practice.home) as folder:
        try:
            job = job_for(practice, limit, Path(folder), options)
        except WorkspaceError as error:
            return CheckResult([Finding(str(error))], 0, time.perf_counter() - start, 0)
        report = report_of(practice, job, limit, superseded)
    not_run = [] if report.findings else what_was_not_run(practice, report, besides=besides)
    return CheckResult(
        report.findings or [Finding(text) for text in not_run],
        report.passed,
        time.perf_counter() - start,
        _lines_printed(practice),
        place=_odd_place(practice, job),
        left_out=report.left_out,
        asserted=report.asserted,
        late=report.late,
        written=frozenset(report.written),
    )


def _forget_compiled(folder: Path) -> None:
    """Remove what Python compiled: it would take it for the source when two saves in a second are of one length."""
    for path in folder.glob("**/__pycache__"):
        if HOME not in path.parts and not {"venv", ".venv"} & set(path.parts):
            shutil.rmtree(path, ignore_errors=True)


def _odd_place(practice: Practice, job: Job) -> str:
    """Return the file that offers Yatzy, where nobody would look for it."""
    return "" if not job.module or is_usual(practice, practice.workspace / job.file) else job.file


def _lines_printed(practice: Practice) -> int:
    if practice.choices.blind:
        return 0  # it is pytest's own report
    with (practice.home / "printed.txt").open("rb") as printed:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: printed.read(CHUNK_BYTES), b""))
