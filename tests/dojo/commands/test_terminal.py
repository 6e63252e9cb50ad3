"""A screen ends with its terminal."""

import os
import signal
import subprocess
import sys

import pytest

SCREEN = """
import signal
from contextlib import suppress
from dojo.commands.terminal import end_with_terminal

end_with_terminal()
with suppress(OSError):  # the terminal may be gone before the last of it was taken
    print("here", flush=True)
signal.pause()
"""
HANGS = 60  # seconds; only what goes on for good takes as long

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")


def test_a_screen_ends_when_its_terminal_hangs_up() -> None:
    ours, theirs = os.openpty()
    screen = subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", SCREEN], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    assert os.read(ours, 100).strip() == b"here"
    os.close(ours)
    try:
        assert screen.wait(HANGS) == -signal.SIGHUP
    finally:
        screen.kill()
