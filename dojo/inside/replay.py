"""A pytest plugin for replays of recorded tests. It limits the time of each test by the clock."""

import signal
import sys

from dojo.inside.failures import StoppedError

# Less than a check allows. A recorded call may wait for something that only the program gives.
TEST_SECONDS = 8.0


def pytest_runtest_protocol() -> None:
    """Start the time of a test."""
    _set_alarm(TEST_SECONDS)


def pytest_runtest_logfinish() -> None:
    """End the time of a test."""
    _set_alarm(0)


def _set_alarm(seconds: float) -> None:
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


def _stop(*_: object) -> None:
    raise StoppedError(f"timed out after {TEST_SECONDS:g} s")
