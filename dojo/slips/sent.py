"""Slips that pairs of a room send to each other.

A sent slip is a commit below SLIPS, on a branch of its own. The message is its story. Its files are
the sender's code with the slip, and the files of its parent are those of the sender's last green
check.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import PurePosixPath

import pygit2

from dojo.diffs import unified_diff
from dojo.errors import WrongUsageError
from dojo.practice.code import is_python_code
from dojo.practice.events import MAX_NAME, MAX_SUBJECT
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.git import RefusedError
from dojo.room.membership import Membership, read_membership
from dojo.room.pairs import Clone
from dojo.room.pushing import run_git_on_history
from dojo.room.remote import SLIPS
from dojo.source import parse_or_none
from dojo.text import shorten

NO_CHANGE = """\
The code has not changed since the last green check, so there is no slip to send.
Make one small mistake in your code, save it, and send it without a check before.
If you have checked the mistake: `dojo progress` shows the check before it, `dojo restore NUMBER`
restores that."""
NO_GREEN = "No check was green yet, and a slip begins at green: run `dojo check` first."
NO_PYTHON = "{path} has a syntax error. A slip is a mistake in code that runs."
NOT_SENT = """\
The slip was not sent: {reason}
Leave the mistake in your code, and send it again when the room answers."""


@dataclass(frozen=True)
class SentSlip:
    """A slip that another pair made in its own code.

    `diff`: escaped, without changes of tests. `before`, `after`: the text of each Python file,
    without the slip and with it.
    """

    sender: str
    story: str
    diff: str
    before: dict[str, str]
    after: dict[str, str]


def membership_of(practice: Practice) -> Membership:
    """Return the membership of a practice. Raises WrongUsageError if it is in no room."""
    membership = read_membership(practice.folder)
    if membership is None or not membership.has_joined:
        raise WrongUsageError(f"{practice.title}/ is in no room: `dojo join URL --name WHO`.")
    return membership


def send_slip(practice: Practice, story: str) -> tuple[str, int]:
    """Send the change since the last green check to the room.

    Returns its diff, and the number of the check. Raises WrongUsageError if there is no change or
    no room, or if the code is no Python, and RefusedError if the room does not take it.
    """
    membership = membership_of(practice)
    repository = Repository(practice.folder)
    green = read_history(repository).last_green(practice.choices.guard)
    tree = repository.tree()
    if green is None:
        raise WrongUsageError(NO_GREEN)
    diff = _code_diff(repository, green.tree, tree)
    if not diff:
        raise WrongUsageError(NO_CHANGE)
    for path, text in repository.files(tree).items():
        if is_python_code(PurePosixPath(path)) and parse_or_none(text.encode()) is None:
            raise WrongUsageError(NO_PYTHON.format(path=f"{practice.title}/{path}"))
    # Without the history of the sender, an earlier version of the board shows no row for it.
    before = repository.create_note("the last green check", tree=green.tree)
    slip = repository.create_note(shorten(story, MAX_SUBJECT), before, tree)
    refs = f"{slip}:{SLIPS}{membership.pair}/{slip}"
    try:
        run_git_on_history(repository, "push", "--quiet", "--", membership.url, refs)
    except RefusedError as error:
        raise RefusedError(NOT_SENT.format(reason=error.format_message())) from None
    return diff, green.number


def fetch_slips(practice: Practice) -> Iterator[SentSlip]:
    """Yield the slips of other pairs that are in the room now, the oldest first.

    Raises WrongUsageError if the practice is in no room, and RefusedError if nobody answers.
    """
    membership = membership_of(practice)
    clone = Clone(membership.url)
    repository = clone.repository
    clone.fetch()
    senders: dict[str, str] = {}
    for pair in clone.pairs:
        if not pair.has_left and pair.name != membership.pair:
            names = [pair.name, *pair.history.left_branches]
            senders |= dict.fromkeys(names, pair.name)
    sent: list[tuple[int, str, pygit2.Commit]] = []
    for ref, name in sorted(clone.refs.slips.items()):
        sender = senders.get(ref.removeprefix(SLIPS).rpartition("/")[0])
        commit = repository.git[name].peel(pygit2.Commit)
        # Others may push any commit there.
        if sender and len(commit.parent_ids) == 1:
            sent.append((commit.commit_time, sender, commit))
    for _, sender, commit in sorted(sent, key=itemgetter(0)):
        yield _read_slip(repository, sender, commit)


def _read_slip(repository: Repository, sender: str, commit: pygit2.Commit) -> SentSlip:
    """Return the slip in a commit. The code without the slip is in its only parent."""
    [before] = map(str, commit.parent_ids)
    after = str(commit.id)
    return SentSlip(
        shorten(sender, MAX_NAME),
        shorten(commit.message, MAX_SUBJECT),
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
