"""A pytest plugin for replays of recorded tests. It limits the time of each test by the clock."""

import json
import signal
import sys
from pathlib import Path

import pytest

from dojo.inside.failures import StoppedError
from dojo.inside.importing import AroundFinder

# Less than a check allows. A recorded call may wait for something that only the program gives.
TEST_SECONDS = 8.0


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--dojo-around", help="used by the dojo: two folders, in JSON")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Find the modules around the project that a conftest.py imports."""
    copies, originals = json.loads(early_config.known_args_namespace.dojo_around)
    sys.meta_path.append(AroundFinder(Path(copies), Path(originals)))


def pytest_runtest_protocol() -> None:
    """Start the time of a test."""
    _set_alarm(TEST_SECONDS)


def pytest_runtest_logfinish() -> None:
    """End the time of a test."""
    _set_alarm(0)


def _set_alarm(seconds: float) -> None:
    """Raise StoppedError after some seconds, and again if the code catches it. Zero: never."""
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


def _stop(*_: object) -> None:
    raise StoppedError(f"timed out after {TEST_SECONDS:g} s")
