"""How a practice comes into a room and leaves it, and how its story is pushed there, or taken along without a room.

push: the end of the chain becomes the pair's own branch, never by force: of two who come at once with one name, the
room itself lets one in; but of two whose names differ in case alone, both, and a board tells them apart.
taken: a name whose branch is not of this chain; nobody gets it, unless they say that the branch is their own.
retired: a branch whose last commit says that its pair has left; no board shows it.
It is one process at a time. Who finds another at work leaves; that one looks again after it has let go.
bundle: a file of git with the whole story, for a stick.
What a practice sets does not count: it may have come from somebody else, and each setting could name a program. So git
works in a folder of its own, with the objects of the practice and nothing else of it.
"""

import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.pages import write_made
from dojo.practice.appending import append_late, append_left, append_name
from dojo.practice.locks import HeldError, Tell, hold, silent
from dojo.practice.membership import (
    ANOTHERS,
    Membership,
    Standing,
    forget_membership,
    read_membership,
    read_standing,
    write_membership,
    write_news,
    write_standing,
)
from dojo.practice.pair_names import pair_name, same_name
from dojo.practice.reaching import LIMIT_SECONDS, RefusedError, RejectedError, reach
from dojo.practice.rooms import BRANCHES
from dojo.practice.snapshots import CHECKS, GitError, Repository, run_git
from dojo.practice.story import read_story, records
from dojo.text import counted

SHARE, WAIT = "share", "wait"  # kinds of work, of which there is one at a time
PAUSE_SECONDS, AWAY_SECONDS = 10.0, 1800.0  # between tries, and until a room that is away counts as gone

# A push takes one branch there, and nothing else, whatever a person has set up for their own.
ALONE = ("--quiet", "--no-follow-tags", "--recurse-submodules=no", "--no-signed")
LISTED = re.compile(rf"^([0-9a-f]{{40,64}})\t{BRANCHES}(.+)$", re.MULTILINE)


Left = tuple[Membership, str]  # a line that its pair has left, and why it could not be retired, if so


class TakenError(RefusedError):
    """Another pair has the name."""


def join(  # noqa: PLR0913 - each is an option of `dojo join`
    folder: Path,
    url: str,
    name: str,
    *,
    may_ask: bool = False,
    later: bool = False,
    mine: bool = False,
    tell: Tell = silent,
) -> Left | None:
    """Have the practice at `folder` be in a room, push its story there; retire and return its other line, if any.

    `may_ask`: for a password, at the terminal. `later`: with the next check, if the room cannot be reached now. `mine`:
    the branch of this name is the pair's own, and its practice goes on there. TakenError where it is another's, else
    RefusedError where the room did not answer; then all is as before. HeldError when a push takes too long.
    """
    repository, room = Repository(folder), Membership(url, pair_name(name))
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        before, told = read_membership(folder), read_standing(folder).there
        try:
            room = room._replace(pair=JoinedRoom(repository, room, may_ask=may_ask).find_name(mine=mine))
        except RefusedError as error:
            if isinstance(error, TakenError) or not (later or before == room):
                raise
        left = append_left(repository, before.pair) if before and before != room and told else ""
        if before != room:
            name_story(folder, name)
            write_membership(folder, room)
            write_standing(folder, Standing())
        push_story(folder, may_ask=may_ask)
        return _retire(repository, before, left, may_ask=may_ask) if before and left else None


def name_story(folder: Path, name: str) -> None:
    """Have the story say what the practice is called, unless it does; WrongUsageError when nobody can be called so."""
    repository, wanted = Repository(folder), pair_name(name)
    story = read_story(repository)
    with suppress(WrongUsageError):
        if pair_name(story.name) == wanted and not story.left:
            return
    append_name(repository, name)


def leave(folder: Path, tell: Tell = silent) -> Left | None:
    """Have a practice be in no room; retire and return its line, if it has one."""
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        repository, there, told = Repository(folder), read_membership(folder), read_standing(folder).there
        forget_membership(folder)
        return _retire(repository, there, append_left(repository, there.pair)) if there and told else None


