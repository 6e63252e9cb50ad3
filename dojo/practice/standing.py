"""How a practice that is in a room stands there.

standing: what of the story the room has, as the last push left it; in a small file of the practice. When that is
damaged, nothing is known, and the next push finds out. news: a line of a push, for whoever makes the next check.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from dojo.kata import DamagedError, read_record, write_record, write_whole
from dojo.practice.addresses import without_passwords
from dojo.practice.membership import is_shared, tell_strange
from dojo.practice.model import home_of
from dojo.text import now, printable, shortened

FILE, NEWS = "room.json", "room-news.txt"
COMMIT = re.compile(r"(?:[0-9a-f]{40,64})?")
WIDEST_REASON = 120  # characters of what git says
NO_REASON = "git said nothing"


@dataclass(frozen=True)
class Standing:
    """The last commit that the room has, or none; if it has not all, since when (in ISO 8601) and why."""

    there: str = ""
    since: str = ""
    why: str = ""

    def failed(self, why: str) -> "Standing":
        """Return how it stands after a push that failed."""
        words = shortened(without_passwords(why), WIDEST_REASON).rstrip(".") or NO_REASON
        return Standing(self.there, self.since or now().isoformat(timespec="seconds"), words)

    @property
    def missing(self) -> str:
        """Say since when something is missing in the room, and why; nothing when nothing is."""
        return f"Not in the room since {_time(self.since)}: {self.why}" if self.why else ""


def _time(moment: str) -> str:
    """Show when something was: today, the time will do."""
    then = datetime.fromisoformat(moment).astimezone()
    return f"{then:%H:%M}" if then.date() == now().date() else f"{then:%Y-%m-%d %H:%M}"


def read_standing(folder: Path) -> Standing:
    """Return how it stands; nothing is known where that cannot be read."""
    try:
        found = read_record(home_of(folder) / FILE, Standing)
        standing = replace(found, why=shortened(found.why, WIDEST_REASON))
        is_sound = COMMIT.fullmatch(standing.there) and (not standing.why or standing.missing)
        return standing if is_sound else Standing()
    except (FileNotFoundError, DamagedError, ValueError, OverflowError):  # the last two: no time that there can be
        return Standing()


def write_standing(folder: Path, standing: Standing) -> None:
    """Remember how it stands."""
    write_record(home_of(folder) / FILE, standing)


def forget_standing(folder: Path) -> None:
    """Remember nothing of a room that a practice is no longer in."""
    for name in (FILE, NEWS):
        (home_of(folder) / name).unlink(missing_ok=True)


def write_news(folder: Path, news: str) -> None:
    """Leave a line for whoever makes the next check."""
    write_whole(home_of(folder) / NEWS, f"{news}\n".encode())


def tell_news(folder: Path) -> str:
    """Return what the next check is to say of the room: news, once, or that it has not all; nothing if all is well."""
    if not is_shared(folder):
        return ""
    if strange := tell_strange(folder):
        return strange
    try:
        news = printable((home_of(folder) / NEWS).read_bytes().decode(errors="replace").strip())
        (home_of(folder) / NEWS).unlink()
    except OSError:
        news = ""
    missing = read_standing(folder).missing
    more = f"{missing}.\nYour checks are kept; the next check tries again." if missing else ""
    return "\n".join(filter(None, (news, more)))
