"""Survivors in SARIF 2.1.0, the format in which editors and code scanning read findings.

The specification is https://docs.oasis-open.org/sarif/sarif/v2.1.0/. A survivor keeps its
fingerprint as long as its function and its change are the same, wherever the lines move.
"""

import hashlib
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import click

from dojo.files import write_json
from dojo.mutation.report import Location, MutationReport, ReportedMutant
from dojo.mutation.results import NOT_COVERED, SURVIVED
from dojo.pages import refuse_foreign_file

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
# In each log of dojo.
LOG_MARK = '"driver":{"name":"dojo '
ROOT = "%SRCROOT%"  # GitHub knows this name
FINGERPRINT = "mutant/v1"
RULE_HELP = """\
Write a test that fails with the change. `dojo mutants NUMBER` says why a mutant survived. If the \
code is not needed, delete it. If no test can notice the change, say why: \
`dojo mutants --equivalent NUMBER "why"`."""

Json = dict[str, object]


def _rule(name: str, title: str, description: str) -> Json:
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
