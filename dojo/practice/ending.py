"""A process that ends: by itself, or when it is beyond its limits; and with it, all that it has started."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

GLANCE_SECONDS = 0.05


def wait_for(running: "subprocess.Popen[bytes]", beyond: Callable[[], str]) -> str:
    """Wait for a process; end it once something is `beyond` its limits, or raised meanwhile, and return what."""
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                running.wait(GLANCE_SECONDS)
                return ""
            if words := beyond():
                return words
    finally:
        if running.poll() is None:
            _end(running)


def _end(running: "subprocess.Popen[bytes]") -> None:
    """End a process, and its group if it leads one, else all whose parents are known."""
    if sys.platform != "win32" and os.getpgid(running.pid) == running.pid:
        os.killpg(running.pid, signal.SIGKILL)
    else:
        _end_children(running.pid)
        running.kill()
    running.wait()


def _end_children(number: int) -> None:
    import psutil  # noqa: PLC0415 - it takes longer to load than a push takes, and few pushes need it

    with suppress(psutil.Error):
        for each in psutil.Process(number).children(recursive=True):
            with suppress(psutil.Error):
                each.kill()
