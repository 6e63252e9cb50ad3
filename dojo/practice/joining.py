"""How a practice comes into a room, leaves it, and how its story is taken along without one.

bundle: a file of git with the whole story, for a stick.
"""

from contextlib import suppress
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import write_made
from dojo.practice.appending import append_name
from dojo.practice.locks import Tell, hold, silent
from dojo.practice.membership import Membership, forget_membership, read_membership, write_membership
from dojo.practice.pair_names import pair_name
from dojo.practice.pushing import SHARE, push_story
from dojo.practice.reaching import LIMIT_SECONDS
from dojo.practice.snapshots import CHECKS, GitError, Repository
from dojo.practice.standing import Standing, forget_standing, write_standing
from dojo.practice.story import read_story


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
        forget_standing(folder)


def write_bundle(folder: Path, file: Path) -> int:
    """Write a bundle, in the place of an earlier one of this practice; return its bytes.

    WorkspaceError when anything else has its name.
    """
    repository = Repository(folder)
    if file.exists() and not _is_earlier(repository, file):
        raise WorkspaceError(f"{file} is there, and is no bundle of this practice. Choose another name; it stays.")
    content = repository.git_bytes("bundle", "create", "--quiet", "-", CHECKS)
    write_made(file, content)
    return len(content)


def _is_earlier(repository: Repository, file: Path) -> bool:
    """Tell whether a file is a bundle of this story, as it was once."""
    with suppress(GitError, ValueError):
        commit, ref = repository.git("bundle", "list-heads", str(file.absolute())).split()
        repository.git("merge-base", "--is-ancestor", commit, CHECKS)
        return ref == CHECKS
    return False
