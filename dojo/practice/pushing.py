"""How a practice comes into a room and leaves it, and how its story is pushed there, or taken along without a room.

push: the end of the chain becomes the pair's own branch, never by force: of two who come at once with one name, the
room itself lets one in; but of two whose names differ in case alone, both, and a board tells them apart.
taken: a name whose branch is not of this chain; nobody gets it, unless they say that the branch is their own.
retired: a branch whose last commit says that its pair has left; no board shows it.
It is one process at a time. Who finds another at work leaves; that one looks again after it has let go. It gives way
as soon as the practice is in another room, or in none: nobody waits for a room that they leave.
bundle: a file of git with the whole story, for a stick.
"""

import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack

import pygit2

from dojo.errors import WorkspaceError
from dojo.pages import write_made
from dojo.practice.appending import append_late, append_left, append_name
from dojo.practice.locks import HeldError, Tell, hold, silent
from dojo.practice.membership import (
    ANOTHERS,
    NEWS,
    Membership,
    Standing,
    forget_membership,
    is_shared,
    read_membership,
    read_standing,
    write_membership,
    write_standing,
)
from dojo.practice.model import EARLIER, home_of, workspace_of
from dojo.practice.rooms import (
    BRANCHES,
    LIMIT_SECONDS,
    Manner,
    NoAnswerError,
    RefusedError,
    RejectedError,
    pair_name,
    reach,
    same_name,
    shown_url,
)
from dojo.practice.snapshots import CHECKS, GitError, Repository
from dojo.practice.story import read_story, records
from dojo.text import counted

SHARE, WAIT = "push", "wait"  # kinds of work, of which there is one at a time
PAUSE_SECONDS, AWAY_SECONDS = 10.0, 1800.0  # between tries, and until a room that is away counts as gone
ASK_SECONDS, LATER_SECONDS = 10.0, 3.0  # for a room to answer who joins or leaves, and who joins later if it does not

# A push takes one branch there, and nothing else, whatever a person has set up for their own.
ALONE = ("--quiet", "--no-follow-tags", "--recurse-submodules=no", "--no-signed")
LISTED = re.compile(rf"^([0-9a-f]{{40,64}})\t{BRANCHES}(.+)$", re.MULTILINE)


Left = tuple[Membership, bool]  # a line that its pair has left, and whether its room could be told


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
    repository, before, left, away = Repository(folder), read_membership(folder), None, ""
    room, there = Membership(url, pair_name(name)), ""
    try:
        spelled, there = _ask(repository, room, LATER_SECONDS if later else ASK_SECONDS, may_ask=may_ask, mine=mine)
        room = room._replace(pair=spelled)
    except RefusedError as error:
        if isinstance(error, TakenError) or not (later or before == room):
            raise
        away = str(error)
    if before != room:
        standing = read_standing(folder)
        write_membership(folder, room)
        with hold(folder, SHARE, LIMIT_SECONDS, tell):
            if before and not _has(repository, standing, there):
                left = _retire(repository, before, standing, tell)
            name_story(folder, name)
    if away:
        write_standing(folder, read_standing(folder).failed(away, repository.commit_named(CHECKS) or ""))
        return left
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        push_story(folder, may_ask=may_ask)
    return left


def _ask(
    repository: Repository, room: Membership, limit_seconds: float, *, may_ask: bool, mine: bool
) -> tuple[str, str]:
    """Ask a room for the name; where it answers, and perhaps wants a password, once more, with time for that."""
    try:
        return JoinedRoom(repository, room, {"limit_seconds": limit_seconds}).find_name(mine=mine)
    except RefusedError as error:
        if isinstance(error, NoAnswerError | TakenError) or not may_ask:
            raise
        return JoinedRoom(repository, room, {"may_ask": True}).find_name(mine=mine)


def _has(repository: Repository, standing: Standing, commit: str) -> bool:
    """Tell whether a commit is the last that a room has, or a later one: then it is of that room, by another path."""
    return commit in (standing.there, *(each.commit for each in records(repository, after=standing.there)))


def leave(folder: Path, *, tell: Tell = silent) -> Left | None:
    """Have a practice be in no room; retire and return its line, if it has one."""
    there, standing = read_membership(folder), read_standing(folder)
    forget_membership(folder)
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        return there and _retire(Repository(folder), there, standing, tell)


def _retire(repository: Repository, there: Membership, standing: Standing, tell: Tell) -> Left | None:
    """Have the line of a pair end, and return it; None where it has none, or another pair has it now."""
    if not standing.there or ANOTHERS in standing.why:
        return None
    tell(f"telling {shown_url(there.url)} that {there.pair} leaves")
    try:
        JoinedRoom(repository, there, {"limit_seconds": ASK_SECONDS}).let_in(append_left(repository, there.pair))
    except RefusedError as error:
        return None if isinstance(error, TakenError) else (there, False)
    finally:
        tell("")
    return there, True


def name_story(folder: Path, name: str) -> None:
    """Have the story say what the practice is called, unless it does; WrongUsageError when nobody can be called so."""
    repository, wanted = Repository(folder), pair_name(name)
    story = read_story(repository)
    if story.left or "-".join(story.name.split()) != wanted:
        append_name(repository, name)


