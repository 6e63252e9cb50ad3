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
import pickle
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import pytest
from _pytest.runner import runtestprotocol

if TYPE_CHECKING:
    from mutmut.state import MutmutState

EARLY = Path("early.json")  # in the folder that mutmut works in, as the others
KILLERS = Path("killers.tsv")
UNRELIABLE = Path("unreliable.txt")
LAST_KILLERS_BYTES = 8192  # mutants of a function are tested one after the other, so its last killer is among these

PASSED, ASSERTION, CRASH = 0, 1, 3  # exit codes that mutmut takes down
REHEARSAL = "rehearsal"  # stands for a mutant that changes nothing
FORCED_FAIL = "fail"  # mutmut's own: every function raises
LOOK = "stats"  # mutmut's own: it wants to know which test reaches which function
ENDED_PYTHON = "a test that ends Python"
# compileall does the same, and what it imports makes of the largest process one that is larger by 4 MB.
COMPILE = """
import sys
from importlib.machinery import SourceFileLoader
for path in sys.argv[1:]:
    SourceFileLoader("", path).get_code("")
"""


Answer = TypeVar("Answer")


class Failure(NamedTuple):
    """A test that failed, and the exit code that says how."""

    test: str
    kind: int


@dataclass
class Look:
    """What was learnt in a look: tests by function, seconds by test, early functions, imports, a test that failed."""

    tests: dict[str, set[str]] = field(default_factory=dict)
    durations: dict[str, float] = field(default_factory=dict)
    early: set[str] = field(default_factory=set)
    modules: list[str] = field(default_factory=list)
    path: list[str] = field(default_factory=lambda: list(sys.path))
    unreliable: str = ""

    def add(self, seen: "Look") -> None:
        """Add what was learnt of one more test."""
        for function, tests in seen.tests.items():
            self.tests.setdefault(function, set()).update(tests)
        self.durations.update(seen.durations)
        self.early.update(seen.early)
        self.modules += [each for each in seen.modules if each not in self.modules]
        self.path += [each for each in seen.path if each not in self.path]
        self.unreliable = seen.unreliable


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


