"""Which room a practice is in, as whom: membership, which stands in the config of the practice's own repository.

joined: the rooms that somebody has joined in this workspace, as a digest of each, in a file beside its practices. A
practice may have come from somebody else, and name a room of theirs: it is in none before it was joined here.
standing: what of the story the room has, as the last push left it; in a small file of the practice. When that is
damaged, nothing is known, and the next push finds out. news: a line of a push that brought what had waited, for whoever
makes a check.
push: what brings the room up to date. It is a process of its own (dojo.practice.pushing), which nobody waits for: but
where the last one failed, for a moment, so that the check that delivers what had waited can say so.
"""

import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dojo.kata.golden_master import environment
from dojo.kata.workspace import DamagedError, read_record, write_record
from dojo.practice.model import home_of, workspace_of
from dojo.practice.rooms import shown_url
from dojo.practice.snapshots import GitError, Repository
from dojo.text import now, shortened

SECTION, KEYS = "dojo", ("room", "pair")  # of the config
JOINED = Path(".dojo-rooms", "joined.txt")
STRANGE = """{name}/ names a room that nobody has joined here, and sends nothing there: {url}
`dojo join URL` joins a room, `dojo join --leave` has it name none."""
FILE, NEWS = "room.json", "room-news.txt"
ANOTHERS = "is the name of another pair there"
MOMENT_SECONDS = 2.0  # that a check waits for what had waited, to say that it is there
PUSHER = "from dojo.practice.pushing import main; main()"
WIDEST_REASON = 120  # characters of what git says
LONG_PATH = re.compile(r"'[^']{30,}'")  # which would leave no room for what is said of it
END_OF_PATH = 28  # characters, the quote that closes it among them


class Membership(NamedTuple):
    """Where a room is, and what the pair is called there."""

    url: str
    pair: str


@dataclass(frozen=True)
class Standing:
    """The last commit that the room has, or none; if it has not all, since when (in ISO 8601) and why.

    `waits`: the last commit that was to be sent, and could not be.
    """

    there: str = ""
    since: str = ""
    why: str = ""
    waits: str = ""

    def failed(self, why: str, waits: str = "") -> "Standing":
        """Return how it stands after a push that failed."""
        told = LONG_PATH.sub(lambda path: f"'...{path[0][-END_OF_PATH:]}", why)
        words = shortened(told, WIDEST_REASON).rstrip(".")
        return Standing(self.there, self.since or now().isoformat(timespec="seconds"), words, waits)

    @property
    def missing(self) -> str:
        """Say since when something is missing in the room, and why; nothing when nothing is."""
        return f"Not sent to the room since {_time(self.since)}: {self.why}" if self.why else ""


UNKNOWN = Standing()


def is_shared(folder: Path) -> bool:
    """Tell whether a practice names a room."""
    return _named(folder) is not None


def read_membership(folder: Path) -> Membership | None:
    """Return which room a practice is in; None when it is in none, or nobody has joined it here."""
    return None if tell_strange(folder) else _named(folder)


def tell_strange(folder: Path) -> str:
    """Return what to say of a room that a practice names, and nobody has joined here; nothing when there is none."""
    found, joined = _named(folder), workspace_of(folder) / JOINED
    if found is None or (joined.exists() and _digest(found.url) in joined.read_text(encoding="utf-8")):
        return ""
    return STRANGE.format(name=folder.name, url=shown_url(found.url))


def _named(folder: Path) -> Membership | None:
    """Return the membership that a practice names."""
    with suppress(GitError, KeyError):
        config = Repository(folder).git.config
        return Membership(*(str(config[f"{SECTION}.{key}"]) for key in KEYS))
    return None


def _digest(url: str) -> str:
    return sha256(url.encode(errors="surrogateescape")).hexdigest()


def write_membership(folder: Path, membership: Membership, standing: Standing = UNKNOWN) -> None:
    """Have a practice be in a room, from now on."""
    config = Repository(folder).git.config
    for key, value in zip(KEYS, membership, strict=True):
        config[f"{SECTION}.{key}"] = value
    write_standing(folder, standing)
    if tell_strange(folder):
        joined = workspace_of(folder) / JOINED
        joined.parent.mkdir(exist_ok=True)
        with joined.open("a", encoding="utf-8") as file:
            file.write(f"{_digest(membership.url)}\n")


def hand_over(before: Path, folder: Path) -> None:
    """Have a practice be in the room of the one before, which is in none from then on."""
    if there := read_membership(before):
        write_membership(folder, there, read_standing(before))
        forget_membership(before)


def forget_membership(folder: Path) -> None:
    """Have a practice be in no room any more; what is there stays there."""
    config = Repository(folder).git.config
    for key in KEYS:
        del config[f"{SECTION}.{key}"]
    for name in (FILE, NEWS):
        (home_of(folder) / name).unlink(missing_ok=True)


def _time(moment: str) -> str:
    """Show when something was: today, the time will do."""
    then = datetime.fromisoformat(moment).astimezone()
    return f"{then:%H:%M}" if then.date() == now().date() else f"{then:%Y-%m-%d %H:%M}"


def read_standing(folder: Path) -> Standing:
    """Return how it stands; nothing is known where that cannot be read."""
    try:
        return read_record(home_of(folder) / FILE, Standing)
    except (FileNotFoundError, DamagedError):
        return Standing()


def write_standing(folder: Path, standing: Standing) -> None:
    """Remember how it stands."""
    write_record(home_of(folder) / FILE, standing)


def tell_news(folder: Path) -> str:
    """Return what a check is to say of the room: news, once, or that it has not all; nothing if all is well."""
    if strange := tell_strange(folder):
        return strange
    news = ""
    with suppress(FileNotFoundError):
        news = (home_of(folder) / NEWS).read_text(encoding="utf-8").strip()
        (home_of(folder) / NEWS).unlink()
    missing = read_standing(folder).missing
    then = "`dojo join` says what to do" if ANOTHERS in missing else "they go there when it answers"
    more = f"{missing}.\nYour checks are kept; {then}." if missing else ""
    return "\n".join(filter(None, (news, more)))


def share(folder: Path) -> None:
    """Begin to push the story of a practice that is in a room."""
    if is_shared(folder):
        patience_seconds = MOMENT_SECONDS if read_standing(folder).why else 0
        with suppress(subprocess.TimeoutExpired):
            start_pusher(folder).wait(patience_seconds)


def start_pusher(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that has no terminal, outlives this one, and is in nobody's way."""
    return subprocess.Popen(  # noqa: S603 - this Python, and our own program
        [sys.executable, "-P", "-c", PUSHER, str(folder)],
        cwd=folder.anchor,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
