"""How a practice comes into a room and leaves it, and how its story is pushed there, or taken along without a room.

push: the end of the chain becomes the pair's own branch, never by force: of two who come at once with one name, the
room itself lets one in; but of two whose names differ in case alone, both, and a board tells them apart.
taken: a name whose branch is not of this chain; the pair gets the next, Panda-2.
It is one process at a time. Who finds another at work leaves; that one looks again after it has let go.
bundle: a file of git with the whole story, for a stick.
What a practice sets does not count: it may have come from somebody else, and each setting could name a program. So git
works in a folder of its own, with the objects of the practice and nothing else of it.
"""

import re
import sys
import tempfile
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import write_made
from dojo.practice.appending import append_name
from dojo.practice.locks import HeldError, Tell, hold, silent
from dojo.practice.membership import (
    Membership,
    Standing,
    forget_membership,
    read_membership,
    read_standing,
    write_membership,
    write_news,
    write_standing,
)
from dojo.practice.model import NAME
from dojo.practice.pair_names import numbered, pair_name, same_name
from dojo.practice.reaching import LIMIT_SECONDS, RefusedError, RejectedError, reach
from dojo.practice.rooms import BRANCHES
from dojo.practice.snapshots import CHECKS, GitError, Repository, run_git
from dojo.practice.story import read_story

SHARE = "share"  # the kind of work, of which there is one at a time
TAKEN = "{} is taken in this room: you are {}."

# A push takes one branch there, and nothing else, whatever a person has set up for their own.
ALONE = ("--quiet", "--no-follow-tags", "--recurse-submodules=no", "--no-signed")
LISTED = re.compile(rf"^([0-9a-f]{{40,64}})\t{BRANCHES}(.+)$", re.MULTILINE)


def join(folder: Path, url: str, name: str, *, may_ask: bool = False, tell: Tell = silent) -> None:
    """Have the practice at `folder` be in a room, and push its story there, which waits for the room.

    `may_ask`: for a password, at the terminal. A room that cannot be reached is joined with the next check. HeldError
    when a push is under way for too long.
    """
    wish = pair_name(name)
    name_story(folder, name)
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        before = read_membership(folder)
        if before is None or (before.url, before.wish) != (url, wish):
            write_membership(folder, Membership(url, pair=wish, wish=wish))
            write_standing(folder, Standing())
        push_story(folder, may_ask=may_ask)


def name_story(folder: Path, name: str) -> None:
    """Have the story say who practises, unless it does; WrongUsageError when nobody can be called so."""
    repository, wish = Repository(folder), pair_name(name)
    with suppress(WrongUsageError):
        if pair_name(read_story(repository).name) == wish:
            return
    append_name(repository, name)


def leave(folder: Path, tell: Tell = silent) -> None:
    """Have a practice be in no room; what it told stays there."""
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        forget_membership(folder)


def write_bundle(folder: Path, file: Path) -> int:
    """Write a bundle, in the place of an earlier one of this practice; return its bytes.

    WorkspaceError when anything else has its name.
    """
    repository = Repository(folder)
    if file.exists() and not _is_earlier(repository, file):
        raise WorkspaceError(f"{file} is there, and is no bundle of this practice. Choose another name; it stays.")
    content = run_git(Path(repository.git.path), "bundle", "create", "--quiet", "-", CHECKS)
    write_made(file, content)
    return len(content)


def _is_earlier(repository: Repository, file: Path) -> bool:
    """Tell whether a file is a bundle of this story, as it was once."""
    with suppress(GitError, ValueError):
        listed = run_git(Path(repository.git.path), "bundle", "list-heads", str(file.absolute()))
        commit, ref = listed.decode(errors="replace").split()
        return ref == CHECKS and commit in _commits(repository)
    return False


def _commits(repository: Repository) -> set[str]:
    return {str(each.id) for each in repository.history(CHECKS)}


