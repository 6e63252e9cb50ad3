"""A pytest plugin that notes how tests broke: by an assertion, or by a crash.

assertion: a test compared what came with what it expected, by itself or through pytest, unittest or approvaltests.
crash: any other exception; the test never got as far as to compare.
A line for each test that broke is added to .dojo/broken.txt in the folder that pytest was started in.
"""

from pathlib import Path
from typing import Any

import pytest

from dojo.practice import HOME

ASSERTION, CRASH = "assertion", "crash"
MISMATCH = "ApprovalException"


def notes_in(folder: Path) -> Path:
    """Return where the notes are, of tests that were started in a folder."""
    return folder / HOME / "broken.txt"


def how_it_broke(error: BaseException) -> str:
    """Say whether an error is an assertion's, or a crash."""
    asserted = isinstance(error, (AssertionError, pytest.fail.Exception)) or type(error).__name__ == MISMATCH
    return ASSERTION if asserted else CRASH


class Witness:
    """Notes how tests broke."""

    def __init__(self, folder: Path) -> None:
        """Begin with nothing noted."""
        self.notes = notes_in(folder)

    def pytest_exception_interact(self, call: "pytest.CallInfo[Any]") -> None:
        """Note what a test, or a module of tests, broke with."""
        if call.excinfo is not None:
            with self.notes.open("a", encoding="utf-8") as notes:
                notes.write(how_it_broke(call.excinfo.value) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to note."""
    config.pluginmanager.register(Witness(config.invocation_params.dir))
