"""Which room a practice has joined, and which of its checks the room has.

The file that says so is part of the practice. A copy of the practice, in another folder, is in no
room before somebody joins there.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dojo.files import DamagedError, read_json, write_json
from dojo.practice.model import STATE_DIRECTORY
from dojo.room.git import display_url

FILE = "room.json"
NAME_TAKEN = "is the name of another pair there"


@dataclass(frozen=True)
class Membership:
    """A practice in a room: the room's URL, the pair's name there, and the folder that joined.

    `failure`: why the last push failed, if it did. `failing_since`: when pushes began to fail.
    """

    url: str
    pair: str
    folder: str
    last_pushed_commit: str = ""
    failing_since: str = ""
    failure: str = ""


def _read_file(folder: Path) -> Membership | None:
    with suppress(FileNotFoundError, DamagedError):
        return read_json(folder / STATE_DIRECTORY / FILE, Membership)
    return None


def read_membership(folder: Path) -> Membership | None:
    """Return the membership of the practice in a folder, or None if it is in no room."""
    membership = _read_file(folder)
    if membership is None or membership.folder != str(folder):
        return None
    return membership


def write_membership(membership: Membership) -> None:
    write_json(Path(membership.folder, STATE_DIRECTORY, FILE), membership)


def forget_membership(folder: Path) -> None:
    """Leave the room. Checks that were pushed stay on the server."""
    (folder / STATE_DIRECTORY / FILE).unlink(missing_ok=True)


def sharing_warning(folder: Path) -> str:
    """Return a warning if checks do not get to a room, else an empty string.

    The last push may have failed, or the practice is a copy of one that joined in another folder.
    """
    membership = _read_file(folder)
    if membership is None:
        return ""
    if membership.folder != str(folder):
        return (
            f"{folder.name}/ names a room that nobody has joined here, and sends nothing there: "
            f"{display_url(membership.url)}\n"
            "`dojo join URL` joins a room, `dojo join --leave` has it name none."
        )
    if not membership.failure:
        return ""
    next_step = "They go there by themselves as soon as the room answers."
    if NAME_TAKEN in membership.failure:
        next_step = "`dojo join` says what to do."
    return (
        f"Not sent to the room since {membership.failing_since}: {membership.failure}.\n"
        f"Your checks are kept. {next_step}"
    )
