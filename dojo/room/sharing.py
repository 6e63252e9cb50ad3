"""Sharing a practice: joining a room, leaving it, and the warnings after a check."""

import time
import unicodedata
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.events import MAX_NAME, Left, Named
from dojo.practice.history import History, read_history, split_partners
from dojo.practice.locks import lock
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.git import GIT_TIMEOUT, RefusedError, display_url, is_no_answer
from dojo.room.membership import (
    IS_CLOSED,
    NAME_TAKEN,
    Membership,
    forget_membership,
    read_membership,
    read_membership_file,
    sharing_warning,
    write_membership,
)
from dojo.room.pushing import (
    PUSH,
    push_all,
    push_history,
    run_git_on_history,
    share,
)
from dojo.room.remote import BRANCHES, RoomRefs, Round, read_room
from dojo.text import shorten

# Seconds that a command waits for a push, so that it can say at once that the room is away.
PUSH_PATIENCE = 1.0
POLL_SECONDS = 0.05
# For so many seconds after the end, each check says that the round ended.
OVER_SECONDS = 5 * 60


def share_and_wait(folder: Path, history: History) -> str:
    """Share a check with the room. Returns a warning about the room, or an empty string.

    `history`: the one before the check.
    """
    since = time.time()
    share(folder)
    _wait_for_push(folder, since)
    return take_warning(folder, history)


def _wait_for_push(folder: Path, since: float) -> None:
    """Wait until a push after a moment went well, or failed, but not for long."""
    end = Repository(folder).find_commit(CHECKS)
    deadline = time.monotonic() + PUSH_PATIENCE
    while time.monotonic() < deadline:
        membership = read_membership(folder)
        if membership is None or membership.last_pushed_commit == end:
            return
        if membership.failure and membership.tried >= since:
            return
        time.sleep(POLL_SECONDS)


def take_warning(folder: Path, history: History | None = None) -> str:
    """Return a warning about the room, or an empty string.

    The warning about a closed room is given once, and so is the board's note about a clock. News of
    the round counts as a warning, too. It depends on the history, which is read unless it is given.
    """
    warning = sharing_warning(folder)
    membership = read_membership_file(folder)
    if membership is None or membership.folder != str(folder):
        return warning
    if membership.is_closed:
        forget_membership(folder)
        return warning
    if membership.clock_note:
        write_membership(replace(membership, clock_note=""))
        warning = f"{warning}\n{membership.clock_note}".strip()
    if membership.round is None:
        return warning
    if history is None:
        history = read_history(Repository(folder))
    news = round_news(membership.round, history, membership.joined, time.time())
    return f"{warning}\n{news}".strip()


def round_news(current: Round, history: History, joined: float, now: float) -> str:
    """Return that the round ended or, in its second half, how to swap, until the pair does.

    For a pair that joined, or started, during the round, the half is one of the rest.
    """
    if current.end <= now < current.end + OVER_SECONDS:
        end = datetime.fromtimestamp(current.end).astimezone()
        title = current.name or "The round"
        return f"{title} ended at {end:%H:%M}. Stop, even in the middle of a line."
    began = max(current.start, joined)
    if history.started_at is not None:
        began = max(began, history.started_at.timestamp())
    if not (began + current.end) / 2 <= now < current.end:
        return ""
    if history.swaps and history.swaps[-1].moment.timestamp() >= current.start:
        return ""
    _, others = split_partners(history.who)
    if not others:
        return 'Half of the time is over. Swap, the new driver first: dojo swap "DRIVER and OTHER"'
    return f"Half of the time is over. {others[0]} drives next: dojo swap"


def parse_pair_name(text: str) -> str:
    """Return the name of a pair as a branch has it. Raises WrongUsageError if it cannot be one."""
    name = "-".join(unicodedata.normalize("NFC", text).split())
    are_letters = all(unicodedata.category(letter)[0] in "LMN" or letter in "-_" for letter in name)
    if not (0 < len(name) <= MAX_NAME and are_letters and name[0].isalnum()):
        raise WrongUsageError(
            f"{shorten(text, MAX_NAME)!r} cannot be the name of a pair. "
            "Use letters and digits of any language, - and _, begin with a letter or a digit, "
            f"and use at most {MAX_NAME} characters."
        )
    return name


