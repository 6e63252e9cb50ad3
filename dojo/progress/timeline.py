"""The timeline of a practice: what is known of each check, and which of them are worth a row.

step: a check, and what is known of the code at that moment; nothing is measured of code that was red.
row: each green step whose code, or whose score, differs from the green one before it; and each streak.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from dojo.practice import AMBER, RED, Entry, GitError, Practice, Repository, Story
from dojo.progress.metrics import MEASURES, Measures, State, code_of, measure
from dojo.text import counted, duration

TIME, DATE_AND_TIME = "%H:%M", "%Y-%m-%d %H:%M"
# Nothing is known of the last before the first `dojo mutants`.
COLUMNS = ("time", "minutes", *(each.name for each in MEASURES), "mutants killed")


@dataclass(frozen=True)
class Step:
    """A check, its code, its measures and score, None where nothing is known; and when TCR reverted it, if it did."""

    entry: Entry
    code: State | None
    measures: Measures | None
    score: float | None
    reverted: datetime | None = None
    number: int = 0
    name: str = ""

    @property
    def start(self) -> datetime:
        """Return when it was made."""
        return self.entry.moment

    def is_like(self, other: "Step") -> bool:
        """Tell whether both are of the same code, as far as anybody knows."""
        mine, others = (step.entry.tree if step.code is None else step.code for step in (self, other))
        return mine is not None and mine == others

    def has_the_files_of(self, other: "Step") -> bool:
        """Tell whether both are of the same files, tests and approved documents too; not, where nobody knows."""
        return self.entry.tree is not None and self.entry.tree == other.entry.tree


@dataclass(frozen=True)
class Streak:
    """Checks in a row, some of them amber, the others red: from when, how long until what ended them, and what did."""

    checks: int
    start: datetime
    seconds: float
    ending: str
    amber: int = 0
    steps: list[Step] = field(default_factory=list)

    @property
    def status(self) -> str:
        """Return amber when no check was red, else red."""
        return AMBER if self.amber == self.checks else RED

    def __str__(self) -> str:
        """Say it in a line."""
        counts = [(self.checks - self.amber, "red check"), (self.amber, "amber check")]
        checks = " and ".join(counted(number, what) for number, what in counts if number)
        lasted = duration(self.seconds) if self.seconds else ""
        return ", ".join(part for part in (checks, lasted, self.ending) if part)


@dataclass(frozen=True)
class Timeline:
    """All steps, of which there is at least one; and the rows that are made of them."""

    steps: list[Step]
    rows: list[Step | Streak]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return what is shown of each green step; the score only if it is known of any."""
        return COLUMNS if any(step.score is not None for step in self.steps) else COLUMNS[:-1]

    def cells(self, step: Step, clock: str = TIME) -> list[str]:
        """Return the row of a green step: what the log knows, what was measured, the score if there is a column."""
        row = [f"{step.start:{clock}}", f"{seconds_between(self.steps[0].start, step.start) // 60:.0f}"]
        row += ["-" if step.measures is None else each.show(step.measures) for each in MEASURES]
        return [*row, "" if step.score is None else f"{100 * step.score:.1f} %"][: len(self.columns)]


def steps_of(practice: Practice, story: Story) -> list[Step]:
    """Return what is known of each check; files that are lost leave what the story says."""
    codes = _codes(practice, story.checks)
    measured = dict(zip(codes, measure(list(codes.values())), strict=True))
    scores = {entry.tree: story.scores[entry.snapshot] for entry in story.checks if entry.snapshot in story.scores}
    # The same code may be green by one's own tests, and red by the golden master.
    known = [(entry, entry.tree if entry.green else None) for entry in story.checks]
    return [
        Step(entry, codes.get(key), measured.get(key), scores.get(key), story.reverts.get(entry.snapshot or ""), number)
        for number, (entry, key) in enumerate(known, 1)
    ]


def _codes(practice: Practice, entries: list[Entry]) -> dict[str | None, State]:
    """Return the code of each green check by the tree of its files, if it can be had."""
    repository = Repository(practice.folder)

    def code(tree: str) -> State | None:
        with suppress(GitError):
            return code_of(repository.files(tree))
        return None

    trees = dict.fromkeys(entry.tree for entry in entries if entry.green and entry.tree)
    with ThreadPoolExecutor() as at_once:
        found = zip(trees, at_once.map(code, trees), strict=True)
        return {tree: state for tree, state in found if state is not None}


def timeline_of(steps: list[Step]) -> Timeline:
    """Return the timeline: as rows, the green steps that have something new to show, and the streaks between them."""
    rows: list[Step | Streak] = []
    before: Step | None = None
    for run, after in pairwise([*runs_of(steps), []]):
        if not run[0].entry.green:
            rows.append(_streak(before, run, after))
            continue
        for step in run:
            if before is None or not step.is_like(before) or step.score not in (None, before.score):
                rows.append(step)
            before = step
    return Timeline(steps, rows)


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
    start, reverted = run[0].start, run[-1].reverted
    end = reverted or (after or run[-1:])[0].start
    undone = reverted or (after and before is not None and after[0].has_the_files_of(before))
    ending = "reverted" if undone else "" if after else f"still {run[-1].entry.status}"
    amber = sum(step.entry.status == AMBER for step in run)
    return Streak(len(run), start, seconds_between(start, end), ending, amber, run)


def seconds_between(start: datetime, end: datetime) -> float:
    """Return the seconds from one moment to another, none when the clock was put back."""
    return max(0.0, (end - start).total_seconds())
