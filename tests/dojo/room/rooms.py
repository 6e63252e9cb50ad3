"""Rooms as pairs would fill them, made at once by `git fast-import`."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterable
from pathlib import Path

from dojo.practice.events import Left, Started, format_message
from dojo.practice.model import Status
from tests.dojo.practising import check_of, git

BEGAN = 1_767_348_000  # 2 January 2026, 10:00, in seconds since 1970
STEP_SECONDS = 60
FINDING = "Yatzy.pair(2, 2) expected 4 got 3"

EXEC_PATH = subprocess.run(
    ["git", "--exec-path"],  # noqa: S607 - any git
    capture_output=True,
    text=True,
    check=True,
).stdout.strip()
HAS_DAEMON = shutil.which("git-daemon", path=EXEC_PATH) is not None


def free_port() -> int:
    """Return a port at which nobody listens."""
    with socket.create_server(("", 0)) as listener:
        return int(listener.getsockname()[1])


def new_room(folder: Path) -> Path:
    """Make an empty room and return its place."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--bare", "--template=", "--initial-branch=main")
    return folder


def started(level: int = 1, name: str = "") -> str:
    """Return the message of the commit with which a practice starts."""
    return format_message(
        "started", [Started(practice="0" * 32, level=level, blind="no", name=name)]
    )


def check(status: Status, **trailers: str) -> str:
    """Return the message of a check."""
    finding = "" if status == "green" else FINDING
    message = format_message(f"{status}, 0.5 s", [check_of(status, finding=finding)])
    for key, value in trailers.items():
        message = re.sub(f"(?m)^{key}: .*\n", "", message) + f"{key}: {value}\n"
    return message


def left(pair: str) -> str:
    """Return the message of the last commit of a branch that was left."""
    return format_message(f"left: {pair}", [Left(left=pair)])


def push(room: Path, ref: str, messages: Iterable[str], *, began: int = BEGAN) -> None:
    """Put commits of these messages at the end of a ref, a minute from each to the next."""
    last = git(room, "for-each-ref", "--format=from %(objectname)", ref)
    commands = [f"reset {ref}\n{last}"]
    for number, message in enumerate(messages):
        moment = f"dojo <dojo@localhost> {began + number * STEP_SECONDS} +0000"
        commands += [f"commit {ref}", f"author {moment}", f"committer {moment}", _data(message)]
        commands += ["M 100644 inline yatzy.py", _data(f"# {ref} {began} {number}\n")]
    text = "\n".join(commands).encode()
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=room, input=text, check=True)  # noqa: S607 - whichever git there is


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}"
