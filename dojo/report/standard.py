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
    results = by_path(report.results)
    content = {
        "schemaVersion": SCHEMA_VERSION,
        "framework": {"name": report.command, "dependencies": {name: version(name) for name in TOOLS}},
        "thresholds": THRESHOLDS,
        "files": {
            path: {
                "language": "python",
                "source": source,
                "mutants": [_mutant(each, report.reason(each), ids) for each in results.get(path, [])],
            }
            for path, source in report.sources.items()
        },
        "testFiles": {
            path: {"tests": [{"id": ids[test], "name": name_of(test)} for test in tests]}
            for path, tests in groupby(report.tests, key=lambda test: test.partition("::")[0])
        },
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _mutant(result: Result, reason: str, ids: dict[str, str]) -> dict[str, object]:
    mutant = result.mutant
    known: dict[str, object] = {
        "statusReason": reason,
        "coveredBy": [ids[test] for test in mutant.tests],
        "killedBy": [ids[test] for test in [killer_of(mutant)] if test],
        "duration": round(mutant.seconds * 1000),
        "testsCompleted": len(mutant.tests) if result.status == STATUSES[SURVIVED] else 0,
        "static": mutant.early,
    }
    return {
        "id": mutant.name,
        "mutatorName": result.mutator.name,
        "location": {"start": result.change.start._asdict(), "end": result.change.end._asdict()},
        "replacement": result.change.replacement,
        "status": result.status,
        **{name: value for name, value in known.items() if value},
    }
