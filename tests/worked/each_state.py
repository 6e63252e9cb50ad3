"""A pytest plugin that runs the golden master on many states, in one process that has imported and collected all once.

--states=FILE: a JSON object with a question for each name: a state, the level whose scenarios are to be run on it, with
those of the levels below, and whether all orders of all rolls are among them. --answers=FILE takes the answers, by the
same names: what failed, and how; and how many runs there were.
run: the scenarios of one level, but for those that are slow, which are a run each. A state is imported anew for each
question, in a child; each run on it is in a child of that. One whose trail passed before is not repeated.
"""

import gc
import json
import os
import resource
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from cProfile import Profile
from functools import lru_cache, partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

from dojo.kata.workspace import LEVELS
from tests.worked.trail import FILES, PACKAGE, Names, State, Trail, names_used, parsed, paths_of, trail_of

SECONDS = 10  # of the processor, for a run that takes less than one
SLOW = "test_every_order"
PLACE = "the place of a function"  # a constant of `stand_in`
ENDED = {"failed": {"the whole process": "It ended before it came to a result: an endless loop?"}, "called": []}
Told = dict[str, Any]


class Run(NamedTuple):
    """The scenarios of a level; a slow one alone, by its name."""

    level: int
    slow: str


class Passed(NamedTuple):
    """A run that passed: the functions that it called, and its trail."""

    called: Names
    trail: Trail


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    parser.addoption("--states", type=Path, metavar="FILE")
    parser.addoption("--answers", type=Path, metavar="FILE")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answer all questions, in place of running the scenarios once."""
    questions = json.loads(session.config.getoption("--states").read_text(encoding="utf-8"))
    examiner = Examiner(session.items)
    gc.disable()  # a child ends soon
    answers = {name: examiner.answer(**question) for name, question in questions.items()}
    session.config.getoption("--answers").write_text(json.dumps(answers), encoding="utf-8")
    return True


class Examiner:
    """Runs scenarios on states, and remembers of each run how it passed last: a state is mostly like the one before."""

    def __init__(self, items: Iterable[pytest.Item]) -> None:
        """Sort the scenarios into runs."""
        self.runs: defaultdict[Run, list[pytest.Item]] = defaultdict(list)
        for item in items:
            self.runs[run_of(item)].append(item)
        self.used = {run: names_used(frozenset(each.path for each in items)) for run, items in self.runs.items()}
        self.passed: dict[Run, Passed] = {}

    def answer(self, state: State, level: int, *, orders: bool) -> Told:
        """Run the scenarios of a level, and of those below it, on a state; the slow ones for all orders alone."""
        asked = [run for run in sorted(self.runs) if run.level <= level and (orders or not run.slow)]
        due = [run for run in asked if not self.is_known(run, state)]
        answers = from_a_child(partial(self.told_of, Modules(state), due))
        answers = [ENDED] if answers is None else answers
        for run, told in zip(due, answers, strict=False):  # one alone, where the state could not be imported
            if not told["failed"]:
                called = frozenset(told["called"])
                self.passed[run] = Passed(called, trail_of(state, self.used[run], called))
        return {"failed": {name: how for told in answers for name, how in told["failed"].items()}, "runs": len(due)}

    def is_known(self, run: Run, state: State) -> bool:
        """Tell whether a run on a state would repeat the last that passed."""
        last = self.passed.get(run)
        return last is not None and trail_of(state, self.used[run], last.called) == last.trail

    def told_of(self, modules: "Modules", due: list[Run]) -> list[Told]:
        """Import a state, in a child, and return what came of each run on it; the last needs no child of its own."""
        gc.freeze()  # what is there now is nothing to look through
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        sys.meta_path.insert(0, modules)
        profile = Profile(builtins=False, subcalls=False)
        try:
            profile.runcall(import_module, "yatzy")
        except BaseException as error:  # noqa: BLE001 - whatever a state raises
            return [{"failed": {"import yatzy": f"{type(error).__name__}: {error}"}}]
        called = {name_of(each.code) for each in profile.getstats() if modules.has(each.code)}
        note_first_calls(modules, called)
        works = [partial(told_of_run, self.runs[run], called) for run in due]
        return [*(from_a_child(work) or ENDED for work in works[:-1]), *(work() for work in works[-1:])]


class Modules:
    """The modules of a state: Python imports them as if their files were there."""

    def __init__(self, state: State) -> None:
        """Compile what was not compiled before."""
        self.paths = {
            path.removesuffix(PACKAGE).removesuffix(".py").replace("/", "."): path for path in paths_of(state)
        }
        self.codes = {path: compiled(path, state[path]) for path in self.paths.values()}

    def has(self, code: object) -> bool:
        """Tell whether a piece of code is one of the state's."""
        return isinstance(code, CodeType) and code.co_filename in self.codes

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


def told_of_run(items: list[pytest.Item], called: set[str]) -> Told:
    """Run scenarios; return which failed, and which functions of the state were called."""
    failures = {item.nodeid: failure_of(item) for item in items}
    return {"failed": {name: how for name, how in failures.items() if how}, "called": sorted(called)}


def failure_of(item: pytest.Item) -> str:
    """Run a scenario as pytest does, but for the hooks around it; return how it failed, or nothing."""
    setup_state = item.session._setupstate  # noqa: SLF001 - with the hooks, it takes a tenth longer
    try:
        setup_state.setup(item)
        item.runtest()
    except BaseException:  # noqa: BLE001 - whatever a state raises
        return str(item.repr_failure(pytest.ExceptionInfo.from_current())) or "It failed."
    finally:
        setup_state.teardown_exact(None)
    return ""


def from_a_child(work: Callable[[], Any]) -> Any:
    """Return what is worked out in a child of this process; None when it ends before it has an answer."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(writer, "w", encoding="utf-8") as pipe:
                pipe.write(json.dumps(work()))
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return json.loads(answer) if answer else None


def name_of(code: CodeType) -> str:
    """Return the name by which the piece of a function goes."""
    return f"{code.co_filename}:{code.co_qualname}"


def note_first_calls(modules: Modules, called: set[str]) -> None:
    """Have each function of a state note its first call in `called`; from then on, it is what it was."""
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and modules.has(function.__code__):
            if function.__code__.co_freevars:  # nothing without such variables can stand in its place
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

    # Code that stands in for another's has no variables from around it; so what it calls becomes one of its constants.
    consts = tuple(first_call if each == PLACE else each for each in stand_in.__code__.co_consts)
    return stand_in.__code__.replace(co_consts=consts)


def stand_in(*arguments: Any, **named: Any) -> Any:
    """Call what takes the place of a constant here."""
    call: Any = "the place of a function"
    return call(*arguments, **named)
