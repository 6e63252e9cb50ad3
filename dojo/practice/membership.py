"""Which room a practice is in, as whom: membership, which stands in the config of the practice's own repository."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from dojo.kata import content_of
from dojo.practice.pair_names import is_pair_name
from dojo.practice.snapshots import GitError, Repository

SECTION = "dojo"  # of the config


class Membership(NamedTuple):
    """Where a room is, what the pair is called there, and what it wished to be called."""

    url: str
    pair: str
    wish: str


def is_shared(folder: Path) -> bool:
    """Tell whether a practice is in a room; each check asks, so it is told from the config as it stands there."""
    try:
        return f"[{SECTION}]".encode() in content_of(folder / ".git" / "config")
    except OSError:
        return False


def read_membership(folder: Path) -> Membership | None:
    """Return which room a practice is in; None when it is in none, or nobody can tell."""
    if not is_shared(folder):
        return None
    with suppress(GitError, KeyError):
        lines = Repository(folder).git("config", "--local", "-z", "--get-regexp", rf"^{SECTION}\.").split("\0")
        found = dict(line.partition("\n")[::2] for line in lines)
        membership = Membership(*(found[f"{SECTION}.{key}"] for key in ("room", "pair", "wish")))
        if is_pair_name(membership.pair) and is_pair_name(membership.wish):
            return membership
    return None


def write_membership(folder: Path, membership: Membership) -> None:
    """Have a practice be in a room, from now on."""
    for key, value in zip(("wish", "pair", "room"), reversed(membership), strict=True):
        Repository(folder).git("config", "--local", f"{SECTION}.{key}", value)


def forget_membership(folder: Path) -> None:
    """Have a practice be in no room any more; what is there stays there. GitError when it is in one still."""
    Repository(folder).git("config", "--local", "--remove-section", SECTION)
    if is_shared(folder):  # where the disk is full, git removes nothing, and says all is well
        raise GitError(f"{folder.name}/ is still in the room: git did not change its config. Is the disk full?")
