"""A pytest plugin for mutmut: a mutant costs what its tests cost, and its result can be trusted.

warm: code and tests were imported before the mutant was switched on, and no test has run. mutmut forks such a process
for each mutant. A session of pytest costs several times what the tests do, so the fork runs the tests that its parent
collected. cold: in the fork, code and tests are imported anew, in a session of its own.
import-time function: one that an import or the collection of tests has run. A mutant of it would come too late when it
is warm, so it is tested cold, with all tests.
coverage run: a run of each test, to learn which functions it reaches. Each has a fork of its own: what a test leaves
behind, such as a table that is filled once, would hide mutants. flakiness check: a run of all tests in another order,
for a mutant that changes nothing.
"""

import gc
import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Generator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from _pytest.runner import runtestprotocol
from mutmut.configuration import config as mutmut_config
from mutmut.mutation import trampoline
from mutmut.state import state as mutmut_state
from mutmut.workers.isolation import run_in_fork_with_result

from dojo.checking.check import is_assertion
from dojo.mutation.results import FLAKY_TEST_FILE, KILLERS, key_of
from dojo.practice.own_code import make_importable

IMPORT_TIME = Path("import_time.json")  # in the folder that mutmut works in, as the others

PASSED, ASSERTION, CRASH = 0, 1, 3  # exit codes that mutmut takes down
FORCED_FAIL, COVERAGE_RUN = "fail", "stats"  # mutmut's own mutants: every function raises, or tells that it was run
FLAKINESS_CHECK = "flakiness_check"  # in the name of a mutant that changes nothing

REACHED: set[str] = set()  # the functions that ran in this process


