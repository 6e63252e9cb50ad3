"""A check that a person starts with `pytest`, or with a button of an editor.

The plugin of a practice, `dojo.checking.plugin`, imports this module by name, because it is above.
"""

import os
from pathlib import Path

import pytest

from dojo.checking.outcome import FINDINGS_FILE, OBSTACLES, Outcome, RunOptions
from dojo.checking.plugin import CheckPlugin, count_scenarios, findings_in
from dojo.checking.runner import FinishedRun, record_check
from dojo.inside.reports import Reports
from dojo.practice.code import own_tests
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.sharing import share_and_wait
from dojo.text import now, quantity

NOT_RECORDED = "not recorded as a check: this run"


class PytestCheck(CheckPlugin):
    """A run of `pytest`, which is recorded as a check if it had all tests."""

    def __init__(self, practice: Practice, options: RunOptions) -> None:
        super().__init__(practice, options)
        self.repository = Repository(practice.folder)
        # The files at the beginning. Empty until git has stored them.
        self.tree = ""
        self.moment = now()
        self.summary: list[str] = []

    def begin(self) -> None:
        self.tree = self.repository.tree()
        super().begin()

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Record the run by `finish`, unless it had only some of the tests."""
        reports = self.reports
        if session.shouldfail and not reports.ran_all_collected:
            # Because of -x or --maxfail.
            ran = f"{len(reports.finished)} of {quantity(len(reports.tests), 'test')}"
            self.summary = [f"{NOT_RECORDED} stopped early, after {ran}"]
        elif is_partial(self.practice, reports, session.config.rootpath, len(self.scenarios)):
            self.summary = [f"{NOT_RECORDED} had only some of the tests"]
        else:
            super().pytest_sessionfinish(session, exitstatus)

    def finish(self, outcome: Outcome) -> None:
        """Record and share the check."""
        if not self.tree:
            return
        history = read_history(self.repository)
        run = FinishedRun(outcome, self.moment, self.tree, self.tree)
        record_check(self.practice, history, run)
        recorded_as = f"{outcome.status}: recorded as a check"
        self.summary = [f"{recorded_as}; `dojo progress` shows the timeline"]
        self.summary += share_and_wait(self.practice.folder, history).splitlines()
        if outcome.findings:
            file = self.practice.display_path(self.practice.state_directory / FINDINGS_FILE)
            self.summary.append(f"all findings: {file}")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print whether this run was a check."""
        for line in self.summary:
            terminalreporter.write_line(line)


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
