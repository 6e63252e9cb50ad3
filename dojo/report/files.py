"""The files that a report is written to: a name that ends in .json or .html says what it is to be.

A file that is there is replaced only if the same command made it: a page says so in its first line, the standard form
in the name of its framework.
"""

from dataclasses import dataclass
from pathlib import Path

from dojo.errors import WrongUsageError
from dojo.kata import DamagedError, read_record
from dojo.pages import refuse_others, refuse_page, write_made, write_page
from dojo.report.page import page_of
from dojo.report.report import Report
from dojo.report.standard import as_standard

PAGE, STANDARD = ".html", ".json"


@dataclass(frozen=True)
class Framework:
    """What made a report."""

    name: str


@dataclass(frozen=True)
class Standard:
    """A report in the standard form, as far as it says whose it is."""

    framework: Framework


def refuse(path: Path, command: str) -> None:
    """Raise WrongUsageError for a name that says nothing; WorkspaceError where a report cannot be written, if seen."""
    if path.suffix == PAGE:
        refuse_page(path, command)
    elif path.suffix == STANDARD:
        refuse_others(path, command, lambda: _maker(path) == command)
    else:
        raise WrongUsageError(
            f"{path}: a report ends in {PAGE}, for a browser, or in {STANDARD}, for programs that read the schema."
        )


def write(path: Path, report: Report) -> None:
    """Write a report; WorkspaceError, and the file stays, when it cannot be written or is not this command's."""
    refuse(path, report.command)
    if path.suffix == PAGE:
        write_page(path, page_of(report), report.command)
    else:
        write_made(path, as_standard(report).encode())


def _maker(path: Path) -> str:
    """Return the framework that made a file, or "" of one that is no report."""
    try:
        return read_record(path, Standard).framework.name
    except DamagedError:
        return ""
