"""Steps and practices of a small timeline, for the tests of `dojo progress`."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.text import Text

from dojo.practice import append_check
from dojo.practice.log import AMBER, GREEN, RED, Entry
from dojo.practice.model import Choices, Practice, write_choices
from dojo.practice.snapshots import Repository
from dojo.progress.metrics import Longest, Measures
from dojo.progress.timeline import Step

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
ONE, TWO, THREE = "def one():\n    return 1\n", "def one():\n    return 1 if one else 0\n", "one = 1\n"


def entry(minute: float, status: str = GREEN, snapshot: str | None = None) -> Entry:
    when = (START + timedelta(minutes=minute)).isoformat()
    return Entry(when, 1, False, status, 1.0, 0 if status == GREEN else 3, "", {}, snapshot)


def green(
    minute: float, code: str | None = None, *, lines: int = 100, score: float | None = None, tests: str = ""
) -> Step:
    """Return a green check of code that nobody saw before, unless it is given; and of tests."""
    measures = Measures(lines, 7, 9, 2.25, Longest(31, "yahtzee_score"), 12)
    code = str(minute) if code is None else code
    return Step(entry(minute), {"yatzy.py": code}, measures, score, tree=f"{code} {tests}")


def red(minute: float) -> Step:
    return Step(entry(minute, RED), None, None, None)


def reverted(minute: float, until: float) -> Step:
    """Return a red check that TCR reverted."""
    return replace(red(minute), reverted=START + timedelta(minutes=until))


def amber(minute: float) -> Step:
    return Step(entry(minute, AMBER), None, None, None)


def lost(minute: float, snapshot: str | None = None) -> Step:
    return Step(entry(minute, snapshot=snapshot), None, None, None)


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def never_checked(folder: Path) -> Practice:
    """Make a practice that was never checked."""
    (folder / "pyproject.toml").write_text('[tool.ruff.lint]\nselect = ["F"]\n', encoding="utf-8")
    for name in ("approved_files", "legacy"):  # what makes a folder a workspace
        (folder / name).mkdir()
    (folder / "legacy/yatzy.py").touch()
    made = Practice(folder, Choices(1, blind=False))
    write_choices(made.folder, made.choices)
    (made.folder / ".gitignore").write_text(".dojo/\n", encoding="utf-8")
    Repository(made.folder).create("begun")
    return made


def checked(practice: Practice, minute: float, code: str, status: str = GREEN, file: str = "yatzy.py") -> str:
    """Save code, note a check of it, return the snapshot."""
    path = practice.folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    snapshot = Repository(practice.folder).snapshot("checked")
    append_check(practice.home, entry(minute, status, snapshot))
    return snapshot
