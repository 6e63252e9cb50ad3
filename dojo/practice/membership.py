"""Which room a practice is in, as whom: membership, which stands in the config of the practice's own repository.

joined: the rooms that somebody has joined in this workspace, as a digest of each, in a file beside its practices. A
practice may have come from somebody else, and name a room of theirs: it is in none before it was joined here.
"""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dojo.practice.addresses import shown_url
from dojo.practice.pair_names import is_pair_name
from dojo.practice.snapshots import GitError, Repository

SECTION = "dojo"  # of the config
JOINED = Path(".dojo-rooms", "joined.txt")
STRANGE = """{name}/ names a room that nobody has joined here, and sends nothing there: {url}
`dojo join URL` joins a room, `dojo join --leave` has it name none."""


class Membership(NamedTuple):
    """Where a room is, what the pair is called there, and what it wished to be called."""

    url: str
    pair: str
    wish: str


def is_shared(folder: Path) -> bool:
    """Tell whether a practice is in a room; each check asks, so it is told from the config as it stands there."""
    try:
        return f"[{SECTION}]".encode() in (folder / ".git" / "config").read_bytes()
    except OSError:
        return False


def read_membership(folder: Path) -> Membership | None:
    """Return which room a practice is in; None when it is in none, or nobody can tell, or nobody has joined it here."""
    found = _named(folder)
    return found if found is not None and _digest(found.url) in _joined(folder.parent) else None


def tell_strange(folder: Path) -> str:
    """Return what to say of a room that a practice names, and nobody has joined here; nothing when there is none."""
    found = _named(folder)
    if found is None or read_membership(folder) is not None:
        return ""
    return STRANGE.format(name=folder.name, url=shown_url(found.url))


def _named(folder: Path) -> Membership | None:
    """Return the membership that a practice names."""
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
    _remember(folder.parent, membership.url)
    for key, value in zip(("wish", "pair", "room"), reversed(membership), strict=True):
        Repository(folder).git("config", "--local", f"{SECTION}.{key}", value)


def _digest(url: str) -> bytes:
    return sha256(url.encode(errors="surrogateescape")).hexdigest().encode()


def _joined(workspace: Path) -> list[bytes]:
    """Return the digests of the rooms that were joined in a workspace; none where nobody can tell."""
    with suppress(OSError):
        return (workspace / JOINED).read_bytes().split()
    return []


def _remember(workspace: Path, url: str) -> None:
    """Remember that a room was joined in a workspace."""
    if _digest(url) not in _joined(workspace):
        (workspace / JOINED).parent.mkdir(exist_ok=True)
        with (workspace / JOINED).open("ab") as file:
            file.write(_digest(url) + b"\n")


def forget_membership(folder: Path) -> None:
    """Have a practice be in no room any more; what is there stays there. GitError when it is in one still."""
    Repository(folder).git("config", "--local", "--remove-section", SECTION)
    if is_shared(folder):  # where the disk is full, git removes nothing, and says all is well
        raise GitError(f"{folder.name}/ is still in the room: git did not change its config. Is the disk full?")
