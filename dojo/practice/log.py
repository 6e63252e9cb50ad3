"""The log of a practice: every check, a JSON object in a line each.

revert: what TCR does after a check that was not green. A file beside the log has when it was done, and after which.
amber: the status of a check that did not end in time; the code may be right or wrong.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from dojo.kata import append_line, read_lines
from dojo.practice.snapshots import Change, Changes

GREEN, AMBER, RED = "green", "amber", "red"
FILE, REVERTS = "log.jsonl", "reverts.jsonl"
EARLIER_NAMES = {"colour": "status", "said": "message"}  # in the logs of practices that were started with them


@dataclass(frozen=True)
class Entry:
    """A check: `when` in ISO 8601 with its time zone, `seconds` from start to result, `changed` since the one before.

    `message`: its first finding. `snapshot`: what keeps the files as they were.
    """

    when: str
    level: int
    blind: bool
    status: str
    seconds: float
    findings: int
    message: str
    changed: Changes
    snapshot: str | None

    @property
    def moment(self) -> datetime:
        """Return when the check was made."""
        return datetime.fromisoformat(self.when)

    @property
    def green(self) -> bool:
        """Tell whether nothing was found."""
        return self.status == GREEN


def append_check(home: Path, entry: Entry) -> None:
    """Add a check to the log."""
    home.mkdir(parents=True, exist_ok=True)
    append_line(home / FILE, asdict(entry))


def append_revert(home: Path, entry: Entry, when: datetime) -> None:
    """Note that what was checked was reverted."""
    append_line(home / REVERTS, {"checked": entry.when, "when": when.isoformat(timespec="seconds")})


def read_checks(home: Path) -> list[Entry]:
    """Return all checks that can be read, oldest first."""
    return read_lines(home / FILE, _entry)


def read_reverts(home: Path) -> dict[str, datetime]:
    """Return when what was checked was reverted, by `when` of their entries."""
    return dict(read_lines(home / REVERTS, lambda found: (str(found["checked"]), _moment(found["when"]))))


def _moment(text: str) -> datetime:
    """Read a moment; ValueError when it has no time zone."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    return moment


def _entry(content: dict[str, Any]) -> Entry:
    """Read a check; an exception, if it is damaged."""
    content = {EARLIER_NAMES.get(name, name): value for name, value in content.items()}
    content["changed"] = {path: Change(*map(int, lines)) for path, lines in content["changed"].items()}
    _moment(content["when"])
    if not isinstance(content["snapshot"], str | None):
        raise TypeError(content["snapshot"])
    return Entry(**content)
