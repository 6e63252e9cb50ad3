"""A report in the form that other tools read: the mutation testing report schema, version 2.

The schema is that of the npm package `mutation-testing-report-schema`. What is not known is left out: which tests would
have failed after the first, and which path this computer has the code in. Times are in milliseconds there.
"""

import json
from importlib.metadata import version
from itertools import groupby

from dojo.mutation import SURVIVED
from dojo.report.report import STATUSES, Report, Result, by_path, killer_of, name_of

SCHEMA_VERSION = "2"
THRESHOLDS = {"high": 100, "low": 80}  # a viewer colours scores by these: fine is all that a test can kill
TOOLS = ("mutmut", "pytest")


def as_standard(report: Report) -> str:
    """Return a report as the schema has it, as JSON."""
    ids = {test: str(number) for number, test in enumerate(report.tests)}
    versions = {name: version(name) for name in TOOLS}
    content = {
        "schemaVersion": SCHEMA_VERSION,
        "framework": {"name": report.command, "dependencies": versions},
        "thresholds": THRESHOLDS,
        "files": _files(report, ids),
        "testFiles": _test_files(ids),
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _files(report: Report, ids: dict[str, str]) -> dict[str, object]:
    results = by_path(report.results)
    files: dict[str, object] = {}
    for path, source in report.sources.items():
        mutants = [_mutant(each, report.reason(each), ids) for each in results.get(path, [])]
        files[path] = {"language": "python", "source": source, "mutants": mutants}
    return files


def _test_files(ids: dict[str, str]) -> dict[str, object]:
    files: dict[str, object] = {}
    for path, group in groupby(ids, key=_file_of):
        tests = [{"id": ids[test], "name": name_of(test)} for test in group]
        files[path] = {"tests": tests}
    return files


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def _mutant(result: Result, reason: str, ids: dict[str, str]) -> dict[str, object]:
    start, end = result.change.start, result.change.end
    details = {"statusReason": reason, **_details(result, ids)}
    known = {name: value for name, value in details.items() if value}
    return {
        "id": result.mutant.name,
        "mutatorName": result.mutator.name,
        "location": {"start": start._asdict(), "end": end._asdict()},
        "replacement": result.change.replacement,
        "status": result.status,
        **known,
    }


def _details(result: Result, ids: dict[str, str]) -> dict[str, object]:
    """Return what is false, empty or 0 where it is not known."""
    mutant = result.mutant
    killer = killer_of(mutant)
    survived = result.status == STATUSES[SURVIVED]
    return {
        "coveredBy": [ids[test] for test in mutant.tests],
        "killedBy": [ids[killer]] if killer else [],
        "duration": round(mutant.seconds * 1000),
        "testsCompleted": len(mutant.tests) if survived else 0,
        "static": mutant.early,
    }
