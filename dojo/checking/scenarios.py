"""The golden master of a level, to be run as tests of a practice."""

import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from dojo.checking.explain import in_words
from dojo.errors import WorkspaceError
from dojo.kata.workspace import checkout
from dojo.practice.model import Practice
from dojo.text import INDENT

PACKAGE = "tests.golden_master"
UNUSED = "requests"  # approvaltests imports it for downloads, which are switched off: a tenth of a check's time


class Scenario(NamedTuple):
    """A scenario, and what it is about, such as a game; its name is as pytest would have it."""

    name: str
    function: Callable[..., None]
    arguments: dict[str, Any]

    def run(self, **given: object) -> None:
        """Run it with what it needs of all that is given."""
        needed = inspect.signature(self.function).parameters
        self.function(**{name: value for name, value in (self.arguments | given).items() if name in needed})


class GoldenMaster(NamedTuple):
    """The scenarios of a level by their file, and how their documents are compared with the approved ones."""

    scenarios: dict[str, list[Scenario]]
    approval: ModuleType


def load(practice: Practice, here: Path) -> GoldenMaster:
    """Import the golden master of the level; WorkspaceError, for who is `here`, when a file of it is missing.

    Then `tests` may be a package of the person's own.
    """
    pytest.register_assert_rewrite(PACKAGE)
    forgotten = {"tests"} | {UNUSED} - sys.modules.keys()
    sys.modules.setdefault(UNUSED, ModuleType(UNUSED))
    sys.path.insert(0, str(practice.workspace))
    names = ("approval", *practice.level.scenarios)
    try:
        approval, *modules = (import_module(f"{PACKAGE}.{name}") for name in names)
    except ImportError as error:
        again = f"{checkout(practice.workspace, 'tests', here=here)} brings back what was committed"
        raise WorkspaceError(f"{in_words(error)}\n{INDENT}{again}") from None
    finally:
        sys.path.remove(str(practice.workspace))
        for name in [each for each in sys.modules if each.partition(".")[0] in forgotten]:
            del sys.modules[name]
    titles = (name.removeprefix("test_") for name in practice.level.scenarios)
    scenarios = {title: list(_scenarios(module)) for title, module in zip(titles, modules, strict=True)}
    return GoldenMaster(scenarios, approval)


def _scenarios(module: ModuleType) -> Iterator[Scenario]:
    """Return the scenarios of a module, one for each value that it is parametrized with."""
    for name, function in vars(module).items():
        if not name.startswith("test_"):
            continue
        marks = getattr(function, "pytestmark", [])
        if not marks:
            yield Scenario(name, function, {})
        for mark in marks:
            argument, values = mark.args
            for number, value in enumerate(values):
                label = value if isinstance(value, str) else f"{argument}{number}"
                yield Scenario(f"{name}[{label}]", function, {argument: value})
