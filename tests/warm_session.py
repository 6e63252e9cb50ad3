"""A pytest plugin for mutmut: a mutant costs what its tests cost, and its verdict can be trusted.

warm: in a process where code and tests were imported before the mutant was switched on, and no test has run. mutmut
forks such a process for each mutant; a session of pytest costs several times what the tests do, so the fork runs the
tests that its parent collected. cold: code and tests are imported anew, with the mutant on, in a session of the
fork's own.
early function: one that something else than a single test ran: an import, the collection of tests, a fixture that
tests share. A warm mutant of it would come too late, so its mutants are tested cold, with all tests.
look: a run of all tests to learn which function is reached by which, in a fork, so that nothing of it stays in the
process that mutants are forked from. rehearsal: all tests, in another order, for a mutant that changes nothing.
killer: the test that noticed a mutant.
"""

import argparse
import errno
import json
import os
import pickle
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

EARLY = Path("early.json")  # in the folder that mutmut works in, as the others
KILLERS = Path("killers.tsv")
UNRELIABLE = Path("unreliable.txt")

PASSED, ASSERTION, UNDECIDED, CRASH = 0, 1, 2, 3  # exit codes that mutmut takes down
REHEARSAL = "rehearsal"  # stands for a mutant that changes nothing
FORCED_FAIL = "fail"  # mutmut's own: every function raises
LOOK = "stats"  # mutmut's own: it wants to know which test reaches which function
ALL_PASSED = "all passed"
NO_FAULT_OF_THE_CODE = {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EROFS}

