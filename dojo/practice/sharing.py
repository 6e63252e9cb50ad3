"""A practice that shares its story with a room, and how that stands.

membership: the room, and what the pair is called there; in the config of the practice's own repository.
standing: what of the story the room has, as the last push left it; in a small file of the practice. When that is
damaged, nothing is known, and the next push finds out.
push: what brings the room up to date. It is a process of its own, which nobody waits for (dojo.practice.pushing).
"""

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from dojo.kata import write_whole
from dojo.practice.model import HOME
from dojo.practice.rooms import is_pair_name, without_passwords
from dojo.practice.snapshots import GitError, Repository
from dojo.text import now, printable, shortened

SECTION = "dojo"  # of the config
FILE, NEWS = "room.json", "room-news.txt"
DOJO = str(Path(__file__).resolve().parents[2])  # where this very package is imported from
PUSHER = "from dojo.practice.pushing import main; main()"
WIDEST_REASON = 120  # characters of what git says
if sys.platform == "win32":
    APART = subprocess.CREATE_NO_WINDOW  # not in that of who starts it, and none to be seen
else:
    APART = 0


class Membership(NamedTuple):
    """Where a room is, what the pair is called there, and what it wished to be called."""

    url: str
    pair: str
    wish: str


@dataclass(frozen=True)
class Standing:
    """The last commit that the room has, or none; if it has not all, since when (in ISO 8601) and why."""

    there: str = ""
    since: str = ""
    why: str = ""

    def failed(self, why: str) -> "Standing":
        """Return how it stands after a push that failed."""
        words = shortened(without_passwords(why), WIDEST_REASON).rstrip(".")
        return Standing(self.there, self.since or now().isoformat(timespec="seconds"), words)

    @property
    def missing(self) -> str:
        """Say since when something is missing in the room, and why; nothing when nothing is."""
        return f"Not in the room since {_time(self.since)}: {self.why}" if self.why else ""


def _time(moment: str) -> str:
    """Show when something was: today, the time will do."""
    then = datetime.fromisoformat(moment).astimezone()
    return f"{then:%H:%M}" if then.date() == now().date() else f"{then:%Y-%m-%d %H:%M}"


def is_shared(folder: Path) -> bool:
    """Tell whether a practice is in a room; each check asks, so it is told from the config as it stands there."""
    try:
        return f"[{SECTION}]".encode() in (folder / ".git" / "config").read_bytes()
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
    """Have a practice be in no room any more; what is there stays there."""
    Repository(folder).git("config", "--local", "--remove-section", SECTION)
    for name in (FILE, NEWS):
        (folder / HOME / name).unlink(missing_ok=True)


def read_standing(folder: Path) -> Standing:
    """Return how it stands; nothing is known where that cannot be read."""
    try:
        found = json.loads((folder / HOME / FILE).read_text(encoding="utf-8"))
        there, since, why = (shortened(str(found[key]), WIDEST_REASON) for key in ("there", "since", "why"))
        if since:
            _time(since)
        return Standing(there, since, why)
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return Standing()


def write_standing(folder: Path, standing: Standing) -> None:
    """Remember how it stands."""
    write_whole(folder / HOME / FILE, json.dumps(asdict(standing)).encode())


def write_news(folder: Path, news: str) -> None:
    """Leave a line for whoever makes the next check."""
    (folder / HOME / NEWS).write_text(f"{news}\n", encoding="utf-8")


def tell_news(folder: Path) -> str:
    """Return what the next check is to say of the room: news, once, or that it has not all; nothing if all is well."""
    if not is_shared(folder):
        return ""
    try:
        news = printable((folder / HOME / NEWS).read_text(encoding="utf-8", errors="replace").strip())
        (folder / HOME / NEWS).unlink()
    except OSError:
        news = ""
    missing = read_standing(folder).missing
    more = f"{missing}.\nYour checks are kept; the next check tries again." if missing else ""
    return "\n".join(filter(None, (news, more)))


def share(folder: Path) -> "subprocess.Popen[bytes] | None":
    """Begin to push the story of a practice that is in a room; return the process, which nobody needs to wait for."""
    if not is_shared(folder):
        return None
    with suppress(OSError):  # no more processes: the next check tries again
        return start_pusher(folder)
    return None


def start_pusher(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that has no terminal, outlives this one, and is in nobody's way."""
    return subprocess.Popen(  # noqa: S603 - this Python, and our own program
        [sys.executable, "-P", "-c", PUSHER, str(folder)],
        cwd=folder.anchor,
        env={**os.environ, "PYTHONPATH": DOJO},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=APART,
    )
