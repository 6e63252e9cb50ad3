"""A pytest plugin for mutmut. With it, testing a mutant is fast, and its result can be trusted.

mutmut calls pytest.main for each of its steps, and for each mutant in a fork of its own process.
This module replaces that function, because a pytest session takes several times as long as the
tests:

- Warm, a fork runs the tests that its parent collected. Code and tests were imported before the
  mutant was switched on, and no test has run.
- Cold, a fork forgets these imports and starts a session. This is for mutants of functions that
  an import, or the collection of tests, runs: in a warm fork, these would come too late.

Which functions a test reaches is found in a fork per test. Otherwise, something that one test
leaves behind, such as a table that is filled once, would hide mutants from the next.
"""

import gc
import inspect
import json
import os
import signal
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from dojo.checking.debugging_prints import DebuggingPrints
from dojo.checking.describe import is_assertion
from dojo.mutation.mutmut_process import (
    FORCED_FAIL,
    REACHED,
    STATS_RUN,
    mutant,
    mutmut_config,
    mutmut_state,
    replace_lookup_and_records,
    run_in_fork_with_result,
    set_mutant_under_test,
)
from dojo.mutation.order import in_order, recent_kills
from dojo.mutation.results import (
    DOCUMENTS,
    FLAKY_TEST_FILE,
    KILLERS,
    OWN_TESTS,
    TEMPORARY_FILES,
    key_of,
)
from dojo.practice.code import is_approved_file
from dojo.practice.own_code import make_importable

# The exit codes that mutmut stores.
PASSED = 0
ASSERTION = 1
CRASH = 3

FLAKINESS_CHECK = "flakiness_check"  # part of the name of a mutant without a change

# These are mutmut's own. The two plugins would change the order of the tests.
SESSION_OPTIONS = ("--rootdir=.", "-x", "-q", "-p", "no:randomly", "-p", "no:random-order")
IMPORT_TIME = Path("import_time.json")  # pytest runs in the folder `mutants/`


class Coverage(NamedTuple):
    """A test: its seconds, and what it reached and read."""

    seconds: float
    functions: set[str]
    documents: list[str]


class PytestForMutmut:
    """A replacement of pytest.main, and a plugin of the sessions that it starts.

    It is created in mutmut's process, the parent of all forks.
    """

    def __init__(self) -> None:
        self.parent = os.getpid()
        self.start_session = pytest.main
        self.is_warm = False
        self.flakiness_checks = 0
        self.collected: dict[str, pytest.Item] = {}
        self.import_time: set[str] = set()
        # The test that failed first, and the exit code. An error before any test is a crash, too.
        self.killer = ""
        self.exit_code = CRASH

    @property
    def is_fork(self) -> bool:
        return os.getpid() != self.parent

    def main(self, args: list[str], plugins: Sequence[object] | None = None) -> int:
        """Replace pytest.main: run a mutant in a fork, or else a step before it."""
        if self.is_fork:
            return self.run_mutant(self.collected.keys() & args)
        if mutant() == FORCED_FAIL:
            # Tests that cannot fail leave survivors, so they need not be run here.
            return pytest.ExitCode.TESTS_FAILED
        if mutant() == "" and self.collected:
            return self.check_flakiness()
        return self.start_session(args, plugins)

    @pytest.hookimpl
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep the tests that the parent collects."""
        if not self.is_fork:
            self.collected = {item.nodeid: item for item in session.items}
            # Approvals need the caches that this fills, and each fork would fill them again.
            inspect.stack()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Find the functions that each test reaches, and tell mutmut."""
        if mutant() != STATS_RUN:
            return None
        state = mutmut_state()
        documents: dict[str, list[str]] = {}
        for item in session.items:
            try:
                coverage = run_in_fork_with_result(run_for_coverage, item)
                if import_modules_of(coverage.functions):  # its seconds include these imports
                    coverage = run_in_fork_with_result(run_for_coverage, item)
            except ChildProcessError:  # the test failed, or ended Python
                write_flaky_test(item.nodeid)
                session.testsfailed = 1
                return True
            state.duration_by_test[item.nodeid] = coverage.seconds
            for function in coverage.functions:
                state.tests_by_mangled_function_name[function].add(item.nodeid)
            documents[item.nodeid] = coverage.documents
        # Any test may need a function that an import ran.
        for function in REACHED:
            state.tests_by_mangled_function_name[function].update(state.duration_by_test)
        Path(DOCUMENTS).write_text(json.dumps(documents), encoding="utf-8")
        IMPORT_TIME.write_text(json.dumps(sorted(REACHED)), encoding="utf-8")
        return True

    def check_flakiness(self) -> pytest.ExitCode:
        """Run all tests without a mutant, several times, in random order."""
        self.import_time = set(json.loads(IMPORT_TIME.read_text(encoding="utf-8")))
        names = [f"{FLAKINESS_CHECK}{number}" for number in range(self.flakiness_checks)]
        if self.import_time:  # then some mutants will be tested cold
            names.append(f"{min(self.import_time)}__mutmut_{FLAKINESS_CHECK}")
        for name in names:
            try:
                flaky_test = run_in_fork_with_result(self.run_without_mutant, name)
            except ChildProcessError:
                flaky_test = "a test that ends Python"
            if flaky_test:
                write_flaky_test(flaky_test)
                return pytest.ExitCode.TESTS_FAILED
        return pytest.ExitCode.OK

    def run_without_mutant(self, name: str) -> str:
        """Run all tests in a fork. Returns the test that failed, or an empty string."""
        set_mutant_under_test(name)
        if self.run_mutant(set(self.collected)) == PASSED:
            return ""
        return self.killer or "importing"

    def run_mutant(self, names: set[str]) -> int:
        """Run the tests of a mutant in a fork, and write down its killer. Returns the exit code."""
        # Ctrl-C is for mutmut. A KeyboardInterrupt in a fork is one that the code raises.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # An error that left this function would make the fork continue as a second mutmut.
        with suppress(BaseException):
            if self.run_tests(names):
                return PASSED
        with suppress(OSError), Path(KILLERS).open("a", encoding="utf-8") as file:
            file.write(f"{mutant()}\t{self.killer}\n")
        return self.exit_code

    def run_tests(self, names: set[str]) -> bool:
        """Run tests until one fails. Returns whether all passed."""
        kills = recent_kills(Path(KILLERS), key_of(mutant()))
        tests = in_order(names, mutmut_state().duration_by_test, kills)
        if FLAKINESS_CHECK in mutant():
            tests = Random(mutant()).sample(tests, len(tests))
        is_cold = key_of(mutant()) in self.import_time
        if self.is_warm and not is_cold:
            own = [test for test in tests if is_own(test)]
            scenarios = [test for test in tests if not is_own(test)]
            if not all(self.passes(self.collected[test]) for test in scenarios):
                return False
            if not own:
                return True
            # What own tests prepare once would hide mutants, so they need a session.
            tests = own
        if is_cold:
            forget_imports()
        arguments = [*SESSION_OPTIONS, *mutmut_config().pytest_add_cli_args, *tests]
        if TEMPORARY_FILES in os.environ:
            # Without a folder of its own, each session looks at those of all sessions before it.
            arguments.append(f"--basetemp={os.environ[TEMPORARY_FILES]}/{os.getpid()}")
        return self.start_session(arguments) == pytest.ExitCode.OK

    def passes(self, item: pytest.Item) -> bool:
        """Run a scenario whose session is over, and return whether it passes.

        It gets no report, which takes longer than most scenarios do.
        """
        plugins = item.config.pluginmanager
        capture = plugins.getplugin("capturemanager")
        if capture is not None:
            plugins.unregister(capture)  # it is closed, and would raise an error
        try:
            item.ihook.pytest_runtest_setup(item=item)
            item.ihook.pytest_runtest_call(item=item)
            item.ihook.pytest_runtest_teardown(item=item, nextitem=None)
        except BaseException as error:  # noqa: BLE001 - even if the code ends Python, it failed
            self.remember_failure(item, error)
            return False
        return True

    def remember_failure(self, item: pytest.Item, error: BaseException) -> None:
        self.killer = item.nodeid
        self.exit_code = ASSERTION if is_assertion(error) else CRASH

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Remember the test that fails first in a fork."""
        report = yield
        if self.is_fork and report.failed and call.excinfo and not self.killer:
            self.remember_failure(item, call.excinfo.value)
        return report


def is_own(test: str) -> bool:
    """Return whether it is a person's own test beside the golden master."""
    return test.startswith(f"{OWN_TESTS}/")