_parent = os.getpid()
_start_session = pytest.main
_arguments: list[str] = []  # of the session that collected
_collected: dict[str, pytest.Item] = {}
_options: list[argparse.Namespace] = []  # of the same session, once it has them
_failures: list[tuple[str, int]] = []  # of a fork: a test, and how it failed


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare how a mutant is tested."""
    group = parser.getgroup("mutants")
    group.addoption("--warm", action="store_true", help="test a mutant without a session of its own")
    group.addoption("--rehearsals", type=int, default=2, help="runs of all tests before any mutant; default: 2")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In a fork, choose the order of the tests."""
    if os.getpid() != _parent:
        items[:] = in_order(items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep what the parent collects."""
    if os.getpid() == _parent:
        _arguments[:] = session.config.invocation_params.args
        _options[:] = [session.config.option]
        _collected.update({item.nodeid: item for item in session.items})


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In a fork, note how a test failed."""
    report = yield
    if os.getpid() != _parent and report.failed and call.excinfo is not None:
        _failures.append((item.nodeid, kind_of(call.excinfo.value)))
    return report


def kind_of(error: BaseException) -> int:
    """Tell a test that noticed something from code that broke, and both from a computer that did."""
    if isinstance(error, OSError) and error.errno in NO_FAULT_OF_THE_CODE:
        return UNDECIDED
    noticed = isinstance(error, AssertionError | pytest.fail.Exception) or type(error).__name__ == "ApprovalException"
    return ASSERTION if noticed else CRASH


# In a fork: a mutant, or a rehearsal.


def main(args: Sequence[str], plugins: Sequence[object] | None = None) -> int | pytest.ExitCode:
    """Test a mutant, in a fork; rehearse, when mutmut would see all tests pass; anything else is a session as usual."""
    if os.getpid() != _parent:
        return tested(args)
    if _mutant() == FORCED_FAIL:
        return pytest.ExitCode.TESTS_FAILED if failing_for(FORCED_FAIL) else pytest.ExitCode.OK
    if _mutant() or not _options:
        return _start_session(args, plugins)
    unreliable = failing_in_rehearsal()
    if unreliable:
        UNRELIABLE.write_text(unreliable, encoding="utf-8")
    return pytest.ExitCode.TESTS_FAILED if unreliable else pytest.ExitCode.OK


def tested(args: Sequence[str]) -> int:
    """Test a mutant; return what came of it, whatever it makes of the code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for mutmut; an interruption here is raised by the code
    try:
        return PASSED if passes(_mutant(), args) else verdict()
    except BaseException as error:  # noqa: BLE001 - beyond this, the fork would go on as another mutmut
        _failures.append(("", kind_of(error)))
        return verdict()


def passes(mutant: str, args: Sequence[str]) -> bool:
    """Run the tests for a mutant, up to the first that fails; tell whether all passed."""
    if mutant == FORCED_FAIL or _function(mutant) in early_functions():
        return passes_cold()
    if not _options[0].warm:
        return _start_session(args) == pytest.ExitCode.OK
    chosen = [_collected[argument] for argument in args if argument in _collected]
    return not any(report.failed for item in in_order(chosen) for report in runtestprotocol(item, log=False))


def passes_cold() -> bool:
    """Forget all that was imported from this folder, and run a session with all tests."""
    here = Path.cwd()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and name != __name__ and Path(file).absolute().is_relative_to(here):
            del sys.modules[name]
    return _start_session(_arguments) == pytest.ExitCode.OK


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Begin with the test that killed the last mutant of the same function; a rehearsal has an order of its own."""
    if _mutant().startswith(REHEARSAL):
        return Random(_mutant()).sample(items, len(items))
    killer = killer_of(_function(_mutant()))
    return sorted(items, key=lambda item: item.nodeid != killer)


def verdict() -> int:
    """Say how the mutant was noticed, and write down its killer."""
    test, kind = _failures[0] if _failures else ("", CRASH)  # no test failed: it did not even come to one
    with suppress(OSError), KILLERS.open("a", encoding="utf-8") as file:
        file.write(f"{_mutant()}\t{test}\n")
    return kind


def killer_of(function: str) -> str:
    """Return the test that killed the last mutant of a function, if any did."""
    lines = KILLERS.read_text(encoding="utf-8").splitlines() if KILLERS.exists() else []
    return next((line.split("\t")[1] for line in reversed(lines) if line.startswith(f"{function}__mutmut_")), "")


def early_functions() -> list[str]:
    """Return the names of the early functions, as mutmut has them."""
    return list(json.loads(EARLY.read_text(encoding="utf-8"))) if EARLY.exists() else []


def _mutant() -> str:
    return os.environ.get("MUTANT_UNDER_TEST", "")


def _function(mutant: str) -> str:
    return mutant.partition("__mutmut_")[0]


# In the parent: what reaches what.


class HitCounter(set[str]):
    """The functions that were run since mutmut last looked, in the place of mutmut's own set; it knows for whom."""

    def __init__(self) -> None:
        """Start outside of any test."""
        super().__init__()
        self.tests: defaultdict[str, set[str]] = defaultdict(set)
        self.early: set[str] = set()
        self.test = ""

    def add(self, function: str) -> None:
        """Note a function that was run."""
        super().add(function)
        if self.test:
            self.tests[function].add(self.test)
        else:
            self.early.add(function)

    @contextmanager
    def for_test(self, test: str) -> Generator[None]:
        """Note for a test, or for none in particular."""
        before, self.test = self.test, test
        try:
            yield
        finally:
            self.test = before


class Look(NamedTuple):
    """What was learnt in a look: tests by function, seconds by test, early functions, imports, a test that failed."""

    tests: dict[str, set[str]]
    durations: dict[str, float]
    early: set[str]
    modules: list[str]
    path: list[str]
    unreliable: str


def _mutmut() -> Any:
    from mutmut.state import state  # noqa: PLC0415 - this plugin is asked for --help without mutmut, too

    return state()


def _counter() -> HitCounter | None:
    counter = _mutmut()._stats if _mutant() == LOOK else None  # noqa: SLF001 - mutmut has no public way to count
    return counter if isinstance(counter, HitCounter) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count for this test."""
    with counting_for(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Count what a shared fixture runs for no test in particular."""
    with counting_for("") if fixturedef.scope != "function" else nullcontext():
        return (yield)


def counting_for(test: str) -> AbstractContextManager[None]:
    """Count for a test, or for none in particular, if anything is counted at all."""
    counter = _counter()
    return nullcontext() if counter is None else counter.for_test(test)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Where mutmut would look at all tests, let a fork do it, and tell mutmut what it learnt."""
    counter = _counter()
    if counter is None:
        return None
    answer = from_a_fork(lambda: pickle.dumps(look_at(session)))
    look: Look = pickle.loads(answer) if answer else ENDED_PYTHON  # noqa: S301 - it comes from our own fork
    import_all(look)
    early = look.early | counter.early
    EARLY.write_text(json.dumps(sorted(early)), encoding="utf-8")
    _mutmut().duration_by_test.update(look.durations)
    for function in look.tests.keys() | early:
        reached_by = look.durations if function in early else look.tests[function]
        _mutmut().tests_by_mangled_function_name[function] |= set(reached_by)
    if look.unreliable:
        UNRELIABLE.write_text(look.unreliable, encoding="utf-8")
        session.testsfailed = 1
    return True


def look_at(session: pytest.Session) -> Look:
    """Run all tests, and once more backwards; return what was learnt."""
    counter, known = _counter(), set(sys.modules)
    assert counter is not None
    unreliable = failing(session.items)
    durations = dict(_mutmut().duration_by_test)
    unreliable = unreliable or failing(session.items[::-1])
    modules = [name for name in sys.modules if name not in known]
    return Look(dict(counter.tests), durations, counter.early, modules, list(sys.path), unreliable)


def failing(items: list[pytest.Item]) -> str:
    """Run tests one after the other; return the first that fails, if any does."""
    for item, following in zip_longest(items, items[1:]):
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        with counting_for(item.nodeid):
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return str(item.nodeid)
    return ""


def import_all(look: Look) -> None:
    """Import what the tests imported while they ran, so that not each fork has to."""
    sys.path[:] = look.path
    for name in look.modules:
        with suppress(BaseException):  # whatever a module has against it: then each fork imports it
            import_module(name)


def failing_in_rehearsal() -> str:
    """Run all tests in forks, as for a mutant, in a random order each; return the test that fails, if any does."""
    names = [f"{REHEARSAL}{number}" for number in range(_options[0].rehearsals)]
    early = early_functions()
    for mutant in [*names, *(f"{function}__mutmut_{REHEARSAL}" for function in early[:1])]:
        failed = failing_for(mutant)
        if failed:
            return failed
    return ""


def failing_for(mutant: str) -> str:
    """Run all tests in a fork, for a mutant that changes nothing; return the one that fails, if any does."""
    answer = from_a_fork(lambda: rehearsed(mutant)).decode()
    return "" if answer == ALL_PASSED else answer or ENDED_PYTHON.unreliable


def rehearsed(mutant: str) -> bytes:
    """Run all tests for a mutant; return which failed, if any did."""
    from mutmut.mutation.trampoline import set_mutant_under_test  # noqa: PLC0415 - as for mutmut's state

    set_mutant_under_test(mutant)
    if passes(mutant, list(_collected) if _options[0].warm else _arguments):
        return ALL_PASSED.encode()
    return "".join(test or "importing" for test, _ in [*_failures, ("", CRASH)][:1]).encode()


def from_a_fork(work: Callable[[], bytes]) -> bytes:
    """Return what is worked out in a fork; nothing when the fork ends before it has an answer."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(work())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return answer


if _mutant() == LOOK:  # before any conftest is imported
    _mutmut()._stats = HitCounter()  # noqa: SLF001 - as above
pytest.main = main
ENDED_PYTHON = Look({}, {}, set(), [], [], "a test that ends Python")
