"""Rooms as pairs would fill them, made at once by `git fast-import`."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

from dojo.practice.history import guard_trailers
from dojo.practice.snapshots import message_with
from tests.dojo.practising import git

BEGAN = 1_767_348_000  # 2 January 2026, 10:00, in seconds since 1970
STEP_SECONDS = 60
FINDING = "Yatzy.pair(2, 2) expected 4 got 3"


def new_room(folder: Path) -> Path:
    """Make an empty room and return its place."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--bare", "--template=", "--initial-branch=main")
    return folder


def started(level: int = 1, name: str = "") -> str:
    """Return what the first commit of a story says."""
    return message_with("started", {**guard_trailers(level, blind=False), "Name": name, "Practice": "0" * 32})


def check(status: str, **trailers: str) -> str:
    """Return what a check says."""
    red = status != "green"
    said = {"Status": status, "Seconds": "0.50", "Findings": str(int(red)), "Finding": FINDING if red else ""}
    return message_with(f"{status}, 0.5 s", {**said, **guard_trailers(1, blind=False), **trailers})


def left(pair: str) -> str:
    """Return what the last commit of a line says that was left."""
    return message_with(f"left: {pair}", {"Left": pair})


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
