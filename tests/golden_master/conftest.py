"""The implementations that the golden master runs against.

implementation: a package with a module `yatzy` that offers class `Yatzy` with the published interface.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.golden_master.approval import compare
from tests.golden_master.documents import Document

# A third implementation joins by being named here.
IMPLEMENTATIONS = ("legacy", "refactored")
# The golden master is written from this one and from no other.
SOURCE_OF_TRUTH = "legacy"


class Implementation(NamedTuple):
    """An implementation by name, with its class."""

    name: str
    yatzy: Any


@pytest.fixture(params=IMPLEMENTATIONS)
def implementation(request: pytest.FixtureRequest) -> Implementation:
    """Give each implementation in turn."""
    return Implementation(request.param, import_module(f"{request.param}.yatzy").Yatzy)


@pytest.fixture
def yatzy(implementation: Implementation) -> Any:
    """Give the class Yatzy of each implementation in turn."""
    return implementation.yatzy


@pytest.fixture
def verify_document(request: pytest.FixtureRequest, implementation: Implementation) -> Callable[[Document], None]:
    """Give the function that compares a document with the approved one."""
    folder = request.config.getoption("--received-to")
    if folder is None:
        for_mutants = request.config.getoption("--for-mutants")
        return lambda document: compare(document, implementation.name, for_mutants=for_mutants)
    if implementation.name != SOURCE_OF_TRUTH:
        pytest.skip(f"documents are written from {SOURCE_OF_TRUTH} alone")

    def write(document: Document) -> None:
        (Path(folder) / f"{document.name}.approved.txt").write_text(document.text, encoding="utf-8", newline="\n")

    return write
