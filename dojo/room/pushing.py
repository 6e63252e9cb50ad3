"""The background process of a practice in a room: it pushes, and says that the pair is there.

Each pair has a branch in the room, `refs/heads/dojo/NAME`: the history of its practice. After each
check, a process pushes it, without force, and without asking for a password. One process stays: it
pushes again while the room is away, and sends a sign of life every BEAT_SECONDS.
"""

import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pygit2

from dojo.practice.history import read_history
from dojo.practice.locks import LockedError, lock
from dojo.practice.model import STATE_DIRECTORY
from dojo.practice.snapshots import CHECKS, Repository
from dojo.processes import python_environment, start_process
from dojo.room.git import RefusedError, may_ask_for_password, run_git
from dojo.room.membership import NAME_TAKEN, Membership, read_membership, write_membership
from dojo.room.remote import (
    BEAT_SECONDS,
    BRANCHES,
    Round,
    newest_round,
    read_room,
    sign_ref,
)

# Seconds.
RETRY_SECONDS = 2.0
# A room that answers at all does so within this time. Longer waits would delay the next try.
ANSWER_TIMEOUT = 8
# The process that stays waits for another push.
STAY_PATIENCE = 5.0
# A pair in the room asks it more often than that, so it hears of a round within so many seconds.
HEARD_SECONDS = 60
# The process stays for so long after the last check, or the end of a watch.
ACTIVE_SECONDS = 15 * 60
# It stays longer if the room lacks some checks: the board should not show an old red check.
UNSENT_SECONDS = 30 * 60
# Its time of change is when the pair was active last.
ACTIVITY_FILE = "active"
# The signs of life that this practice has sent.
ALIVE = "refs/dojo/alive"
# Locks: one process pushes, and one stays.
PUSH = "push"
STAY = "stay"
NOT_COUNTED = "Your clock and that of the board differ, so the round is not counted down here."


def note_activity(folder: Path) -> None:
    with suppress(FileNotFoundError):  # somebody removed the folder, or moved the practice
        (folder / STATE_DIRECTORY / ACTIVITY_FILE).touch()


def share(folder: Path) -> None:
    """Push the history in the background, if the practice is in a room.

    The process has no terminal, and outlives this one.
    """
    if read_membership(folder) is None:
        return
    note_activity(folder)
    command = [sys.executable, "-P", "-m", "dojo.room.pushing", str(folder)]
    start_process(command, Path(folder.anchor), python_environment())


def push_and_stay(folder: Path) -> None:
    """Push the history. One process stays, to push again and to send signs of life.

    It ends when the pair is inactive, or its room is closed. A new practice in this folder has a
    process of its own.
    """
    push_all(folder)
    with suppress(LockedError), lock(folder, STAY, 0):
        _stay(folder)


def _stay(folder: Path) -> None:
    """Push, and send a sign of life after each push that worked, while the pair is active.

    It ends before that if the folder has a new practice, if the room is closed or was left, or if
    another pair has the name.
    """
    repository = Repository(folder)
    practice = _practice_id(repository)
    while _is_active(folder) and _practice_id(repository) == practice:
        push_all(folder, STAY_PATIENCE)
        membership = read_membership(folder)
        if membership is None or NAME_TAKEN in membership.failure:
            return
        if membership.failure:
            time.sleep(RETRY_SECONDS)
        else:
            send_sign(repository, membership)
            time.sleep(BEAT_SECONDS)


def _is_active(folder: Path) -> bool:
    """Return whether the pair did something so recently that the process stays."""
    try:
        active_at = (folder / STATE_DIRECTORY / ACTIVITY_FILE).stat().st_mtime
    except FileNotFoundError:
        return False
    idle_seconds = time.time() - active_at
    if _is_behind(Repository(folder)):
        return idle_seconds < UNSENT_SECONDS
    return idle_seconds < ACTIVE_SECONDS


def push_all(folder: Path, patience: float = 0) -> None:
    """Push until the room is up to date or unreachable.

    `patience`: how many seconds to wait for another process that is pushing. That one also pushes
    the later events.
    """
    repository = Repository(folder)
    with suppress(LockedError):
        while True:
            with lock(folder, PUSH, patience):
                membership = read_membership(folder)
                if membership is None:
                    return
                answer = ask_room(membership)
                if not answer.failure and not answer.is_closed:
                    answer = push_history(repository, answer)
                # It may have joined another room meanwhile, or be another practice.
                if read_membership(folder) == membership:
                    write_membership(answer)
            if answer.failure or answer.is_closed or not _is_behind(repository):
                return