def join_room(folder: Path, url: str, name: str, *, mine: bool = False) -> str:
    """Join a room, push the history there, and retire the branch that the pair had before.

    Returns a sentence about that branch, or an empty string. If nobody answers, the practice waits
    for the room, and the background process joins it. Raises RefusedError if the room is missing or
    closed, or if the name is taken, unless it is `mine`: then the branch of this name is continued.
    A practice that is in another room stays there if it cannot join this one.
    """
    repository = Repository(folder)
    before = read_membership(folder)
    wanted = Membership(url, parse_pair_name(name), str(folder), joined=time.time())
    with lock(folder, PUSH, GIT_TIMEOUT):
        try:
            room = read_room(url)
            joined = _enter(repository, room, before, wanted, mine=mine)
        except RefusedError as error:
            if before is not None and (before.url, before.pair) == (wanted.url, wanted.pair):
                wanted = before
            elif before is not None and before.has_joined:
                raise
            # From now on, each check says that the pair is in no room.
            write_membership(replace(wanted, failure=error.message))
            if not is_no_answer(error.message):
                raise
            if wanted is not before:
                repository.record(f"named: {name}", Named(name=name))
            return ""
        sentence = ""
        if before is not None and before.has_joined:
            sentence = _leave_branch(repository, before, joined, room)
        if before is None or before.pair != joined.pair or not _is_room_of(before, url, room):
            repository.record(f"named: {name}", Named(name=name))
        write_membership(joined)
        push_all(folder)
    return sentence


def _enter(
    repository: Repository,
    room: RoomRefs,
    before: Membership | None,
    wanted: Membership,
    *,
    mine: bool,
) -> Membership:
    """Push the history to a room, and return the membership. Raises RefusedError."""
    if room.closed:
        raise RefusedError(IS_CLOSED)
    wanted = replace(wanted, pair=room.spelling_of(wanted.pair))
    if before is not None and before.pair == wanted.pair and _is_room_of(before, wanted.url, room):
        wanted = replace(before, url=wanted.url)
    pushed = push_history(repository, wanted)
    if NAME_TAKEN in pushed.failure and mine:
        _merge_branch(repository, wanted)
        pushed = push_history(repository, wanted)
    if pushed.failure:
        raise RefusedError(pushed.failure)
    return pushed


def _is_room_of(membership: Membership, url: str, room: RoomRefs) -> bool:
    """Return whether a URL leads to the room that a practice is in. Its spelling may differ."""
    if membership.url == url:
        return True
    if not membership.has_joined:
        return False
    return room.pairs.get(membership.pair) == membership.last_pushed_commit


def is_same_room(membership: Membership, url: str) -> bool:
    """Ask a URL whether it leads to the room that a practice is in."""
    if membership.url == url:
        return True
    try:
        return _is_room_of(membership, url, read_room(url))
    except RefusedError:
        return False


def _merge_branch(repository: Repository, membership: Membership) -> None:
    """Make the end of the branch that the room has under this name a second parent of ours.

    The files stay ours. The room is read again: the name may have been taken since.
    """
    theirs = read_room(membership.url).pairs[membership.pair]
    branch = BRANCHES + membership.pair
    run_git_on_history(repository, "fetch", "--quiet", "--no-tags", "--", membership.url, branch)
    repository.record(f"continues {membership.pair}", merged=theirs)


def _leave_branch(
    repository: Repository, before: Membership, joined: Membership, room: RoomRefs
) -> str:
    """Retire the branch that a pair had before it joined, unless it is still the same.

    Returns a sentence about it, or an empty string.
    """
    if not _is_room_of(before, joined.url, room):
        return _retire_in_words(repository, before)
    if before.pair == joined.pair:
        return ""
    failure = _retire(repository, replace(before, url=joined.url))
    if failure:  # another pair has taken that branch over
        return ""
    return f"{before.pair} is now {joined.pair}, with the same row on the board."


def leave_room(folder: Path) -> str:
    """Leave the room, and retire the branch. Returns a sentence about it, or an empty string."""
    with lock(folder, PUSH, GIT_TIMEOUT):
        membership = read_membership(folder)
        sentence = ""
        if membership is not None and membership.has_joined:
            sentence = _retire_in_words(Repository(folder), membership)
        forget_membership(folder)
        return sentence


def _retire(repository: Repository, membership: Membership) -> str:
    """Mark the branch of a pair as left, so that the board stops showing it.

    Returns why the room does not know it, or an empty string.
    """
    repository.record(f"left: {membership.pair}", Left(left=membership.pair))
    return push_history(repository, membership).failure


def _retire_in_words(repository: Repository, membership: Membership) -> str:
    """Mark the branch of a pair as left, and return a sentence about it."""
    failure = _retire(repository, membership)
    url = display_url(membership.url)
    if failure:
        return f"Could not tell {url} that {membership.pair} left: {failure}."
    return f"The checks of {membership.pair} stay in {url}; its board no longer shows the row."


def write_bundle(folder: Path, file: Path) -> None:
    """Write the whole history to a git bundle.

    Raises WorkspaceError if the file exists and is not an earlier bundle of this practice.
    """
    repository = Repository(folder)
    if file.exists():
        content = file.read_bytes()
        heads = (f"{each.id} {CHECKS}\n".encode() for each in repository.log(CHECKS))
        if not any(head in content for head in heads):
            problem = f"{file} already exists, and is not a bundle of this practice."
            raise WorkspaceError(f"{problem} Choose another name.")
    run_git_on_history(repository, "bundle", "create", "--quiet", str(file.absolute()), CHECKS)
