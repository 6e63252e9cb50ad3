"""Sharing a practice: joining a room, pushing to it in the background, leaving it.

Each pair has a branch in the room, `refs/heads/dojo/NAME`: the history of its practice. After each
check, a background process pushes, without force, and without asking for a password.
"""

import sys
import time
import unicodedata
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.events import MAX_NAME, Left, Named
from dojo.practice.model import LockedError, lock
from dojo.practice.recording import record
from dojo.practice.snapshots import CHECKS, Repository
from dojo.processes import python_environment, start
from dojo.room.git import GIT_TIMEOUT, RefusedError, display_url, run_git_on_history
from dojo.room.membership import (
    NAME_TAKEN,
    Membership,
    forget_membership,
    read_membership,
    write_membership,
)
from dojo.text import now, shorten

if TYPE_CHECKING:
    import subprocess

BRANCHES = "refs/heads/dojo/"
RETRY_SECONDS = 10.0
MAX_TRIES = 180  # half an hour of retries, so that a pair does not stay red on the board
PUSH = "push"  # the lock: only one process pushes


def parse_pair_name(text: str) -> str:
    """Return the name of a pair as a branch has it. Raises WrongUsageError if it cannot be one."""
    name = "-".join(unicodedata.normalize("NFC", text).split())
    are_letters = all(unicodedata.category(letter)[0] in "LMN" or letter in "-_" for letter in name)
    if not (0 < len(name) <= MAX_NAME and are_letters and name[0].isalnum()):
        raise WrongUsageError(
            f"{shorten(text, MAX_NAME)!r} is no name for a pair. "
            "Letters and digits of any language, - and _; "
            f"the first a letter or a digit, {MAX_NAME} characters at most."
        )
    return name


def join(folder: Path, url: str, name: str, *, mine: bool = False) -> str:
    """Join a room, push the history there, and retire the branch that the pair had before.

    Returns a sentence about that branch, or an empty string. A room that does not answer is joined
    all the same: the checks are pushed once it does. A practice that is in another room stays there
    then, and RefusedError is raised. `mine`: a branch of this name is the pair's own; without it,
    that is refused, too.
    """
    repository = Repository(folder)
    before = read_membership(folder)
    wanted = Membership(url, parse_pair_name(name), str(folder))
    is_new = before is None or (before.url, before.pair) != (url, wanted.pair)
    if before is not None and not is_new:
        wanted = before
    with lock(folder, PUSH, GIT_TIMEOUT):
        pushed = _push(repository, wanted)
        if NAME_TAKEN in pushed.why:
            if not mine:
                raise RefusedError(pushed.why)
            _merge_branch(repository, wanted)
            pushed = wanted
        if pushed.why and is_new and before is not None and before.there:
            raise RefusedError(pushed.why)
        left = ""
        if is_new:
            if before is not None:
                left = _retire(repository, before)
            record(repository, f"named: {name}", Named(name=name))
        if pushed.why:
            write_membership(pushed)
        else:
            write_membership(wanted)
            push_history(folder)
    return left


def _merge_branch(repository: Repository, membership: Membership) -> None:
    """Continue the branch that the room has under the name of the pair."""
    branch = BRANCHES + membership.pair
    listed = run_git_on_history(repository, "ls-remote", "--", membership.url, branch)
    theirs = listed.split()[0]
    run_git_on_history(repository, "fetch", "--quiet", "--no-tags", "--", membership.url, branch)
    repository.append(f"goes on with {membership.pair}", merged=theirs)


def leave(folder: Path) -> str:
    """Leave the room, and retire the branch. Returns a sentence about it, or an empty string."""
    with lock(folder, PUSH, GIT_TIMEOUT):
        membership = read_membership(folder)
        left = ""
        if membership is not None:
            left = _retire(Repository(folder), membership)
        forget_membership(folder)
        return left


def _retire(repository: Repository, membership: Membership) -> str:
    """Mark the branch of a pair as left, so that the board stops showing it."""
    if not membership.there:
        return ""
    record(repository, f"left: {membership.pair}", Left(left=membership.pair))
    url = display_url(membership.url)
    why = _push(repository, membership).why
    if why:
        return f"{url} could not be told that {membership.pair} left: {why}."
    return f"What {membership.pair} sent stays in {url}; its board no longer shows that line."


def _push(repository: Repository, membership: Membership) -> Membership:
    """Push the history to the branch of the pair, and return the updated membership."""
    end = repository.find_commit(CHECKS) or ""
    refspec = f"{end}:{BRANCHES}{membership.pair}"
    try:
        run_git_on_history(repository, "push", "--quiet", "--no-signed", "--", membership.url, refspec)
    except RefusedError as error:
        why = error.message
        if "[rejected]" in why:
            why = f"{membership.pair} {NAME_TAKEN}"
        since = membership.since or f"{now():%Y-%m-%d %H:%M}"
        return replace(membership, since=since, why=why)
    return replace(membership, there=end, since="", why="")


def write_bundle(folder: Path, file: Path) -> None:
    """Write the whole history to a git bundle.

    Raises WorkspaceError if the file exists and is not an earlier bundle of this practice.
    """
    repository = Repository(folder)
    if file.exists():
        content = file.read_bytes()
        heads = (f"{each.id} {CHECKS}\n".encode() for each in repository.log(CHECKS))
        if not any(head in content for head in heads):
            raise WorkspaceError(f"{file} is there, and is no bundle of this practice. Choose another name; it stays.")
    run_git_on_history(repository, "bundle", "create", "--quiet", str(file.absolute()), CHECKS)


def share(folder: Path) -> None:
    """Start to push the history in the background, if the practice is in a room."""
    if read_membership(folder) is not None:
        start_pusher(folder)


def start_pusher(folder: Path) -> "subprocess.Popen[str]":
    """Start a process that pushes. It has no terminal, and outlives this process."""
    program = "from dojo.room.sharing import main; main()"
    command = [sys.executable, "-P", "-c", program, str(folder)]
    return start(command, Path(folder.anchor), python_environment())


def main() -> None:
    """Push the history of the folder on the command line, and retry while its room is away."""
    folder = Path(sys.argv[1])
    catch_up(folder)
    with suppress(LockedError), lock(folder, "wait", 0):
        for _ in range(MAX_TRIES):
            membership = read_membership(folder)
            if membership is None or not membership.why:
                break
            time.sleep(RETRY_SECONDS)
            catch_up(folder)


def catch_up(folder: Path) -> None:
    """Push until the room is up to date or unreachable.

    Returns at once if another process is pushing.
    """
    with suppress(LockedError):
        while not _is_up_to_date(folder):
            with lock(folder, PUSH, 0):
                if not push_history(folder):
                    return


def _is_up_to_date(folder: Path) -> bool:
    membership = read_membership(folder)
    return membership is None or membership.there == Repository(folder).find_commit(CHECKS)


def push_history(folder: Path) -> bool:
    """Push to the room of a practice, update its membership, and return whether that worked."""
    membership = read_membership(folder)
    if membership is None:
        return False
    pushed = _push(Repository(folder), membership)
    write_membership(pushed)
    return not pushed.why
