"""A pytest plugin for mutmut: a mutant costs what its tests cost, and its verdict can be trusted.

warm: in a process where code and tests were imported before the mutant was switched on. mutmut forks such a process
for each mutant; a session of pytest costs several times what the tests do, so the fork runs the tests that its parent
collected. cold: code and tests are imported anew, with the mutant on, in a session of the fork's own.
early function: one that something else than a single test ran: an import, the collection of tests, a fixture that
tests share; or one that is not asked again, because something remembers what it answered. A warm mutant of it would
do nothing, so its mutants are tested cold.
rehearsal: all tests, in another order, on code that nobody changed. killer: the test that noticed a mutant.
"""

import argparse
import errno
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

EARLY = Path("early.json")  # in the folder that mutmut works in, as the others
KILLERS = Path("killers.tsv")
UNRELIABLE = Path("unreliable.txt")

PASSED, ASSERTION, UNDECIDED, CRASH = 0, 1, 2, 3  # exit codes that mutmut takes down
REHEARSAL = "rehearsal"  # stands for a mutant that changes nothing
FORCED_FAIL = "fail"  # mutmut's own: every function raises
NO_FAULT_OF_THE_CODE = {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EROFS}

Hits = Counter[tuple[str, str]]  # how often each test ran each function

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
        return pytest.ExitCode.TESTS_FAILED if in_a_fork(FORCED_FAIL) else pytest.ExitCode.OK
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
    """The functions that were run since mutmut last looked, in the place of mutmut's own set; it counts them, too."""

    def __init__(self) -> None:
        """Start outside of any test."""
        super().__init__()
        self.hits: Hits = Counter()
        self.early: set[str] = set()
        self.test = ""

    def add(self, function: str) -> None:
        """Count a function that was run."""
        super().add(function)
        if self.test:
            self.hits[self.test, function] += 1
        else:
            self.early.add(function)


def pytest_sessionstart() -> None:
    """Begin to count when mutmut wants to know which test reaches which function."""
    if _mutant() == "stats":
        _mutmut()._stats = HitCounter()  # noqa: SLF001 - mutmut has no public way to tell imports from tests


def _mutmut() -> Any:
    from mutmut.state import state  # noqa: PLC0415 - this plugin is asked for --help without mutmut, too

    return state()


def _counter() -> HitCounter | None:
    counter = _mutmut()._stats if _mutant() == "stats" else None  # noqa: SLF001 - as above
    return counter if isinstance(counter, HitCounter) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count for this test."""
    counter = _counter()
    if counter is not None:
        counter.test = item.nodeid
    try:
        return (yield)
    finally:
        if counter is not None:
            counter.test = ""


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Count what a shared fixture runs for no test in particular."""
    counter = _counter()
    if counter is None or fixturedef.scope == "function":
        return (yield)
    test, counter.test = counter.test, ""
    try:
        return (yield)
    finally:
        counter.test = test


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """After mutmut's look at all tests, look again: what was not asked again is early; what fails now is unreliable."""
    done = yield
    counter = _counter()
    if counter is not None and not session.testsfailed:
        first, counter.hits = counter.hits, Counter()
        durations = dict(_mutmut().duration_by_test)
        unreliable = failing_again(session.items)
        _mutmut().duration_by_test.update(durations)
        if unreliable:
            UNRELIABLE.write_text(unreliable, encoding="utf-8")
            session.testsfailed += 1
        note_early(counter.early | {function for _, function in differing(first, counter.hits)}, session.items)
    return done


def differing(first: Hits, second: Hits) -> set[tuple[str, str]]:
    """Return the tests and functions that two runs count differently."""
    return {each for each in first | second if first[each] != second[each]}


def failing_again(items: list[pytest.Item]) -> str:
    """Run all tests backwards; return the one that fails now, if any does."""
    backwards: list[pytest.Item | None] = [*reversed(items), None]
    for item, following in pairwise(backwards):
        if item is not None and _fails(item, following):
            return item.nodeid
    return ""


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    counter = _counter()
    if counter is not None:
        counter.test = item.nodeid
    failed = any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))
    if counter is not None:
        counter.test = ""
    return failed


def failing_in_rehearsal() -> str:
    """Run all tests in forks, as for a mutant, in a random order each; return the test that fails, if any does."""
    names = [f"{REHEARSAL}{number}" for number in range(_options[0].rehearsals)]
    early = early_functions()
    for mutant in [*names, *(f"{function}__mutmut_{REHEARSAL}" for function in early[:1])]:
        failed = in_a_fork(mutant)
        if failed:
            return failed
    return ""


def in_a_fork(mutant: str) -> str:
    """Run all tests in a fork, for a mutant that changes nothing; return the one that fails, if any does."""
    from mutmut.mutation.trampoline import set_mutant_under_test  # noqa: PLC0415 - as for mutmut's state

    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        set_mutant_under_test(mutant)
        passed = passes(mutant, list(_collected) if _options[0].warm else _arguments)
        os.write(writer, "".join(test for test, _ in _failures[:1]).encode())
        os._exit(0 if passed else 1)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        failed = pipe.read()
    _, status = os.waitpid(pid, 0)
    return failed or ("one that ends Python, or runs only once" if status else "")


def note_early(functions: set[str], items: list[pytest.Item]) -> None:
    """Write down the early functions; to mutmut, all tests reach them."""
    EARLY.write_text(json.dumps(sorted(functions)), encoding="utf-8")
    tests = {item.nodeid for item in items}
    for function in functions:
        _mutmut().tests_by_mangled_function_name[function] |= tests


pytest.main = main
