"""Survivors as annotations, which GitHub Actions shows beside the code.

An annotation is a line on stdout: a workflow command, as in "Workflow commands for GitHub Actions"
of GitHub's documentation. GitHub shows ten of them for a step, so there is one for each line of
code, and one for a function that no test runs.
"""

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from msgspec import structs

from dojo.mutation.report import MutationReport, ReportedMutant, SourceFile
from dojo.mutation.results import NOT_COVERED, SURVIVED
from dojo.text import printable, quantity

IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})
MAX_CHANGES = 3  # in an annotation


class Annotation(NamedTuple):
    """An annotation. `rank`: the number of its first survivor."""

    rank: int
    path: str
    line: int
    title: str
    message: str


def on_lines(report: MutationReport, lines: Mapping[str, Collection[int]]) -> MutationReport:
    """Return a report of the mutants on some lines of each file."""
    files: dict[str, SourceFile] = {}
    for path, file in report.files.items():
        chosen = lines.get(path, ())
        mutants = [each for each in file.mutants if each.location.start.line in chosen]
        files[path] = structs.replace(file, mutants=mutants)
    return structs.replace(report, files=files)


def annotation_lines(report: MutationReport) -> list[str]:
    """Return a warning for each line with survivors. Those that most need a test come first.

    The paths in the report have to count from the root of the git repository.
    """
    found: list[Annotation] = []
    for path, file in report.files.items():
        found += _survived(path, file.mutants)
        found += _not_covered(path, file.mutants)
    found.sort(key=attrgetter("rank"))
    return [_as_command(each) for each in found]


def _survived(path: str, mutants: Sequence[ReportedMutant]) -> list[Annotation]:
    """Return a warning for each line of a file."""
    by_line: dict[int, list[ReportedMutant]] = {}
    for mutant in mutants:
        if mutant.status == SURVIVED:
            by_line.setdefault(mutant.location.start.line, []).append(mutant)
    found: list[Annotation] = []
    for line, survivors in by_line.items():
        survivors.sort(key=attrgetter("number"))
        rank = survivors[0].number
        title = f"{quantity(len(survivors), 'mutant')} survived in {survivors[0].function}"
        found.append(Annotation(rank, path, line, title, _changes(survivors)))
    return found


def _not_covered(path: str, mutants: Sequence[ReportedMutant]) -> list[Annotation]:
    """Return a warning for each function of a file that no test runs."""
    found: dict[str, Annotation] = {}
    for each in mutants:
        if each.status == NOT_COVERED and each.function not in found:
            title = f"No test runs {each.function}"
            line = each.location.start.line
            found[each.function] = Annotation(each.number, path, line, title, _advice(each))
    return list(found.values())


def _changes(survivors: Sequence[ReportedMutant]) -> str:
    """Show the first changes, with why no test noticed them, as far as that is known."""
    parts: list[str] = []
    for each in survivors[:MAX_CHANGES]:
        advice = f"{each.doubt} {_advice(each)}".lstrip()
        parts.append(f"{each.description}\n{advice}")
    more = len(survivors) - MAX_CHANGES
    if more > 0:
        parts.append(f"... and {more} more")
    return "\n\n".join(parts)


def _advice(mutant: ReportedMutant) -> str:
    return mutant.next[0].upper() + mutant.next[1:]


def _as_command(annotation: Annotation) -> str:
    path = annotation.path.translate(IN_PROPERTY)
    title = annotation.title.translate(IN_PROPERTY)
    message = annotation.message.translate(IN_MESSAGE)
    return printable(f"::warning file={path},line={annotation.line},title={title}::{message}")
