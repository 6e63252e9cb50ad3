"""Slips that pairs of a room send to each other.

A sent slip is a commit below SLIPS, on a branch of its own. The message is its story. Its files are
the sender's code with the slip, and the files of its parent are those of the sender's last green
check.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

import pygit2

from dojo.diffs import unified_diff
from dojo.errors import WrongUsageError
from dojo.mutation.slips import SentSlip
from dojo.practice.code import is_python_code
from dojo.practice.events import MAX_NAME, MAX_SUBJECT
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.membership import Membership, read_membership
from dojo.room.pairs import Clone
from dojo.room.pushing import run_git_on_history
from dojo.room.remote import SLIPS
from dojo.text import shorten

NO_CHANGE = """\
The code has not changed since the last green check, so there is no slip to send.
Make one small mistake in your code, save it, and send it without a check before."""


def membership_of(practice: Practice) -> Membership:
    """Return the membership of a practice. Raises WrongUsageError if it is in no room."""
    membership = read_membership(practice.folder)
    if membership is None or not membership.has_joined:
        raise WrongUsageError(f"{practice.name}/ is in no room: `dojo join URL --name WHO`.")
    return membership


def send_slip(practice: Practice, story: str) -> str:
    """Send the change since the last green check to the room, and return its diff.

    Raises WrongUsageError if there is no change or no room, and RefusedError if the room does not
    take it.
    """
    membership = membership_of(practice)
    repository = Repository(practice.folder)
    green = read_history(repository).last_green(blind=practice.choices.blind)
    tree = repository.tree()
    diff = _code_diff(repository, green.tree, tree) if green else ""
    if green is None or not diff:
        raise WrongUsageError(NO_CHANGE)
    # Without the history of the sender, an earlier version of the board shows no row for it.
    before = repository.create_note("the last green check", tree=green.tree)
    slip = repository.create_note(shorten(story, MAX_SUBJECT), before, tree)
    run_git_on_history(
        repository,
        *("push", "--quiet", "--", membership.url),
        f"{slip}:{SLIPS}{membership.pair}/{slip}",
    )
    return diff


def fetch_slips(practice: Practice) -> Iterator[SentSlip]:
    """Yield the slips that other pairs sent to the room.

    Raises WrongUsageError if the practice is in no room, and RefusedError if nobody answers.
    """
    membership = membership_of(practice)
    clone = Clone(practice.workspace, membership.url)
    for ref, commit in sorted(clone.fetch().slips.items()):
        sender = ref.removeprefix(SLIPS).rpartition("/")[0]
        # Others may push any commit there.
        parents = clone.repository.git[commit].peel(pygit2.Commit).parent_ids
        if sender != membership.pair and len(parents) == 1:
            yield _read_slip(clone.repository, sender, str(parents[0]), commit)


def _read_slip(repository: Repository, sender: str, before: str, after: str) -> SentSlip:
    return SentSlip(
        shorten(sender, MAX_NAME),
        shorten(repository.git[after].peel(pygit2.Commit).message, MAX_SUBJECT),
        _code_diff(repository, before, after),
        repository.files(before),
        repository.files(after),
    )


def _code_diff(repository: Repository, before: str, after: str) -> str:
    """Return the changes of code. Tests are not part of a slip."""
    return unified_diff(
        patch
        for patch in repository.patches(before, after)
        if is_python_code(PurePosixPath(patch.delta.new_file.path))
    )
