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

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.workspace import checkout
from dojo.practice.model import Practice

PACKAGE = "tests.golden_master"
UNUSED = "requests"  # approvaltests imports it for downloads, which are switched off: a part of a check's time

Scenario = Callable[..., None]


def load(practice: Practice) -> tuple[dict[str, Scenario], ModuleType]:
    """Return the scenarios of the level by name, and the module that compares documents.

    WorkspaceError when a file is missing. Afterwards `tests` may be a package of the person's own.
    """
    pytest.register_assert_rewrite(PACKAGE)
    sys.modules[UNUSED] = ModuleType(UNUSED)
    sys.path.insert(0, str(practice.workspace))
    names = ("approval", *practice.level.scenarios)
    try:
        approval, *modules = (import_module(f"{PACKAGE}.{name}") for name in names)
    except ImportError as error:
        again = checkout(practice.workspace, "tests", here=practice.workspace)
        raise WorkspaceError(f"{error}\n{again} brings back what was committed") from None
    finally:
        sys.path.remove(str(practice.workspace))
        for name in [each for each in sys.modules if each.partition(".")[0] in ("tests", UNUSED)]:
            del sys.modules[name]
    return dict(each for module in modules for each in _scenarios(module)), approval


def _scenarios(module: ModuleType) -> Iterator[tuple[str, Scenario]]:
    """Yield the scenarios of a module by their names, one for each value that it is parametrized with."""
    title = module.__name__.rpartition(".test_")[2]
    for name, function in vars(module).items():
        if not name.startswith("test_"):
            continue
        marks = getattr(function, "pytestmark", [])
        if not marks:
            yield f"{title}.{name}", function
        for mark in marks:
            argument, values = mark.args
            for number, value in enumerate(values):
                label = value if isinstance(value, str) else f"{argument}{number}"
                yield f"{title}.{name}[{label}]", partial(function, **{argument: value})


class GoldenMasterFile(pytest.File):
    """The file that all scenarios seem to be in; `load` returns the class and what compares documents, by name."""

    scenarios: dict[str, Scenario]
    load: Callable[[], dict[str, object]]

    def collect(self) -> Iterator["ScenarioItem"]:
        """Yield the scenarios, if the code loads."""
        values = self.load()
        for name, scenario in self.scenarios.items():
            item = ScenarioItem.from_parent(self, name=name)
            arguments = {each: values[each] for each in inspect.signature(scenario).parameters if each in values}
            item.scenario = partial(scenario, **arguments)
            yield item


class ScenarioItem(pytest.Item):
    """A scenario with its arguments."""

    scenario: Scenario

    def runtest(self) -> None:
        """Run it."""
        self.scenario()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002
        """Say what differs, and not where the golden master found it: to read its files takes longer than to run it."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where it seems to be."""
        return self.path, 0, self.name
