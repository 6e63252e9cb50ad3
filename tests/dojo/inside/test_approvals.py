"""The reporter of approval tests, for any version of approvaltests that a project may have."""

import sys

import pytest
from approvaltests.reporters import default_reporter_factory

from dojo.inside.approvals import ApprovalReporter, QuietReporter


@pytest.fixture(autouse=True)
def _reporter(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(default_reporter_factory.DEFAULT_REPORTER, "instance", None, raising=False)


def test_a_version_without_a_quiet_reporter_reports_quietly(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "approvaltests.reporters.report_quietly", None)
    ApprovalReporter(quiet=True).pytest_runtest_setup()
    reporter = default_reporter_factory.get_default_reporter()
    assert isinstance(reporter, QuietReporter)
    assert reporter.report("received", "approved")


def test_the_reporter_of_the_project_is_used(monkeypatch: pytest.MonkeyPatch):
    chosen = QuietReporter()
    monkeypatch.setattr(default_reporter_factory.DEFAULT_REPORTER, "instance", chosen)
    ApprovalReporter(quiet=True).pytest_runtest_setup()
    assert default_reporter_factory.get_default_reporter() is chosen


def test_an_editor_shows_the_difference():
    ApprovalReporter(quiet=False).pytest_runtest_setup()
    assert not isinstance(default_reporter_factory.get_default_reporter(), QuietReporter)
