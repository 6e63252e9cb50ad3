"""`dojo verify`: run the golden master, then the mutants, and say what came of them, in a table, and why one fails."""

import json
import os
import time
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from dojo import next_step
from dojo.cli import REPORT, as_json_instead_of, fail, show, waiting
from dojo.kata.golden_master import run_golden_master
from dojo.kata.workspace import IMPLEMENTATIONS, find_workspace
from dojo.mutation.grade import Verdict, inputs_of, run_mutants, without_mutants
from dojo.mutation.report import report_of_verdicts
from dojo.mutation.report_files import refuse_reports, write_report
from dojo.mutation.verdict_text import verdict_lines
from dojo.practice.model import NAME


@click.command()
@click.argument("implementation", type=click.Choice(IMPLEMENTATIONS), required=False)
@as_json_instead_of("table")
@click.option("--workers", type=click.IntRange(min=1), help="How many mutants run at a time.  [default: one a core]")
@click.option("--equivalent", is_flag=True, help="Show the equivalent mutants, and why no test can kill them.")
@REPORT
def verify(
    implementation: str | None,
    *,
    as_json: bool,
    workers: int | None,
    equivalent: bool,
    report: tuple[Path, ...],
) -> None:
    """Check both implementations, and their golden master.

    It runs the golden master on legacy and on refactored, or only on the one that you name. If it passes, mutmut makes
    many copies of the code with one small change each, and the golden master must notice each change. A mutant that
    survives makes the verdict fail, unless approved_files/survivors.approved.txt says why it is equivalent.

    \b
    dojo verify                   both; it takes a second if nothing changed
    dojo verify refactored        only the clean one
    dojo verify --json            for a program
    dojo verify --report R.html   a page with every mutant in its source

    Exit codes: 0 all is well, 1 a verdict fails, 2 wrong usage, 3 there is no verdict. If you interrupt it, the next
    run goes on from there. It needs Linux, macOS, or WSL on Windows.
    """
    workspace = find_workspace()
    refuse_reports(report, "dojo verify")
    start = time.perf_counter()
    verdicts = _verdicts(workspace, (implementation,) if implementation else IMPLEMENTATIONS, workers)
    fails = any(verdict.fails for verdict in verdicts)
    if report and any(verdict.mutants for verdict in verdicts):
        made = report_of_verdicts(verdicts)
        for path in report:
            write_report(path, made)
            click.echo(f"The report: {path}", err=True)
    seconds, per_second = time.perf_counter() - start, verdicts[0].run.mutants_per_second
    table, end = _table(verdicts, workers or os.cpu_count() or 1), _end(seconds, per_second, fails=fails)
    if as_json:
        found = {
            "implementations": [verdict.as_json() for verdict in verdicts],
            "seconds": round(seconds, 1),
            "mutants_per_second": round(per_second, 1),
        }
        click.echo(json.dumps(found, indent=2))
    else:
        show([table])
        click.echo("\n".join([*verdict_lines(verdicts, equivalent=equivalent), end]))
        if any(verdict.open for verdict in verdicts):
            next_step.tell(next_step.AFTER["survivors"])
        elif not fails and not (workspace / NAME).exists():
            next_step.tell(next_step.AFTER["verify"])
    if fails:
        fail()


def _verdicts(workspace: Path, chosen: tuple[str, ...], workers: int | None) -> list[Verdict]:
    with waiting(f"golden master: {' and '.join(chosen)}"):
        inputs = inputs_of(workspace)
        results = run_golden_master(workspace, chosen)
    if not all(result.passed for result in results):
        return [without_mutants(result) for result in results]
    with waiting("mutants") as count:
        return run_mutants(workspace, results, inputs, workers, count)


def _table(verdicts: list[Verdict], at_a_time: int) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("implementation", no_wrap=True)
    table.add_column("golden\nmaster", no_wrap=True)
    for heading in ("mutants\nmade", "killed", "timed\nout", "equivalent", "survived", "time"):
        table.add_column(heading, justify="right", no_wrap=True)
    for verdict in verdicts:
        counts = verdict.account
        killed = counts["killed"] - counts["timed_out"]
        figures = (counts["made"], killed, counts["timed_out"], counts["equivalent"], len(verdict.open))
        seconds = verdict.golden_master.seconds + sum(mutant.seconds for mutant in verdict.mutants) / at_a_time
        passed = Text("passed", "green") if verdict.golden_master.passed else Text("failed", "bold red")
        table.add_row(verdict.name, passed, *map(str, figures), f"{seconds:.1f} s")
    return table


def _end(seconds: float, per_second: float, *, fails: bool) -> str:
    """Say how long it took, and whether all is well."""
    tested = f"{per_second:.1f} mutants a second" if per_second else "no mutant to test anew"
    end = click.style("Fails.", fg="red", bold=True) if fails else click.style("All is well.", fg="green", bold=True)
    return f"\n{seconds:.1f} s in all, {tested}\n{end}"
