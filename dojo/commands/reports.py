"""The option `--report` of `dojo verify` and `dojo mutants`: where a report is written, and the word that it was."""

from collections.abc import Callable
from pathlib import Path

import click

from dojo.report import Report, refuse_report, write_report

REPORT = click.option(
    "--report",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what came of each mutant: FILE.html for a browser, FILE.json in the form that other tools read.",
    metavar="FILE",
)


def refuse_all(paths: tuple[Path, ...], command: str) -> None:
    """Refuse, before anything is run, what could not be written; WrongUsageError or WorkspaceError."""
    for path in paths:
        refuse_report(path, command)


def write_all(paths: tuple[Path, ...], reported: Callable[[], Report]) -> None:
    """Write a report to each of these files, if there is any; WorkspaceError when one cannot be written."""
    if paths:
        report = reported()
        for path in paths:
            write_report(path, report)


def say_where(paths: tuple[Path, ...] | None) -> None:
    """Say where the reports are; None for those that there was nothing to say in."""
    if paths is None:
        click.echo("No report was written: no mutants were made.")
    for path in paths or ():
        click.echo(f"The report: {path}")
