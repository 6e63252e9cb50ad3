"""Being alone in a folder: of several tables, one looks at the saves and writes, and then the next."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

PATIENCE_SECONDS = 1.0  # with who holds the folder, and was stopped meanwhile, say: then, both write
GLANCE_SECONDS = 0.02


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Let nobody else be alone in a folder meanwhile, where the system can see to that: Windows locks no folder."""
    if sys.platform == "win32":
        yield
        return
    held = None
    try:
        with suppress(OSError):  # no folder there is nobody's
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)  # a pipe would wait for who writes
            _wait_for(held)
        yield
    finally:
        if held is not None:
            os.close(held)


def _wait_for(held: int) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        with suppress(BlockingIOError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(GLANCE_SECONDS)
