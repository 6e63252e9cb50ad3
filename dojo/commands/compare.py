"""`dojo compare`: measures of legacy, a practice and refactored, in a table."""

import json
import textwrap
from dataclasses import asdict

import click
from rich.console import Console
from rich.table import Table

from dojo.commands.options import as_json_instead_of, practice_here
from dojo.kata import find_workspace
from dojo.practice import NAME, Practice
from dojo.progress import REFACTORED_AT, Comparison
from dojo.progress import compare as compared
from dojo.text import WIDTH

ROWS = ("lines", "methods", "worst complexity", "mean complexity", "longest method", "", "lint findings")


@click.command()
@as_json_instead_of("table")
def compare(*, as_json: bool) -> None:
    """Compare measures of legacy, practice/ and refactored.

    Those of `dojo progress`; of legacy and refactored, the part that your level is about. Look when you are
    done, not before.
    """
    workspace = find_workspace()
    practice = practice_here() if (workspace / NAME).is_dir() else None
    found = compared(workspace, practice)
    if as_json:
        click.echo(json.dumps(_as_json(found, practice)))
        return
    Console(highlight=False, soft_wrap=True).print(_table(found))
    broken = (f"practice/{path} does not parse: no method of it counts, and no complexity." for path in found.broken)
    for sentence in (_what_is_compared(practice), *broken):
        click.echo("\n" + textwrap.fill(sentence, WIDTH, break_on_hyphens=False))


def _as_json(found: Comparison, practice: Practice | None) -> dict[str, object]:
    measures = {
        name: {**asdict(each), "mean_complexity": round(each.mean_complexity, 2)}
        for name, each in found.measures.items()
    }
    return {"level": practice and practice.level.number, **measures, "does_not_parse": found.broken}


def _table(found: Comparison) -> Table:
    """Return a column for each, and a row for each measure."""
    table = Table("", box=None, pad_edge=False, header_style="bold")
    for name in found.measures:
        table.add_column(name, justify="right", overflow="crop", max_width=20)
    for row in zip(ROWS, *(each.shown() for each in found.measures.values()), strict=True):
        table.add_row(*row)
    return table


def _what_is_compared(practice: Practice | None) -> str:
    """Say what stands in the columns."""
    if practice is None:
        return "legacy and refactored are compared whole. There is no practice yet: `dojo start` makes one."
    level = practice.level
    modules = ", ".join(REFACTORED_AT[level.number])
    facade = "" if level.cut is None else " (yatzy.py is the facade of the other levels too, and counts whole)"
    return (
        f"level {level.number}: legacy is what the practice began as, practice what it is now, and refactored the "
        f"modules that do the same: {modules}{facade}."
    )
