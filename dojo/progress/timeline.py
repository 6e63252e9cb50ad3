"""The way that a practice came, as data: what is known of each check, and which of them are worth a row.

step: a check, and what is known of the code at that moment; nothing is measured of code that was red.
way: what is worth a row, in the order in which it happened. That is each green step whose code, or whose score, differs
from the green one before it; and each streak. streak: red and amber checks in a row, up to the green one, or the
revert, that ends it.
score: the share of the mutants that were killed, from 0 to 1.
row: the cells of a step, or the one line of a streak.
"""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from dojo.practice import AMBER, Entry, GitError, Practice, Repository, read_reverts
from dojo.progress.metrics import Measures, State, code_of, measure
from dojo.text import counted

SCORES = "scores.jsonl"
TIME, DATE_AND_TIME = "%H:%M", "%Y-%m-%d %H:%M"

UNKNOWN = "-"
HEADINGS_IN_FULL = (  # of the cells
    *("time", "minutes", "lines", "methods", "worst complexity", "mean complexity"),
    *("longest method", "lint findings", "mutants killed"),
)


@dataclass(frozen=True)
class Step:
    """A check, its code and what was measured of it, and the score; None where nothing is known.

    `reverted`: when TCR took it back, if it did.
    """

    entry: Entry
    code: State | None
    measures: Measures | None
    score: float | None
    reverted: datetime | None = None

    def is_like(self, other: "Step") -> bool:
        """Tell whether both are of the same code, as far as anybody knows."""
        if self.code is None or other.code is None:
            return self.entry.snapshot is not None and self.entry.snapshot == other.entry.snapshot
        return self.code == other.code

    def is_news_after(self, before: "Step | None") -> bool:
        """Tell whether a green step has anything to show that the green one before it had not."""
        return before is None or not self.is_like(before) or self.score not in (None, before.score)


@dataclass(frozen=True)
class Streak:
    """So many checks in a row, when the first was made, how long until green, a revert or the last, how it ended.

    `amber`: how many of them are amber; the others are red.
    """

    checks: int
    start: datetime
    seconds: float
    ending: str
    amber: int = 0

    @property
    def red(self) -> int:
        """Return how many of the checks are red."""
        return self.checks - self.amber

    def __str__(self) -> str:
        """Say it in a line."""
        counts = [counted(self.red, "red check")] if self.red else []
        counts += [counted(self.amber, "amber check")] if self.amber else []
        lasted = [duration(self.seconds)] if self.seconds else []
        return ", ".join([" and ".join(counts), *lasted, *([self.ending] if self.ending else [])])


Way = list[Step | Streak]


# What is known.


def read_scores(home: Path) -> dict[str, float]:
    """Return the score of each snapshot that has one, the latest; a line that cannot be read counts for nothing."""
    try:
        lines = (home / SCORES).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    return dict(score for line in lines for score in _score(line))


def _score(line: str) -> Iterator[tuple[str, float]]:
    try:
        found: dict[str, Any] = json.loads(line)
        yield str(found["snapshot"]), found["killed"] / (found["made"] - found.get("equivalent", 0))
    except (ValueError, TypeError, KeyError, ZeroDivisionError):
        return


def steps_of(practice: Practice, entries: list[Entry]) -> list[Step]:
    """Return what is known of each check; a snapshot that is lost leaves what the log says."""
    codes = _codes(practice, entries)
    measured = dict(zip(codes, measure(practice.workspace, list(codes.values())), strict=True))
    scores, reverts = read_scores(practice.home), read_reverts(practice.home)
    # The same code may be green by one's own tests, and red by the golden master.
    snapshots = [(entry.snapshot or "") if entry.green else "" for entry in entries]
    both = zip(entries, snapshots, strict=True)
    return [
        Step(entry, codes.get(each), measured.get(each), scores.get(each), reverts.get(entry.when))
        for entry, each in both
    ]


def _codes(practice: Practice, entries: list[Entry]) -> dict[str, State]:
    """Return the code in each snapshot of a green check, if it can be had."""
    repository = Repository(practice.folder)

    def code(commit: str) -> State | None:
        try:
            return code_of(repository.files(commit))
        except GitError:
            return None

    commits = dict.fromkeys(entry.snapshot for entry in entries if entry.green and entry.snapshot)
    with ThreadPoolExecutor() as at_once:
        found = zip(commits, at_once.map(code, commits), strict=True)
        return {commit: state for commit, state in found if state is not None}


def measured(steps: list[Step], name: str) -> list[int]:
    """Return a measure of those steps that have it."""
    return [getattr(step.measures, name) for step in steps if step.measures is not None]


# What is worth a row.


def way_of(steps: list[Step]) -> Way:
    """Return the green steps that have something new to show, and the streaks between them."""
    way: Way = []
    before: Step | None = None
    for run, after in pairwise([*runs_of(steps), []]):
        if not run[0].entry.green:
            way.append(_streak(before, run, after))
            continue
        for step in run:
            if step.is_news_after(before):
                way.append(step)
            before = step
    return way


def runs_of(steps: list[Step]) -> list[list[Step]]:
    """Return the steps in runs: green ones in a row, and others in a row, up to one that was reverted."""
    runs: list[list[Step]] = []
    for step in steps:
        before = runs[-1][-1] if runs else None
        if before is None or before.reverted or before.entry.green != step.entry.green:
            runs.append([])
        runs[-1].append(step)
    return runs


def _streak(before: Step | None, run: list[Step], after: list[Step]) -> Streak:
    start, reverted = run[0].entry.moment, run[-1].reverted
    end = reverted or (after or run[-1:])[0].entry.moment
    taken_back = reverted or (after and before is not None and after[0].is_like(before))
    ending = "taken back" if taken_back else "" if after else f"still {run[-1].entry.status}"
    amber = sum(step.entry.status == AMBER for step in run)
    return Streak(len(run), start, seconds_between(start, end), ending, amber)


def is_scored(way: Way) -> bool:
    """Tell whether a score is known of any row."""
    return any(isinstance(each, Step) and each.score is not None for each in way)


# In words.


def cells(step: Step, start: datetime, clock: str = TIME) -> list[str]:
    """Return the row of a green step: what the log knows, what was measured, the score if it has one."""
    row = [f"{step.entry.moment:{clock}}", f"{seconds_between(start, step.entry.moment) // 60:.0f}"]
    score = "" if step.score is None else f"{100 * step.score:.1f} %"
    if step.measures is None:
        return [*row, *[UNKNOWN] * 6, score]
    measures = step.measures
    row += [str(measures.lines), str(measures.methods), str(measures.worst), f"{measures.mean:.1f}"]
    longest = f"{measures.longest.lines:>3} {measures.longest.name}".rstrip()
    return [*row, longest, str(measures.findings), score]


def duration(seconds: float) -> str:
    """Return how long something took, as people say it."""
    minutes = int(seconds / 60)
    if not minutes:
        return f"{int(seconds)} s"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def seconds_between(start: datetime, end: datetime) -> float:
    """Return the seconds from one moment to another, none when the clock was put back."""
    return max(0.0, (end - start).total_seconds())
