"""The implementations that the golden master runs against.

implementation: a package with a module `yatzy` whose class `Yatzy` has the published interface.
practice: an implementation that somebody works on, in any folder; an option names it.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.golden_master.approval import APPROVED_FILES, Places, verifier
from tests.golden_master.documents import Document

# A third implementation joins by being named here.
IMPLEMENTATIONS = ("legacy", "refactored")
# The golden master is written from this one and from no other.
SOURCE_OF_TRUTH = "legacy"
PRACTICE = "practice"


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


@pytest.fixture
def verify_document(
    request: pytest.FixtureRequest, implementation: Implementation
) -> Callable[[Document], None]:
    """Give the function that compares a document with the approved one."""
    option = request.config.getoption
    received_to, received_in = option("--received-to"), option("--received-in")
    if received_to is not None and implementation.name not in (SOURCE_OF_TRUTH, PRACTICE):
        pytest.skip(f"documents are written from {SOURCE_OF_TRUTH} alone")
    places = Places(received=APPROVED_FILES if received_in is None else Path(received_in))
    return verifier(implementation.name, places, received_to, for_mutants=option("--for-mutants"))
