"""A pytest plugin for mutmut: a mutant costs what its tests cost, and its verdict can be trusted.

warm: in a process where code and tests were imported before the mutant was switched on, and no test has run. mutmut
forks such a process for each mutant; a session of pytest costs several times what the tests do, so the fork runs the
tests that its parent collected. cold: code and tests are imported anew, with the mutant on, in a session of the
fork's own.
early function: one that something else than a single test ran: an import, the collection of tests, a fixture that
tests share. A warm mutant of it would come too late, so its mutants are tested cold, with all tests.
look: a run of each test, to learn which functions it reaches; in a fork of its own, for what a test leaves behind (a
table that is filled once) is there for no mutant. rehearsal: all tests, in another order, for a mutant that changes
nothing.
killer: the test that noticed a mutant.
"""

import json
import os
import signal
import sys
from collections import deque
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

from dojo.practice.code import make_own

EARLY = Path("early.json")  # in the folder that mutmut works in, as the others
KILLERS = Path("killers.tsv")
UNRELIABLE = Path("unreliable.txt")
LAST_KILLERS = 100  # mutants of a function are tested one after the other, so its last killer is among these

PASSED, ASSERTION, CRASH = 0, 1, 3  # exit codes that mutmut takes down
REHEARSAL = "rehearsal"  # in the name of a mutant that changes nothing
FORCED_FAIL = "fail"  # mutmut's own: every function raises
LOOK = "stats"  # mutmut's own: it wants to know which test reaches which function
ENDED_PYTHON = "a test that ends Python"


class Counter:
    """The functions that were run, in the place of mutmut's own; it knows whether that was for a single test."""

    def __init__(self) -> None:
        """Start outside of any test."""
        self.in_test = self.is_used = False
        self.reached: set[str] = set()
        self.early: set[str] = set()

    def count(self, function: str, caller: str | None = None) -> None:  # noqa: ARG002 - mutmut tells
        """Note a function that was run."""
        (self.reached if self.in_test else self.early).add(function)


class Tester:
    """Stands in the place of pytest.main; as a plugin, it sees what its sessions collect and what fails in them.

    In the process that loaded it, the parent, it looks and rehearses; in a fork of that, it tests one mutant.
    """

    def __init__(self) -> None:
        """Start in the parent, with nothing collected."""
        self.parent = os.getpid()
        self.start_session = pytest.main
        self.collected: dict[str, pytest.Item] = {}
        self.warm, self.rehearsals = False, 0
        self.early: set[str] = set()
        self.killer, self.kind = "", CRASH  # as long as no test failed: it did not even come to one

    @property
    def is_fork(self) -> bool:
        """Tell whether this process tests a mutant, or something that stands for one."""
        return os.getpid() != self.parent

    def main(self, args: list[str], plugins: Sequence[object] | None = None) -> int | pytest.ExitCode:
        """Test a mutant, in a fork; rehearse, when mutmut would see all tests pass; else be a session as usual."""
        if self.is_fork:
            return self.tested(args)
        if _mutant() == FORCED_FAIL:  # tests that cannot fail are seen by the survivors
            return pytest.ExitCode.TESTS_FAILED
        if _mutant() or not self.collected:
            return self.start_session(args, plugins)
        unreliable = self.failing_in_rehearsal(args)
        if unreliable:
            UNRELIABLE.write_text(unreliable, encoding="utf-8")
        return pytest.ExitCode.TESTS_FAILED if unreliable else pytest.ExitCode.OK

    # What a session tells.

    @pytest.hookimpl
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep what the parent collects."""
        if not self.is_fork:
            self.warm, self.rehearsals = session.config.option.warm, session.config.option.rehearsals
            self.collected = {item.nodeid: item for item in session.items}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Where mutmut would look at all tests, let a fork look at each, and tell mutmut what it learnt."""
        if _mutant() != LOOK or not COUNTER.is_used:
            return None
        state = mutmut_state()
        for item in session.items:
            try:
                seconds, reached, early, modules, path = run_in_fork_with_result(look_at, item)
            except ChildProcessError:  # it failed, or ended Python
                UNRELIABLE.write_text(item.nodeid, encoding="utf-8")
                session.testsfailed = 1
                return True
            state.duration_by_test[item.nodeid] = seconds
            for function in reached:
                state.tests_by_mangled_function_name[function].add(item.nodeid)
            COUNTER.early |= early
            sys.path[:] = path
            import_all(modules)
        for function in COUNTER.early:  # any test may be the one that it was run for
            state.tests_by_mangled_function_name[function].update(state.duration_by_test)
        EARLY.write_text(json.dumps(sorted(COUNTER.early)), encoding="utf-8")
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """In a fork, note the test that failed first, and how."""
        report = yield
        if self.is_fork and report.failed and call.excinfo and not self.killer:
            self.killer, self.kind = item.nodeid, kind_of(call.excinfo.value)
        return report

    # In a fork: a mutant, or a rehearsal.

    def tested(self, args: list[str]) -> int:
        """Test a mutant; return what came of it, whatever it makes of the code, and write down its killer."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for mutmut; an interruption here is raised by the code
        with suppress(BaseException):  # beyond this, the fork would go on as another mutmut
            if self.passes(args):
                return PASSED
        with suppress(OSError), KILLERS.open("a", encoding="utf-8") as file:
            file.write(f"{_mutant()}\t{self.killer}\n")
        return self.kind

    def passes(self, args: list[str]) -> bool:
        """Run the tests for a mutant, up to the first that fails; tell whether all passed."""
        is_early = _function() in self.early
        chosen = set(args)
        tests = in_order([name for name in self.collected if name in chosen])
        if self.warm and not is_early:
            reports = (report for name in tests for report in runtestprotocol(self.collected[name], log=False))
            return not any(report.failed for report in reports)
        if is_early:
            forget_imports()
        no_options = {*self.collected, *mutmut_config().pytest_add_cli_args_test_selection}
        options = [each for each in args if each not in no_options]
        return self.start_session([*options, *tests]) == pytest.ExitCode.OK

    # In the parent: can the tests be trusted?

    def failing_in_rehearsal(self, args: list[str]) -> str:
        """Run all tests in forks, as for a mutant, in a random order each; return the test that fails, if any does."""
        self.early = set(json.loads(EARLY.read_text(encoding="utf-8")))
        names = [f"{REHEARSAL}{number}" for number in range(self.rehearsals)]
        if self.early:
            names.append(f"{min(self.early)}__mutmut_{REHEARSAL}")  # which is tested cold
        for mutant in names:
            failed = ENDED_PYTHON
            with suppress(ChildProcessError):
                failed = run_in_fork_with_result(self.rehearsed, mutant, [*args, *self.collected])
            if failed:
                return failed
        return ""

    def rehearsed(self, mutant: str, args: list[str]) -> str:
        """Run all tests for a mutant; return which failed, if any did."""
        trampoline.set_mutant_under_test(mutant)
        return "" if self.tested(args) == PASSED else self.killer or "importing"


def in_order(tests: list[str]) -> list[str]:
    """Begin with the killer of the function's last mutant, then the quickest; a rehearsal has its own order."""
    mutant = _mutant()
    if REHEARSAL in mutant:
        return Random(mutant).sample(tests, len(tests))
    killer, seconds = last_killer_of(_function()), mutmut_state().duration_by_test
    return sorted(tests, key=lambda test: (test != killer, seconds[test]))