class Tester:
    """Stands in the place of pytest.main; as a plugin, it sees what its sessions collect and what fails in them.

    In the process that loaded it, the parent, it looks and rehearses; in a fork of that, it tests one mutant.
    """

    def __init__(self) -> None:
        """Start in the parent, with nothing collected."""
        self.parent = os.getpid()
        self.start_session = pytest.main
        self.arguments: list[str] = []  # of the session that collected
        self.collected: dict[str, pytest.Item] = {}
        self.warm, self.rehearsals = False, 0
        self.early: set[str] = set()
        self.failures: list[Failure] = []

    @property
    def is_fork(self) -> bool:
        """Tell whether this process tests a mutant, or something that stands for one."""
        return os.getpid() != self.parent

    def main(self, args: list[str], plugins: Sequence[object] | None = None) -> int | pytest.ExitCode:
        """Test a mutant, in a fork; rehearse, when mutmut would see all tests pass; else be a session as usual."""
        if self.is_fork:
            return self.tested(args)
        if _mutant() == FORCED_FAIL:
            return pytest.ExitCode.TESTS_FAILED if self.failing_for(FORCED_FAIL) else pytest.ExitCode.OK
        if _mutant() or not self.collected:
            return self.start_session(args, plugins)
        unreliable = self.failing_in_rehearsal()
        if unreliable:
            UNRELIABLE.write_text(unreliable, encoding="utf-8")
        return pytest.ExitCode.TESTS_FAILED if unreliable else pytest.ExitCode.OK

    # What a session tells.

    @pytest.hookimpl
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """In a fork, choose the order of the tests."""
        if self.is_fork:
            order = self.in_order([item.nodeid for item in items])
            place = {name: number for number, name in enumerate(order)}
            items.sort(key=lambda item: place[item.nodeid])

    @pytest.hookimpl
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep what the parent collects."""
        if not self.is_fork:
            self.arguments = [each for each in session.config.invocation_params.args if each != "--collect-only"]
            self.warm, self.rehearsals = session.config.option.warm, session.config.option.rehearsals
            self.collected = {item.nodeid: item for item in session.items}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """In a fork, note how a test failed."""
        report = yield
        if self.is_fork and report.failed and call.excinfo is not None:
            self.failures.append(Failure(item.nodeid, kind_of(call.excinfo.value)))
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Where mutmut would look at all tests, let a fork do it, and tell mutmut what it learnt."""
        counter = _counter()
        if counter is None:
            return None
        look = look_at(session.items, counter)
        import_all(look)
        tell_mutmut(look, look.early | counter.early)
        session.testsfailed = bool(look.unreliable)
        return True

    # In a fork: a mutant, or a rehearsal.

    def tested(self, args: list[str]) -> int:
        """Test a mutant; return what came of it, whatever it makes of the code."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for mutmut; an interruption here is raised by the code
        try:
            return PASSED if self.passes(_mutant(), args) else self.verdict()
        except BaseException as error:  # noqa: BLE001 - beyond this, the fork would go on as another mutmut
            self.failures.append(Failure("", kind_of(error)))
            return self.verdict()

    def passes(self, mutant: str, args: list[str]) -> bool:
        """Run the tests for a mutant, up to the first that fails; tell whether all passed."""
        if mutant == FORCED_FAIL or _function(mutant) in self.early:
            return self.passes_cold()
        if not self.warm:
            return self.start_session(args) == pytest.ExitCode.OK
        chosen = self.in_order([each for each in args if each in self.collected])
        reports = (report for name in chosen for report in runtestprotocol(self.collected[name], log=False))
        return not any(report.failed for report in reports)

    def passes_cold(self) -> bool:
        """Forget all that was imported from this folder, and run a session with all tests."""
        here = Path.cwd()
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file and name != __name__ and Path(file).absolute().is_relative_to(here):
                del sys.modules[name]
        return self.start_session(self.arguments) == pytest.ExitCode.OK

    def in_order(self, tests: list[str]) -> list[str]:
        """Begin with the killer of the function's last mutant, then the quickest; a rehearsal has its own order."""
        if _mutant().startswith(REHEARSAL):
            return Random(_mutant()).sample(tests, len(tests))
        killer, seconds = killer_of(_function(_mutant())), _mutmut().duration_by_test
        return sorted(tests, key=lambda test: (test != killer, seconds.get(test, 0.0)))

    def verdict(self) -> int:
        """Say how the mutant was noticed, and write down its killer."""
        test, kind = self.failures[0] if self.failures else ("", CRASH)  # no test failed: it did not even come to one
        with suppress(OSError), KILLERS.open("a", encoding="utf-8") as file:
            file.write(f"{_mutant()}\t{test}\n")
        return kind

    # In the parent: can the tests be trusted?

    def failing_in_rehearsal(self) -> str:
        """Run all tests in forks, as for a mutant, in a random order each; return the test that fails, if any does."""
        self.early = set(json.loads(EARLY.read_text(encoding="utf-8"))) if EARLY.exists() else set()
        names = [f"{REHEARSAL}{number}" for number in range(self.rehearsals)]
        if self.early:
            names.append(f"{min(self.early)}__mutmut_{REHEARSAL}")  # which is tested cold
        for mutant in names:
            failed = self.failing_for(mutant)
            if failed:
                return failed
        return ""

    def failing_for(self, mutant: str) -> str:
        """Run all tests in a fork, for a mutant that changes nothing; return the one that fails, if any does."""
        failed = from_a_fork(lambda: self.rehearsed(mutant))
        return ENDED_PYTHON if failed is None else failed

    def rehearsed(self, mutant: str) -> str:
        """Run all tests for a mutant; return which failed, if any did."""
        from mutmut.mutation.trampoline import set_mutant_under_test  # noqa: PLC0415 - as for mutmut's state

        set_mutant_under_test(mutant)
        if self.passes(mutant, list(self.collected) if self.warm else self.arguments):
            return ""
        failed = self.failures[0].test if self.failures else ""
        return failed or "importing"


def kind_of(error: BaseException) -> int:
    """Tell a test that noticed something from code that broke."""
    noticed = isinstance(error, AssertionError | pytest.fail.Exception) or type(error).__name__ == "ApprovalException"
    return ASSERTION if noticed else CRASH


def killer_of(function: str) -> str:
    """Return the test that killed the last mutant of a function, if any did of late."""
    with suppress(FileNotFoundError), KILLERS.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - LAST_KILLERS_BYTES))
        lines = file.read().decode(errors="replace").splitlines()
        return next((line.split("\t")[1] for line in reversed(lines) if line.startswith(f"{function}__mutmut_")), "")
    return ""


