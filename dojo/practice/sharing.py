"""How a practice comes into a room and leaves it, and how its story is pushed there, or taken along without a room.

push: the end of the chain becomes the pair's own branch, never by force: of two who come at once with one name, the
room itself lets one in; but of two whose names differ in case alone, both, and a board tells them apart.
taken: a name whose branch is not of this chain; nobody gets it, unless they say that the branch is their own.
retired: a branch whose last commit says that its pair has left; no board shows it.
It is one process at a time. Who finds another at work leaves; that one looks again after it has let go.
bundle: a file of git with the whole story, for a stick.
"""

import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pygit2

from dojo.pages import write_whole
from dojo.practice.model import HeldError, Tell, hold, silent
from dojo.practice.rooms import (
    ANOTHERS,
    BRANCHES,
    LIMIT_SECONDS,
    Membership,
    RefusedError,
    RejectedError,
    Standing,
    forget_membership,
    pair_name,
    reach,
    read_membership,
    read_standing,
    same_name,
    shown_url,
    write_membership,
    write_standing,
)
from dojo.practice.snapshots import CHECKS, GitError, Repository
from dojo.practice.story import append_late, append_left, append_name, read_story, records
from dojo.text import WorkspaceError, counted

SHARE, WAIT = "push", "wait"  # kinds of work, of which there is one at a time
PAUSE_SECONDS, AWAY_SECONDS = 10.0, 1800.0  # between tries, and until a room that is away counts as gone
ASK_SECONDS, LATER_SECONDS = 10.0, 3.0  # for a room to answer who joins or leaves, and who joins later if it does not

# A push takes one branch there, and nothing else, whatever a person has set up for their own.
ALONE = ("--quiet", "--no-follow-tags", "--recurse-submodules=no", "--no-signed")
FETCH = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head")
STAYS = "What {pair} told stays in {url}; its board shows that line no more."
STILL_SHOWN = """{url} could not be told that {pair} left.
Its board shows {pair} until somebody hides that line there, with the key h."""
LISTED = re.compile(rf"^([0-9a-f]{{40,64}})\t{BRANCHES}(.+)$", re.MULTILINE)


class TakenError(RefusedError):
    """Another pair has the name."""


@dataclass(frozen=True)
class JoinedRoom:
    """A room, as the practice that pushes to it sees it; whether git may ask for a password there, and for how long."""

    repository: Repository
    membership: Membership
    may_ask: bool = False
    limit_seconds: float | None = None

    def push(self, commit: str) -> None:
        """Push a commit, to be what is there of the pair; TakenError when another has the name, else RefusedError."""
        try:
            self.git("push", *ALONE, "--", self.membership.url, f"{commit}:{BRANCHES}{self.membership.pair}")
        except RejectedError:
            self.find_name()
            raise

    def find_name(self, *, mine: bool = False) -> str:
        """Return the name as the room spells it.

        TakenError when another has the name, unless it is `mine`: then the chain goes on at the end of both.
        """
        wanted = self.membership.pair
        listed = self.git("ls-remote", "--heads", "--", self.membership.url, f"{BRANCHES}*")
        branches = {match[2]: match[1] for match in LISTED.finditer(listed)}
        there = {name: commit for name, commit in branches.items() if same_name(name) == same_name(wanted)}
        commits = _commits(self.repository)
        own = [name for name, commit in there.items() if commit in commits]
        if own or not there:
            return next(iter(own), wanted)
        name, commit = there.popitem()
        if not mine:
            raise TakenError(f"{name} {ANOTHERS}")
        patient = replace(self, limit_seconds=None)  # for it has answered
        patient.git(*FETCH, "--", self.membership.url, BRANCHES + name)
        self.repository.append(f"goes on with {name}", also=commit)
        return name

    def git(self, *arguments: str) -> str:
        """Ask the room by git; RefusedError when it fails."""
        return run_git(self.repository, *arguments, may_ask=self.may_ask, limit_seconds=self.limit_seconds)


