"""A pytest plugin that collects the reports of a run. `dojo.checking.plugin` decides its outcome.

Another plugin attaches findings to a report. Under xdist, a worker does that, and pytest sends the
report to the first process, where this plugin collects it.
"""

import json
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest

Report = pytest.TestReport | pytest.CollectReport
# As JSON has it, because xdist sends nothing else.
AttachedFinding = dict[str, Any]  # a Finding of dojo.checking, or a Failure, as JSON


def attach(report: Report, findings: Sequence[AttachedFinding]) -> None:
    """Attach findings to a report, in place of earlier ones."""
    report.__dict__["findings"] = list(findings)


@dataclass(eq=False)
class Reports:
    """The reports of a run. The sets have node ids."""

    exit_code: int = 0
    findings: list[AttachedFinding] = field(default_factory=list)
    tests: set[str] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)
    finished: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    skipped_files: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    printed: dict[str, str] = field(default_factory=dict)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        # It counts even if it is deselected later.
        self.tests.add(item.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.tests.update(ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note the report of a collected file, or of an import that failed."""
        self.findings += report.__dict__.get("findings", [])
        self.files.add(report.nodeid)
        self.printed[report.nodeid] = report.capstdout
        if report.failed:
            self.failed.add(report.nodeid)
        if report.skipped:
            self.skipped_files.add(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the report of one phase of a test: its setup, its call or its teardown.

        A test whose teardown fails is in `passed` and in `failed`.
        """
        self.findings += report.__dict__.get("findings", [])
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

    @property
    def test_files(self) -> set[str]:
        return {node.partition("::")[0] for node in self.tests | self.files}

    @property
    def all_printed(self) -> str:
        """The output of all tests, of failed ones first."""
        nodes = sorted(self.printed, key=lambda node: node not in self.failed)
        return "".join(self.printed[node] for node in nodes)

    def write(self, file: Path) -> None:
        """Write the reports as JSON, with each set as a sorted list."""
        text = json.dumps(asdict(self), default=sorted, ensure_ascii=False)  # sets become lists
        file.write_text(text, encoding="utf-8", errors="replace")


class ProgressApart:
    """Lets pytest write its progress outside of the output of tests: it reports a subtest in it."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    # Of the old style, because pytest 7.4 may have a pluggy that knows no other.
    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_logreport(self) -> Generator[None, Any, None]:
        """Let pytest report while the output of the test is not captured."""
        capture = self.config.pluginmanager.getplugin("capturemanager")
        if capture is None:
            yield
            return
        with capture.global_and_fixture_disabled():
            yield
