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
from tempfile import TemporaryDirectory

import pygit2

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.events import MAX_NAME, Left, Named
from dojo.practice.model import LockedError, lock
from dojo.practice.recording import record
from dojo.practice.snapshots import CHECKS, Repository
from dojo.processes import python_environment, start_process
from dojo.room.git import GIT_TIMEOUT, RefusedError, display_url, run_git
from dojo.room.membership import (
    NAME_TAKEN,
    Membership,
    forget_membership,
    read_membership,
    sharing_warning,
    write_membership,
)
from dojo.text import now, shorten

BRANCHES = "refs/heads/dojo/"
PUSHER = "from dojo.room.sharing import main; main()"
RETRY_SECONDS = 10.0
# Half an hour of retries: the board should not go on showing an old red check.
MAX_TRIES = 180
# Locks: one process pushes, and one retries.
PUSH = "push"
RETRY = "retry"


def share(folder: Path) -> None:
    """Start a process that pushes the history, if the practice is in a room.

    The process has no terminal, and outlives this one.
    """
    if read_membership(folder) is not None:
        command = [sys.executable, "-P", "-c", PUSHER, str(folder)]
        start_process(command, Path(folder.anchor), python_environment())


def main() -> None:
    """Push the history of the folder on the command line, and retry while its room is away."""
    folder = Path(sys.argv[1])
    push_all(folder)
    with suppress(LockedError), lock(folder, RETRY, 0):
        for _ in range(MAX_TRIES):
            membership = read_membership(folder)
            if membership is None or not membership.failure:
                return
            time.sleep(RETRY_SECONDS)
            push_all(folder)


def push_all(folder: Path) -> None:
    """Push until the room is up to date or unreachable.

    Returns at once if another process is pushing: that one also pushes what came meanwhile.
    """
    repository = Repository(folder)
    with suppress(LockedError):
        while _is_behind(repository):
            with lock(folder, PUSH, 0):
                membership = read_membership(folder)
                if membership is None:
                    return
                pushed = push_history(repository, membership)
                write_membership(pushed)
            if pushed.failure:
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
    refspec = f"{end}:{BRANCHES}{membership.pair}"
    try:
        run_git_on_history(repository, "push", "--quiet", "--", membership.url, refspec)
    except RefusedError as error:
        failure = error.message
        if "[rejected]" in failure:
            failure = f"{membership.pair} {NAME_TAKEN}"
        since = membership.failing_since or f"{now():%Y-%m-%d %H:%M}"
        return replace(membership, failing_since=since, failure=failure)
    return replace(membership, last_pushed_commit=end, failing_since="", failure="")


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
        at_terminal = sys.stdin.isatty() and sys.stderr.isatty()
        return run_git(Path(folder), *arguments, may_ask=at_terminal, GIT_OBJECT_DIRECTORY=objects)


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


def join_room(folder: Path, url: str, name: str, *, mine: bool = False) -> str:
    """Join a room, push the history there, and retire the branch that the pair had before.

    Returns a sentence about that branch, or an empty string. If the room does not answer, the
    practice joins anyway, and pushes later; but if it has pushed to another room, it stays there,
    and RefusedError is raised. That is also raised if the name is taken, unless it is `mine`: then
    the branch of this name is continued.
    """
    repository = Repository(folder)
    before = read_membership(folder)
    wanted = Membership(url, parse_pair_name(name), str(folder))
    if before is not None and (before.url, before.pair) == (wanted.url, wanted.pair):
        wanted = before
    with lock(folder, PUSH, GIT_TIMEOUT):
        pushed = push_history(repository, wanted)
        if NAME_TAKEN in pushed.failure and mine:
            _merge_branch(repository, wanted)
            pushed = push_history(repository, wanted)
        if NAME_TAKEN in pushed.failure:
            raise RefusedError(pushed.failure)
        sentence = ""
        if before is not None and before is not wanted:
            if pushed.failure and before.last_pushed_commit:
                raise RefusedError(pushed.failure)
            sentence = _retire(repository, before)
        if before is not wanted:
            record(repository, f"named: {name}", Named(name=name))
        write_membership(pushed)
        if not pushed.failure:
            push_all(folder)
    return sentence


def _merge_branch(repository: Repository, membership: Membership) -> None:
    """Continue the branch that the room has under the name of the pair."""
    branch = BRANCHES + membership.pair
    listed = run_git_on_history(repository, "ls-remote", "--", membership.url, branch)
    theirs = listed.split()[0]
    run_git_on_history(repository, "fetch", "--quiet", "--no-tags", "--", membership.url, branch)
    repository.append(f"goes on with {membership.pair}", merged=theirs)


def leave_room(folder: Path) -> str:
    """Leave the room, and retire the branch. Returns a sentence about it, or an empty string."""
    with lock(folder, PUSH, GIT_TIMEOUT):
        membership = read_membership(folder)
        sentence = ""
        if membership is not None:
            sentence = _retire(Repository(folder), membership)
        forget_membership(folder)
        return sentence


def _retire(repository: Repository, membership: Membership) -> str:
    """Mark the branch of a pair as left, so that the board stops showing it."""
    if not membership.last_pushed_commit:
        return ""
    record(repository, f"left: {membership.pair}", Left(left=membership.pair))
    url = display_url(membership.url)
    failure = push_history(repository, membership).failure
    if failure:
        return f"{url} could not be told that {membership.pair} left: {failure}."
    return f"What {membership.pair} sent stays in {url}; its board no longer shows that line."


def write_bundle(folder: Path, file: Path) -> None:
    """Write the whole history to a git bundle.

    Raises WorkspaceError if the file exists and is not an earlier bundle of this practice.
    """
    repository = Repository(folder)
    if file.exists():
        content = file.read_bytes()
        heads = (f"{each.id} {CHECKS}\n".encode() for each in repository.log(CHECKS))
        if not any(head in content for head in heads):
            advice = "Choose another name; it stays."
            raise WorkspaceError(f"{file} is there, and is no bundle of this practice. {advice}")
    run_git_on_history(repository, "bundle", "create", "--quiet", str(file.absolute()), CHECKS)


def share_check(folder: Path) -> str:
    """Share a check, and return a warning to print, or an empty string."""
    share(folder)
    return sharing_warning(folder)


def pytest_dojo_check_recorded(folder: Path) -> str:
    """Share a check that pytest recorded, and return a warning to print."""
    return share_check(folder)