def _retire(repository: Repository, membership: Membership, left: str, *, may_ask: bool = False) -> Left:
    """Have the line of a pair end in a room."""
    try:
        JoinedRoom(repository, membership, may_ask=may_ask).push(left)
    except RefusedError as error:
        return membership, str(error)
    return membership, ""


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


def push_story(folder: Path, *, may_ask: bool = False, again: bool = False) -> str | None:
    """Push what there is to the room of a practice, and write down how it stands; git `may_ask` for a password.

    `again`: the last commit has waited, too. Return the commit that was pushed, or was to be; None when there is no
    room, or no story. TakenError when another pair has the name.
    """
    repository, membership, standing = Repository(folder), read_membership(folder), read_standing(folder)
    end = repository.commit_named(CHECKS)
    if membership is None or end is None:
        return None
    try:
        JoinedRoom(repository, membership, may_ask=may_ask).let_in(end)
    except RefusedError as error:
        write_standing(folder, standing.failed(str(error)))
        if isinstance(error, TakenError):
            raise
        return end
    write_standing(folder, Standing(there=end))
    if not standing.why:
        return end
    last = end if again else f"{end}^"
    waited = records(repository, last, after=standing.there)
    if number := sum("Status" in each.trailers for each in waited):
        write_news(folder, f"The room has your {counted(number, 'check')} that had waited.")
    if late := len(read_story(repository, last, after=standing.there).checks):  # of this practice
        append_late(repository, late)
    return push_story(folder, may_ask=may_ask)


class JoinedRoom:
    """A room, as the practice that pushes to it sees it."""

    def __init__(self, repository: Repository, membership: Membership, *, may_ask: bool) -> None:
        """Reach the room from a practice, as a member of it."""
        self.repository, self.membership, self.may_ask = repository, membership, may_ask

    def let_in(self, commit: str) -> None:
        """Push a commit; TakenError when another has the name, else RefusedError when it is not there."""
        try:
            self.push(commit)
        except RejectedError:
            self.find_name()
            raise

    def push(self, commit: str) -> None:
        """Push a commit, to be what is there of the pair."""
        self.git("push", *ALONE, "--", self.membership.url, f"{commit}:{BRANCHES}{self.membership.pair}")

    def find_name(self, *, mine: bool = False) -> str:
        """Return the name as the room spells it; TakenError when another has it, unless that is `mine`.

        Then the chain goes on at the end of both.
        """
        wanted = self.membership.pair
        there = {name: commit for name, commit in self.branches().items() if same_name(name) == same_name(wanted)}
        commits = _commits(self.repository)
        own = [name for name, commit in there.items() if commit in commits]
        if own or not there:
            return next(iter(own), wanted)
        name, commit = there.popitem()
        if not mine:
            raise TakenError(f"{name} {ANOTHERS}")
        self.git("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", self.membership.url, BRANCHES + name)
        self.repository.append(f"goes on with {name}", also=commit)
        return name

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


def catch_up(folder: Path, *, again: bool = False) -> None:
    """Push until the room has all, or cannot be reached; leave if another process is at work."""
    with suppress(HeldError, GitError, OSError, TakenError):  # the second and third, too, if the practice is gone
        tried: str | None = read_standing(folder).there
        while tried is not None and tried != Repository(folder).commit_named(CHECKS):
            with hold(folder, SHARE, patience_seconds=0):
                tried = push_story(folder, again=again)


def wait_for_room(folder: Path, pause: Callable[[float], object] = time.sleep) -> None:
    """Catch up, and try again while the room is away; one process does, the others leave it to that one.

    A pair that mends its code while the room is away, and then only talks, would be red on the board until its next
    check.
    """
    catch_up(folder)
    end = time.monotonic() + AWAY_SECONDS
    with suppress(HeldError, OSError), hold(folder, WAIT, patience_seconds=0):
        while read_standing(folder).why and time.monotonic() < end:
            pause(PAUSE_SECONDS)
            catch_up(folder, again=True)


def main() -> None:
    """Bring the room up to date with the practice that is named at the command line."""
    wait_for_room(Path(sys.argv[1]))