def run_for_coverage(item: pytest.Item) -> Coverage:
    """Run a test, and return its time, and what it reached and read.

    The process has to be a fork of its own. Raises RuntimeError if the test fails.
    """
    REACHED.clear()
    opened: set[str] = set()
    record_opened(opened)
    reports = runtestprotocol(item, log=False)
    if any(report.failed for report in reports):
        raise RuntimeError(item.nodeid)
    seconds = sum(report.duration for report in reports)
    return Coverage(seconds, REACHED, approved_files(opened))


def record_opened(opened: set[str]) -> None:
    """Record the files that this process opens from now on, until it ends."""

    def record(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            opened.add(str(arguments[0]))

    sys.addaudithook(record)


def approved_files(paths: set[str]) -> list[str]:
    """Return the approved files among the paths, as seen from this folder."""
    here = Path.cwd()
    found: list[str] = []
    for path in paths:
        file = here / path
        if is_approved_file(file) and file.is_relative_to(here):
            found.append(file.relative_to(here).as_posix())
    return sorted(found)


def import_modules_of(functions: set[str]) -> bool:
    """Import modules in the parent, so that its forks need not. Returns whether one is new."""
    imported = len(sys.modules)
    for function in functions:
        with suppress(BaseException):  # if a module cannot be imported here, each fork does it
            import_module(function.rpartition(".")[0])
    return len(sys.modules) > imported


def forget_imports() -> None:
    """Forget the modules that were imported from this folder."""
    here = Path.cwd()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and Path(file).absolute().is_relative_to(here):
            del sys.modules[name]


def write_flaky_test(test: str) -> None:
    Path(FLAKY_TEST_FILE).write_text(test, encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutants")
    group.addoption("--warm", action="store_true", help="test a mutant without a new session")
    group.addoption("--flakiness-checks", type=int, default=1, help="runs before any mutant")


def pytest_configure(config: pytest.Config) -> None:
    gc.enable()  # it is switched off while mutmut makes mutants
    config.pluginmanager.register(PYTEST)
    if not PYTEST.is_fork:
        PYTEST.is_warm = config.option.warm
        PYTEST.flakiness_checks = config.option.flakiness_checks
        make_importable(Path.cwd())
        if config.getoption("practice", None):
            DebuggingPrints(Path.cwd()).install()


PYTEST = PytestForMutmut()
replace_lookup_and_records()
# Otherwise, each mutant costs a pytest session. mypy lets us use setattr here, but no assignment.
setattr(pytest, "main", PYTEST.main)  # noqa: B010
