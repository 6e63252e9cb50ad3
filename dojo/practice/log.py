"""The log of a practice: every check, a JSON object in a line each.

entry: when a check was made, at which level, its status, how long it took, its first finding as a message, how many
findings there were, what had changed since the check before, and the snapshot that keeps the files as they were.
revert: what TCR does after a check that was not green. A file beside the log has when it was done, and after which.
amber: the status of a check that had no answer in time; the code may be right or wrong.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from dojo.practice.snapshots import Change, Changes

GREEN, AMBER, RED = "green", "amber", "red"
FILE, REVERTS = "log.jsonl", "reverts.jsonl"
EARLIER_NAMES = {"colour": "status", "said": "message"}  # in the logs of practices that were started with them
LATEST = 3  # green checks, of which the fastest tells how long one takes: any of them may have had to wait


@dataclass(frozen=True)
class Entry:
    """A check: `when` in ISO 8601 with its time zone, `seconds` from start to result, `changed` lines by file."""

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
    """Note that what a check found was taken back."""
    append_line(home / REVERTS, {"checked": entry.when, "when": when.isoformat(timespec="seconds")})


def read_reverts(home: Path) -> dict[str, datetime]:
    """Return when checks were taken back, by `when` of their entries; a line that cannot be read counts for nothing."""
    try:
        lines = (home / REVERTS).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    return dict(revert for line in lines for revert in _revert(line))


def _revert(line: str) -> Iterator[tuple[str, datetime]]:
    with suppress(ValueError, TypeError, KeyError):
        found = json.loads(line)
        when = datetime.fromisoformat(found["when"])
        if when.tzinfo is not None:
            yield str(found["checked"]), when


def append_line(path: Path, content: dict[str, Any]) -> None:
    """Add a JSON object to a file, in one write; a line that was cut short by a power loss is left as it is."""
    text = json.dumps(content) + "\n"
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, 2)
            text = text if file.read(1) == b"\n" else "\n" + text
        file.write(text.encode())


def read_checks(home: Path) -> list[Entry]:
    """Return all checks that can be read, oldest first."""
    return list(_latest_first(home))[::-1]


def _latest_first(home: Path) -> Iterator[Entry]:
    """Yield the checks that can be read; who wants a few of the latest does not read them all."""
    try:
        lines = (home / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    found = (_entry(line) for line in reversed(lines))
    yield from (entry for entry in found if entry is not None)


def seconds_when_green(home: Path, level: int, *, blind: bool) -> float | None:
    """Return how many seconds the same check took of late, when it was green; None when it never was."""
    same = (each for each in _latest_first(home) if each.green and (each.level, each.blind) == (level, blind))
    return min((entry.seconds for entry in islice(same, LATEST)), default=None)


def _entry(line: str) -> Entry | None:
    """Read a line of the log; nothing, if it is damaged."""
    try:
        content: dict[str, Any] = {EARLIER_NAMES.get(name, name): value for name, value in json.loads(line).items()}
        content["changed"] = {path: Change(*map(int, lines)) for path, lines in content["changed"].items()}
        entry = Entry(**content)
        whole = entry.moment.tzinfo is not None and isinstance(entry.snapshot, str | None)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return entry if whole else None
