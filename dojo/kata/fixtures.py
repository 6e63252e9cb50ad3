"""A pytest plugin for the tests of a kata: it runs each scenario on each implementation.

kata.toml names the implementations. Their class or function is the fixture with the name of the
module that has it. `verify_document` compares a document with its approved file.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dojo.documents.approval import Places, verifier
from dojo.documents.documents import Verify
from dojo.errors import WorkspaceError
from dojo.kata.description import read_kata
from dojo.kata.workspace import present_implementations


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("golden master")
    group.addoption(
        "--for-mutants",
        action="store_true",
        help=(
            "a mismatch only fails: no difference is worked out, "
            "no received file kept, no diff tool opened"
        ),
    )
    group.addoption(
        "--received-to",
        metavar="FOLDER",
        help=(
            "write the documents of the tangle to FOLDER instead of comparing them; "
            "`dojo approve` takes them from there"
        ),
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the fixture that has the name of the module."""
    try:
        kata = read_kata(config.rootpath)
    except WorkspaceError as error:
        raise pytest.UsageError(error.message) from None

    class Fixtures:
        @pytest.fixture(name=kata.module)
        def offered(self, implementation: str) -> Any:  # noqa: ANN401 - any kata's
            """Return the offer of each implementation, in turn."""
            return kata.offered_by(import_module(f"{implementation}.{kata.module}"))

    config.pluginmanager.register(Fixtures())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each scenario on each implementation."""
    kata = read_kata(metafunc.config.rootpath)
    if {kata.module, "verify_document"} & set(metafunc.fixturenames):
        metafunc.parametrize("implementation", present_implementations(metafunc.config.rootpath))


@pytest.fixture
def verify_document(request: pytest.FixtureRequest, implementation: str) -> Verify:
    """Return the function that compares a document with the approved one."""
    root = request.config.rootpath
    kata = read_kata(root)
    received_to = request.config.getoption("--received-to")
    # The golden master is written from the tangle and from no other implementation.
    if received_to is not None and implementation != kata.tangle_package:
        pytest.skip(f"documents are written from {kata.tangle_package} alone")
    approved = Path(root, kata.approved_files)
    for_mutants = request.config.getoption("--for-mutants")
    places = Places((approved,), approved)
    return verifier(implementation, places, received_to, for_mutants=for_mutants)