def last_killer_of(function: str) -> str:
    """Return the test that killed the last mutant of a function, if any did of late."""
    with suppress(FileNotFoundError), KILLERS.open(encoding="utf-8") as file:
        for line in reversed(deque(file, LAST_KILLERS)):
            if line.startswith(f"{function}__mutmut_"):
                return line.rstrip("\n").partition("\t")[2]
    return ""


def forget_imports() -> None:
    """Forget all that was imported from this folder."""
    here = Path.cwd()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and name != __name__ and Path(file).absolute().is_relative_to(here):
            del sys.modules[name]


def kind_of(error: BaseException) -> int:
    """Tell a test that noticed something from code that broke."""
    noticed = isinstance(error, AssertionError | pytest.fail.Exception) or type(error).__name__ == "ApprovalException"
    return ASSERTION if noticed else CRASH


def _mutant() -> str:
    return os.environ.get("MUTANT_UNDER_TEST", "")


def _function() -> str:
    return _mutant().partition("__mutmut_")[0]


# What reaches what.


def look_at(item: pytest.Item) -> tuple[float, set[str], set[str], list[str], list[str]]:
    """Run a test, in a fork; RuntimeError when it fails.

    Return how many seconds it took, the functions that it reached, those that ran for no test, and what it imported,
    and whence.
    """
    modules = set(sys.modules)
    COUNTER.in_test = True
    reports = runtestprotocol(item, log=False)
    if any(report.failed for report in reports):
        raise RuntimeError(item.nodeid)
    seconds = sum(report.duration for report in reports if report.when == "call")
    new = [name for name in sys.modules if name not in modules]
    return seconds, COUNTER.reached, COUNTER.early, new, sys.path


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Count what a shared fixture runs for no test in particular."""
    before = COUNTER.in_test
    COUNTER.in_test = before and fixturedef.scope == "function"
    try:
        return (yield)
    finally:
        COUNTER.in_test = before


def import_all(modules: list[str]) -> None:
    """Import what a test imported while it ran, so that not each fork has to."""
    for name in modules:
        with suppress(BaseException):  # whatever a module has against it: then each fork imports it
            import_module(name)


# How pytest and mutmut come to it.


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare how a mutant is tested."""
    group = parser.getgroup("mutants")
    group.addoption("--warm", action="store_true", help="test a mutant without a session of its own")
    group.addoption("--own-code", action="store_true", help="a tool may have loaded other modules of its names")
    group.addoption("--rehearsals", type=int, default=2, help="runs of all tests before any mutant; default: 2")


def pytest_configure(config: pytest.Config) -> None:
    """Let the tester see this session."""
    config.pluginmanager.register(TESTER)
    if config.option.own_code and not TESTER.is_fork:
        make_own(Path.cwd())


COUNTER, TESTER = Counter(), Tester()
setattr(pytest, "main", TESTER.main)  # noqa: B010 - it is a change of somebody else's module, as the others
if _mutant():
    # Each call of a function asks; os.environ, where mutmut looks first, is slow, and is mutmut's to fill.
    setattr(trampoline, "get_mutant_under_test", lambda: trampoline._mutant_under_test or "")  # noqa: B010, SLF001
if _mutant() == LOOK:  # before any conftest is imported
    COUNTER.is_used = True
    setattr(trampoline, "record_trampoline_hit", COUNTER.count)  # noqa: B010
