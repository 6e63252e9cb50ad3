"""Run scenarios of the golden master on states of the worked way, without pytest.

A state is the code after a step: the text of each file, by its path.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from inspect import signature
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn

from dojo.documents.approval import Places, verifier
from dojo.kata.description import Level
from tests.yatzy_kata import KATA, LEVELS, WORKSPACE

State = dict[str, str]
Scenario = Callable[..., None]

CPU_LIMIT = 10.0  # seconds; all scenarios together take less than one
ALL_ORDERS = "test_every_order"
PACKAGE = "/__init__.py"
APPROVED = WORKSPACE / KATA.approved_files


def scenarios(levels: Iterable[int], *, all_orders: bool = False) -> dict[str, Scenario]:
    """Return the scenarios of these levels by name. All orders of the dice take longest."""
    found: dict[str, Scenario] = {}
    for level in levels:
        for module in _modules_of(level):
            if module != ALL_ORDERS or all_orders:
                found.update(_scenarios_in(module))
    return found


def scenarios_in(level: Level) -> dict[str, Scenario]:
    """Return the scenarios in the modules of one level."""
    found: dict[str, Scenario] = {}
    for module in level.scenarios:
        found.update(_scenarios_in(module))
    return found


def _modules_of(level: int) -> list[str]:
    """Return the modules of a level that the level below does not have."""
    below: tuple[str, ...] = ()
    if level - 1 in LEVELS:
        below = LEVELS[level - 1].scenarios
    return [module for module in LEVELS[level].scenarios if module not in below]


@cache
def _scenarios_in(name: str) -> dict[str, Scenario]:
    """Return the scenarios of a module, one for each value of a parameter."""
    module = import_module(f"tests.golden_master.{name}")
    found: dict[str, Scenario] = {}
    for function_name, function in vars(module).items():
        if not function_name.startswith("test_"):
            continue
        title = f"{name}.{function_name}"
        marks = getattr(function, "pytestmark", [])
        if not marks:
            found[title] = function
        for mark in marks:
            parameter, values = mark.args
            for value in values:
                found[f"{title}[{value}]"] = partial(function, **{parameter: value})
    return found


@cache
def _fixtures_of(scenario: Scenario) -> list[str]:
    parameters = signature(scenario).parameters
    return [name for name in ("yatzy", "verify_document") if name in parameters]


def failures(
    state: State, asked: dict[str, Scenario], received: Path, *, first_only: bool = False
) -> dict[str, str]:
    """Run scenarios on a state. Returns the error of each that fails, by its name.

    `received` is a folder for documents that differ.
    """
    verify_document = verifier("practice", Places((APPROVED,), received))
    found: dict[str, str] = {}
    with _cpu_limit(), _importable(state):
        try:
            yatzy = import_module("yatzy").Yatzy
        except BaseException as error:  # noqa: BLE001 - a state can raise anything
            return {"import yatzy": f"{type(error).__name__}: {error}"}
        fixtures = {"yatzy": yatzy, "verify_document": verify_document}
        for name, scenario in asked.items():
            arguments = {parameter: fixtures[parameter] for parameter in _fixtures_of(scenario)}
            try:
                scenario(**arguments)
            except BaseException as error:  # noqa: BLE001 - likewise
                found[name] = f"{type(error).__name__}: {error}"
                if first_only:
                    break
    return found


@contextmanager
def _cpu_limit() -> Iterator[None]:
    """Raise TimeoutError in code that takes too long, and again each second if it goes on."""
    if sys.platform == "win32":  # it has no such timer
        yield
        return
    signal.signal(signal.SIGPROF, _raise_timeout)
    signal.setitimer(signal.ITIMER_PROF, CPU_LIMIT, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _raise_timeout(*_: object) -> NoReturn:
    message = "It did not end: an endless loop?"
    raise TimeoutError(message)


class StateFinder(MetaPathFinder, Loader):
    """Imports the modules of a state as if its files were there."""

    def __init__(self, state: State):
        self.state = state
        self.paths: dict[str, str] = {}
        for path in sorted(state):  # yatzy/__init__.py hides yatzy.py
            name = path.removesuffix(PACKAGE).removesuffix(".py").replace("/", ".")
            self.paths[name] = path

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name not in self.paths:
            return None
        return ModuleSpec(name, self, is_package=self.paths[name].endswith(PACKAGE))

    def exec_module(self, module: ModuleType):
        path = self.paths[module.__name__]
        exec(_compiled(path, self.state[path]), module.__dict__)  # noqa: S102 - as an import does


@lru_cache(maxsize=100)
def _compiled(path: str, text: str) -> CodeType:
    """Compile a file. Many files are the same in the next state."""
    return compile(text, path, "exec", dont_inherit=True)


@contextmanager
def _importable(state: State) -> Iterator[None]:
    finder = StateFinder(state)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.paths:
            sys.modules.pop(name, None)