def run_git(repository: Repository, *arguments: str, may_ask: bool = False, limit_seconds: float | None = None) -> str:
    """Run git with the chain and the objects of a practice, as `reach` does; RefusedError when it fails.

    What a practice sets does not count: it may have come from somebody else, and each setting could name a program. So
    git works in a folder of its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        pygit2.init_repository(folder, bare=True)
        Path(folder, "packed-refs").write_text(f"{repository.commit_named(CHECKS)} {CHECKS}\n", encoding="utf-8")
        objects = str(Path(repository.git.path, "objects"))
        return reach(
            Path(folder), *arguments, may_ask=may_ask, limit_seconds=limit_seconds, GIT_OBJECT_DIRECTORY=objects
        )


def _commits(repository: Repository) -> set[str]:
    return {str(each.id) for each in repository.history(CHECKS)}


# Into a room, and out of it.


def seconds_to_join(*, may_ask: bool, later: bool) -> float:
    """Return how long who joins waits for an answer; somebody who may be asked for a password has time to type it."""
    if later:
        return LATER_SECONDS
    return LIMIT_SECONDS if may_ask else ASK_SECONDS


def join(  # noqa: PLR0913 - each is an option of `dojo join`
    folder: Path,
    url: str,
    name: str,
    *,
    may_ask: bool = False,
    later: bool = False,
    mine: bool = False,
    tell: Tell = silent,
) -> str:
    """Have the practice at `folder` be in a room, push its story there, retire its other line; say of that.

    `may_ask`: for a password, at the terminal. `later`: with the next check, if the room cannot be reached now. `mine`:
    the branch of this name is the pair's own, and its practice goes on there. TakenError where it is another's, else
    RefusedError where the room did not answer; then all is as before. HeldError when a push takes too long.
    """
    repository, before, away, left = Repository(folder), read_membership(folder), "", ""
    room = Membership(url, pair_name(name), str(folder))
    try:
        limit_seconds = seconds_to_join(may_ask=may_ask, later=later)
        spelled = JoinedRoom(repository, room, may_ask and not later, limit_seconds).find_name(mine=mine)
        room = room._replace(pair=spelled)
    except RefusedError as error:
        if isinstance(error, TakenError) or not (later or before == room):
            raise
        away = str(error)
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        if before != room:
            standing = read_standing(folder)
            write_membership(room, Standing())
            left = _retire(repository, before, standing) if before else ""
            append_name(repository, name)
        if away:
            write_standing(folder, read_standing(folder).failed(away, str(repository.commit_named(CHECKS))))
        else:
            push_story(folder, may_ask=may_ask)
    return left


def leave(folder: Path, *, tell: Tell = silent) -> str:
    """Have a practice be in no room, and retire its line, if it has one; say what became of that."""
    with hold(folder, SHARE, LIMIT_SECONDS, tell):
        there, standing = read_membership(folder), read_standing(folder)
        forget_membership(folder)
        return _retire(Repository(folder), there, standing) if there else ""


def _retire(repository: Repository, there: Membership, standing: Standing) -> str:
    """Have the line of a pair end, and say so; nothing where it has none, or another pair has it now."""
    if not standing.there or ANOTHERS in standing.why:
        return ""
    words = STAYS
    try:
        JoinedRoom(repository, there, limit_seconds=ASK_SECONDS).push(append_left(repository, there.pair))
    except TakenError:
        return ""
    except RefusedError:
        words = STILL_SHOWN
    return words.format(url=shown_url(there.url), pair=there.pair)


def write_bundle(folder: Path, file: Path) -> int:
    """Write a bundle, in the place of an earlier one of this practice; return its bytes.

    WorkspaceError when anything else has its name.
    """
    repository = Repository(folder)
    earlier = (f"{commit} {CHECKS}\n".encode() for commit in _commits(repository))  # of which one stands in a bundle
    if file.exists() and not any(line in file.read_bytes() for line in earlier):
        raise WorkspaceError(f"{file} is there, and is no bundle of this practice. Choose another name; it stays.")
    with tempfile.TemporaryDirectory() as place:
        bundle = Path(place, "bundle")
        run_git(repository, "bundle", "create", "--quiet", str(bundle), CHECKS)
        content = bundle.read_bytes()
    write_whole(file, content)
    return len(content)


# In the background.


def push_story(folder: Path, *, may_ask: bool = False) -> str | None:
    """Push what there is to the room of a practice, and write down how it stands; git `may_ask` for a password.

    Return the commit that was pushed, or was to be; None when there is no room, or no story. TakenError when another
    pair has the name.
    """
    repository, membership, standing = Repository(folder), read_membership(folder), read_standing(folder)
    end = repository.commit_named(CHECKS)
    if membership is None or end is None:
        return None
    try:
        JoinedRoom(repository, membership, may_ask).push(end)
    except RefusedError as error:
        write_standing(folder, standing.failed(str(error), end))
        if isinstance(error, TakenError):
            raise
        return end
    waited = records(repository, standing.waits, after=standing.there) if standing.waits else ()
    number = sum("Status" in each.trailers for each in waited)
    news = f"The room has your {counted(number, 'check')} that had waited." if number else standing.news
    write_standing(folder, Standing(there=end, news=news))
    if not number:
        return end
    if late := len(read_story(repository, standing.waits, after=standing.there).checks):  # of this practice
        append_late(repository, late)
    return push_story(folder, may_ask=may_ask)


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
