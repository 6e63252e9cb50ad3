"""`dojo verify`: run the golden master, then the mutants, and show the verdicts."""

import os
import time
from dataclasses import replace
from pathlib import Path

import click
from msgspec import Struct
from rich.table import Table
from rich.text import Text

from dojo import next_step
from dojo.cli import (
    fail,
    json_option,
    merge_option,
    no_fork_option,
    options_for_shards,
    print_json,
    print_lines,
    progress_bar,
    report_option,
    shard_option,
    tell_shard,
    workers_option,
)
from dojo.errors import UngradedError, WrongUsageError
from dojo.kata.description import Kata, read_kata
from dojo.kata.golden_master import run_golden_master
from dojo.kata.workspace import find_workspace, present_implementations, refuse_mistakes
from dojo.mutation.grade import Verdict, explain_equivalent, run_mutants
from dojo.mutation.report import refuse_reports, report_of_verdicts, write_reports
from dojo.mutation.text import verdict_lines
from dojo.practice.model import NAME
from dojo.text import fill

NO_CLEAN = """\
The clean version is missing: {folder}/{file}. Practise the kata with `dojo start`, and copy your \
result there. Until then, `dojo verify` fails."""
FIGURES = ("mutants\nmade", "killed", "timed\nout", "equivalent", "survived")
TIME_WIDTH = 8  # up to 9999.9 s, so that two runs look alike


class MutantCounts(Struct):
    """`killed`: without those that `timed_out`. `survived`: with those that are `equivalent`."""

    made: int
    killed: int
    killed_by_crash: int
    timed_out: int
    survived: int
    equivalent: int


class ImplementationReport(Struct):
    name: str
    golden_master: str
    mutants: MutantCounts


class VerifyReport(Struct):
    implementations: list[ImplementationReport]
    seconds: float
    mutants_per_second: float


@click.command()
@click.argument("names", nargs=-1, metavar="[IMPLEMENTATION | REPORT...]")
@json_option("table")
@workers_option
@no_fork_option
@shard_option
@merge_option
@click.option(
    "--equivalent",
    is_flag=True,
    help="Show why mutants are equivalent, and how many calls they make no difference to.",
)
@report_option
def verify(  # noqa: PLR0913 - each is an option
    names: tuple[str, ...],
    *,
    as_json: bool,
    workers: int | None,
    shard: tuple[int, int] | None,
    merging: bool,
    no_fork: bool,
    equivalent: bool,
    report: tuple[Path, ...],
) -> None:
    """Test both implementations, and the golden master with mutants.

    The command runs the golden master on the tangle and on the clean version, or only on the one
    that you name. If it passes, the command makes mutants: the code with one small change each.
    The golden master must notice each change. If a mutant survives, the verdict fails, unless
    the kata's survivors.approved.txt explains why the mutant is equivalent.

    \b
    dojo verify                   both; it takes a second if nothing changed
    dojo verify NAME              only one of them
    dojo verify --json            JSON for a program
    dojo verify --report R.html   a page with every mutant in its source
    dojo verify --shard 2/4       a quarter of the mutants, for one of four machines
    dojo verify --merge mutants-*-of-4.json

    Exit codes: 0 all is well; 1 a verdict fails; 2 wrong usage; 3 there is no verdict. If you
    interrupt the command, the next run continues from there.
    """
    workspace = find_workspace()
    refuse_reports(report)
    refuse_mistakes(workspace)
    kata = read_kata(workspace)
    all_names = present_implementations(workspace)
    implementations = all_names if merging else _chosen(names, kata, all_names)
    is_without_clean = not names and all_names != kata.implementations
    options = options_for_shards(shard, names, workers, merging=merging)
    options = replace(options, no_fork=no_fork)
    start = time.perf_counter()
    with progress_bar(f"golden master: {' and '.join(implementations)}"):
        results = run_golden_master(workspace, implementations)
    verdicts = [Verdict(kata=kata, golden_master=result) for result in results]
    if all(result.passed for result in results):
        with progress_bar("mutants") as count:
            verdicts = run_mutants(workspace, results, count, options)
        if shard:
            made: list[str] = []
            for verdict in verdicts:
                made += [mutant.name for mutant in verdict.mutants]
            tell_shard("dojo verify", shard, len(options.selection.choose(made)))
            return
        if equivalent and options.forks:
            with progress_bar("equivalent mutants") as count:
                verdicts = explain_equivalent(workspace, verdicts, count)
        _write_reports(verdicts, report)
    found = VerifyReport(
        implementations=[report_verdict(verdict) for verdict in verdicts],
        seconds=round(time.perf_counter() - start, 1),
        mutants_per_second=round(verdicts[0].run.mutants_per_second, 1),
    )
    if as_json:
        print_json(found)
    else:
        print_lines([_table(found, verdicts, workers or os.cpu_count() or 1)])
        lines = verdict_lines(verdicts, equivalent=equivalent)
        praise = "The tangle is well." if is_without_clean else "All is well."
        click.echo("\n".join([*lines, *_conclusion(found, verdicts, praise)]))
        if is_without_clean:
            click.echo(_no_clean(kata))
        has_practice = (workspace / NAME).exists()
        next_step.tell(next_step.after_verify(verdicts, has_practice=has_practice))
    if is_without_clean or any(verdict.fails for verdict in verdicts):
        fail()


