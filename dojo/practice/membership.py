"""Which room a practice is in, as whom: membership, which stands in the config of the practice's own repository.

joined: the rooms that somebody has joined in this workspace, as a digest of each, in a file beside its practices. A
practice may have come from somebody else, and name a room of theirs: it is in none before it was joined here.
"""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dojo.practice.addresses import shown_url
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
    with suppress(OSError):
        return f"[{SECTION}]" in (folder / ".git" / "config").read_text(encoding="utf-8", errors="replace")
    return False


def read_membership(folder: Path) -> Membership | None:
    """Return which room a practice is in; None when it is in none, or nobody has joined it here."""
    found = _named(folder)
    return found if found is not None and _digest(found.url) in _joined(folder.parent) else None


def tell_strange(folder: Path) -> str:
    """Return what to say of a room that a practice names, and nobody has joined here; nothing when there is none."""
    found = _named(folder)
    if found is None or _digest(found.url) in _joined(folder.parent):
        return ""
    return STRANGE.format(name=folder.name, url=shown_url(found.url))


def _named(folder: Path) -> Membership | None:
    """Return the membership that a practice names."""
    if not is_shared(folder):
        return None
    with suppress(GitError, KeyError):
        lines = Repository(folder).git("config", "--local", "-z", "--get-regexp", rf"^{SECTION}\.").split("\0")
        found = dict(line.partition("\n")[::2] for line in lines)
        return Membership(*(found[f"{SECTION}.{key}"] for key in ("room", "pair", "wish")))
    return None


def write_membership(folder: Path, membership: Membership) -> None:
    """Have a practice be in a room, from now on."""
    if _digest(membership.url) not in _joined(folder.parent):
        (folder.parent / JOINED).parent.mkdir(exist_ok=True)
        with (folder.parent / JOINED).open("a", encoding="utf-8") as file:
            file.write(f"{_digest(membership.url)}\n")
    for key, value in zip(("wish", "pair", "room"), reversed(membership), strict=True):
        Repository(folder).git("config", "--local", f"{SECTION}.{key}", value)


def _digest(url: str) -> str:
    return sha256(url.encode(errors="surrogateescape")).hexdigest()


def _joined(workspace: Path) -> list[str]:
    """Return the digests of the rooms that were joined in a workspace."""
    with suppress(FileNotFoundError):
        return (workspace / JOINED).read_text(encoding="utf-8").split()
    return []


def forget_membership(folder: Path) -> None:
    """Have a practice be in no room any more; what is there stays there."""
    Repository(folder).git("config", "--local", "--remove-section", SECTION)
