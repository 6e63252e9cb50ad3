"""A pytest plugin that collects the reports of a run, and makes an outcome of them.

Our other plugin attaches findings to a report. Under xdist, a worker does that, and pytest sends
the report to the first process, where this plugin collects it.
"""

import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from dojo.checking.outcome import (
    CHANGED_EXPECTATIONS,
    FAILURES,
    NO_TESTS,
    OBSTACLES,
    Finding,
    FindingKind,
    Outcome,
    distinct,
    ended_early,
)
from dojo.practice.code import own_tests
from dojo.practice.model import AMBER, GOLDEN_MASTER, Practice

Report = pytest.TestReport | pytest.CollectReport


def attach(report: Report, findings: list[Finding]) -> None:
    """Attach findings to a report, as builtin types, because xdist sends no others."""
    report.__dict__["findings"] = msgspec.to_builtins(findings)


def attached_findings(report: Report) -> list[Finding]:
    return msgspec.convert(report.__dict__.get("findings", []), list[Finding])


class Reports:
    """The reports of a run. `scenarios`: how many of them have to pass."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self.scenarios = 0
        self.findings: list[Finding] = []
        # By their node ids.
        self.tests: set[str] = set()
        self.passed: set[str] = set()
        self.finished: set[str] = set()
        self.files: set[str] = set()
        self.skipped_files: set[str] = set()
        self.failed: set[str] = set()
        self.printed: dict[str, str] = {}

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        # It counts even if it is deselected later.
        self.tests.add(item.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.tests.update(ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.findings += attached_findings(report)
        self.files.add(report.nodeid)
        self.printed[report.nodeid] = report.capstdout
        if report.failed:
            self.failed.add(report.nodeid)
        if report.skipped:
            self.skipped_files.add(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.findings += attached_findings(report)
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)
        if report.when == "teardown":
            self.finished.add(report.nodeid)
            # pytest adds what was printed before the teardown.
            self.printed[report.nodeid] = report.capstdout
        if report.failed:
            self.failed.add(report.nodeid)

    @property
    def ran_all_collected(self) -> bool:
        return self.tests <= self.finished

    def is_partial(self, root: Path) -> bool:
        """Return whether only some tests ran. A run that met an obstacle is never partial."""
        if any(finding.kind in OBSTACLES for finding in self.findings):
            return False
        has_all_scenarios = count_scenarios(self.tests) >= self.scenarios
        if self.practice.is_own_code:  # its settings say which files have tests
            return not self.ran_all_collected
        files = {node.partition("::")[0] for node in self.tests | self.files}
        own_files = [os.path.relpath(path, root) for path in own_tests(self.practice)]
        has_all_own_files = files.issuperset(Path(file).as_posix() for file in own_files)
        return not (has_all_scenarios and self.ran_all_collected and has_all_own_files)

    def outcome(self, exit_code: int) -> Outcome:
        """Return the outcome of a run that is over."""
        failures = [each for each in self.findings if each.kind in FAILURES]
        obstacles = [each for each in self.findings if each.kind in OBSTACLES]
        if not failures and not obstacles:
            obstacles = self._missing_results(exit_code)
        outcome = Outcome(
            distinct([*failures, *obstacles]),
            printed=self._all_printed(),
            test_files=tuple(sorted({node.partition("::")[0] for node in self.tests | self.files})),
        )
        if outcome.status == AMBER:
            return outcome
        expectations = [each for each in self.findings if each.kind in CHANGED_EXPECTATIONS]
        return replace(
            outcome,
            passed=len(self.passed),
            skipped=len((self.tests - self.passed) | self.skipped_files),
            changed_expectations=distinct(expectations),
        )

    def _all_printed(self) -> str:
        """Return what was printed, by failed tests first."""
        nodes = sorted(self.printed, key=lambda node: node not in self.failed)
        return "".join(self.printed[node] for node in nodes)

    def _missing_results(self, exit_code: int) -> list[Finding]:
        """Return why a run that found nothing is not green, or an empty list if it is."""
        ran = count_scenarios(self.passed)
        if exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            text = ended_early(self.practice)
        elif ran < self.scenarios:
            text = f"only {ran} of the {self.scenarios} scenarios of the level ran to the end"
        elif not self.passed:
            text = NO_TESTS.format(name=self.practice.title)
        else:
            return []
        return [Finding(FindingKind.NOT_RUN, text)]


def count_scenarios(tests: set[str]) -> int:
    return sum(f"{GOLDEN_MASTER}::" in name for name in tests)