def _chosen(names: tuple[str, ...], kata: Kata, all_names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the implementations to test.

    Raises WrongUsageError for another name, and UngradedError if the clean version is missing.
    """
    if not names:
        return all_names
    if len(names) > 1 or names[0] not in kata.implementations:
        known = " and ".join(kata.implementations)
        raise WrongUsageError(f"Name one of {known}, or none for both.")
    if names[0] not in all_names:
        raise UngradedError(_no_clean(kata))
    return names


def _no_clean(kata: Kata) -> str:
    return fill(NO_CLEAN.format(folder=kata.clean, file=kata.tangle_file))


def _write_reports(verdicts: list[Verdict], paths: tuple[Path, ...]) -> None:
    if paths:
        write_reports(paths, report_of_verdicts(verdicts))


def report_verdict(verdict: Verdict) -> ImplementationReport:
    grade = verdict.report
    counts = MutantCounts(
        made=grade.made,
        killed=grade.killed - grade.timed_out,
        killed_by_crash=grade.killed_by_crash,  # some of the killed ones
        timed_out=grade.timed_out,
        survived=grade.survived,
        equivalent=grade.equivalent,
    )
    passed = "passed" if verdict.golden_master.passed else "failed"
    return ImplementationReport(verdict.name, passed, counts)


def _table(report: VerifyReport, verdicts: list[Verdict], workers: int) -> Table:
    """Return a row for each implementation: the golden master, the counts of mutants, and the time.

    The time is an estimate for the number of workers. It includes mutants whose earlier results
    were kept, so it may be longer than the command took.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("implementation", no_wrap=True)
    table.add_column("golden\nmaster", no_wrap=True)
    for heading in FIGURES:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("time", justify="right", no_wrap=True, min_width=TIME_WIDTH)
    for found, verdict in zip(report.implementations, verdicts, strict=True):
        style = "green" if found.golden_master == "passed" else "bold red"
        counts = found.mutants
        mutant_seconds = sum(mutant.seconds for mutant in verdict.mutants)
        seconds = verdict.golden_master.seconds + mutant_seconds / workers
        table.add_row(
            found.name,
            Text(found.golden_master, style),
            str(counts.made),
            str(counts.killed),
            str(counts.timed_out),
            str(counts.equivalent),
            str(counts.survived - counts.equivalent),
            f"{seconds:.1f} s",
        )
    return table


def _conclusion(report: VerifyReport, verdicts: list[Verdict], praise: str) -> list[str]:
    """Say how long it took, and whether it fails or deserves the praise."""
    speed = "no mutant to test again"
    if verdicts[0].run.mutants_per_second:
        speed = f"{report.mutants_per_second} mutants a second"
    end = click.style(praise, fg="green", bold=True)
    if any(verdict.fails for verdict in verdicts):
        end = click.style("Fails.", fg="red", bold=True)
    return ["", f"{report.seconds} s in all, {speed}", end]
