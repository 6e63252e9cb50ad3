"""The reports of a run: which outcome they make, and whether the run had all tests."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from dojo import check
from dojo.checking import plugin
from dojo.checking.outcome import Finding, FindingKind, Outcome
from dojo.checking.plugin import attach_findings
from dojo.inside.reports import Reports
from dojo.practice.model import AMBER, RED, ChangedExpectations, Choices, Practice
from tests.dojo.practising import write_files
from tests.yatzy_kata import DESCRIPTION, WORKSPACE

PAIRS = "golden_master.md::scores.test_pairs"
OWN = "tests/test_own.py::test_own"
FAILURE = Finding(FindingKind.DIFFERENCE, "pair(2, 2)\n    expected 4\n    actual   3")
OBSTACLE = Finding(FindingKind.NOT_RUN, "yatzy.py:1\n    SyntaxError: invalid syntax")
CHANGED = Finding(FindingKind.CHANGED_EXPECTATION, "pair(2, 2)")
ADDED = Finding(FindingKind.ADDED_EXPECTATION, "pair(7, 7)")


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice with one test of the person's own."""
    write_files(tmp_path, {"kata.toml": DESCRIPTION})
    practice = Practice(tmp_path, Choices())
    write_files(practice.folder, {"tests/test_own.py": ""})
    return practice


@pytest.fixture
def reports() -> Reports:
    """Give the reports of a run with one scenario and one test of the person's own."""
    reports = Reports()
    reports.pytest_xdist_node_collection_finished([PAIRS, OWN])
    return reports


def finish(
    reports: Reports,
    test: str,
    outcome: str = "passed",
    findings: Sequence[Finding] = (),
    printed: str = "",
):
    """Report the call and the teardown of a test."""
    call = pytest.TestReport(test, ("", 0, ""), {}, outcome, None, "call")
    attach_findings(call, list(findings))
    reports.pytest_runtest_logreport(call)
    sections = [("Captured stdout call", printed)]
    end = pytest.TestReport(test, ("", 0, ""), {}, "passed", None, "teardown", sections)
    reports.pytest_runtest_logreport(end)


def collect(
    reports: Reports, file: str, outcome: str, findings: Sequence[Finding] = (), printed: str = ""
):
    """Report the import of a file with tests."""
    sections = [("Captured stdout", printed)]
    report = pytest.CollectReport(file, outcome, None, [], sections)
    attach_findings(report, list(findings))
    reports.pytest_collectreport(report)


# The outcome.


def outcome_of(reports: Reports, exit_code: int, scenarios: int = 1) -> Outcome:
    reports.exit_code = exit_code
    return plugin.outcome_of(Practice(WORKSPACE, Choices()), reports, scenarios)


def test_a_run_is_green_if_all_tests_passed(reports: Reports):
    finish(reports, PAIRS)
    finish(reports, OWN)
    outcome = outcome_of(reports, 0)
    assert outcome.is_green
    assert outcome.passed == 2
    assert outcome.skipped == 0


def test_a_failure_is_red(reports: Reports):
    finish(reports, PAIRS, "failed", [FAILURE])
    finish(reports, OWN)
    outcome = outcome_of(reports, 1)
    assert outcome.status == RED
    assert outcome.findings == (FAILURE,)
    assert outcome.passed == 1


def test_an_obstacle_is_amber(reports: Reports):
    finish(reports, PAIRS, findings=[CHANGED])
    collect(reports, "tests/test_own.py", "failed", [OBSTACLE])
    outcome = outcome_of(reports, 2)
    assert outcome.status == AMBER
    assert outcome.findings == (OBSTACLE,)
    assert outcome.passed == 0
    assert outcome.changed_expectations == ()


def test_a_failure_comes_before_an_obstacle(reports: Reports):
    collect(reports, "tests/test_own.py", "failed", [OBSTACLE])
    finish(reports, PAIRS, "failed", [FAILURE])
    assert outcome_of(reports, 2).findings == (FAILURE, OBSTACLE)


def test_a_test_that_did_not_pass_is_skipped(reports: Reports):
    finish(reports, PAIRS)
    finish(reports, OWN, "skipped")
    collect(reports, "tests/test_skipped.py", "skipped")
    outcome = outcome_of(reports, 0)
    assert outcome.is_green
    assert outcome.passed == 1
    assert outcome.skipped == 2


@pytest.mark.parametrize("findings", [[CHANGED, ADDED], [CHANGED, ADDED, CHANGED]])
def test_a_result_in_two_documents_counts_once(reports: Reports, findings: list[Finding]):
    finish(reports, PAIRS, findings=findings)
    assert outcome_of(reports, 0).approved == ChangedExpectations(1, 1)


def test_a_green_run_has_its_scenarios(reports: Reports):
    finish(reports, PAIRS)
    finish(reports, OWN)
    outcome = outcome_of(reports, 0, scenarios=2)
    assert outcome.status == AMBER
    assert outcome.texts == ["only 1 of the 2 scenarios of the level ran to the end"]


def test_a_green_run_has_at_least_one_test(reports: Reports):
    outcome = outcome_of(reports, 5, scenarios=0)
    assert outcome.status == AMBER
    assert outcome.texts[0].startswith("no test in practice/tests passed")


@pytest.mark.parametrize("exit_code", [1, 2, 3, 4])
def test_a_run_that_ended_early_is_not_green(reports: Reports, exit_code: int):
    finish(reports, PAIRS)
    outcome = outcome_of(reports, exit_code)
    assert outcome.status == AMBER
    assert outcome.texts[0].startswith("pytest ended before the tests did")


def test_failed_tests_print_first(reports: Reports):
    collect(reports, "tests/test_own.py", "passed", printed="import\n")
    finish(reports, PAIRS, printed="pair\n")
    finish(reports, OWN, "failed", [FAILURE], printed="own\n")
    collect(reports, "tests/test_b.py", "failed", [OBSTACLE], printed="b\n")
    assert outcome_of(reports, 1).printed == "own\nb\nimport\npair\n"


# Whether a run had all tests.


def is_partial(practice: Practice, reports: Reports, scenarios: int = 1) -> bool:
    return check.is_partial(practice, reports, practice.folder, scenarios)


def test_a_run_of_all_tests_is_a_check(practice: Practice, reports: Reports):
    finish(reports, PAIRS)
    finish(reports, OWN)
    assert not is_partial(practice, reports)


def test_a_run_without_a_scenario_is_partial(practice: Practice, reports: Reports):
    finish(reports, PAIRS)
    finish(reports, OWN)
    assert is_partial(practice, reports, scenarios=2)


def test_a_run_without_a_collected_test_is_partial(practice: Practice, reports: Reports):
    finish(reports, PAIRS)
    assert is_partial(practice, reports)


def test_a_run_without_an_own_file_is_partial(practice: Practice, reports: Reports):
    finish(reports, PAIRS)
    finish(reports, OWN)
    write_files(practice.folder, {"tests/dice/test_two.py": ""})
    assert is_partial(practice, reports)


def test_a_file_without_tests_was_run(practice: Practice, reports: Reports):
    finish(reports, PAIRS)
    finish(reports, OWN)
    write_files(practice.folder, {"tests/dice/test_two.py": ""})
    collect(reports, "tests/dice/test_two.py", "passed")
    assert not is_partial(practice, reports)


def test_a_run_that_met_an_obstacle_is_not_partial(practice: Practice, reports: Reports):
    collect(reports, "tests/test_own.py", "failed", [OBSTACLE])
    assert not is_partial(practice, reports)
