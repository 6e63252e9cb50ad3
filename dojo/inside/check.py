"""A pytest plugin: with it, a run of the tests of somebody's own code is a check.

It limits the time of each test, and writes the reports of the run, with a failure for each test and
each import that failed, into a file.
"""

import json
import os
import sys
from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from dojo.inside.approvals import ApprovalReporter
from dojo.inside.failures import (
    Failure,
    StoppedError,
    failure_of,
    failure_without_error,
)
from dojo.inside.importing import (
    LOAD_DOJO,
    AroundFinder,
    import_from_copy,
    make_importable,
)
from dojo.inside.reports import ProgressApart, Reports, attach
from dojo.inside.time_limit import TEST_SECONDS, TimeLimit, running_file

Settings = dict[str, Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--dojo-check", help="used by the dojo: the settings of this run, in JSON")


# The wrappers here are of the old style, because pytest 7.4 may have a pluggy that knows no other.
@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, Any, None]:
    """Prepare the check before pytest imports anything of the project."""
    settings: Settings = json.loads(early_config.known_args_namespace.dojo_check)
    # Bytecode from before may be older than its source: Python compares whole seconds.
    sys.dont_write_bytecode = True
    project = Path.cwd()
    sys.pycache_prefix = str(project / ".dojo" / "none")
    make_importable(project)
    original = Path(settings["original"])
    import_from_copy(project, original)
    if project != original:
        originals = Path(settings["originals"])
        copies = project.parents[len(original.relative_to(originals).parts) - 1]
        sys.meta_path.append(AroundFinder(copies, originals))
    check = ProjectCheck(project, settings)
    limit = TimeLimit(settings["limit"] or TEST_SECONDS, running_file(settings["outcome_file"]))
    apart = ProgressApart(early_config)
    for plugin in (check, check.reports, apart, limit, ApprovalReporter(quiet=True)):
        early_config.pluginmanager.register(plugin)
    outcome = yield
    if outcome.excinfo is not None:
        # A conftest.py can raise anything.
        check.add_obstacle(outcome.excinfo[1])
        check.write(pytest.ExitCode.USAGE_ERROR)


class ProjectCheck:
    """A check of a project.

    Its settings are `title`, the name of the folder, `parent`, the path before those of its files
    in messages, `outcome_file`, which is empty if nobody reads the outcome, `tests`, the files of
    tests beside those that pytest finds, `original`, the folder of which this may be a copy, and
    `originals`, a folder around that one.
    """

    def __init__(self, project: Path, settings: Settings) -> None:
        self.project = project
        self.title: str = settings["title"]
        self.parent = Path(settings["parent"])
        self.outcome_file: str = settings["outcome_file"]
        self.more_tests: list[str] = settings["tests"]
        self.reports = Reports()

    def pytest_configure(self, config: pytest.Config) -> None:
        """Collect tests that pytest does not find by itself, and go on after a failed import."""
        config.option.continue_on_collection_errors = True
        if self.more_tests and "PYTEST_XDIST_WORKER" not in os.environ:  # a worker is told
            config.args += self.more_tests
            config.option.keepduplicates = True  # a file in a folder that is searched counts, too

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run a test once, also if pytest finds it anyway."""
        items[:] = {item.nodeid: item for item in items}.values()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_newgateway(self, gateway: Any) -> None:  # noqa: ANN401 - a type of execnet
        """Load the package in a worker of pytest-xdist, which imports this plugin, too."""
        gateway.remote_exec(LOAD_DOJO).waitclose()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, None]:
        """Add a failure to the report of an import that failed."""
        outcome = yield
        report: pytest.CollectReport = outcome.get_result()
        call: Any = report.call
        if report.failed:
            error = call.excinfo.value
            path = Path(os.path.relpath(collector.path, self.project))
            failure = self._obstacle(error, (self.parent / path).as_posix())
            attach(report, [asdict(failure)])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: "pytest.CallInfo[None]"
    ) -> Generator[None, Any, None]:
        """Add a failure to the report of a test that failed."""
        outcome = yield
        report: pytest.TestReport = outcome.get_result()
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            title = item.name.rpartition("test_")[2].partition("[")[0].replace("_", " ")
            failure = failure_of(error, self.project, title)
            attach(report, [asdict(failure)])
            if isinstance(error, StoppedError):
                item.session.shouldstop = "a test timed out"
        elif report.failed and item.nodeid not in self.reports.failed:  # no subtest of it failed
            attach(report, [asdict(failure_without_error(item, report))])

    def pytest_internalerror(self, excinfo: "pytest.ExceptionInfo[BaseException]") -> None:
        """Add a failure for an error that ended pytest: for example, a module called sys.exit()."""
        self.add_obstacle(excinfo.value)

    def add_obstacle(self, error: BaseException) -> None:
        """Add the failure of an error that was raised outside of tests and of their imports."""
        self.reports.findings.append(asdict(self._obstacle(error, f"{self.title}/")))

    def _obstacle(self, error: BaseException, path: str) -> Failure:
        """Describe an error of an import, by its cause: pytest wraps the error of a conftest.py."""
        cause = error.__cause__ or error
        return failure_of(cause, self.project, path, in_test=False)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.write(exitstatus)

    def write(self, exit_code: int) -> None:
        """Write the reports. A worker of pytest-xdist has sent its own to the first process."""
        self.reports.exit_code = int(exit_code)
        if self.outcome_file and "PYTEST_XDIST_WORKER" not in os.environ:
            self.reports.write(Path(self.outcome_file))
