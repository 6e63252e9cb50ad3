"""Steps and practices of a small timeline, for the tests of `dojo progress`."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.text import Text

from dojo.practice import AMBER, GREEN, RED, Choices, Entry, Practice, Repository
from dojo.practice.begun import begin
from dojo.progress.metrics import Longest, Measures
from dojo.progress.steps import Step
from tests.dojo import practising

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
ONE, TWO, THREE = "def one():\n    return 1\n", "def one():\n    return 1 if one else 0\n", "one = 1\n"


def entry(minute: float, status: str = GREEN, tree: str | None = None) -> Entry:
    return replace(practising.entry(status, START + timedelta(minutes=minute)), tree=tree)


def green(
    minute: float, code: str | None = None, *, lines: int = 100, score: float | None = None, tests: str = ""
) -> Step:
    """Return a green check of code that nobody saw before, unless it is given; and of tests."""
    measures = Measures(
        *(9, 2.25, 4, {"blind-except": 2, "collapsible-if": 10}),
        *(Longest(31, "yahtzee_score"), Longest(80, "Yatzy"), lines, 7),
    )
    code = str(minute) if code is None else code
    return Step(entry(minute, tree=f"{code} {tests}"), {"yatzy.py": code}, measures, score)


def red(minute: float) -> Step:
    return Step(entry(minute, RED), None, None, None)


def reverted(minute: float, until: float) -> Step:
    """Return a red check that TCR reverted."""
    return replace(red(minute), reverted=START + timedelta(minutes=until))


def amber(minute: float) -> Step:
    return Step(entry(minute, AMBER), None, None, None)


def lost(minute: float, tree: str | None = None) -> Step:
    return Step(entry(minute, tree=tree), None, None, None)


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def never_checked(folder: Path) -> Practice:
    """Make a practice that was never checked."""
    (folder / "pyproject.toml").touch()
    for name in ("approved_files", "legacy"):  # what makes a folder a workspace
        (folder / name).mkdir()
    (folder / "legacy/yatzy.py").touch()
    made = Practice(folder, Choices(1, blind=False))
    made.folder.mkdir()
    (made.folder / ".gitignore").write_text(".dojo/\n", encoding="utf-8")
    repository = Repository(made.folder)
    repository.create("begun")
    begin(repository, made.choices)
    return made


def checked(practice: Practice, minute: float, code: str, status: str = GREEN, file: str = "yatzy.py") -> Entry:
    """Save code, and tell of a check of it."""
    path = practice.folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return practising.checked(practice, status, START + timedelta(minutes=minute))