class Tester:
    """Stands in the place of pytest.main; as a plugin, it sees what its sessions collect and what fails in them.

    In the process that loaded it, the parent, it learns what tests reach, and whether they are flaky; in a fork of
    that, it tests one mutant.
    """

    def __init__(self) -> None:
        self.parent = os.getpid()
        self.start_session = pytest.main
        self.collected: dict[str, pytest.Item] = {}
        self.options = Namespace()  # of the parent's sessions
        self.import_time: set[str] = set()
        self.killer, self.exit_code = "", CRASH  # as long as no test failed: it did not even come to one

    @property
    def is_fork(self) -> bool:
        return os.getpid() != self.parent

    def main(self, args: list[str], plugins: Sequence[object] | None = None) -> int | pytest.ExitCode:
        """Test a mutant, in a fork; look for a flaky test where mutmut would see all pass; else be a session."""
        if self.is_fork:
            return self.try_mutant(args)
        if mutant() == FORCED_FAIL:  # tests that cannot fail are seen by the survivors
            return pytest.ExitCode.TESTS_FAILED
        if mutant() or not self.collected:
            return self.start_session(args, plugins)
        flaky_test = self.find_flaky_test(args)
        if not flaky_test:
            return pytest.ExitCode.OK
        Path(FLAKY_TEST_FILE).write_text(flaky_test, encoding="utf-8")
        return pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep what the parent collects."""
        if not self.is_fork:
            self.collected = {item.nodeid: item for item in session.items}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Where mutmut would run all tests for coverage, let a fork run each, and tell mutmut what it learnt."""
        if mutant() != COVERAGE_RUN:
            return None
        state = mutmut_state()
        for item in session.items:
            try:
                seconds, reached, modules, sys.path[:] = run_in_fork_with_result(run_for_coverage, item)
            except ChildProcessError:  # it failed, or ended Python
                Path(FLAKY_TEST_FILE).write_text(item.nodeid, encoding="utf-8")
                session.testsfailed = 1
                return True
            state.duration_by_test[item.nodeid] = seconds
            for function in reached:
                state.tests_by_mangled_function_name[function].add(item.nodeid)
            for name in modules:  # so that not each fork has to: a sixth of the time of a run
                with suppress(BaseException):  # whatever a module has against it: then each fork imports it
                    import_module(name)
        for function in REACHED:  # by an import: any test may need it
            state.tests_by_mangled_function_name[function].update(state.duration_by_test)
        IMPORT_TIME.write_text(json.dumps(sorted(REACHED)), encoding="utf-8")
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """In a fork, note the test that failed first, and how."""
        report = yield
        if self.is_fork and report.failed and call.excinfo and not self.killer:
            self.killer = item.nodeid
            self.exit_code = ASSERTION if is_assertion(call.excinfo.value) else CRASH
        return report

    def try_mutant(self, args: list[str]) -> int:
        """Test a mutant, in a fork, whatever it makes of the code; return its exit code, and write down its killer."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for mutmut; an interruption here is raised by the code
        with suppress(BaseException):  # beyond this, the fork would go on as another mutmut
            if self.passes(args):
                return PASSED
        with suppress(OSError), Path(KILLERS).open("a", encoding="utf-8") as file:
            file.write(f"{mutant()}\t{self.killer}\n")
        return self.exit_code

    def passes(self, args: list[str]) -> bool:
        """Run the tests for a mutant, the quickest first, up to the first that fails; tell whether all passed."""
        is_import_time = key_of(mutant()) in self.import_time
        seconds = mutmut_state().duration_by_test
        tests = sorted(self.collected.keys() & args, key=lambda test: (seconds[test], test))
        if FLAKINESS_CHECK in mutant():
            tests = Random(mutant()).sample(tests, len(tests))
        if self.options.warm and not is_import_time:
            reports = (report for name in tests for report in runtestprotocol(self.collected[name], log=False))
            return not any(report.failed for report in reports)
        if is_import_time:
            forget_imports()
        no_options = {*self.collected, *mutmut_config().pytest_add_cli_args_test_selection}
        options = [each for each in args if each not in no_options]
        return self.start_session([*options, *tests]) == pytest.ExitCode.OK

    def find_flaky_test(self, args: list[str]) -> str:
        """Run all tests in forks, in a random order each; return one that fails, if any does.

        Once less where results are kept: before these, it was done as well.
        """
        self.import_time = set(json.loads(IMPORT_TIME.read_text(encoding="utf-8")))
        checks = self.options.flakiness_checks - Path(KILLERS).exists()
        mutants = [f"{FLAKINESS_CHECK}{number}" for number in range(checks)]
        if self.import_time:
            mutants.append(f"{min(self.import_time)}__mutmut_{FLAKINESS_CHECK}")  # which is tested cold
        for name in mutants:
            failed = "a test that ends Python"
            with suppress(ChildProcessError):
                failed = run_in_fork_with_result(self.check_flakiness, name, [*args, *self.collected])
            if failed:
                return failed
        return ""

    def check_flakiness(self, name: str, args: list[str]) -> str:
        """Run all tests for a mutant, in a fork; return which failed, if any did."""
        trampoline.set_mutant_under_test(name)
        return "" if self.try_mutant(args) == PASSED else self.killer or "importing"


def run_for_coverage(item: pytest.Item) -> tuple[float, set[str], list[str], list[str]]:
    """Run a test, in a fork: return its seconds, the functions that it reached, what it imported, and whence."""
    modules = set(sys.modules)
    REACHED.clear()
    reports = runtestprotocol(item, log=False)
    if any(report.failed for report in reports):
        raise RuntimeError(item.nodeid)
    seconds = sum(report.duration for report in reports if report.when == "call")
    return seconds, REACHED, [name for name in sys.modules if name not in modules], sys.path


def forget_imports() -> None:
    """Forget all that was imported from this folder."""
    here = Path.cwd()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and Path(file).absolute().is_relative_to(here):
            del sys.modules[name]


def mutant() -> str:
    """Return the mutant that is switched on in this process."""
    return trampoline._mutant_under_test or ""  # noqa: SLF001 - what mutmut offers looks into os.environ first


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare how a mutant is tested."""
    group = parser.getgroup("mutants")
    group.addoption("--warm", action="store_true", help="test a mutant without a session of its own")
    group.addoption("--own-code", action="store_true", help="a tool may have loaded other modules of its names")
    group.addoption("--flakiness-checks", type=int, default=2, help="runs of all tests before any mutant; default: 2")


def pytest_configure(config: pytest.Config) -> None:
    """Let the tester see this session."""
    gc.enable()  # it was not, while mutants were made
    config.pluginmanager.register(TESTER)
    if not TESTER.is_fork:
        TESTER.options = config.option
        if config.option.own_code:
            make_importable(Path.cwd())


TESTER = Tester()
# These are changes of somebody else's modules. Each call of a function asks for the mutant: os.environ, where mutmut
# looks first, takes a fifth of the time of a run. What mutmut itself notes when a function runs takes longer, too.
setattr(pytest, "main", TESTER.main)  # noqa: B010
setattr(trampoline, "get_mutant_under_test", mutant)  # noqa: B010
setattr(trampoline, "record_trampoline_hit", lambda function, caller=None: REACHED.add(function))  # noqa: B010, ARG005
