"""`dojo verify`: run the golden master, then the mutants, and say what came of them."""

import json
import sys
import time
from pathlib import Path

import click

from dojo.commands.progress_bar import Progress
from dojo.errors import WorkspaceError
from dojo.kata import run_golden_master
from dojo.mutation import report, with_mutants, without_mutants

FINE, FALLS_SHORT = 0, 1


def verify(
    workspace: Path, implementations: tuple[str, ...], *, workers: int | None, as_json: bool, svg: Path | None
) -> int:
    """Reach a verdict on each implementation, show it, and return the exit code."""
    start = time.perf_counter()
    speed = 0.0
    with Progress() as progress:
        progress.tell(f"golden master: {' and '.join(implementations)}")
        results = run_golden_master(workspace, implementations)
        verdicts = [without_mutants(result) for result in results]
        if all(result.passed for result in results):
            speed = _run_mutants(workspace, implementations, workers, progress)
            verdicts = [with_mutants(workspace, result) for result in results]
    summary = report.Summary(time.perf_counter() - start, speed, report.peak_memory_mb())
    if as_json:
        click.echo(
            json.dumps({"implementations": [each.as_json() for each in verdicts], **summary.as_json()}, indent=2)
        )
    else:
        report.show(verdicts, summary, workers)
    if svg is not None:
        report.draw(svg, verdicts, summary, workers)
    return FALLS_SHORT if any(verdict.falls_short for verdict in verdicts) else FINE


def _run_mutants(workspace: Path, implementations: tuple[str, ...], workers: int | None, progress: Progress) -> float:
    if sys.platform == "win32":
        message = "The golden master passes. Mutants need fork: run this command on Linux, on macOS, or in WSL."
        raise WorkspaceError(message)
    from dojo.mutation import run_mutants  # noqa: PLC0415 - it locks files in a way that Windows does not know

    progress.tell("mutants")
    return run_mutants(workspace, implementations, workers, progress.count)
