"""The files of a mutation testing report: JSON for other tools, and a page for a browser.

The page shows survivors first, with what to do next. The sources come last, line by line.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import msgspec

from dojo.errors import WrongUsageError
from dojo.files import write_atomically
from dojo.mutation.report import MutationReport, ReportedMutant, SourceFile
from dojo.mutation.results import NOT_COVERED, SURVIVED
from dojo.pages import highlight, refuse_foreign_file, render, write_page
from dojo.text import quantity

# In each report of the dojo.
JSON_MARK = '"framework":{"name":"dojo '


class MutantGroup(NamedTuple):
    """The mutants of a file, or of a function in it."""

    path: str
    name: str
    mutants: list[ReportedMutant]

    def with_status(self, status: str) -> list[ReportedMutant]:
        return [mutant for mutant in self.mutants if mutant.status == status]


def refuse_reports(paths: Iterable[Path]) -> None:
    """Refuse reports that are neither HTML nor JSON, or would replace a file of somebody else.

    Raises WrongUsageError or WorkspaceError.
    """
    for path in paths:
        if path.suffix == ".html":
            refuse_foreign_file(path)
        elif path.suffix == ".json":
            refuse_foreign_file(path, JSON_MARK)
        else:
            suffixes = ".html, for a browser, or in .json, for other tools."
            raise WrongUsageError(f"{path}: a report ends in {suffixes}")


def write_report(path: Path, report: MutationReport) -> None:
    if path.suffix == ".html":
        write_page(path, report_page(report))
    else:
        write_atomically(path, msgspec.json.encode(report))


def report_page(report: MutationReport) -> str:
    all_files = [MutantGroup(path, path, file.mutants) for path, file in report.files.items()]
    files = [file for file in all_files if file.mutants]
    functions: list[MutantGroup] = []
    counts: Counter[str] = Counter()
    for file in files:
        counts.update(mutant.status for mutant in file.mutants)
        for name, mutants in groupby(file.mutants, key=attrgetter("function")):
            functions.append(MutantGroup(file.path, name, list(mutants)))
    return render(
        "report.html",
        report=report,
        data=msgspec.to_builtins(report),
        files=files,
        functions=functions,
        counts=counts,
        survived=_worst_first(functions, SURVIVED),
        not_covered=_worst_first(functions, NOT_COVERED),
        lines={path: _lines(file) for path, file in report.files.items()},
        quantity=quantity,
    )


def _worst_first(functions: list[MutantGroup], status: str) -> list[MutantGroup]:
    """Return the functions that have mutants with this status, in the order of how many."""
    groups = [function for function in functions if function.with_status(status)]
    return sorted(groups, key=lambda group: len(group.with_status(status)), reverse=True)


def _lines(file: SourceFile) -> list[tuple[str, Counter[str]]]:
    """Return the highlighted lines of a source, and for each how many mutants have which status."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for mutant in file.mutants:
        counts[mutant.location.start.line][mutant.status] += 1
    lines = highlight(file.source.rstrip("\n"))
    return [(line, counts[number]) for number, line in enumerate(lines, start=1)]
