"""A practice that shares its story with a room.

push: what brings the room up to date. It is a process of its own, which nobody waits for (dojo.practice.pushing).
"""

import subprocess
import sys
from pathlib import Path

from dojo.kata import environment
from dojo.practice.membership import is_shared

PUSHER = "from dojo.practice.pushing import main; main()"


def share(folder: Path) -> "subprocess.Popen[bytes] | None":
    """Begin to push the story of a practice that is in a room; return the process, which nobody needs to wait for."""
    return start_pusher(folder) if is_shared(folder) else None


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
