"""Steps and practices of a small timeline, for the tests of `dojo progress`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dojo.practice.events import Reverted, Scored, Swapped
from dojo.practice.history import History, Step, Swap, fold
from dojo.practice.model import (
    AMBER,
    GREEN,
    NO_CHANGES,
    RED,
    ChangedExpectations,
    Choices,
    Practice,
    Status,
)
from dojo.practice.recording import record_start
from dojo.practice.snapshots import Repository
from dojo.progress.measures import Longest, Measures
from dojo.progress.steps import MeasuredStep
from dojo.progress.timeline import Timeline, timeline_of
from tests.dojo import practising
from tests.dojo.practising import check_of, entry_of, start_entry

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
ONE, TWO, THREE = (
    "def one():\n    return 1\n",
    "def one():\n    return 1 if one else 0\n",
    "one = 1\n",
)


def measures(**others: Any) -> Measures:
    """Return the measures of a small practice, but for those that are given."""
    known = {
        "worst_complexity": 9,
        "total_complexity": 20,
        "duplicated_lines": 4,
        "design_findings": {"blind-except": 2, "collapsible-if": 10},
        "longest_method": Longest(31, "yahtzee_score"),
        "largest_class": Longest(80, "Yatzy"),
        "lines": 100,
        "methods": 7,
    }
    return Measures(**{**known, **others})


@dataclass
class Planned:
    """A check of a timeline. `reverted`: the minute at which it was; `score`: given right after."""

    minute: float
    status: Status
    finding: str = ""
    approved: ChangedExpectations = NO_CHANGES
    tree: str = ""
    name: str = ""
    code: str | None = None
    measures: Measures | None = None
    score: float | None = None
    reverted: float | None = None
    committed: bool = False


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


def green(
    minute: float,
    code: str | None = None,
    *,
    score: float | None = None,
    tests: str = "",
    approved: ChangedExpectations = NO_CHANGES,
    **measured: Any,
) -> Planned:
    """Return a green check of code that is new, unless it is given; and of tests."""
    code = str(minute) if code is None else code
    planned = Planned(minute, GREEN, approved=approved, tree=f"{code} {tests}", code=code)
    planned.measures = measures(**measured)
    planned.score = score
    return planned


def red(
    minute: float,
    finding: str = "",
    *,
    name: str = "",
    reverted: float | None = None,
    status: Status = RED,
) -> Planned:
    """Return a red check that found this first, and the minute at which TCR reverted it."""
    return Planned(minute, status, finding, name=name, reverted=reverted)


def amber(minute: float, *, name: str = "") -> Planned:
    return red(minute, name=name, status=AMBER)


def swap(minute: float, after: int, name: str = "Ann and Cem") -> Swap:
    return Swap(at(minute), name, after)


def history_of(planned: Sequence[Planned], swaps: Sequence[Swap] = ()) -> History:
    """Return the history in which these checks were made."""
    entries = [start_entry()]
    for number, each in enumerate(planned, start=1):
        commit = f"{number:040}"
        check = check_of(
            each.status,
            finding=each.finding,
            approved_changes=each.approved.changes,
            approved_additions=each.approved.additions,
        )
        entries.append(entry_of(check, at(each.minute), commit, each.tree))
        if each.reverted is not None:
            entries.append(entry_of(Reverted(reverts=commit), at(each.reverted)))
        if each.score is not None:
            entries.append(entry_of(Scored(score=100 * each.score, of=commit), at(each.minute)))
        swapped = [swap for swap in swaps if swap.after == number]
        entries += [entry_of(Swapped(swap="yes", name=swap.name), swap.moment) for swap in swapped]
    return fold(entries)


def steps_of(planned: Sequence[Planned], history: History) -> list[MeasuredStep]:
    """Return the steps of a history, with the code and the measures that were planned."""
    steps: list[MeasuredStep] = []
    for step in history.steps:
        each = planned[int(step.commit) - 1]
        measured = MeasuredStep(**vars(step))
        measured.name = each.name
        measured.is_committed = each.committed
        measured.code = None if each.code is None else {"yatzy.py": each.code}
        measured.measures = each.measures
        if history.swaps:
            measured.partners = step.who
        steps.append(measured)
    return steps


def timeline(*planned: Planned, swaps: Sequence[Swap] = ()) -> Timeline:
    history = history_of(planned, swaps)
    return timeline_of(steps_of(planned, history), history)


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
    record_start(repository, made.choices)
    return made


def checked(
    practice: Practice, minute: float, code: str, status: Status = GREEN, file: str = "yatzy.py"
) -> Step:
    """Save code, and tell of a check of it."""
    path = practice.folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return practising.checked(practice, status, START + timedelta(minutes=minute))
