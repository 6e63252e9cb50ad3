"""Joining a room: the lines that `dojo join` and `dojo start --room` print."""

from dojo.errors import WorkspaceError
from dojo.next_step import after_refusal, without_room
from dojo.practice.model import Practice
from dojo.room.git import GIT_TIMEOUT, RefusedError, display_url, is_no_answer
from dojo.room.membership import (
    NAME_TAKEN,
    SEE_JOIN,
    read_membership,
    sharing_warning,
)
from dojo.room.pushing import share
from dojo.room.sharing import join_room
from dojo.text import next_step_line


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
        advice = after_refusal(error.message, url, name)
        raise WorkspaceError(f"{reason}\nNext: {advice}") from None
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
        return [warning or f"{practice.title}/ is in no room.", next_step_line(without_room())]
    if not membership.has_joined:
        advice = after_refusal(membership.failure, membership.url, membership.pair)
        return [warning, next_step_line(advice)]
    room = display_url(membership.url)
    verb = "was" if NAME_TAKEN in membership.failure else "is"
    lines = [f"{practice.title}/ {verb} in the room {room} as {membership.pair}.", left, warning]
    if is_no_answer(membership.failure):
        return [line for line in lines if line]
    if membership.failure:
        advice = after_refusal(membership.failure, membership.url, membership.pair)
        lines.append(next_step_line(advice))
    else:
        lines.append("Each check is pushed there, with your files. `dojo join --leave` stops this.")
    return [line for line in lines if line]
