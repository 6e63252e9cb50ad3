"""A pytest plugin that runs the golden master on many states, in one process that collects once.

--states=FILE: a JSON object with a question for each name: a state, the highest level whose
scenarios to run, and whether to run all orders of all rolls.
--answers=FILE: the answers, by the same names: the failures, and the number of runs.
run: the scenarios of one level; each slow one is a run of its own. Each run imports the state anew.
A run whose trail passed before is not repeated.
"""

import gc
import json
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from functools import lru_cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from inspect import isgeneratorfunction, signature
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

import pytest

from dojo.kata.workspace import LEVELS
from tests.golden_master.approval import Places, verifier
from tests.golden_master.conftest import PRACTICE
from tests.worked.trail import (
    FILES,
    PACKAGE,
    State,
    Trail,
    names_used,
    parsed,
    paths_of,
    remains,
    trail_of,
)

SECONDS = 10  # of the processor, for a run that takes less than one
SLOW = "test_every_order"
PLACE = "the place of a function"  # a constant of `stand_in` and `generator_stand_in`
Told = dict[str, Any]


class Run(NamedTuple):
    """The scenarios of a level; a slow one alone, by its name."""

    level: int
    slow: str


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    parser.addoption("--states", type=Path, metavar="FILE")
    parser.addoption("--answers", type=Path, metavar="FILE")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answer all questions, in place of running the scenarios once."""
    questions = json.loads(session.config.getoption("--states").read_text(encoding="utf-8"))
    examiner = Examiner(session.items)
    gc.disable()  # it looks for garbage after each run, and seldom finds any before
    answers = {name: examiner.answer(**question) for name, question in questions.items()}
    session.config.getoption("--answers").write_text(json.dumps(answers), encoding="utf-8")
    return True


class Examiner:
    """Runs scenarios on states, and remembers the trail of each run that passed last."""

    def __init__(self, items: Iterable[pytest.Item]) -> None:
        """Sort the scenarios into runs."""
        self.runs: defaultdict[Run, list[pytest.Item]] = defaultdict(list)
        for item in items:
            self.runs[run_of(item)].append(item)
        self.used = {
            run: names_used(frozenset(each.path for each in items))
            for run, items in self.runs.items()
        }
        self.passed: dict[Run, Trail] = {}

    def answer(self, state: State, level: int, *, orders: bool) -> Told:
        """Run the scenarios of a level and of those below; `orders` includes the slow ones."""
        asked = [
            run for run in sorted(self.runs) if run.level <= level and (orders or not run.slow)
        ]
        due = [
            run for run in asked if run not in self.passed or not remains(self.passed[run], state)
        ]
        modules, failed = Modules(state), {}
        for run in due:
            failures, called = told_of_run(self.runs[run], modules)
            failed.update(failures)
            if not failures:
                self.passed[run] = trail_of(state, self.used[run], frozenset(called))
        if not due:
            failed.update(told_of_run([], modules)[0])
        return {"failed": failed, "runs": len(due)}


class Modules:
    """The modules of a state: Python imports them as if their files were there."""

    def __init__(self, state: State) -> None:
        """Compile what was not compiled before."""
        self.paths = {
            path.removesuffix(PACKAGE).removesuffix(".py").replace("/", "."): path
            for path in paths_of(state)
        }
        self.codes = {path: compiled(path, state[path]) for path in self.paths.values()}

    def has(self, code: object) -> bool:
        """Tell whether a piece of code is one of the state's."""
        return isinstance(code, CodeType) and code.co_filename in self.codes

    @contextmanager
    def imported(self, called: set[str]) -> Iterator[None]:
        """Import the state anew, and let its functions note their first calls in `called`."""
        gc.freeze()  # what is there now is nothing to look through
        sys.meta_path.insert(0, self)
        profile = Profile(builtins=False, subcalls=False)
        try:
            profile.runcall(import_module, "yatzy")
            called.update(name_of(each.code) for each in profile.getstats() if self.has(each.code))
            note_first_calls(self, called)
            yield
        finally:
            sys.meta_path.remove(self)
            for name in self.paths:
                sys.modules.pop(name, None)
            gc.collect()

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        """Find a module; the arguments are Python's."""
        if name not in self.paths:
            return None
        return ModuleSpec(name, self, is_package=self.paths[name].endswith(PACKAGE))

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave that to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Execute the body of a module; SyntaxError when Python does not understand it."""
        code = self.codes[self.paths[module.__name__]]
        if isinstance(code, SyntaxError):
            raise code
        exec(code, module.__dict__)  # noqa: S102 - this is what an import does


@lru_cache(FILES)
def compiled(path: str, text: str) -> CodeType | SyntaxError:
    """Return the code of a file, or why there is none."""
    try:
        return compile(parsed(path, text), path, "exec", dont_inherit=True)
    except SyntaxError as error:
        return error


def run_of(item: pytest.Item) -> Run:
    """Return the run that a scenario belongs to."""
    level = next(number for number, level in LEVELS.items() if item.path.stem in level.scenarios)
    return Run(level, item.name if item.path.stem == SLOW else "")


def told_of_run(items: list[pytest.Item], modules: Modules) -> tuple[dict[str, str], set[str]]:
    """Run scenarios on a state; return the failures, and the names of the functions called."""
    failed, called = {}, set[str]()
    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, SECONDS, 1)  # and again, for code that goes on
    try:
        with modules.imported(called):
            failed = {item.nodeid: failure_of(item) for item in items}
    except BaseException as error:  # noqa: BLE001 - whatever a state raises
        failed = {"import yatzy": f"{type(error).__name__}: {error}"}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return {name: how for name, how in failed.items() if how}, called


def end(*_: object) -> NoReturn:
    """End a run that has used up its time."""
    raise TimeoutError("It did not end: an endless loop?")


def failure_of(item: Any) -> str:
    """Run a scenario without pytest, in an eighth of the time; return its failure or nothing."""
    option, scenario = item.config.getoption, item.obj
    compare = verifier(
        PRACTICE,
        Places(received=Path(option("--received-in"))),
        for_mutants=option("--for-mutants"),
    )
    try:
        values = {
            **item.callspec.params,
            "verify_document": compare,
            "yatzy": import_module("yatzy").Yatzy,
        }
        scenario(**{name: values[name] for name in signature(scenario).parameters})
    except BaseException as error:  # noqa: BLE001 - whatever a state raises
        return f"{type(error).__name__}: {error}"
    return ""


def name_of(code: CodeType) -> str:
    """Return the name by which the piece of a function goes."""
    return f"{code.co_filename}:{code.co_qualname}"


def note_first_calls(modules: Modules, called: set[str]) -> None:
    """Make each function of a state note its first call in `called`, and then restore itself."""
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and modules.has(function.__code__):
            if (
                function.__code__.co_freevars
            ):  # nothing without such variables can stand in its place
                called.add(name_of(function.__code__))
            else:
                function.__code__ = noting(function, called)


def noting(function: FunctionType, called: set[str]) -> CodeType:
    """Return code that stands in the place of a function's own, up to the first call."""
    own = function.__code__

    def first_call(*arguments: Any, **named: Any) -> Any:
        called.add(name_of(own))
        function.__code__ = own
        return function(*arguments, **named)

    # Python wants the code of a generator to be replaced by that of another.
    pattern = stand_in.__code__
    if isgeneratorfunction(function):
        pattern = generator_stand_in.__code__
    # The replacement must have no free variables, so the function to call becomes a constant.
    consts = tuple(first_call if each == PLACE else each for each in pattern.co_consts)
    return pattern.replace(co_consts=consts)


def stand_in(*arguments: Any, **named: Any) -> Any:
    """Call what takes the place of a constant here."""
    call: Any = "the place of a function"
    return call(*arguments, **named)


def generator_stand_in(*arguments: Any, **named: Any) -> Iterator[Any]:
    """Do the same for a generator, when it is asked for its first value."""
    call: Any = "the place of a function"
    yield from call(*arguments, **named)
