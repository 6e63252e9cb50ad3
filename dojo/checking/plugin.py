"""A pytest plugin, which the settings of a practice name: with it, pytest in a practice is a check.

It adds the golden master of the level to the person's own tests, refuses imports of the solution,
and limits the time of each test. A run of only some tests is not recorded.
"""

import os
import sys
from collections import Counter
from collections.abc import Generator
from dataclasses import replace
from importlib import import_module
from importlib.abc import MetaPathFinder
from pathlib import Path

import msgspec
import pytest

from dojo.checking.describe import describe, describe_failure
from dojo.checking.outcome import (
    CHANGED_EXPECTATIONS,
    DIFFERENCES,
    FAILURES,
    OBSTACLES,
    Finding,
    FindingKind,
    Outcome,
    RunOptions,
    distinct,
    ended_early,
    no_tests,
)
from dojo.checking.scenarios import (
    GoldenMasterFile,
    Scenario,
    ScenarioItem,
    document_verifier,
    findings_of_document,
    load_scenarios,
)
from dojo.errors import WorkspaceError
from dojo.inside.approvals import ApprovalReporter
from dojo.inside.failures import Failure, StoppedError, failure_without_error, is_assertion
from dojo.inside.reports import ProgressApart, Report, Reports, attach
from dojo.inside.time_limit import TEST_SECONDS, TimeLimit, running_file
from dojo.practice.code import find_offering_module
from dojo.practice.model import (
    AMBER,
    GOLDEN_MASTER,
    STATE_DIRECTORY,
    Choices,
    Practice,
    practice_at,
)

# It is above this package, so it is imported by name.
PYTEST_CHECK = "dojo.check"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--dojo-run", help="used by the dojo: choices and options, in JSON")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Prepare the check before pytest imports anything of the practice."""
    arguments = early_config.known_args_namespace
    folder = Path.cwd()
    if early_config.inipath and not arguments.dojo_run:
        # An editor may start pytest in another folder.
        folder = early_config.inipath.parent
    if not (folder / STATE_DIRECTORY).is_dir():
        return (yield)
    if arguments.dojo_run:
        known = tuple[Choices, RunOptions]
        choices, options = msgspec.json.decode(arguments.dojo_run, type=known)
    else:
        # It loads pygit2, which takes 50 ms.
        from dojo.practice.history import read_started_history  # noqa: PLC0415

        choices = read_started_history(folder).choices
        options = RunOptions()
    practice = practice_at(folder, choices)
    plugin: type[CheckPlugin] = CheckPlugin
    if not options.outcome_file:
        is_worker = "PYTEST_XDIST_WORKER" in os.environ
        plugin = UnrecordedRun
        if not (is_worker or arguments.collectonly):
            plugin = import_module(PYTEST_CHECK).PytestCheck
    check = plugin(practice, options)
    try:
        check.begin()
        early_config.pluginmanager.register(check)
        return (yield)
    except BaseException as error:  # noqa: BLE001 - a conftest.py can raise anything
        cause = error.__cause__ or error
        kind = FindingKind.KATA_FAULT if isinstance(cause, WorkspaceError) else FindingKind.NOT_RUN
        text = describe(cause, folder, f"{folder.name}/")
        check.finish(Outcome(distinct([Finding(kind, text)])))
        raise pytest.UsageError(text) from None


def attach_findings(report: Report, findings: list[Finding]) -> None:
    attach(report, msgspec.to_builtins(findings))


class NoSolutions(MetaPathFinder):
    """Refuses to import an implementation, unless the practice has a module of that name."""

    def __init__(self, practice: Practice) -> None:
        self.folder = practice.folder
        self.implementations = practice.kata.implementations

    def find_spec(self, name: str, *_: object) -> None:
        if name not in self.implementations:
            return
        is_own = (self.folder / name).exists() or (self.folder / f"{name}.py").exists()
        if not is_own:
            raise StoppedError(f"a practice may not import {name}/: delete this line")


