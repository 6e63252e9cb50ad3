"""Survivors for other tools: annotations of GitHub Actions, beside the code, and SARIF 2.1.0.

An annotation is a line on stdout: a workflow command, as in "Workflow commands for GitHub Actions"
of GitHub's documentation. GitHub shows ten of them for a step, so there is one for each line of
code, and one for a function that no test runs.

Editors and code scanning read SARIF, https://docs.oasis-open.org/sarif/sarif/v2.1.0/. A survivor
keeps its fingerprint as long as its function and its change are the same, wherever the lines move.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import click
from msgspec import structs

from dojo.files import write_json
from dojo.mutation.report import Location, MutationReport, ReportedMutant, SourceFile
from dojo.mutation.results import NOT_COVERED, SURVIVED
from dojo.pages import LOG_MARK, refuse_foreign_file
from dojo.text import printable, quantity

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
ROOT = "%SRCROOT%"  # GitHub knows this name
FINGERPRINT = "mutant/v1"
RULE_HELP = """\
Write a test that fails with the change. `dojo mutants NUMBER` says why a mutant survived. If the \
code is not needed, delete it. If no test can notice the change, say why: \
`dojo mutants --equivalent NUMBER "why"`."""

Json = dict[str, object]
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
    """Return the next step as a sentence of its own."""
    return mutant.next[0].upper() + mutant.next[1:]


def _as_command(annotation: Annotation) -> str:
    """Return an annotation as a workflow command, escaped as GitHub asks for."""
    path = annotation.path.translate(IN_PROPERTY)
    title = annotation.title.translate(IN_PROPERTY)
    message = annotation.message.translate(IN_MESSAGE)
    return printable(f"::warning file={path},line={annotation.line},title={title}::{message}")


def _rule(name: str, title: str, description: str) -> Json:
    """Return a rule of SARIF: a kind of survivor, with help that editors show."""
    return {
        "id": name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": description},
        "help": {"text": RULE_HELP},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"problem.severity": "warning", "tags": ["tests"]},
    }


SARIF_RULES = {
    SURVIVED: _rule(
        "mutant-survived",
        "No test notices a change of this code",
        "Tests run this code, and all of them pass with the change, too.",
    ),
    NOT_COVERED: _rule(
        "mutant-not-covered",
        "No test runs this code",
        "No test runs this function, so none can notice that it changed.",
    ),
}


def refuse_foreign_log(path: Path) -> None:
    """Refuse to replace a file of somebody else. Raises WorkspaceError."""
    refuse_foreign_file(path, LOG_MARK)


def write_sarif(path: Path, report: MutationReport) -> None:
    """Write the survivors of a report, and say where they are."""
    write_json(path, sarif_log(report))
    click.echo(f"Report written: {path}", err=True)


def sarif_log(report: MutationReport) -> Json:
    """Return the survivors of a report as a SARIF log.

    The paths in the report have to count from the root of the git repository.
    """
    results: list[Json] = []
    for path, file in report.files.items():
        alike: Counter[tuple[str, str]] = Counter()
        for mutant in file.mutants:
            change = (mutant.function, mutant.description)
            alike[change] += 1
            if mutant.status in SARIF_RULES:
                results.append(_result(path, mutant, alike[change]))
    driver = {"name": report.framework.name, "rules": list(SARIF_RULES.values())}
    root = {"description": {"text": "The root of the git repository."}}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: root},
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(path: str, mutant: ReportedMutant, number_of_alike: int) -> Json:
    """Return a survivor as a result, the n-th of the same change in the same function."""
    fingerprint = "\n".join([path, mutant.function, mutant.description, str(number_of_alike)])
    return {
        "ruleId": SARIF_RULES[mutant.status]["id"],
        "ruleIndex": list(SARIF_RULES).index(mutant.status),
        "message": {"text": _message(mutant)},
        "locations": [_location(path, mutant)],
        "partialFingerprints": {FINGERPRINT: hashlib.sha256(fingerprint.encode()).hexdigest()},
        "properties": {"mutator": mutant.mutator_name, "number": mutant.number},
    }


def _message(mutant: ReportedMutant) -> str:
    """Return the text of a message, in which the format asks for braces that are doubled."""
    text = f"{mutant.status_reason}\n{mutant.description}"
    return text.replace("{", "{{").replace("}", "}}")


def _location(path: str, mutant: ReportedMutant) -> Json:
    artifact = {"uri": quote(path), "uriBaseId": ROOT}
    return {
        "physicalLocation": {"artifactLocation": artifact, "region": _region(mutant.location)},
        "logicalLocations": [{"fullyQualifiedName": mutant.function}],
    }


def _region(location: Location) -> Json:
    return {
        "startLine": location.start.line,
        "startColumn": location.start.column,
        "endLine": location.end.line,
        "endColumn": location.end.column,
    }
