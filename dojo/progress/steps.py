"""The steps of a practice with their names, and the measures of the green ones.

The name of a step is the subject of the person's own commit of these files. Without a commit, it
says what changed: + for new functions, ~ for changed ones, - for those that are gone.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import PurePosixPath

from msgspec import UNSET, Struct, UnsetType

from dojo.practice.branch import Branch
from dojo.practice.history import History
from dojo.practice.model import ChangedExpectations
from dojo.practice.project import ProjectSettings, read_settings
from dojo.practice.recording import own_commits
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Predictions, Step, count_predictions
from dojo.progress.measures import MEASURES, Measures, is_code, measure_states
from dojo.source import PARSE_ERRORS, Sources, owners_of
from dojo.text import percent, printable

MAX_NAMES = 3

# By path: the text of code, or the name of the blob of another file.
Files = dict[str, str]


class ReportedStep(Struct):
    """A step. `killed`: the share of mutants killed, from 0 to 1. `snapshot`: a commit."""

    number: int
    moment: datetime
    status: str
    expected: str | None
    approved: ChangedExpectations
    who: str | None
    name: str
    seconds: float
    findings: int
    message: str
    measures: dict[str, int] | None
    killed: float | None
    reverted: datetime | None
    round: int
    snapshot: str
    diff: str | UnsetType = UNSET


class ReportedSteps(Struct):
    level: int | None
    blind: bool
    name: str | None
    predictions: Predictions
    steps: list[ReportedStep]


@dataclass
class MeasuredStep(Step):
    """A step with its name, or an empty one if nothing changed. A green step has code and measures.

    `partners`: those who practised, if partners were swapped at all. `is_committed`: whether the
    person committed the same files.
    """

    name: str = ""
    is_committed: bool = False
    partners: str = ""
    code: Sources | None = None
    measures: Measures | None = None

    @property
    def title(self) -> str:
        if self.name:
            return self.name
        return "the code from the start" if self.number == 1 else "no change"

    @property
    def percent(self) -> str:
        return percent(self.score)

    @property
    def report(self) -> ReportedStep:
        """The step for JSON. A value that is not known is None."""
        measures = None
        if self.measures:
            measures = {each.name.replace(" ", "_"): each.value(self.measures) for each in MEASURES}
        return ReportedStep(
            number=self.number,
            moment=self.moment,
            status=self.status,
            expected=self.check.expected or None,
            approved=self.approved,
            who=self.who or None,
            name=self.name,
            seconds=self.check.seconds,
            findings=self.check.findings,
            message=self.finding,
            measures=measures,
            killed=self.score,
            reverted=self.reverted,
            round=self.round,
            snapshot=self.commit,
        )


def report_steps(steps: list[MeasuredStep], history: History) -> ReportedSteps:
    return ReportedSteps(
        level=history.choices.level or None,
        blind=history.choices.blind,
        name=history.name or None,
        predictions=count_predictions(history.steps),
        steps=[step.report for step in steps],
    )


def measured_steps(
    repository: Repository, history: History, only: Collection[int] | None = None
) -> list[MeasuredStep]:
    """Return all steps. `only`: read the files of steps with these numbers alone."""
    read = [step for step in history.steps if only is None or step.number in only]
    settings = read_settings(repository.folder)
    files = _read_files(repository, read, settings)
    green = [step.tree for step in read if step.is_green and step.tree]
    states = {tree: settings.code_in(files[tree]) for tree in green}
    measures = dict(zip(states, measure_states(list(states.values())), strict=True))
    commits = history.commits | own_commits(Branch(repository.folder), history.first_tree)
    names = _names_of(history, commits, files)
    steps: list[MeasuredStep] = []
    for step, name in zip(history.steps, names, strict=True):
        measured = MeasuredStep(**vars(step))
        measured.name = name
        measured.is_committed = step.tree in commits
        if step.guard != history.choices.guard:
            measured.name = f"{name}, with the golden master".removeprefix(", ")
        if history.swaps:
            measured.partners = step.who
        if step.is_green:
            measured.code = states.get(step.tree)
            measured.measures = measures.get(step.tree)
        steps.append(measured)
    return steps


def _read_files(
    repository: Repository, steps: list[Step], settings: ProjectSettings
) -> dict[str, Files]:
    """Return the files of each step, and of the tree that its changes count from, by tree.

    Of a file that is no code, git's name of its content is enough to see a change.
    """
    read_text = cache(repository.text)
    trees = {step.tree for step in steps} | {step.base for step in steps}
    files: dict[str, Files] = {}
    for tree in trees - {""}:
        files[tree] = {}
        for path, blob in repository.blobs(tree).items():
            is_text = is_code(path) or settings.has_code(PurePosixPath(path))
            files[tree][path] = read_text(blob) if is_text else blob
    return files


def _names_of(history: History, commits: dict[str, str], files: dict[str, Files]) -> list[str]:
    """Return the name of each step. Files that an earlier step had are named after that step."""
    seen = {history.first_tree: "at the start"}
    names: list[str] = []
    before = history.first_tree
    for step in history.steps:
        name = commits.get(step.tree, "")
        if step.tree == before:
            name = ""
        elif step.tree in seen:
            name = f"same files as {seen[step.tree]}"
        elif not name and step.tree in files and step.base in files:
            name = name_change(files[step.base], files[step.tree])
            if not name:  # a restore brought files back that no check had seen
                name = "restored"
        names.append(name)
        seen.setdefault(step.tree, f"in step {step.number}")
        before = step.tree
    return names


def name_change(before: Files, after: Files) -> str:
    """Name the functions and classes that changed, or the files if no code did."""
    old = {path: text for path, text in before.items() if after.get(path) != text}
    new = {path: text for path, text in after.items() if before.get(path) != text}
    paths = {**new, **old}
    try:
        old_parts = _parts_of(old)
        new_parts = _parts_of(new)
    except PARSE_ERRORS:
        old_parts = old
        new_parts = new
    kept = [name for name in new_parts if name in old_parts]
    changed = [name for name in kept if new_parts[name] != old_parts[name]]
    signs = dict.fromkeys(_only_in(new_parts, old_parts), "+")
    signs |= dict.fromkeys(changed, "~")
    signs |= dict.fromkeys(_only_in(old_parts, new_parts), "-")
    if not signs:  # only layout or comments changed
        signs = dict.fromkeys(paths, "~")
    names = sorted(signs, key=lambda name: name in paths)  # files come last
    shown = ", ".join(f"{signs[name]} {printable(name)}" for name in names[:MAX_NAMES])
    if len(names) > MAX_NAMES:
        return f"{shown} and {len(names) - MAX_NAMES} more"
    return shown


def _only_in(parts: dict[str, str], others: dict[str, str]) -> list[str]:
    """Return the names that are not among the others. A class stands for its methods."""
    names = [name for name in parts if name not in others]
    return [name for name in names if name.rpartition(".")[0] not in names]


def _parts_of(files: Files) -> dict[str, str]:
    """Return the lines of each function, class and file that are in no smaller part.

    A function that moves to another file is the same part. Blank lines and comments of code are
    skipped.
    """
    parts: dict[str, str] = defaultdict(str)
    for path, text in files.items():
        if not is_code(path):
            parts[path] = text
            continue
        parts[path] = ""
        for owner, line in zip(owners_of(text), text.split("\n"), strict=True):
            if line.strip() and not line.strip().startswith("#"):
                parts[owner or path] += f"{line}\n"
    return parts