def _mutant() -> str:
    return os.environ.get("MUTANT_UNDER_TEST", "")


def _function(mutant: str) -> str:
    return mutant.partition("__mutmut_")[0]


# What reaches what.


def _mutmut() -> "MutmutState":
    from mutmut.state import state  # noqa: PLC0415 - this plugin is asked for --help without mutmut, too

    return state()


def _counter() -> HitCounter | None:
    counter = _mutmut()._stats if _mutant() == LOOK else None  # noqa: SLF001 - mutmut has no public way to count
    return counter if isinstance(counter, HitCounter) else None


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Count what a shared fixture runs for no test in particular."""
    with counting_for("") if fixturedef.scope != "function" else nullcontext():
        return (yield)


@contextmanager
def counting_for(test: str) -> Generator[None]:
    """Count for a test, or for none in particular, if anything is counted at all."""
    counter = _counter()
    if counter is None:
        yield
        return
    before, counter.test = counter.test, test
    try:
        yield
    finally:
        counter.test = before


def look_at(items: list[pytest.Item], counter: HitCounter) -> Look:
    """Run each test in a fork of its own; return what was learnt, up to the first that fails."""
    look = Look()
    for item in items:
        seen = from_a_fork(partial(look_at_test, item, counter))
        look.add(seen or Look(unreliable=item.nodeid))
        if look.unreliable:
            break
    return look


def look_at_test(item: pytest.Item, counter: HitCounter) -> Look:
    """Run one test; return what was learnt."""
    known = set(sys.modules)
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    with counting_for(item.nodeid):
        failed = any(report.failed for report in runtestprotocol(item, log=False))
    modules = [name for name in sys.modules if name not in known]
    durations = {item.nodeid: _mutmut().duration_by_test[item.nodeid]}
    return Look(dict(counter.tests), durations, counter.early, modules, sys.path, item.nodeid if failed else "")


def import_all(look: Look) -> None:
    """Import what the tests imported while they ran, so that not each fork has to."""
    sys.path[:] = look.path
    for name in look.modules:
        with suppress(BaseException):  # whatever a module has against it: then each fork imports it
            import_module(name)


def tell_mutmut(look: Look, early: set[str]) -> None:
    """Give mutmut what it would have learnt; an early function is reached by all tests."""
    EARLY.write_text(json.dumps(sorted(early)), encoding="utf-8")
    _mutmut().duration_by_test.update(look.durations)
    for function in look.tests.keys() | early:
        reached_by = look.durations if function in early else look.tests[function]
        _mutmut().tests_by_mangled_function_name[function] |= set(reached_by)
    if look.unreliable:
        UNRELIABLE.write_text(look.unreliable, encoding="utf-8")


def compile_all() -> None:
    """Compile what is to be imported, in a process that ends: else each fork has to copy the memory that it takes."""
    largest_first = sorted(Path().rglob("*.py"), key=lambda path: path.stat().st_size, reverse=True)
    command = [sys.executable, "-I", "-S", "-c", COMPILE, *map(str, largest_first)]
    subprocess.run(command, stderr=subprocess.DEVNULL, check=False)  # noqa: S603 - our own Python; pytest tells what fails


def from_a_fork(work: Callable[[], Answer]) -> Answer | None:
    """Return what is worked out in a fork; None when the fork ends before it has an answer."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(pickle.dumps(work()))
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return pickle.loads(answer) if answer else None  # noqa: S301 - from a fork of ours


# How pytest and mutmut come to it.


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare how a mutant is tested."""
    group = parser.getgroup("mutants")
    group.addoption("--warm", action="store_true", help="test a mutant without a session of its own")
    group.addoption("--rehearsals", type=int, default=2, help="runs of all tests before any mutant; default: 2")


def pytest_configure(config: pytest.Config) -> None:
    """Let the tester see this session."""
    config.pluginmanager.register(TESTER)


if _mutant():
    from mutmut.mutation import trampoline

    # Each call of a function asks; os.environ, where mutmut looks first, is slow, and is mutmut's to fill.
    setattr(trampoline, "get_mutant_under_test", lambda: trampoline._mutant_under_test or "")  # noqa: B010, SLF001
if _mutant() == LOOK:  # before any conftest is imported
    compile_all()
    _mutmut()._stats = HitCounter()  # noqa: SLF001 - as above
TESTER = Tester()
setattr(pytest, "main", TESTER.main)  # noqa: B010 - it is a change of somebody else's module
