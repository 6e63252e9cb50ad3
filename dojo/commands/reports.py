"""The option `--report` of `dojo verify` and `dojo mutants`: where a report is written, and the word that it was.

A name that ends in .json or .html says what it is to be. A file that is there is replaced only if the same command made
it: a page says so in its first line, the standard form in the name of its framework.
"""

from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from dojo.errors import WrongUsageError
from dojo.mutation.report import Report
from dojo.mutation.report import page_of as render_report
from dojo.pages import refuse_others, refuse_page, write_made, write_page

PAGE, STANDARD = ".html", ".json"
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
        if path.suffix == PAGE:
            refuse_page(path, command)
        elif path.suffix == STANDARD:
            refuse_others(path, command, f'"framework":{{"name":"{command}"')
        else:
            raise WrongUsageError(
                f"{path}: a report ends in {PAGE}, for a browser, or in {STANDARD}, for programs that read the schema."
            )


def write_all(paths: tuple[Path, ...], make: Callable[[], Report]) -> None:
    """Write a report to each of these files, if there is any; WorkspaceError when one cannot be written."""
    if not paths:
        return
    report = make()
    for path in paths:
        if path.suffix == PAGE:
            write_page(path, render_report(report), report["framework"]["name"])
        else:
            write_made(path, msgspec.json.encode(report))


def say_where(paths: tuple[Path, ...] | None) -> None:
    """Say where the reports are; None for those that there was nothing to say in."""
    if paths is None:
        click.echo("No report was written: no mutants were made.")
    for path in paths or ():
        click.echo(f"The report: {path}")
