"""The golden master of a level, as tests of a practice.

To pytest, the scenarios are in the file `golden_master.md` of the practice. So an editor shows
them, from whichever folder it starts pytest, and fixtures of the person do not apply to them.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from dojo.checking.describe import indent
from dojo.checking.outcome import Finding, FindingKind, RunOptions
from dojo.errors import WorkspaceError
from dojo.kata.workspace import checkout_command
from dojo.practice.model import Practice

PACKAGE = "tests.golden_master"
# approvaltests imports it for downloads, which are switched off. It is a tenth of a check's time.
UNUSED = "requests"

Scenario = Callable[..., None]


class GoldenMaster(NamedTuple):
    """The scenarios of a level by name, and the module that compares documents."""

    scenarios: dict[str, Scenario]
    approval: ModuleType

    def verifier(
        self,
        practice: Practice,
        options: RunOptions,
        note: Callable[..., None],
    ) -> Callable[..., None]:
        """Return the function that compares a document with the approved one, or writes it.

        `note` is called with the differences that the practice approved, by kind.
        """
        received = practice.state_directory / "received"
        received.mkdir(exist_ok=True)
        approved = (practice.own_documents, self.approval.APPROVED_FILES)
        verify = partial(
            self.approval.compare_as_agreed,
            note=note,
            with_shared=options.with_kata,
        )
        if options.for_mutants:
            verify = partial(self.approval.compare, for_mutants=True)
        if options.documents is not None:
            verify = partial(self.approval.write, folder=Path(options.documents))
        places = self.approval.Places(approved, received)
        return partial(verify, implementation=practice.folder.name, places=places)

    def findings_of(self, error: BaseException) -> list[Finding]:
        """Return the findings of an error that the comparison of a document raised, or none."""
        if isinstance(error, self.approval.Mismatch):
            only_adds = error.additions == len(error.differences)
            kind = FindingKind.ADDITION if only_adds else FindingKind.DIFFERENCE
            return [Finding(kind, text) for text in error.differences]
        if isinstance(error, self.approval.Unreadable):
            return [Finding(FindingKind.KATA_FAULT, indent(str(error)))]
        return []


def load_golden_master(practice: Practice) -> GoldenMaster:
    """Load the golden master of the practice's level.

    Afterwards `tests` can be imported as a package of the practice. Raises WorkspaceError if a file
    of the golden master is missing.
    """
    pytest.register_assert_rewrite(PACKAGE)
    sys.modules[UNUSED] = ModuleType(UNUSED)
    sys.path.insert(0, str(practice.workspace))
    try:
        approval = import_module(f"{PACKAGE}.approval")
        modules = [import_module(f"{PACKAGE}.{name}") for name in practice.level.scenarios]
    except ImportError as error:
        command = checkout_command(practice.workspace, "tests", here=practice.workspace)
        raise WorkspaceError(f"{error}\n{command} restores the committed files") from None
    finally:
        sys.path.remove(str(practice.workspace))
        for name in list(sys.modules):
            if name.split(".")[0] in ("tests", UNUSED):
                del sys.modules[name]
    scenarios: dict[str, Scenario] = {}
    for module in modules:
        scenarios.update(_scenarios(module))
    return GoldenMaster(scenarios, approval)


def _scenarios(module: ModuleType) -> Iterator[tuple[str, Scenario]]:
    """Yield the names and functions of a module's scenarios, one for each value of a parameter."""
    title = module.__name__.rpartition(".test_")[2]
    for name, function in module.__dict__.items():
        if not name.startswith("test_"):
            continue
        marks = getattr(function, "pytestmark", [])
        if not marks:
            yield f"{title}.{name}", function
        for mark in marks:
            parameter, values = mark.args
            for number, value in enumerate(values):
                label = value if isinstance(value, str) else f"{parameter}{number}"
                yield f"{title}.{name}[{label}]", partial(function, **{parameter: value})


class GoldenMasterFile(pytest.File):
    """The file that pytest finds all scenarios in.

    `load_yatzy` returns the class that they call, or raises WorkspaceError.
    """

    scenarios: dict[str, Scenario]
    load_yatzy: Callable[[], type]
    verify_document: Callable[..., None]

    def collect(self) -> Iterator["ScenarioItem"]:
        """Yield the scenarios with their arguments, which stand in place of pytest's fixtures."""
        fixtures = {"yatzy": self.load_yatzy(), "verify_document": self.verify_document}
        for name, scenario in self.scenarios.items():
            parameters = inspect.signature(scenario).parameters
            arguments = {each: fixtures[each] for each in parameters if each in fixtures}
            item = ScenarioItem.from_parent(self, name=name)
            item.scenario = partial(scenario, **arguments)
            yield item


class ScenarioItem(pytest.Item):
    """A scenario with its arguments."""

    scenario: Callable[[], None]

    def runtest(self) -> None:
        self.scenario()

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's signature
    ) -> str:
        """Return the message alone. A traceback through the golden master takes long to format."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Point editors at golden_master.md."""
        return self.path, 0, self.name
