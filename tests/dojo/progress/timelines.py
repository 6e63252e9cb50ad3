"""Steps and practices of a small timeline, for the tests of `dojo progress`."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dojo.practice.history import Check, Swap, begin
from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, RED, Choices, Differences, Practice
from dojo.practice.snapshots import Repository
from dojo.progress.measures import Longest, Measures
from dojo.progress.steps import Step, in_order
from dojo.progress.timeline import Timeline, timeline_of
from tests.dojo import practising

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
ONE, TWO, THREE = "def one():\n    return 1\n", "def one():\n    return 1 if one else 0\n", "one = 1\n"


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


def step(minute: float, status: str, message: str = "", approved: Differences = NOTHING_APPROVED) -> Step:
    """Return a step of which nothing is known but what the story tells."""
    entry = practising.entry(status, START + timedelta(minutes=minute))
    return Step(replace(entry, message=message, approved=approved))


def green(
    minute: float,
    code: str | None = None,
    *,
    score: float | None = None,
    tests: str = "",
    approved: Differences = NOTHING_APPROVED,
    **measured: Any,
) -> Step:
    """Return a green check of code that nobody saw before, unless it is given; and of tests."""
    code = str(minute) if code is None else code
    known = step(minute, GREEN, approved=approved)
    entry = replace(known.check, tree=f"{code} {tests}")
    return replace(known, check=entry, code={"yatzy.py": code}, measures=measures(**measured), score=score)


def red(minute: float, message: str = "", *, name: str = "", reverted: float | None = None, status: str = RED) -> Step:
    """Return a red check that found this first, and the minute at which TCR reverted it."""
    until = None if reverted is None else START + timedelta(minutes=reverted)
    return replace(step(minute, status, message), name=name, reverted=until)


def amber(minute: float, *, name: str = "") -> Step:
    return red(minute, name=name, status=AMBER)


def swap(minute: float, after: int, name: str = "Ann and Cem") -> Swap:
    return Swap(START + timedelta(minutes=minute), name, after)


def timeline(*steps: Step, swaps: Iterable[Swap] = ()) -> Timeline:
    return timeline_of(in_order(steps), swaps)


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


def checked(practice: Practice, minute: float, code: str, status: str = GREEN, file: str = "yatzy.py") -> Check:
    """Save code, and tell of a check of it."""
    path = practice.folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return practising.checked(practice, status, START + timedelta(minutes=minute))
