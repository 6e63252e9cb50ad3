"""`dojo verify`: run the golden master, then the mutants, and say what came of them."""

import json
import sys
import time
from pathlib import Path

import click

from dojo.commands.options import as_json_instead_of
from dojo.commands.waiting import Progress
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import IMPLEMENTATIONS, find_workspace, run_golden_master
from dojo.mutation import baseline, report, run_mutants, with_mutants, without_mutants

FINE, FAILS = 0, 1


@click.command()
@click.argument("implementation", type=click.Choice(IMPLEMENTATIONS), required=False)
@as_json_instead_of("table")
@click.option("--workers", type=click.IntRange(min=1), help="Mutants tested at a time.  [default: one a core]")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the table as a picture, too.")
@click.option(
    "--baseline",
    "compare_speed",
    is_flag=True,
    help="Compare the speed with mutmut's own settings instead; takes minutes.",
)
def verify(
    implementation: str | None, *, as_json: bool, workers: int | None, svg: Path | None, compare_speed: bool
) -> None:
    """Check both implementations, and the net that guards them.

    Runs the golden master on legacy and on refactored (or on the IMPLEMENTATION you name). If it passes, mutmut
    changes the code in a small way, over and over, and the golden master must notice each change. A mutant that
    survives fails the verdict, unless approved_files/survivors.approved.txt explains it.

    \b
    dojo verify                both; a minute or so, a second if nothing changed
    dojo verify refactored     only the clean one
    dojo verify --json         for a program

    Interrupted, it goes on where it was when you run it again. Needs Linux, macOS, or WSL on Windows.
    """
    workspace = find_workspace()
    if compare_speed and as_json:
        message = "--baseline compares speeds for a person, --json gives the verdict to a program: choose one."
        raise WrongUsageError(message)
    if compare_speed:
        sys.exit(compare_with_baseline(workspace, workers))
    chosen = IMPLEMENTATIONS if implementation is None else (implementation,)
    sys.exit(verdicts_on(workspace, chosen, workers=workers, as_json=as_json, svg=svg))


def compare_with_baseline(workspace: Path, workers: int | None) -> int:
    """Measure our settings and mutmut's own, round by round, and return the exit code."""
    rounds = []
    for each in baseline.measure(workspace, workers):
        rounds.append(each)
        click.echo(f"round {len(rounds)}: {each}")
    median = baseline.median(rounds)
    click.echo(f"median:  {median}: {median.ratio:.2f} times as fast")
    return FINE if median.is_enough else FAILS


def verdicts_on(
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
    return FAILS if any(verdict.fails for verdict in verdicts) else FINE


def _run_mutants(workspace: Path, implementations: tuple[str, ...], workers: int | None, progress: Progress) -> float:
    if sys.platform == "win32":
        message = "The golden master passes. Mutants need fork: run this command on Linux, on macOS, or in WSL."
        raise WorkspaceError(message)
    progress.tell("mutants")
    return run_mutants(workspace, implementations, workers, progress.count).speed
