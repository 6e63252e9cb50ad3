"""The steps of a practice: what is known of each of its checks.

step: a check, and what is known of the code at that moment; nothing is measured of code that was red. Its name is the
subject of the person's own commit of these files, else what changed from the files that the check counts from.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from dojo.practice.snapshots import GitError, Repository
from dojo.practice.story import Entry, Story, own_commits
from dojo.progress.metrics import Measures, State, measure
from dojo.progress.names import Blobs, is_code, name_of

AT_FIRST, AS_BEFORE = "as at the start", "as before"
RESTORED = "restored"  # what no check saw
UNCHANGED = "No file changed."
RESTORED_FILES = "The files were restored or reverted, and none changed since."


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
        if self.name:
            return self.name
        return AT_FIRST if self.number == 1 else AS_BEFORE

    @property
    def percent(self) -> str:
        """Return its score as people read it; nothing where it is not known."""
        return "" if self.score is None else f"{100 * self.score:.1f} %"

    @property
    def without_diff(self) -> str:
        """Say that it changed no file; a restore or a revert before it may have."""
        return RESTORED_FILES if self.name else UNCHANGED

    @property
    def state(self) -> State | str | None:
        """Return its code, else the name that git has for its files; None where nobody knows."""
        return self.entry.tree if self.code is None else self.code

    def is_like(self, other: "Step") -> bool:
        """Tell whether both are of the same code, as far as anybody knows."""
        return self.state is not None and self.state == other.state

    def has_the_files_of(self, other: "Step") -> bool:
        """Tell whether both are of the same files, tests and approved documents too; not, where nobody knows."""
        tree = self.entry.tree
        return tree is not None and tree == other.entry.tree


def steps_of(repository: Repository, story: Story, only: Collection[int] | None = None) -> list[Step]:
    """Return what is known of each check, and its measures; files that are lost leave what the story says.

    `only`: the numbers of the steps whose files are looked at; else all are. WorkspaceError when ruff cannot measure.
    """
    looked_at = [each for number, each in enumerate(story.checks, start=1) if only is None or number in only]
    files = _files_of(repository, looked_at)
    texts = _texts_of(repository, files)
    codes = _codes(looked_at, files, texts)
    scores = _scores(story)
    commits = story.commits | own_commits(repository, story.begun)
    names = _names(story, commits, files, texts)
    measures = dict(zip(codes, measure(list(codes.values())), strict=True))
    steps: list[Step] = []
    for number, (entry, name) in enumerate(zip(story.checks, names, strict=True), start=1):
        # The same code may be green by one's own tests, and red by the golden master.
        tree = entry.tree if entry.green and entry.tree else ""
        known = codes.get(tree), measures.get(tree), scores.get(tree)
        reverted = story.reverts.get(entry.snapshot or "")
        who = entry.who if story.swaps else ""
        steps.append(Step(entry, *known, reverted, number, name, who))
    return steps


def _files_of(repository: Repository, checks: Iterable[Entry]) -> dict[str, Blobs]:
    """Return the files of each check, and those that it counts from, where all of them are there."""
    found: dict[str, Blobs] = {}
    for tree in {tree for entry in checks for tree in (entry.base, entry.tree) if tree}:
        with suppress(GitError):
            found[tree] = repository.blobs(tree)
    return found


def _texts_of(repository: Repository, files: dict[str, Blobs]) -> dict[str, str]:
    """Return the text of each blob that is code."""
    found: dict[str, str] = {}
    for blob in {blob for blobs in files.values() for path, blob in blobs.items() if is_code(path)}:
        with suppress(GitError):
            found[blob] = repository.text(blob)
    return found


def _codes(checks: Iterable[Entry], files: dict[str, Blobs], texts: dict[str, str]) -> dict[str, State]:
    """Return the code of each green check by its tree, where all of it can be had."""
    codes: dict[str, State] = {}
    for entry in checks:
        if entry.green and entry.tree in files:
            code = _code(files[entry.tree], texts)
            if code is not None:
                codes[entry.tree] = code
    return codes


def _scores(story: Story) -> dict[str, float]:
    """Return the scores that are known, by the tree of their check."""
    scores: dict[str, float] = {}
    for entry in story.checks:
        if entry.tree and entry.snapshot in story.scores:
            scores[entry.tree] = story.scores[entry.snapshot]
    return scores


def _code(files: Blobs, texts: dict[str, str]) -> State | None:
    """Return the code among some files; None when any of it cannot be had."""
    code = {path: blob for path, blob in files.items() if is_code(path)}
    if any(blob not in texts for blob in code.values()):
        return None
    return {path: texts[blob] for path, blob in code.items()}


def _names(story: Story, commits: dict[str, str], files: dict[str, Blobs], texts: dict[str, str]) -> list[str]:
    """Return what each check is called."""
    seen = {story.begun: "at the start"}
    names: list[str] = []
    before = story.begun
    for number, entry in enumerate(story.checks, start=1):
        tree = entry.tree or ""
        base = entry.base or ""
        name = ""
        if not tree or tree == base == before:
            pass
        elif tree in seen:
            name = f"as {seen[tree]} again"
        elif tree == base:
            name = RESTORED
        elif tree in commits:
            name = commits[tree]
        elif tree in files and base in files:
            name = name_of(files[base], files[tree], texts)
        names.append(name)
        seen.setdefault(tree, f"in step {number}")
        before = tree or before
    return names
