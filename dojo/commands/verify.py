"""`dojo verify`: run the golden master, then the mutants, and say what came of them."""

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

import click

from dojo.commands import next_step
from dojo.commands import verdicts as shown
from dojo.commands.options import as_json_instead_of, fail
from dojo.commands.reports import REPORT, refuse_all, say_where, write_all
from dojo.commands.waiting import Waiting
from dojo.errors import WorkspaceError
from dojo.kata.golden_master import run_golden_master
from dojo.kata.workspace import IMPLEMENTATIONS, find_workspace
from dojo.mutation.report import report_of_verdicts
from dojo.mutation.verdict import Verdict, inputs_of, run_mutants, without_mutants
from dojo.practice.model import NAME


@click.command()
@click.argument("implementation", type=click.Choice(IMPLEMENTATIONS), required=False)
@as_json_instead_of("table")
@click.option("--workers", type=click.IntRange(min=1), help="Mutants tested at a time.  [default: one a core]")
@click.option("--equivalent", is_flag=True, help="Show the equivalent mutants, and why no test can kill them.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the table as a picture, too.")
@REPORT
def verify(  # noqa: PLR0913 - each is an option
    implementation: str | None,
    *,
    as_json: bool,
    workers: int | None,
    equivalent: bool,
    svg: Path | None,
    report: tuple[Path, ...],
) -> None:
    """Check both implementations, and their golden master.

    Runs the golden master on legacy and on refactored (or on the IMPLEMENTATION you name). If it passes, mutmut
    changes the code in a small way, over and over, and the golden master must notice each change. A mutant that
    survives fails the verdict, unless approved_files/survivors.approved.txt says why it is equivalent.

    \b
    dojo verify                   both; says how long it took; a second if unchanged
    dojo verify refactored        only the clean one
    dojo verify --json            for a program
    dojo verify --report R.html   every mutant, in its source, for a browser

    Exit codes: 0 all is well, 1 a verdict fails, 2 wrong usage, 3 there is no verdict. Interrupted, it goes on where it
    was when you run it again. Needs Linux, macOS, or WSL on Windows.
    """
    workspace = find_workspace()
    refuse_all(report, "dojo verify")
    if svg is not None:
        shown.refuse_picture(svg)
    start = time.perf_counter()
    verdicts, per_second = _verdicts(workspace, (implementation,) if implementation else IMPLEMENTATIONS, workers)
    fails = any(verdict.fails for verdict in verdicts)
    reported = report if any(verdict.mutants for verdict in verdicts) else ()
    write_all(reported, lambda: report_of_verdicts(verdicts))
    figures = shown.Figures(time.perf_counter() - start, per_second, shown.peak_memory_mb())
    if svg is not None:  # before anything is said: where it cannot be drawn, that is all that is said to a program
        shown.draw(svg, verdicts, figures, workers)
    if as_json:
        click.echo(json.dumps(_as_json(verdicts, figures), indent=2))
    else:
        shown.show(verdicts, figures, workers, equivalent=equivalent)
        say_where(reported if reported or not report else None)
        next_step.tell(_next(workspace, verdicts, fails=fails))
    if fails:
        fail()


def _next(workspace: Path, verdicts: list[Verdict], *, fails: bool) -> str:
    """Read a survivor; when all is well, practise."""
    if any(verdict.open for verdict in verdicts):
        return next_step.AFTER["survivors"]
    return "" if fails or (workspace / NAME).exists() else next_step.AFTER["verify"]


def _as_json(verdicts: list[Verdict], figures: shown.Figures) -> dict[str, object]:
    rounded = {name: round(figure, 1) for name, figure in asdict(figures).items()}
    return {"implementations": [each.as_json() for each in verdicts], **rounded}


def _verdicts(workspace: Path, chosen: tuple[str, ...], workers: int | None) -> tuple[list[Verdict], float]:
    """Return the verdict on each implementation, and how many mutants were tested a second."""
    with Waiting() as waiting:
        waiting.tell(f"golden master: {' and '.join(chosen)}")
        inputs = inputs_of(workspace)
        results = run_golden_master(workspace, chosen)
        if not all(result.passed for result in results):
            return [without_mutants(result) for result in results], 0.0
        if sys.platform == "win32":
            raise WorkspaceError(
                "The golden master passes. Mutants need fork: run this command on Linux, on macOS, or in WSL."
            )
        waiting.tell("mutants")
        return run_mutants(workspace, results, inputs, workers, waiting.count)
