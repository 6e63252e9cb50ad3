"""The steps of a practice: what is known of each of its checks.

step: a check, and what is known of the code at that moment; nothing is measured of code that was red. Its name is the
subject of the person's own commit of these files, else what changed from the files that the check counts from.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from dojo.practice import Entry, Repository, Story, own_commits
from dojo.progress.files import Blobs, blobs_of, texts_of
from dojo.progress.metrics import Measures, State, measure
from dojo.progress.names import is_code, name_of

AT_FIRST, AS_BEFORE = "as at the start", "as before"


@dataclass(frozen=True)
class Step:
    """A check, its code, its measures and score, None where nothing is known; and when TCR reverted it, if it did.

    `number`: of all checks, from 1. `name`: what was done; nothing where that is not known, or nothing was. `who`: who
    did it, where it was not the same people all the time.
    """

    entry: Entry
    code: State | None
    measures: Measures | None
    score: float | None
    reverted: datetime | None = None
    number: int = 0
    name: str = ""
    who: str = ""

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


def steps_of(repository: Repository, story: Story, only: Collection[int] | None = None) -> list[Step]:
    """Return what is known of each check, and its measures; files that are lost leave what the story says.

    `only`: the numbers of the steps whose files are looked at; else all are. WorkspaceError when ruff cannot measure.
    """
    return measured(read_steps(repository, story, only))


def read_steps(repository: Repository, story: Story, only: Collection[int] | None = None) -> list[Step]:
    """Return the same without measures, in a small part of the time."""
    looked_at = [each for number, each in enumerate(story.checks, start=1) if only is None or number in only]
    files = blobs_of(repository, (tree for each in looked_at for tree in (each.base, each.tree) if tree))
    texts = texts_of(repository, (blob for blobs in files.values() for path, blob in blobs.items() if is_code(path)))
    green = [each.tree for each in looked_at if each.green and each.tree in files]
    codes = {tree: code for tree in green if tree and (code := _code(files[tree], texts)) is not None}
    scores = {each.tree: story.scores[each.snapshot] for each in story.checks if each.snapshot in story.scores}
    names = _names(story, story.commits | own_commits(repository, story.begun), files, texts)
    # The same code may be green by one's own tests, and red by the golden master.
    known = [each.tree or "" if each.green else "" for each in story.checks]
    steps = enumerate(zip(story.checks, known, names, strict=True), start=1)
    return [
        Step(
            entry=entry,
            code=codes.get(tree),
            measures=None,
            score=scores.get(tree),
            reverted=story.reverts.get(entry.snapshot or ""),
            number=number,
            name=name,
            who=entry.who if story.swaps else "",
        )
        for number, (entry, tree, name) in steps
    ]


def measured(steps: Sequence[Step], only: Collection[int] | None = None) -> list[Step]:
    """Return steps with the measures of their code, where it is known, or `only` those with these numbers so.

    WorkspaceError when ruff cannot measure.
    """
    codes = {
        step.number: step.code for step in steps if step.code is not None and (only is None or step.number in only)
    }
    found = dict(zip(codes, measure(list(codes.values())), strict=True))
    return [replace(step, measures=found.get(step.number)) for step in steps]


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
