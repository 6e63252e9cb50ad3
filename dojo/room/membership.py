"""Which room a practice has joined, and which of its checks the room has.

The file that says so is part of the practice. A copy of the practice, in another folder, is in no
room before somebody joins there.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dojo.files import DamagedError, read_json, write_json
from dojo.practice.events import Checked, parse_entry
from dojo.practice.model import STATE_DIRECTORY
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.git import display_url, is_no_answer
from dojo.room.remote import Round
from dojo.text import quantity

FILE = "room.json"
NAME_TAKEN = "is the name of another pair there"
IS_CLOSED = "the room is closed"
SEE_JOIN = "`dojo join` shows what to do."


@dataclass(frozen=True)
class Membership:
    """A practice in a room: the room's URL, the pair's name there, and the folder that joined.

    `last_pushed_commit` is empty until the room has taken the history. `failure`: why the last push
    failed, if it did; `tried`: when that was, in seconds since 1970. `clock_note`: says that the
    clock here is wrong, until it is printed. `joined`: when it joined the room. `round`: that of
    the board, when the room answered last. `ignored_round`: it is not counted down here.
    """

    url: str
    pair: str
    folder: str
    last_pushed_commit: str = ""
    failure: str = ""
    tried: float = 0.0
    joined: float = 0.0
    is_closed: bool = False
    clock_note: str = ""
    round: Round | None = None
    ignored_round: Round | None = None

    @property
    def has_joined(self) -> bool:
        return self.last_pushed_commit != ""


def read_membership_file(folder: Path) -> Membership | None:
    """Return the membership in a folder, even if the room is closed or the folder a copy."""
    with suppress(FileNotFoundError, DamagedError):
        return read_json(folder / STATE_DIRECTORY / FILE, Membership)
    return None


def read_membership(folder: Path) -> Membership | None:
    """Return the membership of the practice in a folder, or None if it is in no open room."""
    membership = read_membership_file(folder)
    if membership is None or membership.folder != str(folder) or membership.is_closed:
        return None
    return membership


def current_round(folder: Path, now: float) -> Round | None:
    """Return the round in the room, or None if there is none, or if it is over."""
    membership = read_membership(folder)
    if membership is None or membership.round is None or membership.round.end <= now:
        return None
    return membership.round


def write_membership(membership: Membership) -> None:
    write_json(Path(membership.folder, STATE_DIRECTORY, FILE), membership)


def forget_membership(folder: Path) -> None:
    """Leave the room. Checks that were pushed stay on the server."""
    (folder / STATE_DIRECTORY / FILE).unlink(missing_ok=True)


def sharing_warning(folder: Path) -> str:
    """Return a warning if checks do not get to a room, else an empty string.

    The practice may be a copy of one that joined in another folder, the room may be closed, it may
    not have let the pair in yet, or the last push failed.
    """
    membership = read_membership_file(folder)
    if membership is None:
        return ""
    room = display_url(membership.url)
    if membership.folder != str(folder):
        return (
            f"You are in no room: {folder.name}/ is a copy of a practice in {room}.\n"
            "`dojo join URL --name WHO` joins a room, `dojo join --leave` stops this message."
        )
    if membership.is_closed:
        return _closed_warning(membership, room)
    if not membership.failure:
        return ""
    if not membership.has_joined:
        return _not_joined_warning(membership, room)
    return _unsent_warning(membership)


def _closed_warning(membership: Membership, room: str) -> str:
    """Say that the room was closed, and which checks it lacks."""
    lines = [f"The room {room} was closed."]
    unsent = unsent_checks(membership)
    if unsent:
        lines.append(f"Not pushed: {unsent}.")
    return "\n".join([*lines, "From now on, checks stay in your practice."])


def _not_joined_warning(membership: Membership, room: str) -> str:
    """Say why the practice is not in the room yet. Without an answer, it joins by itself later."""
    if is_no_answer(membership.failure):
        reason = f"{room} does not answer ({membership.failure})"
        return f"You are in no room: {reason}.\nYour practice joins as soon as the room answers."
    reason = f"could not join {room}: {membership.failure}"
    return f"You are in no room: {reason}.\n{SEE_JOIN}"


def _unsent_warning(membership: Membership) -> str:
    """Say that the room lacks some checks, why, and what happens next. Empty if it has all."""
    unsent = unsent_checks(membership)
    if not unsent:
        return ""
    pronoun = "It is" if unsent.startswith("1 check") else "They are"
    next_step = f"{pronoun} pushed as soon as the room answers."
    if NAME_TAKEN in membership.failure:
        next_step = SEE_JOIN
    return f"Not pushed: {unsent} ({membership.failure}).\n{next_step}"


def unsent_checks(membership: Membership) -> str:
    """Return how many checks the room lacks, and since when, or an empty string."""
    repository = Repository(Path(membership.folder))
    moments = []
    for commit in repository.log(CHECKS, first_parents=True):
        if str(commit.id) == membership.last_pushed_commit:
            break
        entry = parse_entry(commit)
        if any(isinstance(event, Checked) for event in entry.events):
            moments.append(entry.moment)
    if not moments:
        return ""
    if len(moments) == 1:
        return f"1 check, from {moments[0]:%H:%M}"
    return f"{quantity(len(moments), 'check')}, the first from {moments[-1]:%H:%M}"
