"""The golden master of a level, as tests of a practice.

To pytest, the scenarios are in the file `golden_master.md` of the practice. So an editor shows
them, from whichever folder it starts pytest, and fixtures of the person do not apply to them.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from dojo.checking.describe import indent
from dojo.checking.outcome import Finding, FindingKind, RunOptions
from dojo.documents import approval
from dojo.errors import WorkspaceError
from dojo.kata.workspace import checkout_command
from dojo.practice.model import Practice

Scenario = Callable[..., None]


def load_scenarios(practice: Practice) -> dict[str, Scenario]:
    """Load the scenarios of the practice's level, by name.

    Raises WorkspaceError if a file of the golden master is missing.
    """
    folder = practice.workspace / practice.kata.golden_master
    scenarios: dict[str, Scenario] = {}
    try:
        for name in practice.guard.scenarios:
            package = _import_package(folder)
            scenarios.update(_scenarios(import_module(f"{package}.{name}")))
    except (ImportError, FileNotFoundError) as error:
        command = checkout_command(practice.workspace, folder.parent.name, here=practice.workspace)
        raise WorkspaceError(f"{error}\n{command} restores the committed files") from None
    return scenarios


@cache
def _import_package(folder: Path) -> str:
    """Import a package from its folder, and return its name. `sys.path` does not change."""
    name = folder.name
    pytest.register_assert_rewrite(name)
    file = folder / "__init__.py"
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} cannot be imported")
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return name


def document_verifier(
    practice: Practice,
    options: RunOptions,
    note: Callable[[approval.ByKind], object],
) -> Callable[..., None]:
    """Return the function that compares a document with the approved one, or writes it.

    `note` is called with the differences that the practice approved, by kind.
    """
    received = practice.state_directory / "received"
    received.mkdir(exist_ok=True)
    approved = (practice.own_documents, practice.workspace / practice.kata.approved_files)
    places = approval.Places(approved, received)
    if options.documents is not None:
        return partial(approval.write, places=places, folder=Path(options.documents))
    verify = partial(approval.compare_as_agreed, note=note, with_shared=options.with_kata)
    if options.for_mutants:
        verify = partial(approval.compare, for_mutants=True)
    return partial(verify, implementation=practice.folder.name, places=places)


def findings_of_document(error: BaseException) -> list[Finding]:
    """Return the findings of an error that the comparison of a document raised, or none."""
    if isinstance(error, approval.Mismatch):
        only_adds = error.additions == len(error.differences)
        kind = FindingKind.ADDITION if only_adds else FindingKind.DIFFERENCE
        return [Finding(kind, text) for text in error.differences]
    if isinstance(error, approval.Unreadable):
        return [Finding(FindingKind.KATA_FAULT, indent(str(error)))]
    return []


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

    `load_offered` returns what they call, or raises WorkspaceError: the fixture `name_offered`.
    """

    scenarios: dict[str, Scenario]
    name_offered: str
    load_offered: Callable[[], object]
    verify_document: Callable[..., None]

    def collect(self) -> Iterator["ScenarioItem"]:
        """Yield the scenarios with their arguments, which stand in place of pytest's fixtures."""
        fixtures = {self.name_offered: self.load_offered(), "verify_document": self.verify_document}
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
