"""The implementations that the golden master runs against.

implementation: a package with a module `yatzy` that offers class `Yatzy` with the published interface.
practice: an implementation that somebody works on; it stands wherever it likes, and is named by an option.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.golden_master.approval import APPROVED_FILES, Mismatch, Places, SharedNamer, agreed, beside, compare
from tests.golden_master.differences import Difference, summary
from tests.golden_master.documents import Document

# A third implementation joins by being named here.
IMPLEMENTATIONS = ("legacy", "refactored")
# The golden master is written from this one and from no other.
SOURCE_OF_TRUTH = "legacy"
PRACTICE = "practice"
KINDS = {"changes": False, "additions": True}  # of differences
AGREED = "agreed"  # a property of a test


class Implementation(NamedTuple):
    """An implementation by name, with its class."""

    name: str
    yatzy: Any


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each scenario on each implementation; with a practice, on that alone."""
    if "implementation" in metafunc.fixturenames:
        names = IMPLEMENTATIONS if metafunc.config.getoption("--practice") is None else (PRACTICE,)
        metafunc.parametrize("implementation", names, indirect=True)


@pytest.fixture
def implementation(request: pytest.FixtureRequest) -> Implementation:
    """Give each implementation in turn."""
    if request.param != PRACTICE:
        return Implementation(request.param, import_module(f"{request.param}.yatzy").Yatzy)
    folder, _, module = request.config.getoption("--practice").rpartition(":")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return Implementation(PRACTICE, import_module(module).Yatzy)


@pytest.fixture
def yatzy(implementation: Implementation) -> Any:
    """Give the class Yatzy of each implementation in turn."""
    return implementation.yatzy


def places_for(config: pytest.Config) -> Places:
    """Return where documents are; a practice may have some of its own."""
    own, received = config.getoption("--own-documents"), config.getoption("--received-in")
    approved = (APPROVED_FILES,) if own is None else (Path(own), APPROVED_FILES)
    return Places(approved, APPROVED_FILES if received is None else Path(received))


@pytest.fixture
def verify_document(request: pytest.FixtureRequest, implementation: Implementation) -> Callable[[Document], None]:
    """Give the function that compares a document with the approved one."""
    folder = request.config.getoption("--received-to")
    if folder is None:
        return partial(verify, request=request, implementation=implementation.name)
    if implementation.name not in (SOURCE_OF_TRUTH, PRACTICE):
        pytest.skip(f"documents are written from {SOURCE_OF_TRUTH} alone")

    def write(document: Document) -> None:
        (Path(folder) / f"{document.name}.approved.txt").write_text(document.text, encoding="utf-8", newline="\n")
        approved = SharedNamer(document.name, implementation.name, places_for(request.config)).approved
        before = approved.read_text(encoding="utf-8", errors="replace") if approved.is_file() else ""
        found = list(document.differences(before, document.text))
        told = by_kind(found)
        (Path(folder) / f"{document.name}.differences.json").write_text(json.dumps(told), encoding="utf-8")

    return write


def verify(document: Document, request: pytest.FixtureRequest, implementation: str) -> None:
    """Compare a document, and note what was approved for a practice otherwise than the document that all share."""
    option, places = request.config.getoption, places_for(request.config)
    known = [] if option("--for-mutants") else agreed(document, places)
    if known and option("--with-shared"):
        known, others = beside(known, document, places)
        request.node.user_properties.append((AGREED, by_kind(known)))
        if others:
            raise Mismatch(f"{document.name} differs otherwise than it was agreed", others)
        return
    if known:
        request.node.user_properties.append((AGREED, by_kind(known)))
    compare(document, implementation, places, for_mutants=option("--for-mutants"))


def by_kind(found: list[Difference]) -> dict[str, dict[str, list[str]]]:
    """Return changes and additions, each summed up and place by place."""
    parts = {name: [each for each in found if each.is_addition is kind] for name, kind in KINDS.items()}
    return {name: {"summary": summary(part), "places": list(map(str, part))} for name, part in parts.items()}