def write_bundle(folder: Path, file: Path) -> int:
    """Write a bundle, in the place of an earlier one of this practice; return its bytes.

    WorkspaceError when anything else has its name.
    """
    repository = Repository(folder)
    if file.exists() and not _is_earlier(repository, file):
        raise WorkspaceError(f"{file} is there, and is no bundle of this practice. Choose another name; it stays.")
    with tempfile.TemporaryDirectory() as place:
        bundle = Path(place, "bundle")
        run_git(repository, "bundle", "create", "--quiet", str(bundle), CHECKS)
        content = bundle.read_bytes()
    write_made(file, content)
    return len(content)


def _is_earlier(repository: Repository, file: Path) -> bool:
    """Tell whether a file is a bundle of this story, as it was once."""
    with suppress(RefusedError, ValueError):
        commit, ref = run_git(repository, "bundle", "list-heads", str(file.absolute())).split()
        return ref == CHECKS and commit in _commits(repository)
    return False


def _commits(repository: Repository) -> set[str]:
    return {str(each.id) for each in repository.history(CHECKS)}


def run_git(repository: Repository, *arguments: str, **manner: Unpack[Manner]) -> str:
    """Run git with the chain and the objects of a practice, as `reach` does; RefusedError when it fails.

    What a practice sets does not count: it may have come from somebody else, and each setting could name a program. So
    git works in a folder of its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        pygit2.init_repository(folder, bare=True)
        Path(folder, "packed-refs").write_text(f"{repository.commit_named(CHECKS)} {CHECKS}\n", encoding="utf-8")
        objects = str(Path(repository.git.path, "objects"))
        return reach(Path(folder), *arguments, **manner, GIT_OBJECT_DIRECTORY=objects)


def push_story(folder: Path, *, may_ask: bool = False) -> str | None:
    """Push what there is to the room of a practice, and write down how it stands; git `may_ask` for a password.

    Return the commit that was pushed, or was to be; None when there is no room, or no story, or the practice has left
    the room meanwhile. TakenError when another pair has the name.
    """
    repository, membership, standing = Repository(folder), read_membership(folder), read_standing(folder)
    end = repository.commit_named(CHECKS)
    if membership is None or end is None:
        return None

    def has_left() -> bool:
        return read_membership(folder) != membership

    try:
        JoinedRoom(repository, membership, {"may_ask": may_ask, "stopped": has_left}).let_in(end)
    except RefusedError as error:
        if has_left():
            return None
        write_standing(folder, standing.failed(str(error), end))
        if isinstance(error, TakenError):
            raise
        return end
    write_standing(folder, Standing(there=end))
    if not standing.waits:
        return end
    waited = records(repository, standing.waits, after=standing.there)
    if number := sum("Status" in each.trailers for each in waited):
        news = f"The room has your {counted(number, 'check')} that had waited."
        (home_of(folder) / NEWS).write_text(news, encoding="utf-8")
    if late := len(read_story(repository, standing.waits, after=standing.there).checks):  # of this practice
        append_late(repository, late)
    return push_story(folder, may_ask=may_ask)


@dataclass(frozen=True)
class JoinedRoom:
    """A room, as the practice that pushes to it sees it, and in which manner it is reached."""

    repository: Repository
    membership: Membership
    manner: Manner = field(default_factory=Manner)

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

    def find_name(self, *, mine: bool = False) -> tuple[str, str]:
        """Return the name as the room spells it, and the last commit there, or "".

        TakenError when another has the name, unless it is `mine`, or a practice's that was put aside in this workspace.
        Then the chain goes on at the end of both.
        """
        wanted = self.membership.pair
        listed = self.git("ls-remote", "--heads", "--", self.membership.url, f"{BRANCHES}*")
        branches = {match[2]: match[1] for match in LISTED.finditer(listed)}
        there = {name: commit for name, commit in branches.items() if same_name(name) == same_name(wanted)}
        commits = _commits(self.repository)
        own = [(name, commit) for name, commit in there.items() if commit in commits]
        if own or not there:
            return next(iter(own), (wanted, ""))
        name, commit = there.popitem()
        if not mine and not self.takes_over_from_aside(commit):
            raise TakenError(f"{name} {ANOTHERS}")
        patient = replace(self, manner={**self.manner, "limit_seconds": LIMIT_SECONDS})  # for it has answered
        patient.git(
            "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", self.membership.url, BRANCHES + name
        )
        self.repository.append(f"goes on with {name}", also=commit)
        return name, commit

    def takes_over_from_aside(self, commit: str) -> bool:
        """Tell whether a practice that was put aside here told this commit; then that one is in no room any more."""
        for aside in (workspace_of(self.repository.folder) / EARLIER).glob("*"):
            if aside != self.repository.folder and commit in _commits(Repository(aside)):
                if is_shared(aside):
                    forget_membership(aside)
                return True
        return False

    def git(self, *arguments: str) -> str:
        """Ask the room by git; RefusedError when it fails."""
        return run_git(self.repository, *arguments, **self.manner)


def catch_up(folder: Path) -> None:
    """Push until the room has all, or cannot be reached; leave if another process is at work."""
    with suppress(HeldError, GitError, OSError, TakenError):  # the second and third, too, if the practice is gone
        tried: str | None = read_standing(folder).there
        while tried is not None and tried != Repository(folder).commit_named(CHECKS):
            with hold(folder, SHARE, patience_seconds=0):
                tried = push_story(folder)


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
            catch_up(folder)


def main() -> None:
    """Bring the room up to date with the practice that is named at the command line."""
    wait_for_room(Path(sys.argv[1]))