def push_story(folder: Path, *, may_ask: bool = False) -> str | None:
    """Push what there is to the room of a practice, and write down how it stands; git `may_ask` for a password.

    Return the commit that was pushed, or was to be; None when there is no room, or no story.
    """
    repository, membership, standing = Repository(folder), read_membership(folder), read_standing(folder)
    end = repository.commit_named(CHECKS)
    if membership is None or end is None:
        return None
    try:
        pair = JoinedRoom(repository, membership, may_ask=may_ask).let_in(end, known=bool(standing.there))
    except RefusedError as error:
        write_standing(folder, standing.failed(str(error)))
        return end
    if pair != membership.pair:
        write_news(folder, TAKEN.format(membership.pair, pair))
        write_membership(folder, membership._replace(pair=pair))
    write_standing(folder, Standing(there=end))
    return end


class JoinedRoom:
    """A room, as the practice that pushes to it sees it."""

    def __init__(self, repository: Repository, membership: Membership, *, may_ask: bool) -> None:
        """Reach the room from a practice, as a member of it."""
        self.repository, self.membership, self.may_ask = repository, membership, may_ask

    def let_in(self, commit: str, *, known: bool) -> str:
        """Push a commit, and return the name that it has in the room; RefusedError when it is not there.

        `known`: the room has had the practice under its name before.
        """
        name = self.membership.pair if known else self.free_name()
        try:
            self.push(commit, name)
        except RejectedError:  # another was faster
            name = self.free_name()
            self.push(commit, name)
        return name

    def push(self, commit: str, name: str) -> None:
        """Push a commit, to be what is there of that name."""
        self.git("push", *ALONE, "--", self.membership.url, f"{commit}:{BRANCHES}{name}")

    def free_name(self) -> str:
        """Return the name for this practice: the one it has there, or the first that nobody has."""
        commits = _commits(self.repository)
        there = self.branches()
        own = {same_name(name): name for name, commit in there.items() if commit in commits}
        taken = {same_name(name) for name in there} - own.keys()
        names = chain([self.membership.pair], (numbered(self.membership.wish, number) for number in count(1)))
        found = next(name for name in names if same_name(name) not in taken)
        return own.get(same_name(found), found)

    def branches(self) -> dict[str, str]:
        """Return the commit of each branch that a pair has there, by the pair's name."""
        listed = self.git("ls-remote", "--heads", "--", self.membership.url, f"{BRANCHES}*")
        return {name: commit for commit, name in LISTED.findall(listed)}

    def git(self, *arguments: str) -> str:
        """Ask the room by git; RefusedError when it fails."""
        objects = str(Path(self.repository.git.path, "objects"))
        with tempfile.TemporaryDirectory() as folder:
            run_git(Path(folder), "init", "--quiet", "--bare", "--template=")
            return reach(Path(folder), *arguments, may_ask=self.may_ask, GIT_OBJECT_DIRECTORY=objects)


def catch_up(folder: Path) -> None:
    """Push what the room has not of a practice, and of those put aside beside it: no next check comes to them."""
    _catch_up_with(folder)
    membership, standing = read_membership(folder), read_standing(folder)
    if membership is None or standing.why:
        return
    for aside in sorted(folder.parent.glob(f"{NAME}-*")):
        there = read_membership(aside)
        if there is not None and there.url == membership.url:
            _catch_up_with(aside)


def _catch_up_with(folder: Path) -> None:
    """Push until the room has all, or cannot be reached; leave if another process is at work."""
    with suppress(HeldError, GitError, OSError):  # these, too, if the practice is gone
        tried: str | None = read_standing(folder).there
        while tried is not None and tried != Repository(folder).commit_named(CHECKS):
            with hold(folder, SHARE, patience_seconds=0):
                tried = push_story(folder)


def main() -> None:
    """Catch up with the story of the practice that is named at the command line."""
    catch_up(Path(sys.argv[1]))
