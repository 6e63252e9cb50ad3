"""The golden master of a level, as tests of a practice: for pytest, they stand in `golden_master.md` there.

So an editor shows them, from whichever folder pytest was started; and no fixture of the person's own reaches them.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from dojo.checking.explain import in_words
from dojo.kata.workspace import checkout
from dojo.practice.model import Practice
from dojo.text import INDENT, WorkspaceError

PACKAGE = "tests.golden_master"
UNUSED = "requests"  # approvaltests imports it for downloads, which are switched off: a part of a check's time

Scenario = Callable[..., None]
Given = dict[str, object]  # the class, and what compares documents


class GoldenMaster(NamedTuple):
    """The scenarios of a level by their file and their name, and how their documents are compared."""

    scenarios: dict[str, dict[str, Scenario]]
    approval: ModuleType


def load(practice: Practice) -> GoldenMaster:
    """Import the golden master of the level; WorkspaceError when a file of it is missing.

    Then `tests` may be a package of the person's own.
    """
    pytest.register_assert_rewrite(PACKAGE)
    sys.modules[UNUSED] = ModuleType(UNUSED)
    sys.path.insert(0, str(practice.workspace))
    names = ("approval", *practice.level.scenarios)
    try:
        approval, *modules = (import_module(f"{PACKAGE}.{name}") for name in names)
    except ImportError as error:
        again = f"{checkout(practice.workspace, 'tests', here=practice.workspace)} brings back what was committed"
        raise WorkspaceError(f"{in_words(error)}\n{INDENT}{again}") from None
    finally:
        sys.path.remove(str(practice.workspace))
        for name in [each for each in sys.modules if each.partition(".")[0] in ("tests", UNUSED)]:
            del sys.modules[name]
    return GoldenMaster({_title(module): dict(_scenarios(module)) for module in modules}, approval)


def _title(module: ModuleType) -> str:
    return module.__name__.rpartition(".test_")[2]


def _scenarios(module: ModuleType) -> Iterator[tuple[str, Scenario]]:
    """Return the scenarios of a module by their names, one for each value that it is parametrized with."""
    for name, function in vars(module).items():
        if not name.startswith("test_"):
            continue
        marks = getattr(function, "pytestmark", [])
        if not marks:
            yield name, function
        for mark in marks:
            argument, values = mark.args
            for number, value in enumerate(values):
                label = value if isinstance(value, str) else f"{argument}{number}"
                yield f"{name}[{label}]", partial(function, **{argument: value})


class GoldenMasterFile(pytest.File):
    """The file that all scenarios seem to be in; `ask` returns what they need of the code, if it loads."""

    def __init__(self, scenarios: dict[str, dict[str, Scenario]], ask: Callable[[], Given], **node: Any) -> None:  # noqa: ANN401 - as pytest has it
        """Have the scenarios of each file."""
        super().__init__(**node)
        self.scenarios, self.ask = scenarios, ask

    def collect(self) -> Iterator["ScenarioFile"]:
        """Return a collector for each file of scenarios."""
        given = self.ask()
        for name, scenarios in self.scenarios.items():
            yield ScenarioFile.from_parent(self, name=name, scenarios=scenarios, given=given)


class ScenarioFile(pytest.Collector):
    """A file of scenarios."""

    def __init__(self, scenarios: dict[str, Scenario], given: Given, **node: Any) -> None:  # noqa: ANN401 - likewise
        """Have scenarios by their names, and what they are given."""
        super().__init__(**node)
        self.scenarios, self.given = scenarios, given

    def collect(self) -> Iterator["ScenarioItem"]:
        """Return its scenarios."""
        for name, scenario in self.scenarios.items():
            yield ScenarioItem.from_parent(self, name=name, scenario=scenario, given=self.given)


class ScenarioItem(pytest.Item):
    """A scenario, and what it is given."""

    def __init__(self, scenario: Scenario, given: Given, **node: Any) -> None:  # noqa: ANN401 - likewise
        """Have a scenario, and what it needs of all that is given."""
        super().__init__(**node)
        needed = inspect.signature(scenario).parameters
        self.scenario = partial(scenario, **{name: value for name, value in given.items() if name in needed})

    def runtest(self) -> None:
        """Run it."""
        self.scenario()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]
        """Say what failed in its own words; those of a check come in their place."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where it seems to be."""
        return self.path, 0, self.name
