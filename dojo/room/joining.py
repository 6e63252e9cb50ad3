"""Joining a room: the lines that commands print, and advice if the room refuses."""

import shlex

from dojo.errors import WorkspaceError
from dojo.practice.model import Practice
from dojo.room.git import GIT_TIMEOUT, RefusedError, display_url, is_no_answer
from dojo.room.membership import (
    IS_CLOSED,
    NAME_TAKEN,
    SEE_JOIN,
    read_membership,
    sharing_warning,
)
from dojo.room.pushing import share
from dojo.room.sharing import join_room
from dojo.text import next_step_line

# By words in the reason, which are git's or ours.
ADVICE = {
    NAME_TAKEN: "choose another name: dojo join {room} --name NAME\n"
    "If it is your own name, from another folder or computer, continue its row:\n"
    "dojo join {room} --name {pair} --mine",
    IS_CLOSED: "join another room. `dojo room serve PATH` opens a closed room again.",
    "dubious ownership": "if you trust the owner of the room, run this, then join again:\n"
    "git config --global --add safe.directory {room}",
    "could not read": "a check cannot ask for a password. Set up a key or a credential helper:\n"
    "git config --global credential.helper cache; then `dojo join {room}`.",
}
OTHER_ADVICE = "check the URL and the network; `dojo join URL` changes the URL."


def waiting_line(url: str) -> str:
    return f"Connecting to {display_url(url)} (timeout: {GIT_TIMEOUT} s) ..."


def join_with_advice(practice: Practice, url: str, name: str, *, mine: bool = False) -> list[str]:
    """Join a room, and return lines about it.

    Raises WorkspaceError, with advice, if the room refuses.
    """
    try:
        left = join_room(practice.folder, url, name, mine=mine)
    except RefusedError as error:
        reason = f"Could not join {display_url(url)}: {error.message}."
        membership = read_membership(practice.folder)
        if membership is not None and membership.has_joined:
            reason += f"\nYou are still in {display_url(membership.url)} as {membership.pair}."
        raise WorkspaceError(f"{reason}\nNext: {_advice(error.message, url, name)}") from None
    share(practice.folder)
    return membership_lines(practice, left)


def membership_lines(practice: Practice, left: str = "") -> list[str]:
    """Return which room a practice is in, and advice if it cannot be reached.

    `left` is a sentence about a branch that the practice left before.
    """
    membership = read_membership(practice.folder)
    # Its second line names this command, which prints better advice.
    warning = sharing_warning(practice.folder).replace(f"\n{SEE_JOIN}", "")
    if membership is None:
        advice = "`dojo join URL --name WHO`; the person who runs the session has the URL."
        return [warning or f"{practice.title}/ is in no room.", next_step_line(advice)]
    if not membership.has_joined:
        advice = _advice(membership.failure, membership.url, membership.pair)
        return [warning, next_step_line(advice)]
    room = display_url(membership.url)
    verb = "was" if NAME_TAKEN in membership.failure else "is"
    lines = [f"{practice.title}/ {verb} in the room {room} as {membership.pair}.", left, warning]
    if is_no_answer(membership.failure):
        return [line for line in lines if line]
    if membership.failure:
        advice = _advice(membership.failure, membership.url, membership.pair)
        lines.append(next_step_line(advice))
    else:
        lines.append("Each check is pushed there, with your files. `dojo join --leave` stops this.")
    return [line for line in lines if line]


def _advice(reason: str, url: str, pair: str) -> str:
    """Return advice for a reason that git or the room gave."""
    room = shlex.quote(display_url(url))
    for words, advice in ADVICE.items():
        if words in reason:
            return advice.format(room=room, pair=shlex.quote(pair))
    return OTHER_ADVICE