class CheckPlugin:
    """A run of pytest in a practice."""

    def __init__(self, practice: Practice, options: RunOptions) -> None:
        self.practice = practice
        self.options = options
        self.scenarios: dict[str, Scenario] = {}
        self.reports = Reports()
        # What the test that is running has approved differently from the kata.
        self.expectations: list[Finding] = []

    def begin(self) -> None:
        """Prepare for tests of the practice. Raises WorkspaceError if the kata lacks a file."""
        self.scenarios = load_scenarios(self.practice)
        sys.dont_write_bytecode = True
        # Bytecode from before may be older than its source: Python compares whole seconds.
        sys.pycache_prefix = str(self.practice.state_directory / "none")
        sys.meta_path.insert(0, NoSolutions(self.practice))

    def pytest_configure(self, config: pytest.Config) -> None:
        # Run the golden master even if a test of the person's own cannot be imported.
        config.option.continue_on_collection_errors = True
        plugins = config.pluginmanager
        plugins.register(self.reports)
        plugins.register(ProgressApart(config))
        running = running_file(self.options.outcome_file)
        plugins.register(TimeLimit(self.options.limit or TEST_SECONDS, running))
        plugins.register(ApprovalReporter(quiet=bool(self.options.outcome_file)))

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the golden master to the folder of the practice, and a finding to a failed import."""
        report = yield
        is_folder = isinstance(collector, pytest.Directory)
        if is_folder and collector.path == self.practice.folder and self.scenarios:
            file = GoldenMasterFile.from_parent(collector, path=collector.path / GOLDEN_MASTER)
            file.scenarios = self.scenarios
            file.name_offered = self.practice.kata.module
            file.load_offered = self._load_offered
            file.verify_document = document_verifier(
                self.practice,
                self.options,
                self._note_expectations,
            )
            report.result.insert(0, file)
        if report.failed:
            error = report.call.excinfo.value
            file_name = self.practice.display_path(collector.path)
            text = self._describe(error.__cause__ or error, file_name)
            attach_findings(report, [Finding(FindingKind.NOT_RUN, text)])
            if isinstance(collector, GoldenMasterFile):
                report.longrepr = text
                collector.session.shouldstop = "the code of the practice does not load"
        return report

    def _load_offered(self) -> object:
        """Import the published class or function. Raises WorkspaceError if that fails."""
        module = find_offering_module(self.practice)
        sys.path.insert(0, str(module.import_folder))
        try:
            return self.practice.kata.offered_by(import_module(module.name))
        except BaseException as error:  # noqa: BLE001 - the practice can raise anything
            file = self.practice.display_path(module.file)
            raise WorkspaceError(self._describe(error, file)) from None

    def _note_expectations(self, differences: dict[str, dict[str, list[str]]]) -> None:
        occurrences = Counter[str]()
        for kind, found in differences.items():
            for place in found["places"]:
                occurrences[place] += 1
                number = occurrences[place]
                self.expectations.append(Finding(FindingKind(kind), place, number))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add findings to the report of a test."""
        report = yield
        attached = self.expectations
        self.expectations = []
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            findings = self._findings_of(error, item)
            attached += findings
            if isinstance(item, ScenarioItem) and findings[0].kind not in DIFFERENCES:
                report.longrepr = findings[0].text
            if isinstance(error, StoppedError):
                item.session.shouldstop = "the practice timed out, or imported a solution"
        elif report.failed and item.nodeid not in self.reports.failed:  # no subtest of it failed
            failure = failure_without_error(item, report)
            text = describe_failure(failure, self.practice.folder)
            attached.append(Finding(FindingKind.ASSERTION, text))
        attach_findings(report, attached)
        return report

    def _findings_of(self, error: BaseException, item: pytest.Item) -> list[Finding]:
        """Return the findings of a test that failed."""
        findings = findings_of_document(error)
        if findings:
            return findings
        kind = FindingKind.ERROR
        if isinstance(error, StoppedError):
            kind = FindingKind.NOT_RUN
        elif is_assertion(error):
            kind = FindingKind.ASSERTION
        title = item.name.rpartition("test_")[2].partition("[")[0].replace("_", " ")
        return [Finding(kind, self._describe(error, title))]

    def _describe(self, error: BaseException, fallback: str) -> str:
        return describe(error, self.practice.folder, fallback)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Add a finding for an error that ended pytest: for example, a module called sys.exit()."""
        text = self._describe(excinfo.value, f"{self.practice.title}/")
        finding = Finding(FindingKind.NOT_RUN, text)
        self.reports.findings.append(msgspec.to_builtins(finding))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Make the outcome of all reports, and pass it on by `finish`."""
        self.reports.exit_code = exitstatus
        outcome = outcome_of(self.practice, self.reports, len(self.scenarios))
        self.finish(outcome)
        if outcome.status == AMBER:
            # Exit code 1 would say that a test failed.
            session.exitstatus = max(session.exitstatus, pytest.ExitCode.INTERRUPTED)

    def finish(self, outcome: Outcome) -> None:
        """Give the outcome to the command that started the run, which takes even a partial one."""
        Path(self.options.outcome_file).write_bytes(msgspec.json.encode(outcome))


class UnrecordedRun(CheckPlugin):
    """A worker of pytest-xdist, or a run that only collects tests."""

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Leave the outcome to the first process."""

    def finish(self, outcome: Outcome) -> None:
        """Leave the outcome to the first process."""


def outcome_of(practice: Practice, reports: Reports, scenarios: int = 0) -> Outcome:
    """Return the outcome of a run that is over. `scenarios`: how many of them have to pass."""
    findings = findings_in(practice, reports)
    failures = [each for each in findings if each.kind in FAILURES]
    obstacles = [each for each in findings if each.kind in OBSTACLES]
    if not failures and not obstacles:
        ran = count_scenarios(reports.passed)
        missing = ""
        if reports.exit_code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            missing = ended_early(practice)
        elif ran < scenarios:
            missing = f"only {ran} of the {scenarios} scenarios of the level ran to the end"
        elif not reports.passed:
            missing = no_tests(practice, reports.test_files)
        if missing:
            obstacles = [Finding(FindingKind.NOT_RUN, missing)]
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


def count_scenarios(tests: set[str]) -> int:
    return sum(f"{GOLDEN_MASTER}::" in name for name in tests)


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
