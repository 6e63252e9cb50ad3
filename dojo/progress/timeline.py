"""The timeline of a practice: what is known of each check, and which of them are worth a row.

step: a check, and what is known of the code at that moment; nothing is measured of code that was red. Its name is the
subject of the person's own commit of these files, else what changed from the files that the check counts from.
row: each green step whose code, or whose score, differs from the green one before it; each streak; each break.
break: what stands between two checks: a swap of partners, or a pause, in which nobody checked. After a pause begins
another round. A streak ends at a break, and says so: how long it was red is time at work, of the same people.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, pairwise

from dojo.practice import AMBER, RED, Entry, Repository, Story, Swap, own_commits
from dojo.progress.files import Blobs, blobs_of, texts_of
from dojo.progress.metrics import Measures, State, measure
from dojo.progress.names import is_code, name_of
from dojo.text import counted, duration, shortened

TIME, DATE_AND_TIME = "%H:%M", "%Y-%m-%d %H:%M"
SWAP, PAUSE = "swap", "pause"
PAUSE_SECONDS = 600
WIDEST_FAILURE = 100  # characters
AT_FIRST, AS_BEFORE = "as at the start", "as before"


@dataclass(frozen=True)
class Step:
    """A check, its code, its measures and score, None where nothing is known; and when TCR reverted it, if it did.

    `number`: of all checks, from 1. `name`: what was done; nothing where that is not known, or nothing was.
    """

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

    @property
    def title(self) -> str:
        """Return its name; where it has none, how its files are."""
        return self.name or (AT_FIRST if self.number == 1 else AS_BEFORE)

    def is_like(self, other: "Step") -> bool:
        """Tell whether both are of the same code, as far as anybody knows."""
        mine, others = (step.entry.tree if step.code is None else step.code for step in (self, other))
        return mine is not None and mine == others

    def has_the_files_of(self, other: "Step") -> bool:
        """Tell whether both are of the same files, tests and approved documents too; not, where nobody knows."""
        return self.entry.tree is not None and self.entry.tree == other.entry.tree


@dataclass(frozen=True)
class Streak:
    """Checks in a row, some of them amber, the others red: from when, how long until what ended them, and what did.

    `first`: the number of the first. `tried`: its name. `failed`: what the first red one found, or the first amber one
    where none is red.
    """

    checks: int
    start: datetime
    seconds: float
    ending: str
    amber: int = 0
    first: int = 0
    tried: str = ""
    failed: str = ""

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
class Break:
    """A swap or a pause: from when it goes on, which of both it is, and that in a few words."""

    start: datetime
    what: str
    words: str

    def __str__(self) -> str:
        """Say it in a line."""
        return self.words


@dataclass(frozen=True)
class Timeline:
    """All steps, of which there is at least one; and the rows that are made of them."""

    steps: list[Step]
    rows: list[Step | Streak | Break]


def steps_of(repository: Repository, story: Story, only: Collection[int] | None = None) -> list[Step]:
    """Return what is known of each check; files that are lost leave what the story says.

    `only`: the numbers of the steps whose files are looked at; else all are. WorkspaceError when ruff cannot measure.
    """
    looked_at = [each for number, each in enumerate(story.checks, start=1) if only is None or number in only]
    files = blobs_of(repository, (tree for each in looked_at for tree in (each.base, each.tree) if tree))
    texts = texts_of(repository, (blob for blobs in files.values() for path, blob in blobs.items() if is_code(path)))
    green = [each.tree for each in looked_at if each.green and each.tree in files]
    codes = {tree: code for tree in green if tree and (code := _code(files[tree], texts)) is not None}
    measured = dict(zip(codes, measure(list(codes.values())), strict=True))
    scores = {each.tree: story.scores[each.snapshot] for each in story.checks if each.snapshot in story.scores}
    names = _names(story, story.commits | own_commits(repository, story.begun), files, texts)
    # The same code may be green by one's own tests, and red by the golden master.
    known = [each.tree or "" if each.green else "" for each in story.checks]
    steps = enumerate(zip(story.checks, known, names, strict=True), start=1)
    return [
        Step(
            entry=entry,
            code=codes.get(tree),
            measures=measured.get(tree),
            score=scores.get(tree),
            reverted=story.reverts.get(entry.snapshot or ""),
            number=number,
            name=name,
        )
        for number, (entry, tree, name) in steps
    ]


def _code(files: Blobs, texts: dict[str, str]) -> State | None:
    """Return the code among some files; None when any of it cannot be had."""
    code = {path: texts.get(blob) for path, blob in files.items() if is_code(path)}
    known = {path: text for path, text in code.items() if text is not None}
    return known if len(known) == len(code) else None


def _names(story: Story, commits: dict[str, str], files: dict[str, Blobs], texts: dict[str, str]) -> list[str]:
    """Return what each check is called."""
    seen, names = {story.begun: "at the start"}, []
    for number, entry in enumerate(story.checks, start=1):
        tree, base = entry.tree or "", entry.base or ""
        name = ""
        if not tree or tree == base:
            pass
        elif tree in seen:
            name = f"as {seen[tree]} again"
        elif tree in commits:
            name = commits[tree]
        elif tree in files and base in files:
            name = name_of(files[base], files[tree], texts)
        names.append(name)
        seen.setdefault(tree, f"in step {number}")
    return names


def timeline_of(steps: list[Step], swaps: Sequence[Swap] = ()) -> Timeline:
    """Return the timeline: as rows, the green steps that have something new to show, the streaks, and the breaks."""
    rows: list[Step | Streak | Break] = []
    before: Step | None = None
    breaks, place = breaks_of(steps, swaps), 0
    for run, after in pairwise([*runs_of(steps, swaps), []]):
        rows += breaks[place]
        place += len(run)
        if not run[0].entry.green:
            rows.append(_streak(before, run, after, breaks[place]))
            continue
        for step in run:
            if before is None or not step.is_like(before) or step.score not in (None, before.score):
                rows.append(step)
            before = step
    return Timeline(steps, [*rows, *breaks[place]])


def runs_of(steps: list[Step], swaps: Sequence[Swap] = ()) -> list[list[Step]]:
    """Return the steps in runs: green ones in a row, and others in a row, up to one that was reverted, or a break."""
    runs: list[list[Step]] = []
    for step, breaks in zip(steps, breaks_of(steps, swaps), strict=False):
        before = runs[-1][-1] if runs else None
        if before is None or before.reverted or breaks or before.entry.green != step.entry.green:
            runs.append([])
        runs[-1].append(step)
    return runs


def numbers_of(row: Step | Streak | Break) -> str:
    """Return the number of the step that a row is about, or of the first and the last; nothing for a break."""
    if isinstance(row, Streak) and row.checks > 1:
        return f"{row.first}-{row.first + row.checks - 1}"
    return "" if isinstance(row, Break) else str(row.number if isinstance(row, Step) else row.first)


def breaks_of(steps: list[Step], swaps: Iterable[Swap] = ()) -> list[list[Break]]:
    """Return the breaks right before each step, and those after the last."""
    found: list[list[Break]] = [[] for _ in range(len(steps) + 1)]
    for swap in swaps:
        words = f"{SWAP}: {swap.name}, {swap.moment:{TIME}}"
        found[min(swap.after, len(steps))].append(Break(swap.moment, SWAP, words))
    for place, (before, after) in enumerate(pairwise(rounds_of(steps)), start=1):
        if before != after:
            lasted = duration(seconds_between(steps[place - 1].start, steps[place].start))
            words = f"round {after}, after {lasted} without a check"
            found[place].append(Break(steps[place].start, PAUSE, words))
    return found


def rounds_of(steps: list[Step]) -> list[int]:
    """Return the round that each step is in, from 1."""
    gaps = (seconds_between(before.start, after.start) for before, after in pairwise(steps))
    return list(accumulate((gap >= PAUSE_SECONDS for gap in gaps), initial=1))


def _streak(before: Step | None, run: list[Step], after: list[Step], breaks: list[Break]) -> Streak:
    """Return what is said of a run that is not green, between the last green step and what comes after it."""
    first, last = run[0], run[-1]
    amber = [step for step in run if step.entry.status == AMBER]
    failed = next((step for step in run if step.entry.status == RED), first).entry.message
    end, ending = _end(before, last, after, breaks)
    return Streak(
        checks=len(run),
        start=first.start,
        seconds=seconds_between(first.start, end),
        ending=ending,
        amber=len(amber),
        first=first.number,
        tried=first.name,
        failed=shortened(failed, WIDEST_FAILURE),
    )


def _end(before: Step | None, last: Step, after: list[Step], breaks: list[Break]) -> tuple[datetime, str]:
    """Return when a streak ended, and how, as far as that is to be said."""
    still = f"still {last.entry.status}"
    if last.reverted:
        return last.reverted, "reverted"
    if breaks:
        return (breaks[0].start if breaks[0].what == SWAP else last.start), f"{still} at the {breaks[0].what}"
    if after:
        undone = before is not None and after[0].has_the_files_of(before)
        return after[0].start, "reverted" if undone else ""
    return last.start, still


def seconds_between(start: datetime, end: datetime) -> float:
    """Return the seconds from one moment to another, none when the clock was put back."""
    return max(0.0, (end - start).total_seconds())
