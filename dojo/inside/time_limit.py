"""A pytest plugin that limits the time of each test, and of each import of a test file."""

import signal
import sys

from dojo.inside.failures import StoppedError

# Of processor time. Wall-clock time would depend on what else the computer does.
TEST_SECONDS = 10.0


class TimeLimit:
    """Raises StoppedError in a test that computes for too long."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def pytest_collectstart(self) -> None:
        """Start the time of an import or of a test."""
        if sys.platform != "win32":
            signal.signal(signal.SIGPROF, self._stop)
            signal.setitimer(signal.ITIMER_PROF, self.seconds, self.seconds)

    pytest_runtest_protocol = pytest_collectstart

    def _stop(self, *_: object) -> None:
        message = f"timed out after {self.seconds:g} s of processor time"
        raise StoppedError(f"{message}\nan endless loop? `--limit` sets the timeout")
