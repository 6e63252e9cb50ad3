"""A practice that shares its story with a room.

push: what brings the room up to date. It is a process of its own (dojo.practice.pushing), which nobody waits for: but
where the last one failed, for a moment, so that the check that delivers what had waited can say so.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from dojo.kata import environment
from dojo.practice.membership import is_shared, read_standing

MOMENT_SECONDS = 2.0
PUSHER = "from dojo.practice.pushing import main; main()"


def share(folder: Path) -> None:
    """Begin to push the story of a practice that is in a room."""
    if is_shared(folder):
        patience_seconds = MOMENT_SECONDS if read_standing(folder).why else 0
        with suppress(subprocess.TimeoutExpired):
            start_pusher(folder).wait(patience_seconds)


def start_pusher(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that has no terminal, outlives this one, and is in nobody's way."""
    return subprocess.Popen(  # noqa: S603 - this Python, and our own program
        [sys.executable, "-P", "-c", PUSHER, str(folder)],
        cwd=folder.anchor,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
