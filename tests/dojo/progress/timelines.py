"""Steps and practices of a small timeline, for the tests of `dojo progress`."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from rich.text import Text

from dojo.practice.model import AMBER, GREEN, RED, Choices, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import Entry, begin
from dojo.progress.metrics import Longest, Measures
from dojo.progress.steps import Step
from tests.dojo import practising

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
ONE, TWO, THREE = "def one():\n    return 1\n", "def one():\n    return 1 if one else 0\n", "one = 1\n"


def entry(minute: float, status: str = GREEN, tree: str | None = None) -> Entry:
    return replace(practising.entry(status, START + timedelta(minutes=minute)), tree=tree)


def measures(**others: Any) -> Measures:
    """Return the measures of a small practice, but for those that are given."""
    known = {
        "worst_complexity": 9,
        "mean_complexity": 2.25,
        "duplicated_lines": 4,
        "design_findings": {"blind-except": 2, "collapsible-if": 10},
        "longest_method": Longest(31, "yahtzee_score"),
        "largest_class": Longest(80, "Yatzy"),
        "lines": 100,
        "methods": 7,
    }
    return Measures(**{**known, **others})


def green(
    minute: float, code: str | None = None, *, score: float | None = None, tests: str = "", **measured: Any
) -> Step:
    """Return a green check of code that nobody saw before, unless it is given; and of tests."""
    code = str(minute) if code is None else code
    known = checked_step(entry(minute, tree=f"{code} {tests}"))
    return replace(known, code={"yatzy.py": code}, measures=measures(**measured), score=score)


def checked_step(of: Entry) -> Step:
    """Return a step of which nothing is known but what the story tells."""
    return Step(of, code=None, measures=None, score=None)


def red(minute: float, message: str = "") -> Step:
    """Return a red check that found this first."""
    return checked_step(replace(entry(minute, RED), message=message))


def reverted(minute: float, until: float) -> Step:
    """Return a red check that TCR reverted."""
    return replace(red(minute), reverted=START + timedelta(minutes=until))


def amber(minute: float) -> Step:
    return checked_step(entry(minute, AMBER))


def lost(minute: float, tree: str | None = None) -> Step:
    return checked_step(entry(minute, tree=tree))


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
