"""`dojo room compare`: the practices of all pairs side by side, as text, JSON and a page."""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from dojo.cli import fail, html_option, json_option, print_json, progress_bar
from dojo.errors import WorkspaceError
from dojo.pages import render, write_page
from dojo.room.comparison import ComparedPractice, compare_pairs
from dojo.room.pairs import Sources
from dojo.room.rows import START_SIGN, format_start, trouble_lines
from dojo.text import WIDTH, fill, percent
from dojo.times import format_minutes

REFACTORINGS = "refactorings"
OTHER_COMMITS = "other commits"
# They are too long for a column.
LONG_COLUMNS = (REFACTORINGS, OTHER_COMMITS)


@click.command("compare")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@html_option("Write the comparison to a page, too, for example for a projector.")
@json_option("table")
def compare_rooms(sources: tuple[str, ...], *, file: Path | None, as_json: bool) -> None:
    """Compare the pairs side by side, for the retrospective.

    \b
    lvl                 the level; b: blind; own: own code
    checks              the number of checks, with the repeated ones
    as expected         how many predictions of `--expect` were right
    min a step          minutes from one check to the next (median)
    lines a step        lines added and removed in .py files (median)
    longest red         minutes:seconds until it was green, or reverted; amber
                        counts, too; ≥: the pair is still red; ?: its clock
                        was wrong
    complexity          at the first and at the last green check;
                        worst: the most complex function;
                        total: the sum of all functions
    mutants killed      the last score of `dojo mutants`
    changed results     the number of expected results that the pair changed
    slips of others     noticed in the last `dojo slips --from-room`, and sent

    A pair that started over has a row for each practice: Panda, Panda /2. The refactorings are
    listed below the table. A commit counts if its subject begins with a name of Martin Fowler's
    catalogue, as in `Extract Function: pairs`. The other commits are listed with their subjects.
    The pairs are in the order of the board, which is no ranking. A column without a value is not
    shown.
    """
    rooms = Sources(sources)
    with progress_bar("comparing the pairs"):
        rooms.refresh()
        compared = compare_pairs(rooms, time.time())
    troubles = trouble_lines(compared.unreachable)
    if not compared.pairs:
        raise WorkspaceError("\n".join(["There are no pairs to compare.", *troubles]))
    rows = table_cells(compared.pairs)
    if file is not None:
        write_page(file, comparison_page(rows, troubles))
    if as_json:
        print_json(compared)
    else:
        width = max(WIDTH, shutil.get_terminal_size().columns)
        Console(width=width, highlight=False).print(comparison_table(rows))
        click.echo("\n".join([*commit_lines(rows), *troubles]))
        if file is not None:
            click.echo(f"Page written: {file}")
    if troubles:
        fail()


def table_cells(pairs: Sequence[ComparedPractice]) -> list[dict[str, str]]:
    """Return the cells of each pair by heading, without columns that are empty for all."""
    rows = [_cells_of(practice) for practice in pairs]
    for heading in list(rows[0]):
        values = [row[heading] for row in rows]
        if not any(values):
            for row in rows:
                del row[heading]
    return rows


def _cells_of(practice: ComparedPractice) -> dict[str, str]:
    refactorings = [f"{name} {times}" for name, times in practice.refactorings.items()]
    name = practice.name
    if practice.practice > 1:
        name += f" {START_SIGN}{practice.practice}"
    return {
        "pair": name,
        "lvl": format_start(practice.level, practice.step, blind=practice.blind),
        "checks": str(practice.checks),
        "as expected": str(practice.predictions),
        "min a step": _rounded(practice.minutes, 1),
        "lines a step": _rounded(practice.lines, 0),
        "longest red": format_longest_red(practice),
        "worst complexity": "→".join(map(str, practice.worst_complexity)),
        "total complexity": "→".join(map(str, practice.total_complexity)),
        "mutants killed": percent(practice.mutants),
        "changed results": str(practice.approved.changes or ""),
        "slips of others": str(practice.slips),
        REFACTORINGS: ", ".join(refactorings) or "none named",
        OTHER_COMMITS: "; ".join(practice.other_commits),
    }


def format_longest_red(practice: ComparedPractice) -> str:
    """Return minutes and seconds, as in 3:13. A pair that is still red will be for longer."""
    if not practice.has_times:
        return "?"
    if practice.longest_red is None:
        return "none"
    minutes = format_minutes(practice.longest_red)
    return f"≥ {minutes}" if practice.still_red else minutes


def _rounded(value: float | None, digits: int) -> str:
    if value is None:
        return ""
    return f"{value:.{digits}f}"


def comparison_table(rows: Sequence[dict[str, str]]) -> Table:
    """Return the pairs as a table for a terminal, without their commits."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    first, *headings = _short_headings(rows)
    table.add_column(first, overflow="fold")
    for heading in headings:
        table.add_column(heading.replace(" ", "\n", 1), justify="right", overflow="fold")
    for row in rows:
        table.add_row(row[first], *(row[heading] for heading in headings))
    return table


def _short_headings(rows: Sequence[dict[str, str]]) -> list[str]:
    return [heading for heading in rows[0] if heading not in LONG_COLUMNS]


def comparison_page(rows: Sequence[dict[str, str]], troubles: Sequence[str]) -> str:
    """Return the pairs as a page for a browser."""
    return render(
        "comparison.html",
        rows=rows,
        headings=_short_headings(rows),
        long_columns=LONG_COLUMNS,
        troubles=troubles,
    )


def commit_lines(rows: Sequence[dict[str, str]]) -> list[str]:
    """Return the refactorings and the other commits of each pair, for below the table."""
    lines = ["", "Refactorings named in the subjects of commits:"]
    for row in rows:
        lines.append(fill(f"{row['pair']}: {row[REFACTORINGS]}", "  ", "    "))
    if OTHER_COMMITS not in rows[0]:
        return lines
    lines += ["", "Commits that name no refactoring:"]
    for row in rows:
        if row[OTHER_COMMITS]:
            lines.append(fill(f"{row['pair']}: {row[OTHER_COMMITS]}", "  ", "    "))
    return lines
