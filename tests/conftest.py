"""What all tests share: quiet tools, and a place for their files."""

import os
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest

# Without this, importing approvaltests downloads two scripts into the working folder.
os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
sys.modules["requests"] = ModuleType(
    "requests"
)  # for these alone; it takes longer than all else of approvaltests
import approvaltests  # noqa: E402, F401 - imported here, before any test can

del sys.modules["requests"]

# Each kata has a golden master of its own.
collect_ignore = ["katas"]

WORKED = "tests/worked/"
# The files whose tests take longest, together. They run first, so all processes end at one time.
LONGEST = (
    WORKED,
    "tests/dojo/test_printed.py",
    "tests/dojo/test_second_kata.py",
    "tests/dojo/test_evening.py",
    "tests/dojo/test_drafted_kata.py",
    "tests/dojo/commands/test_run_documents.py",
)
MEMORY = "/dev/shm"  # noqa: S108 - whoever writes there makes a folder of their own
MEMORY_BYTES = 4 * 1024**3  # far more than three runs leave there, which is what pytest keeps
# Wall-clock seconds. The slowest test takes 80, and 220 where five other programs are at work.
TEST_TIMEOUT = 900.0
# The tools' tests write some ten thousand small files. On a disk, each takes 20 times as long.
with suppress(OSError):  # where there is no such place
    if shutil.disk_usage(MEMORY).free > MEMORY_BYTES and os.access(MEMORY, os.W_OK):
        tempfile.tempdir = os.environ.setdefault("TMPDIR", MEMORY)
# A script that starts the suite in the background makes it and its child processes ignore Ctrl-C.
# Some tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config):
    """Limit the time of each test, unless `--timeout` does, before pytest-timeout reads the option.

    The limit is not in pyproject.toml: the golden master runs without plugins, and pytest would
    refuse a setting that no plugin knows.
    """
    if config.pluginmanager.hasplugin("timeout") and config.option.timeout is None:
        config.option.timeout = TEST_TIMEOUT


@pytest.hookimpl(optionalhook=True)  # for runs without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Run the tests of a file in one process, so that its fixtures are made once."""
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - likewise

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            """Take the worked way for one file: all its tests share its states."""
            return WORKED if nodeid.startswith(WORKED) else str(super()._split_scope(nodeid))

    if config.option.dist != "load":
        return None
    config.option.loadscopereorder = False  # files with few tests would be the last
    return Scheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]):
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
