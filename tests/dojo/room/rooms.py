"""Rooms and practices for the tests, without a process."""

import shutil
import socket
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pygit2

from dojo.practice.events import Left, Started, format_message
from dojo.practice.model import Status
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.remote import BRANCHES
from tests.dojo.practising import check_of

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
    """Make an empty room that accepts everything."""
    pygit2.init_repository(str(folder), bare=True)
    return folder


def started(level: int = 1, name: str = "", practice: str = "0" * 32) -> str:
    """Return the message of the commit with which a practice starts."""
    event = Started(practice=practice, level=level, blind="no", name=name)
    return format_message("started", [event])


def check(status: Status) -> str:
    """Return the message of a check."""
    finding = "" if status == "green" else FINDING
    return format_message(f"{status}, 0.5 s", [check_of(status, finding=finding)])


def left(pair: str) -> str:
    """Return the message of the last commit of a branch that was left."""
    return format_message(f"left: {pair}", [Left(left=pair)])


def push(room: Path, ref: str, messages: Iterable[str], *, began: int = BEGAN):
    """Append commits with these messages to a ref, a minute from each to the next."""
    git = pygit2.Repository(str(room))
    for number, message in enumerate(messages):
        author = pygit2.Signature("dojo", "dojo@localhost", began + number * STEP_SECONDS, 0)
        code = git.create_blob(f"# {ref} {began} {number}\n".encode())
        files = git.TreeBuilder()
        files.insert("yatzy.py", code, 0o100644)
        parents = [git.references[ref].target] if ref in git.references else []
        git.create_commit(ref, author, author, message, files.write(), parents)


def new_practice(folder: Path) -> Repository:
    """Start a practice that has one file, and no check yet."""
    folder.mkdir()
    (folder / "yatzy.py").write_text("one = 1\n", encoding="utf-8")
    repository = Repository(folder)
    repository.create()
    event = Started(practice=folder.name, level=1, blind="no")
    repository.record("started", event, tree=repository.tree())
    return repository


def last_commit(repository: Repository) -> str | None:
    return repository.find_commit(CHECKS)


def branches(room: Path) -> dict[str, str]:
    """Return the last commit of each pair in a room."""
    found: dict[str, str] = {}
    for ref in pygit2.Repository(str(room)).references.objects:
        name = ref.name.removeprefix(BRANCHES)
        if not name.startswith("_"):
            found[name] = str(ref.target)
    return found
