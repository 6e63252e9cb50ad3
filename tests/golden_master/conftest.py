"""The implementations that the golden master runs against.

An implementation is a package with a module `yatzy`, whose class `Yatzy` has the published
interface. With the option `--practice`, it is the class of a practice.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.golden_master.approval import Places, verifier
from tests.golden_master.documents import Verify

# A third implementation joins by being named here.
IMPLEMENTATIONS = ["legacy", "refactored"]
# The golden master is written from this one and from no other.
SOURCE_OF_TRUTH = "legacy"
PRACTICE = "practice"


class Implementation(NamedTuple):
    """An implementation by name, with its class."""

    name: str
    yatzy: Any


def pytest_generate_tests(metafunc: pytest.Metafunc):
    """Run each scenario on each implementation; with a practice, on that alone."""
    if "implementation" not in metafunc.fixturenames:
        return
    names = IMPLEMENTATIONS
    if metafunc.config.getoption("--practice") is not None:
        names = [PRACTICE]
    metafunc.parametrize("implementation", names, indirect=True)


@pytest.fixture
def implementation(request: pytest.FixtureRequest) -> Implementation:
    """Import each implementation in turn."""
    name = request.param
    if name != PRACTICE:
        return Implementation(name, import_module(f"{name}.yatzy").Yatzy)
    folder, _, module = request.config.getoption("--practice").rpartition(":")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return Implementation(PRACTICE, import_module(module).Yatzy)


@pytest.fixture
def yatzy(implementation: Implementation) -> Any:
    """Return the class Yatzy of each implementation in turn."""
    return implementation.yatzy


@pytest.fixture
def verify_document(request: pytest.FixtureRequest, implementation: Implementation) -> Verify:
    """Return the function that compares a document with the approved one."""
    option = request.config.getoption
    received_to = option("--received-to")
    if received_to is not None and implementation.name not in (SOURCE_OF_TRUTH, PRACTICE):
        pytest.skip(f"documents are written from {SOURCE_OF_TRUTH} alone")
    received_in = option("--received-in")
    places = Places()
    if received_in is not None:
        places = Places(received=Path(received_in))
    return verifier(implementation.name, places, received_to, for_mutants=option("--for-mutants"))
