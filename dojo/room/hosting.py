"""Making a room, serving it to the network, and keeping its histories in one file."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import pygit2

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.snapshots import CHECKS
from dojo.processes import end_group, start_process
from dojo.room.git import RefusedError, git_environment, reason_in, run_git
from dojo.room.pairs import Clone
from dojo.room.remote import BRANCHES, CLOSED, SIGNS, SLIPS, refs_in

GIT_PORT = 9418
# Git itself refuses everything but the branches of pairs, and pushes that would remove something.
SETTINGS = """[receive]
	hideRefs = refs
	hideRefs = !refs/heads/dojo
	denyNonFastForwards = true
	denyDeletes = true
	fsckObjects = true
	maxInputSize = 16m
"""


def make_room(path: Path, *, shared: bool = False) -> None:
    """Make a room for one account, or for its group. Raises WorkspaceError if the path exists."""
    if path.exists():
        advice = "Choose another name for the room."
        raise WorkspaceError(f"{path} already exists, and was not changed. {advice}")
    path.mkdir(parents=True)
    accounts = "group" if shared else "umask"
    run_git(path, "init", "--quiet", "--bare", "--template=", f"--shared={accounts}")
    with (path / "config").open("a", encoding="utf-8", newline="\n") as config:
        config.write(SETTINGS)


def is_room(path: Path) -> bool:
    """Return whether make_room made this folder."""
    config = path / "config"
    return config.is_file() and SETTINGS in config.read_text(encoding="utf-8")


def has_pairs(path: Path) -> bool:
    return bool(refs_in(pygit2.Repository(str(path))).pairs)


def remove_pair(path: Path, name: str) -> int:
    """Remove a pair from a room, with its slips. Returns how many these were.

    The name ignores case. Raises WrongUsageError if there is no such pair.
    """
    git = pygit2.Repository(str(path))
    refs = refs_in(git)
    pair = refs.spelling_of(name)
    if pair not in refs.pairs:
        known = ", ".join(sorted(refs.pairs)) or "nobody"
        raise WrongUsageError(f"{path.name} has no pair {name}. In it: {known}.")
    slips = [ref for ref in refs.slips if ref.startswith(f"{SLIPS}{pair}/")]
    signs = [ref for ref in refs.signs if ref.startswith(f"{SIGNS}{pair}/")]
    for ref in (f"{BRANCHES}{pair}", *slips, *signs):
        git.references.delete(ref)
    return len(slips)


@contextmanager
def git_daemon(
    place: Path, port: int, host: str | None = None
) -> Iterator["subprocess.Popen[str]"]:
    """Serve one room alone inside a `with` block. Raises WorkspaceError if git does not listen.

    Without a `host`, git listens at all addresses of this computer.

    git starts another process, which listens. For a moment after that one is ready, git does not
    yet end it together with itself, so the whole group is ended.
    """
    command = [
        *("git", "daemon", "--verbose", "--informative-errors", "--reuseaddr", "--export-all"),
        *("--enable=receive-pack", f"--port={port}", f"--base-path={place.parent}", str(place)),
    ]
    if host is not None:
        command.insert(2, f"--listen={host}")
    daemon = start_process(command, place.parent, git_environment(), subprocess.PIPE)
    try:
        wait_until_ready(daemon, place)
        yield daemon
    finally:
        end_group(daemon)
        # The last process of the group closes the pipe and the port. Windows has no groups: there,
        # git alone was ended, and what it started has had the same Ctrl-C.
        if sys.platform != "win32":
            daemon.communicate()


def wait_until_ready(daemon: "subprocess.Popen[str]", place: Path) -> None:
    """Wait until git listens. Raises WorkspaceError if it ends before that."""
    printed = ""
    for line in daemon.stdout or ():
        if "Ready to rumble" in line:
            return
        printed += line
    advice = "Is a room served already? Then choose another --port."
    raise WorkspaceError(f"Could not serve {place.name}: {reason_in(printed)}. {advice}")


def git_url(place: Path, port: int, host: str | None = None) -> str:
    """Return the URL of a room that this computer serves."""
    address = host or own_address()
    if port != GIT_PORT:
        address += f":{port}"
    return f"git://{address}/{quote(place.name)}"


def own_address() -> str:
    """Return the address of this computer in the network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp, suppress(OSError):
        udp.connect(("192.0.2.1", 9))  # reserved for documentation, so nobody has it
        return str(udp.getsockname()[0])
    return "localhost"


def reopen(path: Path) -> bool:
    """Open a room that was closed. Returns whether it was."""
    references = pygit2.Repository(str(path)).references
    if references.get(CLOSED) is None:
        return False
    references.delete(CLOSED)
    return True


def close_room(clone: Clone) -> None:
    """Close a room: its pairs stop sharing. Raises RefusedError if it does not take that.

    A practice or a bundle is no room, and cannot be closed. Raises WorkspaceError if there is no
    pair.
    """
    _fetch_pairs(clone)
    if clone.is_closed:
        return
    if not clone.is_room:
        raise RefusedError(f"{clone.display_name} is not a room")
    clone.push_note("closed", CLOSED)


def write_room_bundle(clone: Clone, file: Path) -> list[str]:
    """Write the histories and slips of a room to a file, and return the names of its pairs.

    Raises WorkspaceError if there is none.
    """
    _fetch_pairs(clone)
    refs = clone.refs
    branches = [f"{BRANCHES}{name}" if name else CHECKS for name in refs.pairs]
    if refs.closed:
        branches.append(CLOSED)
    branches += [*refs.signs, *refs.slips, *clone.note_clocks()]
    git_dir = clone.repository.path
    run_git(git_dir, "bundle", "create", "--quiet", str(file.absolute()), *branches)
    return sorted(pair.name for pair in clone.pairs)


def _fetch_pairs(clone: Clone) -> None:
    clone.fetch()
    if not clone.refs.pairs:
        room = clone.display_name
        raise WorkspaceError(f"{room} has no practices, so there is nothing to save.")
