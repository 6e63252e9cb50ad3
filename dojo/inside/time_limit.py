"""A pytest plugin that limits the time of each test, and of each import of a test file."""

import os
import signal
import sys
from pathlib import Path

import pytest

from dojo.inside import RUNNING_FILE
from dojo.inside.failures import StoppedError

# Of processor time. Wall-clock time would depend on what else the computer does.
TEST_SECONDS = 10.0


def running_file(outcome_file: str) -> Path | None:
    """Return the file for the name of the running test, or None if nobody reads the outcome."""
    if outcome_file in ("", os.devnull):
        return None
    return Path(outcome_file).with_name(RUNNING_FILE)


class TimeLimit:
    """Raises StoppedError in a test that computes for too long.

    A test that waits, or that catches any error, is ended by the process that started this one. So
    the name of the running test is written to the file `running`, if there is one.
    """

    def __init__(self, seconds: float, running: Path | None = None) -> None:
        self.seconds = seconds
        self.running = running

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self._start(collector.nodeid)

    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        self._start(item.nodeid)

    def _start(self, name: str) -> None:
        """Start the time of an import or of a test."""
        # Workers of pytest-xdist run several tests at once.
        if self.running is not None and "PYTEST_XDIST_WORKER" not in os.environ:
            self.running.write_text(name, encoding="utf-8", errors="backslashreplace")
        if sys.platform != "win32":
            signal.signal(signal.SIGPROF, self._stop)
            signal.setitimer(signal.ITIMER_PROF, self.seconds, self.seconds)

    def _stop(self, *_: object) -> None:
        message = f"timed out after {self.seconds:g} s of processor time"
        raise StoppedError(f"{message}\nan endless loop? `--limit` sets the timeout")