def _is_behind(repository: Repository) -> bool:
    """Return whether the room of a practice lacks its last commits."""
    membership = read_membership(repository.folder)
    if membership is None:
        return False
    return membership.last_pushed_commit != repository.find_commit(CHECKS)


def push_history(repository: Repository, membership: Membership) -> Membership:
    """Push the history to the branch of the pair, and return the updated membership."""
    end = repository.find_commit(CHECKS) or ""
    if end == membership.last_pushed_commit:
        return replace(membership, failure="")
    refspec = f"{end}:{BRANCHES}{membership.pair}"
    try:
        run_git_on_history(repository, "push", "--quiet", "--", membership.url, refspec)
    except RefusedError as error:
        failure = error.message
        if "[rejected]" in failure:
            failure = f"{membership.pair} {NAME_TAKEN}"
        return replace(membership, failure=failure)
    return replace(membership, last_pushed_commit=end, failure="")


def ask_room(membership: Membership) -> Membership:
    """Ask whether the room answers, is closed, and has a round. Returns the updated membership."""
    asked = 0.0 if membership.failure else membership.tried
    membership = replace(membership, tried=time.time())
    try:
        room = read_room(membership.url, ANSWER_TIMEOUT)
    except RefusedError as error:
        return replace(membership, failure=error.message)
    if room.closed:
        return replace(membership, is_closed=True)
    membership = replace(membership, failure="")
    if not membership.has_joined:
        membership = replace(membership, pair=room.spelling_of(membership.pair))
    return _with_round(membership, newest_round(room.rounds), asked)


def _with_round(membership: Membership, newest: Round | None, asked: float) -> Membership:
    """Return the membership with the newest round, unless the clock here is wrong.

    `asked`: when the room answered before. If that is long ago, or the first answer, nobody knows
    about the clock, and the round counts when it is announced again.
    """
    if newest is None or newest in (membership.round, membership.ignored_round):
        return membership
    was_there = abs(membership.tried - asked) <= HEARD_SECONDS
    is_clock_right = abs(membership.tried - newest.announced) <= HEARD_SECONDS
    is_known = membership.round is not None and membership.round[1:] == newest[1:]
    if is_known or (was_there and is_clock_right):
        return replace(membership, round=newest)
    ignored = replace(membership, round=None, ignored_round=newest)
    return replace(ignored, clock_note=NOT_COUNTED) if was_there else ignored


def send_sign(repository: Repository, membership: Membership) -> None:
    """Push a sign of life: a commit without files, with the time of this clock.

    A room need not take it: then the board takes the pair to be there while the room answers.
    """
    practice = _practice_id(repository)
    with suppress(RefusedError, pygit2.GitError):
        sign = repository.create_note("here", repository.find_commit(ALIVE))
        repository.git.references.create(ALIVE, sign, force=True)
        refspec = f"{sign}:{sign_ref(membership.pair, practice)}"
        run_git_on_history(repository, "push", "--quiet", "--", membership.url, refspec)


def _practice_id(repository: Repository) -> str:
    started = read_history(repository).started
    return started.practice if started else ""


def run_git_on_history(repository: Repository, *arguments: str) -> str:
    """Run git with the history of a practice. At a terminal, it may ask for a password.

    Git runs in a temporary repository. The settings of the practice itself may come from somebody
    else, and could name programs that git would run.
    """
    with TemporaryDirectory() as folder:
        pygit2.init_repository(folder, bare=True)
        refs = f"{repository.find_commit(CHECKS)} {CHECKS}\n"
        Path(folder, "packed-refs").write_text(refs, encoding="utf-8")
        objects = str(Path(repository.git.path, "objects"))
        return run_git(
            Path(folder),
            *arguments,
            may_ask=may_ask_for_password(),
            GIT_OBJECT_DIRECTORY=objects,
        )


if __name__ == "__main__":
    push_and_stay(Path(sys.argv[1]))
