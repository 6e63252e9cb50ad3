"""The outcome of a run, and whether it had all tests, from the reports that pytest made."""

import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from dojo.checking.describe import describe_failure
from dojo.checking.outcome import (
    CHANGED_EXPECTATIONS,
    FAILURES,
    OBSTACLES,
    Finding,
    FindingKind,
    Outcome,
    distinct,
    ended_early,
    no_tests,
)
from dojo.inside.failures import Failure
from dojo.inside.reports import Reports
from dojo.practice.code import own_tests
from dojo.practice.model import AMBER, GOLDEN_MASTER, Practice


def findings_in(practice: Practice, reports: Reports) -> list[Finding]:
    """Return the findings of a run. Those of a project are failures that are not yet in words."""
    findings: list[Finding] = []
    for found in reports.findings:
        if "text" in found:
            findings.append(msgspec.convert(found, Finding))
        else:
            failure = msgspec.convert(found, Failure)
            text = describe_failure(failure, practice.folder)
            findings.append(Finding(FindingKind(failure.kind), text))
    return findings


def is_partial(practice: Practice, reports: Reports, root: Path, scenarios: int) -> bool:
    """Return whether only some tests ran. A run that met an obstacle is never partial.

    `scenarios`: how many of the golden master the level has.
    """
    if any(finding.kind in OBSTACLES for finding in findings_in(practice, reports)):
        return False
    has_all_scenarios = count_scenarios(reports.tests) >= scenarios
    own_files = [os.path.relpath(path, root) for path in own_tests(practice)]
    has_all_files = reports.test_files.issuperset(Path(file).as_posix() for file in own_files)
    return not (has_all_scenarios and reports.ran_all_collected and has_all_files)


def outcome_of(practice: Practice, reports: Reports, scenarios: int = 0) -> Outcome:
    """Return the outcome of a run that is over. `scenarios`: how many of them have to pass."""
    findings = findings_in(practice, reports)
    failures = [each for each in findings if each.kind in FAILURES]
    obstacles = [each for each in findings if each.kind in OBSTACLES]
    if not failures and not obstacles:
        obstacles = _missing_results(practice, reports, scenarios)
    outcome = Outcome(
        distinct([*failures, *obstacles]),
        printed=reports.all_printed,
        test_files=tuple(sorted(reports.test_files)),
    )
    if outcome.status == AMBER:
        return outcome
    expectations = [each for each in findings if each.kind in CHANGED_EXPECTATIONS]
    return replace(
        outcome,
        passed=len(reports.passed),
        skipped=len((reports.tests - reports.passed) | reports.skipped_files),
        changed_expectations=distinct(expectations),
    )


def _missing_results(practice: Practice, reports: Reports, scenarios: int) -> list[Finding]:
    """Return why a run that found nothing is not green, or an empty list if it is."""
    ran = count_scenarios(reports.passed)
    if reports.exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        text = ended_early(practice)
    elif ran < scenarios:
        text = f"only {ran} of the {scenarios} scenarios of the level ran to the end"
    elif not reports.passed:
        text = no_tests(practice)
    else:
        return []
    return [Finding(FindingKind.NOT_RUN, text)]


def count_scenarios(tests: set[str]) -> int:
    return sum(f"{GOLDEN_MASTER}::" in name for name in tests)
